import { expect, test } from 'bun:test'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { shareSimulator } from '../harness/share-simulator.ts'

const gateway = await shareGateway()

const big = await shareSimulator({ answers: ['big'] })
const small = await shareSimulator({ answers: ['small'] })
const other = await shareSimulator({ answers: ['other'] })

function choose(conditions: readonly object[], fallbackName?: string): object {
  return {
    strategy: { mode: 'conditional', conditions, ...(fallbackName && { default: fallbackName }) },
    targets: [at(big, { name: 'big' }), at(small, { name: 'small' }), at(other, { name: 'other' })],
  }
}

/** Built from entries because the linter takes an object literal with `then` for a promise. */
function when(query: object, target: string): object {
  return Object.fromEntries([
    ['query', query],
    ['then', target],
  ])
}

const meta = (metadata: object) => ({ headers: { 'x-gateway-metadata': JSON.stringify(metadata) } })

test('metadata selects the target', async () => {
  const config = choose([when({ 'metadata.plan': { $eq: 'paid' } }, 'big')], 'small')
  expect(await contentOf(await gateway.chat(config, meta({ plan: 'paid' })))).toBe('big')
  expect(await contentOf(await gateway.chat(config, meta({ plan: 'free' })))).toBe('small')
  expect(await contentOf(await gateway.chat(config))).toBe('small')
})

test('the body params select the target before any override', async () => {
  const config = {
    ...choose([when({ 'params.model': { $regex: '^gpt-4' } }, 'big')], 'small'),
    override_params: { model: 'gpt-4-forced' },
  }
  expect(await contentOf(await gateway.chat(config, { body: { model: 'gpt-4o' } }))).toBe('big')
  expect(await contentOf(await gateway.chat(config, { body: { model: 'mini' } }))).toBe('small')
})

test('the path selects the target', async () => {
  const config = choose([when({ 'url.pathname': '/v1/chat/completions' }, 'other')], 'small')
  expect(await contentOf(await gateway.chat(config))).toBe('other')
})

test.each<[string, object, object, boolean]>([
  ['$ne', { 'metadata.a': { $ne: 'x' } }, { a: 'y' }, true],
  ['$gt', { 'metadata.a': { $gt: 5 } }, { a: '7' }, true],
  ['$lte', { 'metadata.a': { $lte: 5 } }, { a: 7 }, false],
  ['$in', { 'metadata.a': { $in: ['x', 'y'] } }, { a: 'y' }, true],
  ['$nin', { 'metadata.a': { $nin: ['x', 'y'] } }, { a: 'y' }, false],
  ['two operators', { 'metadata.a': { $gte: 5, $lt: 7 } }, { a: 7 }, false],
  ['$and', { $and: [{ 'metadata.a': 'x' }, { 'metadata.b': 'y' }] }, { a: 'x', b: 'y' }, true],
  ['$or', { $or: [{ 'metadata.a': 'x' }, { 'metadata.b': 'y' }] }, { b: 'y' }, true],
  ['two keys', { 'metadata.a': 'x', 'metadata.b': 'y' }, { a: 'x' }, false],
])('%s is supported', async (_name, query, metadata, matches) => {
  const config = choose([when(query, 'big')], 'small')
  expect(await contentOf(await gateway.chat(config, meta(metadata)))).toBe(matches ? 'big' : 'small')
})

test('the first matching condition wins', async () => {
  const config = choose([when({ 'metadata.a': 'x' }, 'small'), when({ 'metadata.a': { $regex: '.' } }, 'big')])
  const reply = await gateway.chat(config, meta({ a: 'x' }))
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[1]')
  expect(await contentOf(reply)).toBe('small')
})

test('no matching condition and no default: 400', async () => {
  const config = choose([when({ 'metadata.a': 'x' }, 'small')])
  expect(await errorOf(await gateway.chat(config))).toMatchObject({ status: 400, code: 'no_condition_matched' })
})

test.each<[string, object[], string | undefined]>([
  ['a target that does not exist', [when({ 'metadata.a': 'x' }, 'none')], 'small'],
  ['a default that does not exist', [when({ 'metadata.a': 'x' }, 'big')], 'none'],
  ['an unknown operator', [when({ 'metadata.a': { $near: 'x' } }, 'big')], 'small'],
  ['an invalid pattern', [when({ 'metadata.a': { $regex: '(' } }, 'big')], 'small'],
  ['no conditions', [], 'small'],
])('%s is rejected', async (_name, conditions, fallbackName) => {
  const reply = await gateway.chat(choose(conditions, fallbackName), meta({ a: 'x' }))
  expect(await errorOf(reply)).toMatchObject({ status: 400, code: 'config_invalid' })
})

test('a pattern that takes exponential time in a backtracking engine does not hang', async () => {
  const config = choose([when({ 'metadata.a': { $regex: '^(a+)+$' } }, 'big')], 'small')
  expect(await contentOf(await gateway.chat(config, meta({ a: `${'a'.repeat(3000)}!` })))).toBe('small')
})

test('mode single uses the first target', async () => {
  const config = { strategy: { mode: 'single' }, targets: [at(small), at(big)] }
  const reply = await gateway.chat(config)
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[0]')
  expect(await contentOf(reply)).toBe('small')
})
