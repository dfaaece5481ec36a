import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { z } from 'zod'
import { GatewayError } from '../core/errors.ts'
import { readJson } from './read-body.ts'
import { readBody } from './read-input.ts'

const SCHEMA = z.strictObject({
  name: z.string().min(1).max(8),
  size: z.number().int().optional(),
  inner: z.strictObject({ deep: z.array(z.string()) }).optional(),
})
const JSON_TYPE = { 'content-type': 'application/json' }

function refusalOf(work: () => unknown): Pick<GatewayError, 'code' | 'param' | 'message' | 'details'> {
  try {
    work()
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
  throw new Error('It was accepted.')
}

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readJson(bytes(text), JSON_TYPE)
const refusedBody = (value: unknown, schema: z.ZodType = SCHEMA) => refusalOf(() => readBody(schema, value))

test('every wrong field is named, the first in the message and the others in the details', () => {
  const refusal = refusedBody({ size: 'big', inner: { deep: ['a', 1] } })
  expect(refusal).toMatchObject({ code: 'invalid_body', param: 'name' })
  expect(refusal.message).toBe('name is missing. 2 more in details.')
  expect(refusal.details).toEqual([
    'size: expected number, received string.',
    'inner.deep[1]: expected string, received number.',
  ])
})

test('an unknown field is named, with a suggestion', () => {
  const refusal = refusedBody({ name: 'a', sise: 1 })
  expect(refusal).toMatchObject({ param: 'sise', message: 'Unknown field "sise". Did you mean "size"?' })
  expect(refusedBody({ name: 'a', inner: { deep: [], shallow: 1 } })).toMatchObject({
    param: 'inner.shallow',
    message: 'Unknown field "shallow" in inner.',
  })
})

test.each([[[]], [null], ['text'], [7]])('%p in place of an object is refused', (value) => {
  expect(refusedBody(value)).toMatchObject({ code: 'invalid_body', param: 'body' })
})

test('of several shapes, the closest one supplies the error', () => {
  const many = z.union([SCHEMA, z.array(SCHEMA)])
  expect(refusedBody({ name: 7 }, many)).toMatchObject({ param: 'name' })
  expect(refusedBody([{ name: 'a' }, {}], many)).toMatchObject({ param: '[1].name' })
  expect(refusedBody('text', many)).toMatchObject({ param: 'body' })
})

test('input is never shown at length', () => {
  const long = 'x'.repeat(10_000)
  for (const value of [{ name: long }, { [long]: 1, name: 'a' }, { name: 'a', inner: { deep: [], [long]: 1 } }])
    expect(refusedBody(value).message.length).toBeLessThan(300)
})

test('a body that is no JSON is refused with the reason', () => {
  expect(refusalOf(() => read('{"name":'))).toMatchObject({ code: 'invalid_json', param: 'body' })
  expect(refusalOf(() => read('\uFEFF{}'))).toMatchObject({ code: 'invalid_json' })
  expect(refusalOf(() => readJson(new Uint8Array([0x7b, 0xff, 0x7d]), JSON_TYPE))).toMatchObject({
    code: 'invalid_json',
    message: 'The request body is not valid JSON: it is not UTF-8.',
  })
})

test('no body is an empty one', () => {
  expect(readJson(null, {})).toEqual({})
})

test('another content type, or a compressed body, is refused', () => {
  const withHeaders = (headers: Record<string, string>) => refusalOf(() => readJson(bytes('{}'), headers))
  expect(withHeaders({ 'content-type': 'text/plain' })).toMatchObject({ code: 'unsupported_media_type' })
  expect(withHeaders({ 'content-type': 'text/plain; x=json' })).toMatchObject({ code: 'unsupported_media_type' })
  expect(withHeaders({ 'content-encoding': 'gzip' })).toMatchObject({ code: 'unsupported_encoding' })
  for (const type of ['application/json; charset=utf-8', 'application/merge-patch+json', 'Application/JSON'])
    expect(readJson(bytes('{}'), { 'content-type': type })).toEqual({})
})

test('a body that nests too deep is refused before it is parsed', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(read(nested(32))).toBeArray()
  for (const depth of [33, 500_000])
    expect(refusalOf(() => read(nested(depth)))).toMatchObject({ code: 'invalid_body' })
})

test('names that would reach a prototype are refused at any depth', () => {
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    expect(refusalOf(() => read(`{"${name}":{"a":1}}`))).toMatchObject({ param: name })
    expect(refusalOf(() => read(`{"a":[{"${name}":1}]}`))).toMatchObject({ param: name })
  }
})

test('a field sent twice is refused, also when it is written with escapes', () => {
  expect(refusalOf(() => read('{"name":"a","name":"b"}'))).toMatchObject({ param: 'name' })
  expect(refusalOf(() => read('{"a":{"n\\u0061me":1,"name":2}}'))).toMatchObject({ param: 'name' })
  expect(read('{"a":{"name":1},"b":{"name":"name:{,"},"name":["name"]}')).toMatchObject({ name: ['name'] })
})

test('NUL and unpaired surrogates are refused, and the error names the field', () => {
  expect(refusalOf(() => read('{"a":{"b":["\\u0000"]}}'))).toMatchObject({ param: 'a.b[0]' })
  expect(refusalOf(() => read('{"a":"\\ud800"}'))).toMatchObject({ param: 'a' })
  expect(refusalOf(() => read('{"\\u0000":1}'))).toMatchObject({ param: '\\0' })
  expect(read('{"a":"\\ud83d\\ude00"}')).toEqual({ a: '😀' })
})

test('any JSON is read unchanged or refused', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      try {
        expect(read(text)).toEqual(JSON.parse(text))
      } catch (error) {
        expect(error).toBeInstanceOf(GatewayError)
      }
    }),
  )
})
