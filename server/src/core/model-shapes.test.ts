import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { JsonObject } from './body/json-text.ts'
import { GatewayError } from './errors.ts'
import { shapedList, shapedModel, withoutPaging } from './model-shapes.ts'

const ids = (list: JsonObject) => (list['data'] as JsonObject[]).map(({ id }) => id)

test('a model of one format becomes one of the other, and one that has the format stays as it is', () => {
  const openai = { id: 'm', object: 'model', created: 1_700_000_000, owned_by: 'o', extra: 1 }
  const anthropic = { type: 'model', id: 'c', display_name: 'C', created_at: '2025-05-14T00:00:00Z', max_tokens: 9 }
  expect(shapedModel(openai, 'openai', 'x')).toBe(openai)
  expect(shapedModel(anthropic, 'anthropic', 'x')).toBe(anthropic)
  expect(shapedModel(openai, 'anthropic', 'x')).toEqual({
    type: 'model',
    id: 'm',
    display_name: 'm',
    created_at: '2023-11-14T22:13:20Z',
  })
  expect(shapedModel(anthropic, 'openai', 'anthropic')).toEqual({
    ...anthropic,
    object: 'model',
    created: 1_747_180_800,
    owned_by: 'anthropic',
  })
})

test('times that cannot be read are the epoch', () => {
  for (const created of [undefined, null, 1e300, Number.NaN, 'x'])
    expect(shapedModel({ id: 'm', created }, 'anthropic', 'x')['created_at']).toBe('1970-01-01T00:00:00Z')
  expect(shapedModel({ id: 'm', created_at: 'soon' }, 'openai', 'x')['created']).toBe(0)
})

test('pages in both directions give every model once, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 25 }), (count, limit) => {
      const models = Array.from({ length: count }, (_, i) => ({ id: `m${i}` }))
      const all = models.map(({ id }) => id)
      const forward: unknown[] = []
      let page = shapedList(models, 'anthropic', `?limit=${limit}`)
      forward.push(...ids(page))
      while (page['has_more']) {
        page = shapedList(models, 'anthropic', `?limit=${limit}&after_id=${String(page['last_id'])}`)
        forward.push(...ids(page))
      }
      expect(forward).toEqual(all)
      if (count === 0) return
      const backward: unknown[] = [all.at(-1)]
      let first = String(all.at(-1))
      for (let hasMore: unknown = true; hasMore; ) {
        page = shapedList(models, 'anthropic', `?before_id=${first}&limit=${limit}`)
        backward.unshift(...ids(page))
        first = String(page['first_id'])
        hasMore = page['has_more']
      }
      expect(backward).toEqual(all)
    }),
  )
})

test('Anthropic sends 20 models without a limit; wrong parameters are refused', () => {
  const models = Array.from({ length: 30 }, (_, i) => ({ id: `m${i}` }))
  const list = shapedList(models, 'anthropic', '')
  expect(list).toMatchObject({ has_more: true, first_id: 'm0', last_id: 'm19' })
  expect(shapedList([], 'anthropic', '')).toEqual({ data: [], has_more: false, first_id: null, last_id: null })
  expect(ids(shapedList(models, 'openai', '?limit=1'))).toHaveLength(30)
  for (const search of ['?limit=0', '?limit=1001', '?limit=x', '?limit=1.5', '?after_id=no', '?before_id=no'])
    expect(() => shapedList(models, 'anthropic', search)).toThrow(GatewayError)
})

test('page parameters are removed from a query, and no others', () => {
  expect(withoutPaging('')).toBe('')
  expect(withoutPaging('?limit=1&before_id=a&after_id=b')).toBe('')
  expect(withoutPaging('?a=limit&limit=1&b=%20')).toBe('?a=limit&b=%20')
})
