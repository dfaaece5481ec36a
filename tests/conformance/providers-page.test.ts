import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { CELLS, cellName } from './matrix.ts'
import { providersPage } from './providers-page.ts'

test('docs/providers.md matches the tests; regenerate it with tests/conformance/write-providers-page.ts', async () => {
  const written = await Bun.file(resolve(import.meta.dir, '../../docs/providers.md')).text()
  expect(written).toBe(providersPage())
})

test('every cell of the table has a test with a unique name', () => {
  expect(new Set(CELLS.map(cellName)).size).toBe(CELLS.length)
  expect(CELLS.length).toBeGreaterThan(200)
})
