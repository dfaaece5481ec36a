/** docs/privacy.md repeats parts of the receipt of an erasure. */

import { expect, test } from 'bun:test'
import { erasureSchema, OUT_OF_REACH } from './erasure-wire.ts'

const page = await Bun.file(new URL('../../../../docs/privacy.md', import.meta.url)).text()

test('the list of what is out of reach is the list of the receipt', () => {
  const section = page.slice(page.indexOf('\n## Out of reach\n'))
  const items = section.split('\n').filter((line) => line.startsWith('- '))
  expect(items.map((line) => line.slice(2))).toEqual([...OUT_OF_REACH])
})

test('the example is a receipt, and the table has every status', () => {
  const example = page.split('```json\n')[1]?.split('\n```')[0] ?? ''
  expect(erasureSchema.strict().parse(JSON.parse(example))).toMatchObject({ status: 'success' })
  for (const status of erasureSchema.shape.status.options) expect(page).toContain(`| \`${status}\` |`)
})
