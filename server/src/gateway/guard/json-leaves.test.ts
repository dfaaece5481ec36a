/** Texts inside JSON texts: escapes hide nothing, and a change moves no other character. */

import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { jsonLeaves, withLeaves } from './json-leaves.ts'

const texts = (json: string) => jsonLeaves(json).leaves.map(({ text }) => text)

test('strings, numbers and keys are decoded', () => {
  expect(texts('{"to":["a\\u0040b.c", 4111111111111111], "n\\u0061me": "x", "f":true, "z":null}')).toEqual([
    'to',
    'a@b.c',
    '4111111111111111',
    'name',
    'x',
    'f',
    'z',
  ])
  expect(jsonLeaves('{"a":{"b":[1,{"c":"d"}]}}').leaves.map(({ path, key }) => [path, key])).toContainEqual([
    '.a.b[1].c',
    'c',
  ])
})

test('a key that is there twice is seen twice', () => {
  expect(texts('{"a":"secret","a":"fine"}')).toEqual(['a', 'secret', 'a', 'fine'])
})

test('long numbers keep their digits', () => {
  expect(texts('[1234567890123456789]')).toEqual(['1234567890123456789'])
})

test('JSON in a string of JSON is decoded too', () => {
  const inner = JSON.stringify({ mail: 'a@b.c' }).replace('@', '\\u0040')
  const [, leaf] = jsonLeaves(JSON.stringify({ body: inner })).leaves
  expect(leaf?.inner?.leaves.map(({ text }) => text)).toEqual(['mail', 'a@b.c'])
})

test('a text that is not JSON is one leaf without its escapes', () => {
  expect(texts('{"a":"x\\u0040y')).toEqual(['{"a":"x@y'])
})

test('any JSON: all its strings are leaves, and changed ones are read back', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), fc.nat(), (json, seed) => {
      const all = jsonLeaves(json)
      expect(withLeaves(all, new Map())).toBe(json)
      const strings: string[] = []
      JSON.parse(json, (_, value: unknown) => {
        if (typeof value === 'string') strings.push(value)
        return value
      })
      const seen = all.leaves.map(({ text }) => text)
      for (const text of strings) expect(seen).toContain(text)
      if (all.leaves.length === 0) return
      const at = seed % all.leaves.length
      const again = jsonLeaves(withLeaves(all, new Map([[at, 'new "text"\\']])))
      expect(again.leaves.map(({ text }) => text)).toEqual(seen.map((text, i) => (i === at ? 'new "text"\\' : text)))
    }),
    { numRuns: propertyRuns(500) },
  )
})
