import { expect, test } from 'bun:test'
import { MemoryCache } from '../../cache/memory-cache.ts'
import type { CachePolicy, Target } from '../../config/plan.ts'
import { NO_DEFAULTS } from '../../core/caller.ts'
import { findEndpoint } from '../../core/endpoints.ts'
import { readGatewayOptions } from '../../core/options/gateway-options.ts'
import { Secret } from '../../core/secret.ts'
import type { Outgoing } from '../../providers/adapter.ts'
import { findProvider } from '../../providers/registry.ts'
import { Exchange } from '../exchange.ts'
import { answerFromCache, keepSlotOfSameRequest, MAX_CACHED_BYTES, rememberAnswer } from './answer-from-cache.ts'
import type { UpstreamReply } from './reply.ts'
import { UpstreamCall } from './upstream-call.ts'

const openai = findProvider('openai')!

const SIMPLE: CachePolicy = { mode: 'simple', maxAgeMs: 60_000, threshold: 0.95, isShadow: false }

function targetWith(cache: CachePolicy | null): Target {
  return {
    configPath: 'config',
    name: null,
    provider: openai,
    settings: {},
    credential: { kind: 'inline', secret: new Secret('sk') },
    customHost: null,
    isHostTrusted: false,
    savedIn: null,
    stripsModel: false,
    promptId: null,
    changes: null,
    forwardHeaders: [],
    retry: null,
    cache,
    circuit: null,
    timeoutMs: null,
    connectTimeoutMs: null,
  }
}

type Wish = { readonly headers?: Record<string, string>; readonly method?: string; readonly path?: string }

function exchangeOf({ headers = {}, method = 'POST', path = '/chat/completions' }: Wish = {}): Exchange {
  const request = new Request(`http://gateway/v1${path}`, { method })
  const endpoint = findEndpoint(method, path)
  const exchange = new Exchange({
    method,
    pathname: `/v1${path}`,
    path,
    search: '',
    endpoint,
    headers,
    traceId: 't',
    request,
  })
  exchange.options = readGatewayOptions(headers, { prefixes: ['x-gateway-'], isSetting: () => false })
  exchange.caller = {
    keyId: 'k',
    keyName: 'key',
    kind: 'workspace',
    organisationId: 'o',
    workspaceId: 'w',
    scopes: new Set(),
    allowInference: true,
    expiresAtMs: null,
    defaults: NO_DEFAULTS,
    logBodies: null,
    createdBy: null,
  }
  return exchange
}

function outgoingOf(body: Outgoing['body'] = Buffer.from('{"model":"m"}'), method = 'POST'): Outgoing {
  return { method, url: 'https://api.openai.com/v1/chat/completions', headers: {}, body }
}

function preparedOf(outgoing: Outgoing) {
  return { outgoing, params: null, translatedFrom: null, settings: {}, hidesUsage: false }
}

function portsOf(cache: MemoryCache) {
  return { cache, virtualKeys: null, semantic: null, logBodies: true }
}

function askCache(
  exchange: Exchange,
  target: Target,
  outgoing: Outgoing,
  cache: MemoryCache,
): Promise<UpstreamReply | null> {
  return answerFromCache(exchange, target, preparedOf(outgoing), portsOf(cache))
}

type Answered = { readonly status?: number; readonly type?: string; readonly encoding?: string }

function replyTo(
  exchange: Exchange,
  target: Target,
  { status = 200, type = 'application/json', encoding }: Answered = {},
): UpstreamReply {
  const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
  const call = new UpstreamCall(exchange, target, 0, 'https://api.openai.com/v1/chat/completions')
  return {
    target,
    status,
    headers,
    isEventStream: type.startsWith('text/event-stream'),
    body: new Uint8Array(),
    hasError: false,
    call,
    firstByteMs: 0,
    settle: null,
  }
}

/** Asks, keeps this answer, and says what the next equal request gets. */
async function secondStatus(answered: Answered, body: Uint8Array, wish: Wish = {}): Promise<string> {
  const cache = new MemoryCache(64 * 1024 * 1024)
  const target = targetWith(SIMPLE)
  const first = exchangeOf(wish)
  expect(await askCache(first, target, outgoingOf(), cache)).toBeNull()
  rememberAnswer(first, replyTo(first, target, answered), body, cache)
  const second = exchangeOf(wish)
  await askCache(second, target, outgoingOf(), cache)
  return second.cacheStatus
}

const BODY = Buffer.from('{"choices":[]}')

test('a kept answer comes back with its status, type and bytes, and is no upstream call', async () => {
  const cache = new MemoryCache(1_000_000)
  const target = targetWith(SIMPLE)
  const first = exchangeOf()
  await askCache(first, target, outgoingOf(), cache)
  rememberAnswer(first, replyTo(first, target, { status: 201, type: 'application/json; x=1' }), BODY, cache)
  const second = exchangeOf()
  const reply = await askCache(second, target, outgoingOf(), cache)
  expect(reply).toMatchObject({ status: 201, isEventStream: false, call: null })
  expect(Buffer.from(reply!.body as Uint8Array).toString()).toBe('{"choices":[]}')
  expect(reply!.headers['content-type']).toBe('application/json; x=1')
  expect(second.cacheSlot).toBeNull()
})

