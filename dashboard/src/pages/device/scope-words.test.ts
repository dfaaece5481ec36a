import { expect, test } from 'bun:test'
import { scopeWords } from './scope-words.ts'

test('scopes are grouped by resource, and sending requests comes first', () => {
  expect(scopeWords(['logs.list', 'virtual_keys.read', 'logs.view', 'completions.write'])).toEqual([
    'Send requests to providers',
    'logs: list, view',
    'virtual keys: read',
  ])
  expect(scopeWords([])).toEqual([])
})
