import { expect, test } from 'bun:test'
import { MemoryCache } from '../../cache/memory-cache.ts'
import type { CachePolicy, Target } from '../../config/plan.ts'
import { NO_DEFAULTS } from '../../core/caller.ts'
import { findEndpoint } from '../../core/endpoints.ts'
import { readGatewayOptions } from '../../core/options/gateway-options.ts'
import { Secret } from '../../core/secret.ts'
import type { Outgoing } from '../../providers/adapter.ts'
import { findProvider } from '../../providers/registry.ts'
import { ClientConnection } from '../client-connection.ts'
import { Journal } from '../journal.ts'
import { RequestHolds } from '../limits/request-holds.ts'
import { RequestBody } from '../receive/request-body.ts'
import type { CacheState, Outbound } from '../request.ts'
import { NO_BUDGETS } from '../test-gateway.ts'
import { Attempt } from './attempt.ts'
import type { ProviderResponse } from './provider-response.ts'
import { checkSlot, lookUp, MAX_CACHED_BYTES, storeResponse } from './response-cache.ts'

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
    strict: null,
    retry: null,
    cache,
    circuit: null,
    timeoutMs: null,
    connectTimeoutMs: null,
    guardrails: null,
  }
}

type Sent = { readonly headers?: Record<string, string>; readonly method?: string; readonly path?: string }

function requestOf({ headers = {}, method = 'POST', path = '/chat/completions' }: Sent = {}): Outbound {
  const journal = new Journal()
  const endpoint = findEndpoint(method, path)
  return {
    id: 'r',
    head: { method, pathname: `/v1${path}`, path, search: '', endpoint, headers, traceId: 't', deployment: null },
    journal,
    connection: new ClientConnection(new Request(`http://gateway/v1${path}`, { method })),
    options: readGatewayOptions(headers, { prefixes: ['x-gateway-'], isSetting: () => false }),
    caller: {
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
    },
    body: new RequestBody(),
    memory: null,
    holds: new RequestHolds(NO_BUDGETS, journal),
    prompt: null,
    savedConfig: null,
  }
}

function outgoingOf(body: Outgoing['body'] = Buffer.from('{"model":"m"}'), method = 'POST'): Outgoing {
  return { method, url: 'https://api.openai.com/v1/chat/completions', headers: {}, body }
}

function preparedOf(outgoing: Outgoing) {
  return { outgoing, params: null, translation: null, translatedFrom: null, settings: {}, hidesUsage: false }
}

function portsOf(cache: MemoryCache) {
  return { cache, virtualKeys: null, semantic: null, logBodies: true }
}

function look(request: Outbound, target: Target, outgoing: Outgoing, cache: MemoryCache) {
  return lookUp(request, target, preparedOf(outgoing), portsOf(cache))
}

type Answered = {
  readonly status?: number
  readonly type?: string
  readonly encoding?: string
  readonly isTranslated?: boolean
}

function responseTo(
  { journal, connection }: Outbound,
  target: Target,
  { status = 200, type = 'application/json', encoding, isTranslated = false }: Answered = {},
): ProviderResponse {
  const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
  const url = 'https://api.openai.com/v1/chat/completions'
  return {
    target,
    status,
    headers,
    isEventStream: type.startsWith('text/event-stream'),
    body: new Uint8Array(),
    hasErrorEvent: false,
    isTranslated,
    attempt: new Attempt(journal, connection, { target, retry: 0, url }),
    firstByteMs: 0,
    reportResult: null,
  }
}

/** Looks up, stores this response, and returns the cache status of the next equal request. */
async function secondStatus(answered: Answered, body: Uint8Array, sent: Sent = {}): Promise<string> {
  const cache = new MemoryCache(64 * 1024 * 1024)
  const target = targetWith(SIMPLE)
  const request = requestOf(sent)
  const { response, state } = await look(request, target, outgoingOf(), cache)
  expect(response).toBeNull()
  storeResponse(state.slot, responseTo(request, target, answered), body, 40, cache)
  return (await look(requestOf(sent), target, outgoingOf(), cache)).state.status
}

const BODY = Buffer.from('{"choices":[]}')