test('the kept bytes are a copy: a buffer that is used again does not change them', async () => {
  const cache = new MemoryCache(1_000_000)
  const target = targetWith(SIMPLE)
  const first = exchangeOf()
  await askCache(first, target, outgoingOf(), cache)
  const buffer = new TextEncoder().encode('{"choices":[]}')
  rememberAnswer(first, replyTo(first, target), buffer, cache)
  buffer.fill(0)
  const reply = await askCache(exchangeOf(), target, outgoingOf(), cache)
  expect(Buffer.from(reply!.body as Uint8Array).toString()).toBe('{"choices":[]}')
})

test.each<[string, Answered, Uint8Array, string]>([
  ['a whole answer', {}, BODY, 'HIT'],
  ['an empty-handed 204', { status: 204, type: 'text/plain' }, new Uint8Array(), 'HIT'],
  ['a redirect', { status: 304 }, BODY, 'MISS'],
  ['an error', { status: 500 }, BODY, 'MISS'],
  ['a compressed answer', { encoding: 'gzip' }, BODY, 'MISS'],
  ['an error body', {}, Buffer.from('{"error":{}}'), 'MISS'],
  ['a stream without end', { type: 'text/event-stream' }, Buffer.from('data: {}\n\n'), 'MISS'],
  ['the largest answer', { type: 'text/plain' }, new Uint8Array(MAX_CACHED_BYTES), 'HIT'],
  ['an answer one byte larger', { type: 'text/plain' }, new Uint8Array(MAX_CACHED_BYTES + 1), 'MISS'],
])('after %s the next equal request is a hit or a miss', async (_, answered, body, expected) => {
  expect(await secondStatus(answered, body)).toBe(expected)
})

test('an answer from the cache is not put there again', async () => {
  const cache = new MemoryCache(1_000_000)
  const target = targetWith(SIMPLE)
  const exchange = exchangeOf()
  await askCache(exchange, target, outgoingOf(), cache)
  rememberAnswer(exchange, { ...replyTo(exchange, target), call: null }, BODY, cache)
  expect(await askCache(exchangeOf(), target, outgoingOf(), cache)).toBeNull()
})

test.each<[string, CachePolicy | null, Wish, Outgoing['body']]>([
  ['a target without cache', null, {}, BODY],
  ['a request without debug', SIMPLE, { headers: { 'x-gateway-debug': 'false' } }, BODY],
  ['a GET', SIMPLE, { method: 'GET', path: '/models' }, null],
  ['a PUT of the pass-through', SIMPLE, { method: 'PUT', path: '/things' }, BODY],
  ['speech', SIMPLE, { path: '/audio/speech' }, BODY],
  ['a transcription', SIMPLE, { path: '/audio/transcriptions' }, BODY],
  ['a file', SIMPLE, { path: '/files' }, BODY],
  ['a batch', SIMPLE, { path: '/batches' }, BODY],
  ['an edited image', SIMPLE, { path: '/images/edits' }, BODY],
  ['an upload that streams', SIMPLE, { path: '/things' }, new ReadableStream()],
])('%s is never looked up nor kept', async (_, policy, wish, body) => {
  const cache = new MemoryCache(1_000_000)
  const exchange = exchangeOf(wish)
  expect(await askCache(exchange, targetWith(policy), outgoingOf(body, wish.method), cache)).toBeNull()
  expect([exchange.cacheStatus, exchange.cacheSlot, exchange.decisions]).toEqual(['DISABLED', null, []])
})

test('a forced refresh does not look but keeps', async () => {
  const wish = { headers: { 'x-gateway-cache-force-refresh': 'true' } }
  expect(await secondStatus({}, BODY, wish)).toBe('REFRESH')
})

test('a retry that sends another request than the one looked up leaves its answer out of the cache', async () => {
  const cache = new MemoryCache(1_000_000)
  const target = targetWith(SIMPLE)
  const exchange = exchangeOf()
  await askCache(exchange, target, outgoingOf(), cache)
  const again = { ...outgoingOf(), headers: { 'x-request-id': 'second' } }
  await keepSlotOfSameRequest(exchange, target, preparedOf(again), portsOf(cache))
  expect(exchange.cacheSlot).not.toBeNull()
  const elsewhere = { ...outgoingOf(), url: 'https://eu.api.openai.com/v1/chat/completions' }
  await keepSlotOfSameRequest(exchange, target, preparedOf(elsewhere), portsOf(cache))
  expect([exchange.cacheSlot, exchange.cacheStatus]).toEqual([null, 'MISS'])
})
