import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator } from '../../simulators/simulator.ts'
import { atOwnPath as at } from '../harness/at-own-path.ts'
import type { CallOptions } from '../harness/call-options.ts'
import { eventually } from '../harness/eventually.ts'
import { type Gateway, startGateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { startWordEmbedder } from '../harness/word-embedder.ts'

const SEMANTIC = { cache: { mode: 'semantic', threshold: 0.9 } }
const ASKED = 'How do I reset my password?'
const ALIKE = 'Please tell me how to reset my password'

async function ask(gateway: Gateway, config: object, question: string, options: CallOptions = {}) {
  const messages = [{ role: 'user', content: question }]
  const reply = await gateway.chat(config, { ...options, body: { messages } })
  const text = await reply.text()
  const { headers } = reply
  return { cache: headers.get('x-gateway-cache-status'), text, trace: headers.get('x-gateway-trace-id') }
}

function embedderAt(url: string): Record<string, string> {
  return {
    GATEWAY_EMBEDDER_URL: url,
    GATEWAY_EMBEDDER_MODEL: 'words',
    GATEWAY_EMBEDDER_TIMEOUT_MS: '5000',
    GATEWAY_CACHE_THRESHOLD: '0.9',
  }
}

async function admin(gateway: Gateway, method: string, path: string, body?: object) {
  const reply = await gateway.fetch(path, { method, key: gateway.adminKey, ...(body && { body }) })
  const said = (await reply.json()) as Record<string, unknown>
  expect(reply.status, JSON.stringify(said)).toBe(200)
  return said
}

async function reasonOf(gateway: Gateway, trace: string | null): Promise<string> {
  const { decisions } = await gateway.waitForLog(trace)
  return (decisions as { kind: string; reason: string }[]).find(({ kind }) => kind === 'cache')?.reason ?? ''
}

test('cached entries and streams survive a stop and a kill, and an equal request then needs no embedding', async () => {
  await using embedder = startWordEmbedder()
  await using upstream = await startSimulator({ answers: ['first', { stream: ['a', 'b'] }, 'later'] })
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-semantic-'))
  const options = { dataDirectory, environment: embedderAt(embedder.url) }
  const config = at(upstream, SEMANTIC)
  try {
    const first = await startGateway(options)
    const kept = await ask(first, config, ASKED)
    await first.stop()
    const second = await startGatewayProcess(options)
    await waitForEntries(second, 1)
    const before = embedder.calls.length
    const equal = await ask(second, config, ASKED)
    expect([equal.cache, equal.text, embedder.calls.length]).toEqual(['HIT', kept.text, before])
    const alike = await ask(second, config, ALIKE)
    expect([alike.cache, alike.text]).toEqual(['SEMANTIC HIT', kept.text])
    const body = { stream: true, messages: [{ role: 'user', content: ASKED }] }
    const streamed = await (await second.chat(config, { body })).text()
    await eventually('the entry of the stream is on disk', () => entriesOnDisk(dataDirectory) === 2)
    await second.kill9()
    await using third = await startGateway(options)
    await waitForEntries(third, 2)
    const again = { stream: true, messages: [{ role: 'user', content: ALIKE }] }
    const replayed = await third.chat(config, { body: again })
    expect(replayed.headers.get('x-gateway-cache-status')).toBe('SEMANTIC HIT')
    expect(await replayed.text()).toBe(streamed)
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})

function entriesOnDisk(dataDirectory: string): number {
  using database = new Database(join(dataDirectory, 'semantic.db'), { readonly: true })
  database.run('PRAGMA busy_timeout = 10000')
  return database.query<{ count: number }, []>('SELECT count(*) AS count FROM questions').get()?.count ?? 0
}

async function waitForEntries(gateway: Gateway, count: number): Promise<void> {
  await eventually(`the cache has ${count} entries`, async () => {
    return (await admin(gateway, 'GET', '/v1/cache'))['entries'] === count
  })
}

test('embeddings from a virtual key use the gateway’s own request path: metered and logged in the workspace', async () => {
  await using words = startWordEmbedder()
  await using upstream = await startSimulator({ answers: ['first', 'second'] })
  await using gateway = await startGateway({
    environment: {
      GATEWAY_EMBEDDER_VIRTUAL_KEY: 'embedder',
      GATEWAY_EMBEDDER_MODEL: 'words',
      GATEWAY_CACHE_THRESHOLD: '0.9',
    },
  })
  const config = at(upstream, SEMANTIC)
  const without = await ask(gateway, config, ASKED)
  expect(without.cache).toBe('SEMANTIC MISS')
  expect(await reasonOf(gateway, without.trace)).toContain('virtual_key_unknown')
  await admin(gateway, 'POST', '/v1/virtual-keys', {
    name: 'embedder',
    slug: 'embedder',
    provider: 'openai-compatible',
    key: 'sk-embedder',
    custom_host: words.url,
  })
  await ask(gateway, config, 'What is the colour of the sky?')
  const alike = await ask(gateway, config, 'Please tell me what the colour of the sky is')
  expect(alike.cache).toBe('SEMANTIC HIT')
  await gateway.waitForLog(alike.trace)
  const { data } = await gateway.logs({ virtual_keys: 'embedder' })
  const records = data.filter(({ path }) => path === '/v1/embeddings')
  expect(records.length).toBeGreaterThanOrEqual(2)
  expect(records[0]).toMatchObject({
    virtual_key: 'embedder',
    metadata: { purpose: 'semantic cache' },
    usage: { input_tokens: 7 },
  })
})

test('shadow mode serves nothing, reports would-be hits, and hides text if bodies are not stored', async () => {
  await using embedder = startWordEmbedder()
  await using upstream = await startSimulator({ answers: ['1', '2', '3', '4', '5', '6'] })
  await using gateway = await startGateway({ environment: embedderAt(embedder.url) })
  const config = at(upstream, { cache: { ...SEMANTIC.cache, shadow: true } })
  const first = await ask(gateway, config, 'Can I return it after 30 days?')
  const alike = await ask(gateway, config, 'Please, can I return it after 30 days?')
  const other = await ask(gateway, config, 'Can I return it after 60 days?')
  expect([first.cache, alike.cache, other.cache]).toEqual(['SEMANTIC MISS', 'SEMANTIC MISS', 'SEMANTIC MISS'])
  expect(upstream.requests).toHaveLength(3)
  expect(await reasonOf(gateway, alike.trace)).toContain('shadow: would be a semantic hit')
  expect(await admin(gateway, 'GET', '/v1/cache/shadow')).toMatchObject({
    lookups: 3,
    would_serve: 1,
    objected: 1,
    data: [
      { trace_id: other.trace, would_serve: false, objection: 'numbers: 60 and 30' },
      {
        trace_id: alike.trace,
        matched_trace_id: first.trace,
        would_serve: true,
        objection: null,
        asked: 'Please, can I return it after 30 days?',
        kept: 'Can I return it after 30 days?',
      },
    ],
  })
  await using silent = await startGateway({
    environment: { ...embedderAt(embedder.url), GATEWAY_LOG_BODIES: 'false' },
  })
  await ask(silent, config, 'Can I return it after 30 days?')
  await ask(silent, config, 'Can I return it after 60 days?')
  const { data } = await admin(silent, 'GET', '/v1/cache/shadow')
  expect(data).toMatchObject([{ objection: 'numbers', asked: null, kept: null }])
})

test('a namespace and a whole workspace can be purged, including exact entries', async () => {
  await using embedder = startWordEmbedder()
  await using upstream = await startSimulator({ answers: ['said'] })
  await using gateway = await startGateway({ environment: embedderAt(embedder.url) })
  const config = at(upstream, SEMANTIC)
  const inside = (namespace: string) => ({ headers: { 'x-gateway-cache-namespace': namespace } })
  for (const namespace of ['a', 'b']) await ask(gateway, config, ASKED, inside(namespace))
  await ask(gateway, config, ASKED)
  expect(await admin(gateway, 'GET', '/v1/cache')).toMatchObject({ entries: 3, embedder: `${embedder.url} words` })
  expect(await admin(gateway, 'DELETE', '/v1/cache?namespace=a')).toEqual({ object: 'cache', purged: 1 })
  expect((await ask(gateway, config, ALIKE, inside('a'))).cache).toBe('SEMANTIC MISS')
  expect((await ask(gateway, config, ASKED, inside('b'))).cache).toBe('HIT')
  expect(await admin(gateway, 'DELETE', '/v1/cache')).toMatchObject({ purged: 3 })
  for (const options of [inside('b'), {}]) {
    expect((await ask(gateway, config, ASKED, options)).cache).toBe('SEMANTIC MISS')
  }
})

test('an unusable encoder folder causes a miss with a reason', async () => {
  await using upstream = await startSimulator({ answers: ['said'] })
  await using gateway = await startGateway({
    environment: { GATEWAY_EMBEDDER_FOLDER: join(tmpdir(), 'no-such-encoder'), GATEWAY_EMBEDDER_TIMEOUT_MS: '5000' },
  })
  const said = await ask(gateway, at(upstream, SEMANTIC), ASKED)
  expect(said.cache).toBe('SEMANTIC MISS')
  expect(await reasonOf(gateway, said.trace)).toContain('model.onnx not found')
})

test('a saved config may set a lower threshold than the operator, and has no warning with an embedder', async () => {
  await using embedder = startWordEmbedder()
  await using gateway = await startGateway({ environment: embedderAt(embedder.url) })
  const config = { provider: 'mock', cache: { mode: 'semantic', threshold: 0.6 } }
  const saved = await admin(gateway, 'POST', '/v1/configs', { name: 'lax', config })
  expect(saved['warnings'] ?? []).toEqual([])
  const headers = { 'x-gateway-config': String(saved['slug']) }
  const said = await ask(gateway, config, ASKED)
  expect((await gateway.waitForLog(said.trace)).warnings).toContainEqual(expect.stringContaining('raised to 0.9'))
  const reply = await gateway.chat(null, {
    headers,
    body: { model: 'mock', messages: [{ role: 'user', content: 'hey' }] },
  })
  await reply.text()
  const trace = reply.headers.get('x-gateway-trace-id')
  expect((await gateway.waitForLog(trace)).warnings).toEqual([])
})
