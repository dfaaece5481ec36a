import { expect, test } from 'bun:test'
import { distinctColors, seriesColor } from './series-color.ts'

test('a name keeps its colour, and the first seven names have seven colours', () => {
  const names = ['gpt-4o', 'gpt-4.1', 'claude', 'gemini', 'mistral', 'llama', 'qwen']
  const colors = names.map(seriesColor)
  expect(new Set(colors).size).toBe(7)
  expect(names.map(seriesColor)).toEqual(colors)
  expect(distinctColors(names)).toEqual(colors)
})

test('names of one chart differ even if their own colours are equal; "others" is never used for a name', () => {
  const many = Array.from({ length: 30 }, (_, index) => `model-${index}`)
  for (let at = 0; at + 5 <= many.length; at++) {
    const colors = distinctColors(many.slice(at, at + 5))
    expect(new Set(colors).size).toBe(5)
    expect(colors).not.toContain(seriesColor('others'))
  }
})
