import { expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { compileQuery, noQueryNotes } from './conditions.ts'
import { PatternRuns } from './patterns.ts'
import type { RequestFacts } from './plan.ts'

const FACTS: RequestFacts = {
  metadata: { tier: 'paid', age: '42', score: 7, none: null, flag: true },
  params: { model: 'gpt-4o-mini', temperature: 0.7, messages: [{ role: 'user' }] },
  headers: { 'x-team': 'a' },
  pathname: '/v1/chat/completions',
  get patternRuns() {
    return new PatternRuns()
  },
}

const notes = noQueryNotes

const CASES: readonly (readonly [query: object, holds: boolean])[] = [
  [{}, true],
  [{ 'metadata.tier': 'paid' }, true],
  [{ 'metadata.tier': 'free' }, false],
  [{ 'metadata.score': '7' }, false],
  [{ 'metadata.score': 7 }, true],
  [{ 'metadata.flag': true }, true],
  [{ 'metadata.none': null }, true],
  [{ 'metadata.absent': null }, false],
  [{ 'url.pathname': '/v1/chat/completions' }, true],
  [{ 'metadata.tier': 'paid', 'params.model': 'gpt-4o-mini' }, true],
  [{ 'metadata.tier': 'paid', 'params.model': 'gpt-4o' }, false],
  [{ 'metadata.tier': { $eq: 'paid' } }, true],
  [{ 'metadata.tier': { $ne: 'paid' } }, false],
  [{ 'metadata.absent': { $ne: 'paid' } }, true],
  [{ 'metadata.age': { $gt: 41 } }, true],
  [{ 'metadata.age': { $gt: '41.5' } }, true],
  [{ 'metadata.age': { $gt: 42 } }, false],
  [{ 'metadata.age': { $gte: 42 } }, true],
  [{ 'params.temperature': { $lt: 0.7 } }, false],
  [{ 'params.temperature': { $lte: 0.7 } }, true],
  [{ 'params.temperature': { $gt: 0.5, $lt: 0.9 } }, true],
  [{ 'params.temperature': { $gt: 0.5, $lt: 0.6 } }, false],
  [{ 'metadata.tier': { $gt: 1 } }, false],
  [{ 'metadata.tier': { $lte: 1 } }, false],
  [{ 'metadata.absent': { $lt: 1 } }, false],
  [{ 'metadata.flag': { $gte: 0 } }, false],
  [{ 'metadata.tier': { $in: ['free', 'paid'] } }, true],
  [{ 'metadata.score': { $in: ['7'] } }, false],
  [{ 'metadata.tier': { $nin: ['free', 'paid'] } }, false],
  [{ 'metadata.absent': { $nin: ['free'] } }, true],
  [{ 'params.model': { $regex: '^gpt-4' } }, true],
  [{ 'params.model': { $regex: 'mini$' } }, true],
  [{ 'params.model': { $regex: 'GPT' } }, false],
  [{ 'params.model': { $regex: '(?i)GPT' } }, true],
  [{ 'params.model': { $regex: '(?<family>gpt)-\\d\\u006f' } }, true],
  [{ 'metadata.score': { $regex: '^7$' } }, true],
  [{ 'metadata.absent': { $regex: 'undefined' } }, false],
  [{ 'params.messages': { $regex: 'object' } }, false],
  [{ $and: [{ 'metadata.tier': 'paid' }, { 'metadata.score': 7 }] }, true],
  [{ $and: [{ 'metadata.tier': 'paid' }, { 'metadata.score': 8 }] }, false],
  [{ $or: [{ 'metadata.tier': 'free' }, { 'metadata.score': 7 }] }, true],
  [{ $or: [{ 'metadata.tier': 'free' }, { 'metadata.score': 8 }] }, false],
  [{ $or: [{ $and: [{ 'metadata.tier': 'paid' }, { $or: [{ 'metadata.score': 7 }] }] }] }, true],
  // Keys after $and or $or are ignored; keys before them still count.
  [{ $or: [{ 'metadata.tier': 'paid' }], 'metadata.score': 8 }, true],
  [{ $and: [{ 'metadata.tier': 'paid' }], $or: [{ 'metadata.tier': 'free' }] }, true],
  [{ 'metadata.score': 8, $or: [{ 'metadata.tier': 'paid' }] }, false],
  // Prototype members are ignored.
  [{ 'metadata.toString': { $ne: 'x' } }, true],
  [{ 'metadata.constructor': { $regex: '.' } }, false],
  [{ 'params.__proto__': { $regex: '.' } }, false],
]

for (const [query, holds] of CASES) {
  test(`${JSON.stringify(query)} is ${holds}`, () => {
    expect(compileQuery(query, ['query'], notes())(FACTS)).toBe(holds)
  })
}

const REFUSED: readonly (readonly [query: unknown, param: string, message: RegExp])[] = [
  ['paid', 'query', /expected a query object, got "paid"/],
  [
    { 'metadata.a.b': 1 },
    'query["metadata.a.b"]',
    /expected metadata\.<key>, params\.<key>, url\.pathname, \$and or \$or/,
  ],
  [{ 'header.a': 1 }, 'query["header.a"]', /expected metadata/],
  [{ tier: 'paid' }, 'query.tier', /expected metadata/],
  [{ $nor: [] }, 'query["$nor"]', /Did you mean "\$or"\?/],
  [{ $and: [] }, 'query["$and"]', /expected a list of queries/],
  [{ $or: { 'metadata.a': 1 } }, 'query["$or"]', /expected a list of queries, got an object/],
  [{ $or: [{ 'metadata.a': { $gt: 'x' } }] }, 'query["$or"][0]["metadata.a"]["$gt"]', /expected a number, got "x"/],
  [{ 'metadata.a': ['x'] }, 'query["metadata.a"]', /use \{"\$in": \[\.\.\.\]\}/],
  [{ 'metadata.a': {} }, 'query["metadata.a"]', /expected an operator: \$eq, \$ne/],
  [{ 'metadata.a': { $eqq: 1 } }, 'query["metadata.a"]["$eqq"]', /unknown operator "\$eqq"\. Did you mean "\$eq"\?/],
  [{ 'metadata.a': { $exists: true } }, 'query["metadata.a"]["$exists"]', /Allowed: \$eq, \$ne, \$gt/],
  [{ 'metadata.a': { $eq: {} } }, 'query["metadata.a"]["$eq"]', /expected a string, number, boolean or null/],
  [{ 'metadata.a': { $in: 'x' } }, 'query["metadata.a"]["$in"]', /expected a list of values/],
  [{ 'metadata.a': { $regex: 7 } }, 'query["metadata.a"]["$regex"]', /expected a pattern, got 7/],
  [{ 'metadata.a': { $regex: '(' } }, 'query["metadata.a"]["$regex"]', /missing closing \)/],
  [{ 'metadata.a': { $regex: '(?=x)' } }, 'query["metadata.a"]["$regex"]', /cannot|bounded time/],
  [{ 'metadata.a': { $regex: '(a)\\1' } }, 'query["metadata.a"]["$regex"]', /bounded time/],
  [{ 'metadata.a': { $regex: '(x{1000}){1000}' } }, 'query["metadata.a"]["$regex"]', /more than 1024 instructions/],
  [{ 'metadata.a': { $regex: 'a'.repeat(513) } }, 'query["metadata.a"]["$regex"]', /longer than 512/],
]

