import { expect, test } from 'bun:test'
import { readJson } from './read-body.ts'

function parsesIn(work: () => unknown): { parses: number; message: string } {
  const { parse } = JSON
  let parses = 0
  JSON.parse = (text: string, ...rest: []) => {
    parses++
    return parse(text, ...rest)
  }
  try {
    work()
    return { parses, message: '' }
  } catch (error) {
    return { parses, message: error instanceof Error ? error.message : '' }
  } finally {
    JSON.parse = parse
  }
}

const read = (text: string) => parsesIn(() => readJson(Buffer.from(text), {}))
const list = (count: number, one: string) => `{"a":[${Array.from({ length: count }, () => one).join(',')}]}`
const members = (count: number) => `{${Array.from({ length: count }, (_, i) => `"m${i}":1`).join(',')}}`

test.each([
  ['numbers', list(50_001, '0')],
  ['objects', list(26_000, '{}')],
  ['nested lists', list(2_000, `${'['.repeat(28)}${']'.repeat(28)}`)],
])('a body of more than 50,000 values (%s) is refused before it is parsed', (_, text) => {
  expect(read(text)).toEqual({ parses: 0, message: 'The body has more than 50000 values.' })
})

test('an object of more than 10,000 fields is refused before it is parsed', () => {
  expect(read(members(10_001))).toEqual({
    parses: 0,
    message: 'The body has an object of more than 10000 fields.',
  })
  expect(read(`[${members(6_000)},${members(6_000)}]`)).toEqual({ parses: 1, message: '' })
})

test('the content of strings is ignored', () => {
  expect(read(JSON.stringify({ text: '[{,":\\'.repeat(60_000) }))).toEqual({ parses: 1, message: '' })
})

test('names are compared after unescaping', () => {
  expect(read('{"a":{"b":1},"b":{"b":[{"b":2}]}}').message).toBe('')
  expect(read('{"a":{"b":1,"\\u0062":2}}').message).toBe('The body has the field "b" twice in one object.')
  expect(read('{"a":"\\"","b":"\\\\","a":1}').message).toBe('The body has the field "a" twice in one object.')
})

test('a string that cannot be stored is named with its path', () => {
  expect(read('{"a":[{"b":"x"},{"b":["x","\\u0000"]}]}').message).toStartWith('a[1].b[1] contains a NUL')
  expect(read('"\\ud800"').message).toStartWith('body contains a NUL')
  expect(read('{"a":{"__proto__":1}}').message).toBe('"__proto__" is not allowed as a field name.')
})
