/** Plots hit rate against the share of false hits, one line per embedder, with and without the guard. */

export type Point = { readonly threshold: number; readonly hitRate: number; readonly falseShare: number }

export type Line = { readonly name: string; readonly isGuarded: boolean; readonly points: readonly Point[] }

const WIDTH = 760
const HEIGHT = 440
const PLOT = { left: 64, top: 28, right: 500, bottom: 380 }
const COLOURS = ['#6236be', '#0b7285', '#a2590c', '#a61e4d']

/** False hits use a square-root scale, because the values near zero matter most. */
function place({ hitRate, falseShare }: Point): string {
  const x = PLOT.left + Math.sqrt(falseShare) * (PLOT.right - PLOT.left)
  const y = PLOT.bottom - hitRate * (PLOT.bottom - PLOT.top)
  return `${x.toFixed(1)},${y.toFixed(1)}`
}

export function plot(lines: readonly Line[]): string {
  const names = [...new Set(lines.map(({ name }) => name))]
  const parts = lines.map((line, i) => {
    const colour = COLOURS[names.indexOf(line.name) % COLOURS.length]
    const dash = line.isGuarded ? '' : ' stroke-dasharray="5 4"'
    const label = `${line.name}, ${line.isGuarded ? 'with' : 'without'} guard`
    const y = PLOT.top + 12 + i * 22
    const dots = line.points.map(
      (point) => `<circle cx="${place(point).replace(',', '" cy="')}" r="2.6" fill="${colour}"/>`,
    )
    return [
      `<polyline points="${line.points.map(place).join(' ')}" fill="none" stroke="${colour}" stroke-width="1.6"${dash}/>`,
      ...dots,
      `<line x1="520" y1="${y}" x2="548" y2="${y}" stroke="${colour}" stroke-width="2"${dash}/>`,
      `<text x="554" y="${y + 4}">${label}</text>`,
    ].join('\n')
  })
  const ticks = [0, 0.01, 0.05, 0.1, 0.25, 0.5, 1].map((share) => {
    const [x] = place({ threshold: 0, hitRate: 0, falseShare: share }).split(',')
    return `<line x1="${x}" y1="${PLOT.top}" x2="${x}" y2="${PLOT.bottom}" stroke="#ddd"/><text x="${x}" y="${PLOT.bottom + 16}" text-anchor="middle">${share * 100} %</text>`
  })
  const rows = [0, 0.25, 0.5, 0.75, 1].map((rate) => {
    const y = PLOT.bottom - rate * (PLOT.bottom - PLOT.top)
    return `<line x1="${PLOT.left}" y1="${y}" x2="${PLOT.right}" y2="${y}" stroke="#ddd"/><text x="${PLOT.left - 8}" y="${y + 4}" text-anchor="end">${rate * 100} %</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" fill="#222">
<title>Paraphrases answered against wrong hits</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${[...ticks, ...rows, ...parts].join('\n')}
<text x="${(PLOT.left + PLOT.right) / 2}" y="${PLOT.bottom + 38}" text-anchor="middle">wrong hits among served hits</text>
<text x="16" y="${(PLOT.top + PLOT.bottom) / 2}" text-anchor="middle" transform="rotate(-90 16 ${(PLOT.top + PLOT.bottom) / 2})">paraphrases answered</text>
</svg>
`
}
