/** Lays out tables and definition lists for a terminal of a given width. */

const GAP = '  '

/** `width`: the width of the terminal; Infinity if the output is not a terminal. */
export function layoutTable(heads: readonly string[], rows: readonly (readonly string[])[], width: number): string {
  const whole = aligned(heads, rows)
  if (fits(whole, width)) return whole.join('\n')
  const used = heads.map((_, i) => rows.some((row) => !['', '-'].includes(row[i] ?? '')))
  const kept = (line: readonly string[]) => line.filter((_, i) => used[i])
  const narrower = aligned(kept(heads), rows.map(kept))
  return fits(narrower, width) ? narrower.join('\n') : records(kept(heads), rows.map(kept))
}

/** Wraps the right column and indents continuation lines. */
export function layoutPairs(rows: readonly (readonly [string, string])[], width: number): readonly string[] {
  const first = Math.min(34, Math.max(0, ...rows.map(([name]) => Bun.stringWidth(name))))
  const indent = ' '.repeat(first + 2 * GAP.length)
  const room = Math.max(20, width - indent.length)
  return rows.map(([name, text]) => {
    const lines = Number.isFinite(width) ? Bun.wrapAnsi(text, room, { trim: true }).split('\n') : [text]
    return `${GAP}${padded(name, first)}${GAP}${lines.join(`\n${indent}`)}`
  })
}

function aligned(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const lines = [heads, ...rows]
  const widths = heads.map((_, i) => Math.max(...lines.map((line) => Bun.stringWidth(line[i] ?? ''))))
  return lines.map((line) =>
    line
      .map((cell, i) => padded(cell, widths[i] ?? 0))
      .join(GAP)
      .trimEnd(),
  )
}

/** Shows one block per row, so that no value is cut. */
function records(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const first = Math.max(...heads.map((head) => Bun.stringWidth(head)))
  const record = (row: readonly string[]) => heads.map((head, i) => `${padded(head, first)}${GAP}${row[i]}`.trimEnd())
  return rows.map((row) => record(row).join('\n')).join('\n\n')
}

function fits(lines: readonly string[], width: number): boolean {
  return lines.every((line) => Bun.stringWidth(line) <= width)
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - Bun.stringWidth(text)))
}
