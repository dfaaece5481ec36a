import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

type Triple = readonly [number, number, number]

/**
 * Linear RGB as seen with a colour vision deficiency of severity 1:
 * Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009).
 */
const VISION: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

/** Colours that can appear in one chart, and the minimum CIEDE2000 distance between any two of them. */
const SETS: readonly (readonly [tokens: readonly string[], least: number])[] = [
  [Array.from({ length: 8 }, (_, index) => `series-${index + 1}`), 15],
  [['outcome-ok', 'outcome-recovered', 'outcome-failed'], 20],
]

const sheet = await Bun.file(resolve(import.meta.dir, '../css/1-tokens.css')).text()

for (const selector of [':root', ':root[data-theme="dark"]']) {
  test(`${selector}: any two colours of one chart differ for every kind of colour vision`, () => {
    const start = sheet.indexOf(`${selector} {\n  --ground`)
    const block = sheet.slice(start, sheet.indexOf('}', start))
    for (const [tokens, least] of SETS) {
      const colors = tokens.map((token) => linear(new RegExp(`--${token}: (#[0-9a-f]{6});`).exec(block)?.[1] ?? ''))
      for (const [vision, matrix] of Object.entries(VISION)) {
        const seen = colors.map((color) => labOf(applied(matrix, color)))
        const close = seen.flatMap((one, at) =>
          seen.slice(0, at).flatMap((other, before) => {
            const distance = ciede2000(one, other)
            return distance >= least ? [] : [`${vision}: ${tokens[before]} and ${tokens[at]}, ${distance.toFixed(1)}`]
          }),
        )
        expect(close).toEqual([])
      }
    }
  })
}

test('the charts of all pages use only these colours', async () => {
  const pages = resolve(import.meta.dir, '../../pages')
  const foreign: string[] = []
  for await (const path of new Bun.Glob('**/*.tsx').scan(pages)) {
    const text = await Bun.file(resolve(pages, path)).text()
    if (!text.includes('design/charts/') && !text.includes('/graph-chart.tsx')) continue
    for (const [, token = ''] of text.matchAll(/color: 'var\(--([\w-]+)\)'/g)) {
      if (!SETS.some(([tokens]) => tokens.includes(token))) foreign.push(`${path}: ${token}`)
    }
  }
  expect(foreign).toEqual([])
})

test('the distance agrees with published pairs', () => {
  // Sharma, Wu and Dalal, "The CIEDE2000 Color-Difference Formula" (2005), table 1: pairs 1, 7, 17 and 25.
  expect(ciede2000([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 4)
  expect(ciede2000([50, 0, 0], [50, -1, 2])).toBeCloseTo(2.3669, 4)
  expect(ciede2000([50, 2.5, 0], [73, 25, -18])).toBeCloseTo(27.1492, 4)
  expect(ciede2000([60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387])).toBeCloseTo(1.2644, 4)
})

function linear(color: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

function applied(matrix: readonly [Triple, Triple, Triple], [red, green, blue]: Triple): Triple {
  const row = ([r, g, b]: Triple) => Math.min(1, Math.max(0, r * red + g * green + b * blue))
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])]
}

/** CIELAB with the white point D65. */
function labOf([red, green, blue]: Triple): Triple {
  const f = (value: number) => (value > 216 / 24_389 ? Math.cbrt(value) : ((24_389 / 27) * value + 16) / 116)
  const x = f((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
  const y = f(0.2126729 * red + 0.7151522 * green + 0.072175 * blue)
  const z = f((0.0193339 * red + 0.119192 * green + 0.9503041 * blue) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function ciede2000([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const degrees = Math.PI / 180
  const weight = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7))
  const g = 1.5 - 0.5 * weight((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2)
  const c1 = Math.hypot(g * a1, b1)
  const c2 = Math.hypot(g * a2, b2)
  const hue = (a: number, b: number) => (Math.atan2(b, a) / degrees + 360) % 360
  const h1 = hue(g * a1, b1)
  const h2 = hue(g * a2, b2)
  const isGrey = c1 * c2 === 0
  const turn = isGrey ? 0 : ((h2 - h1 + 540) % 360) - 180
  const l = (l1 + l2) / 2
  const c = (c1 + c2) / 2
  const h = isGrey ? h1 + h2 : (h1 + turn / 2 + 360) % 360
  const cos = (angle: number) => Math.cos(angle * degrees)
  const t = 1 - 0.17 * cos(h - 30) + 0.24 * cos(2 * h) + 0.32 * cos(3 * h + 6) - 0.2 * cos(4 * h - 63)
  const lightness = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2))
  const chroma = (c2 - c1) / (1 + 0.045 * c)
  const tint = (2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * degrees)) / (1 + 0.015 * c * t)
  const rotation = -Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * degrees) * 2 * weight(c)
  return Math.sqrt(lightness ** 2 + chroma ** 2 + tint ** 2 + rotation * chroma * tint)
}
