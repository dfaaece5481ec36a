import { expect, test } from 'bun:test'
import { inspect } from 'node:util'
import { Secret } from './secret.ts'

const VALUE = 'sk-very-secret'
const secret = new Secret(VALUE)
const holder = { nested: [{ secret }], map: new Map([['key', secret]]) }

test('a secret is revealed only by an explicit call', () => {
  expect(secret.reveal()).toBe(VALUE)
})

test.each([
  ['a template', () => `${secret}`],
  ['String', () => String(secret)],
  ['JSON', () => JSON.stringify(holder) + JSON.stringify(secret)],
  ['Bun.inspect', () => Bun.inspect(holder, { depth: 9 })],
  ['util.inspect', () => inspect(holder, { depth: 9, showHidden: true })],
  ['its entries', () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret), { ...secret }])],
  ['an error message', () => new Error(`failed with ${secret}`, { cause: secret }).message],
  ['an inspected error', () => Bun.inspect(new Error('failed', { cause: holder }))],
])('%s does not print the secret', (_name, print) => {
  expect(print()).not.toContain('very')
})
