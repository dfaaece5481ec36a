/** Placeholders: one per value, restored, different from those that the caller wrote, and settled in streams. */

import { expect, test } from 'bun:test'
import { Placeholders } from './placeholders.ts'

test('the same value has the same placeholder, and another value another', () => {
  const placeholders = new Placeholders()
  const first = placeholders.of('EMAIL_ADDRESS', 'ada@example.com')
  expect(first).toBe('[EMAIL_ADDRESS_1]')
  expect(placeholders.of('EMAIL_ADDRESS', 'ada@example.com')).toBe(first)
  expect(placeholders.of('EMAIL_ADDRESS', 'bob@example.com')).toBe('[EMAIL_ADDRESS_2]')
  expect(placeholders.restore('write to [EMAIL_ADDRESS_2] and [EMAIL_ADDRESS_1], not [EMAIL_ADDRESS_3]')).toBe(
    'write to bob@example.com and ada@example.com, not [EMAIL_ADDRESS_3]',
  )
})

test('a placeholder that the caller wrote is not used', () => {
  const text = 'What is [NAME_1]?'
  const placeholders = new Placeholders(() => Buffer.from(text))
  expect(placeholders.of('name', 'Ada')).toBe('[NAME_2]')
  expect(placeholders.restore(text)).toBe(text)
})

test('a placeholder that the caller wrote with escapes is not used', () => {
  const escaped = '\\u005bN\\u0041ME\\u005F1\\u005D'
  const placeholders = new Placeholders(() => Buffer.from(`{"content":"What is ${escaped}?"}`))
  expect(placeholders.of('name', 'Ada')).toBe('[NAME_2]')
})

test('entries survive another thread', () => {
  const placeholders = new Placeholders()
  placeholders.of('PHONE', '+1')
  const other = new Placeholders()
  other.add(structuredClone(placeholders.entries))
  expect(other.of('PHONE', '+1')).toBe('[PHONE_1]')
  expect(other.of('PHONE', '+2')).toBe('[PHONE_2]')
})

test('every split of a stream finds the same placeholders', () => {
  const placeholders = new Placeholders()
  placeholders.of('A', 'x')
  const text = 'see [A_1], [B_1], [A_1'
  for (let split = 0; split <= text.length; split++) {
    const start = text.slice(0, split)
    const settled = placeholders.settledUntil(start, 0)
    const early = placeholders.find(start, 0).filter((span) => span.start < settled)
    const all = placeholders.find(text, 0).filter((span) => span.start < settled)
    expect(early).toEqual(all)
    expect(all.every(({ end }) => end <= settled)).toBe(true)
  }
})

test('a value is not shown when placeholders are printed or serialised', () => {
  const placeholders = new Placeholders()
  placeholders.of('EMAIL_ADDRESS', 'ada@example.com')
  for (const text of [Bun.inspect(placeholders), JSON.stringify(placeholders), String(placeholders)])
    expect(text).not.toContain('ada')
})