for (const [query, param, message] of REFUSED) {
  test(`refuses ${JSON.stringify(query).slice(0, 60)}`, () => {
    let error: unknown
    try {
      compileQuery(query, ['query'], notes())
    } catch (thrown) {
      error = thrown
    }
    if (!(error instanceof GatewayError)) throw new Error('was not refused')
    expect(error.code).toBe('config_invalid')
    expect(error.param).toBe(param)
    expect(error.message).toMatch(message)
  })
}

test('refuses more patterns than one request may run', () => {
  const many = (count: number) => ({ $or: Array.from({ length: count }, () => ({ 'metadata.a': { $regex: 'a' } })) })
  expect(compileQuery(many(32), [], notes())(FACTS)).toBe(false)
  expect(() => compileQuery(many(33), [], notes())).toThrow('more than 32 patterns')
})

test('a pattern that is exponential in a backtracking engine takes linear time and sees the first 4096 characters', () => {
  const matches = compileQuery({ 'params.prompt': { $regex: '^(a+)+$' } }, [], notes())
  const ask = (prompt: string) => matches({ ...FACTS, params: { prompt } })
  expect(ask('a'.repeat(4095))).toBe(true)
  expect(ask(`${'a'.repeat(4000)}b`)).toBe(false)
  // The match beyond the searched part is not found.
  expect(ask(`${'a'.repeat(4096)}b`)).toBe(true)
  expect(ask('a'.repeat(10_000_000))).toBe(true)
})

test('reads only own members of the request, never those of a prototype', () => {
  const inherited = Object.create({ tier: 'paid' }) as Record<string, unknown>
  const facts = { ...FACTS, metadata: inherited, params: inherited }
  expect(compileQuery({ 'metadata.tier': 'paid' }, [], notes())(facts)).toBe(false)
  expect(compileQuery({ 'params.tier': 'paid' }, [], notes())(facts)).toBe(false)
})

test('reports whether the body is read, and warns about keys that have no effect', () => {
  const plain = notes()
  compileQuery({ 'metadata.a': 1, 'url.pathname': '/' }, [], plain)
  expect(plain).toEqual(notes())
  const deep = notes()
  compileQuery({ $or: [{ 'params.model': 'x' }], 'metadata.a': 1 }, ['query'], deep)
  expect(deep.readsParams).toBe(true)
  expect(deep.warnings).toEqual(['query["$or"]: the keys after $or are ignored.'])
})
