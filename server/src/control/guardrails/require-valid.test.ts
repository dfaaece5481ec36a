import { expect, test } from 'bun:test'
import type { SavedCheck } from '../../core/stores/guardrails.ts'
import { problemsIn } from './require-valid.ts'

test('the size of checks is limited in bytes, not in characters', () => {
  const examiner = { problems: () => [] }
  const checkOf = (words: string) => [{ parameters: { words } }] as unknown as readonly SavedCheck[]
  expect(problemsIn(examiner, checkOf('a'.repeat(200_000)))).toEqual([])
  expect(problemsIn(examiner, checkOf('\u8a9e'.repeat(100_000)))).toEqual([
    { path: 'checks', message: 'the parameters are larger than 256 KiB.', isUnsupported: false },
  ])
})