test('a stored response comes back with its status, type and bytes, and is no upstream attempt', async () => {
  const cache = new MemoryCache(1_000_000)
  const target = targetWith(SIMPLE)
  const request = requestOf()
  const { state } = await look(request, target, outgoingOf(), cache)
  storeResponse(
    state.slot,
    responseTo(request, target, { status: 201, type: 'application/json; x=1' }),
    BODY,
    40,
    cache,
  )
  const found = await look(requestOf(), target, outgoingOf(), cache)
  expect(found.response).toMatchObject({ status: 201, isEventStream: false, attempt: null })
  expect(Buffer.from(found.response!.body as Uint8Array).toString()).toBe('{"choices":[]}')
  expect(found.response!.headers['content-type']).toBe('application/json; x=1')
  expect(found.state.slot).toBeNull()
})

test('the stored bytes are a copy: a buffer that is used again does not change them', async () => {
  const cache = new MemoryCache(1_000_000)
  const target = targetWith(SIMPLE)
  const request = requestOf()
  const { state } = await look(request, target, outgoingOf(), cache)
  const buffer = new TextEncoder().encode('{"choices":[]}')
  storeResponse(state.slot, responseTo(request, target), buffer, 40, cache)
  buffer.fill(0)
  const { response } = await look(requestOf(), target, outgoingOf(), cache)
  expect(Buffer.from(response!.body as Uint8Array).toString()).toBe('{"choices":[]}')
})

test.each<[string, Answered, Uint8Array, string]>([
  ['a whole response', {}, BODY, 'HIT'],
  ['an empty 204', { status: 204, type: 'text/plain' }, new Uint8Array(), 'HIT'],
  ['a redirect', { status: 304 }, BODY, 'MISS'],
  ['an error', { status: 500 }, BODY, 'MISS'],
  ['a compressed response', { encoding: 'gzip' }, BODY, 'MISS'],
  ['an error body', {}, Buffer.from('{"error":{}}'), 'MISS'],
  ['a cut document', {}, Buffer.from('{"choices":['), 'MISS'],
  ['a translated document', { isTranslated: true }, BODY, 'HIT'],
  ['a translated error', { isTranslated: true }, Buffer.from('{"error":{}}'), 'MISS'],
  ['a translation that quotes an error', { isTranslated: true }, Buffer.from('{"a":{"error":1}}'), 'HIT'],
  ['a stream without end', { type: 'text/event-stream' }, Buffer.from('data: {}\n\n'), 'MISS'],
  ['the largest response', { type: 'text/plain' }, new Uint8Array(MAX_CACHED_BYTES), 'HIT'],
  ['a response one byte larger', { type: 'text/plain' }, new Uint8Array(MAX_CACHED_BYTES + 1), 'MISS'],
])('after %s the next equal request is a hit or a miss', async (_, answered, body, expected) => {
  expect(await secondStatus(answered, body)).toBe(expected)
})

test('a response from the cache is not stored again', async () => {
  const cache = new MemoryCache(1_000_000)
  const target = targetWith(SIMPLE)
  const request = requestOf()
  const { state } = await look(request, target, outgoingOf(), cache)
  storeResponse(state.slot, { ...responseTo(request, target), attempt: null }, BODY, 40, cache)
  expect((await look(requestOf(), target, outgoingOf(), cache)).response).toBeNull()
})

test.each<[string, CachePolicy | null, Sent, Outgoing['body']]>([
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
])('%s is never looked up nor stored', async (_, policy, sent, body) => {
  const cache = new MemoryCache(1_000_000)
  const request = requestOf(sent)
  const { response, state } = await look(request, targetWith(policy), outgoingOf(body, sent.method), cache)
  const disabled: CacheState = { status: 'DISABLED', slot: null }
  expect([response, state, request.journal.decisions]).toEqual([null, disabled, []])
})

test('a forced refresh skips the lookup and stores the response', async () => {
  const sent = { headers: { 'x-gateway-cache-force-refresh': 'true' } }
  expect(await secondStatus({}, BODY, sent)).toBe('REFRESH')
})

test('a retry that sends another request than the one looked up does not store its response', async () => {
  const cache = new MemoryCache(1_000_000)
  const target = targetWith(SIMPLE)
  const request = requestOf()
  const { state } = await look(request, target, outgoingOf(), cache)
  const again = { ...outgoingOf(), headers: { 'x-request-id': 'second' } }
  expect(await checkSlot(state, request, target, preparedOf(again), portsOf(cache))).toEqual(state)
  const elsewhere = { ...outgoingOf(), url: 'https://eu.api.openai.com/v1/chat/completions' }
  const checked = await checkSlot(state, request, target, preparedOf(elsewhere), portsOf(cache))
  expect(checked).toEqual({ status: 'MISS', slot: null })
})
