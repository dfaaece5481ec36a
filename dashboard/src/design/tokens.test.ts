import { expect, test } from 'bun:test'
import { resolve } from 'node:path'

const sheet = await Bun.file(resolve(import.meta.dir, 'css/1-tokens.css')).text()

/** The colours of one theme by token name. */
function colorsOf(selector: string): Map<string, string> {
  const start = sheet.indexOf(`${selector} {`)
  const block = sheet.slice(start, sheet.indexOf('}', start))
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const TEXT = ['text', 'text-2', 'text-3', 'accent', 'ok', 'warning', 'error', 'info', 'cache', 'fallback']
const CHARTS = [
  ...Array.from({ length: 8 }, (_, index) => `series-${index + 1}`),
  ...['ok', 'recovered', 'failed'].map((outcome) => `outcome-${outcome}`),
]

for (const selector of [':root', ':root[data-theme="dark"]']) {
  const colors = colorsOf(selector)
  const color = (name: string) => colors.get(name) ?? '#000000'

  test(`${selector}: every text colour has 4.5:1, every control border and chart colour 3:1`, () => {
    expect(colors.size).toBeGreaterThan(20)
    for (const ground of ['ground', 'surface', 'raised']) {
      for (const name of TEXT)
        expect([name, ground, contrast(color(name), color(ground)) >= 4.5]).toEqual([name, ground, true])
      expect(contrast(color('control-border'), color(ground))).toBeGreaterThanOrEqual(3)
    }
    expect(contrast(color('on-accent'), color('accent'))).toBeGreaterThanOrEqual(4.5)
    for (const name of CHARTS) expect(contrast(color(name), color('ground'))).toBeGreaterThanOrEqual(3)
  })
}
