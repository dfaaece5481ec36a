import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { withCoverage } from './guardrail-coverage-page.ts'

test('docs/guardrails.md has the cases that the tests send', async () => {
  const page = await Bun.file(resolve(import.meta.dir, '../../docs/guardrails.md')).text()
  expect(page).toBe(withCoverage(page))
})
