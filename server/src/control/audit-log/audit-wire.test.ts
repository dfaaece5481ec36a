import { expect, test } from 'bun:test'
import { sentenceOf } from './audit-wire.ts'

const actor = { type: 'api_key' as const, id: 'k', name: 'ci', creatorId: null }
const usual = {
  actor,
  action: 'config.create',
  resource: 'config',
  targetId: 'c',
  targetName: 'routes',
  refusedWith: null,
}

test.each([
  [{}, 'The key “ci” created config “routes”.'],
  [{ action: 'config.update' }, 'The key “ci” changed config “routes”.'],
  [{ action: 'config.delete', targetName: null }, 'The key “ci” deleted config “c”.'],
  [
    { action: 'api_key.rotate', resource: 'api_key', targetName: null, targetId: null },
    'The key “ci” rotated api key.',
  ],
  [{ refusedWith: 'scope_missing' }, 'The key “ci” tried to create config “routes” and was refused (scope_missing).'],
  [{ actor: { ...actor, type: 'user' as const, name: 'ada@example.com' } }, 'ada@example.com created config “routes”.'],
])('%p', (changes, sentence) => {
  expect(sentenceOf({ ...usual, ...changes })).toBe(sentence)
})
