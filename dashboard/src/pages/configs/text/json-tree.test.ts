import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../tests/harness/property-runs.ts'
import { nodeAt, pathText, plainValue, rangeAt, readPath, spotAt } from './json-paths.ts'
import { readJson } from './json-tree.ts'

test('every JSON text is read as JSON.parse reads it, without a complaint', () => {
  fc.assert(
    fc.property(fc.jsonValue({ depthSize: 'small' }), fc.integer({ min: 0, max: 3 }), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const { root, problems } = readJson(text)
      expect(problems).toEqual([])
      expect(JSON.stringify(plainValue(root))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

test('any text is read to its end, and text that JSON.parse rejects has a problem', () => {
  const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', 'a', '1', '-', 'true', 'null', ' ', '\n', '😀')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('')
      const { problems } = readJson(text)
      let isJson = true
      try {
        JSON.parse(text)
      } catch {
        isJson = false
      }
      if (!isJson) expect(problems.length).toBeGreaterThan(0)
      for (const { from, to } of problems) {
        expect(from).toBeLessThanOrEqual(to)
        expect(to).toBeLessThanOrEqual(Math.max(text.length, from))
      }
    }),
    { numRuns: propertyRuns(500) },
  )
})

test('a missing comma, end or value does not affect the rest', () => {
  const { root, problems } = readJson('{"a": 1 "b": , "c": [1, 2, "d": {"e": true')
  expect(problems.length).toBeGreaterThan(2)
  expect(plainValue(root)).toMatchObject({ a: 1 })
  expect(readJson('{"a": 1,}').problems.map((one) => one.message)).toEqual(['Trailing comma.'])
  expect(readJson('{"a": 1, "a": 2}').problems[0]?.message).toContain('Duplicate key')
})

test('nothing exhausts the stack', () => {
  expect(readJson('['.repeat(60_000)).problems.length).toBeGreaterThan(0)
})

test('config paths and text positions map to each other', () => {
  const text = '{"targets": [{"retry": {"attempts": 3}}, {"provider": "mock"}]}'
  const { root } = readJson(text)
  const path = readPath('config.targets[0].retry.attempts')
  expect(path).toEqual(['targets', 0, 'retry', 'attempts'])
  expect(pathText(path)).toBe('targets[0].retry.attempts')
  const node = nodeAt(root, path)
  expect(text.slice(node?.from, node?.to)).toBe('3')
  expect(spotAt(root, text.indexOf('3')).path).toEqual(path)
  expect(spotAt(root, text.indexOf('"mock"') + 2)).toMatchObject({ on: 'value', path: ['targets', 1, 'provider'] })
  expect(spotAt(root, text.indexOf('"retry"') + 2)).toMatchObject({ on: 'name', path: ['targets', 0] })
  // A missing field is shown at its nearest existing ancestor.
  const { from } = rangeAt(root, ['targets', 1, 'api_key'])
  expect(text.slice(from, from + 2)).toBe('{"')
})
