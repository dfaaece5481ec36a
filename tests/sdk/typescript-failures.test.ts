/** Failures in the TypeScript SDK: typed errors, timeouts, cancellation, retries, no secrets in output. */

import { expect, test } from 'bun:test'
import { inspect } from 'node:util'
import * as sdk from '../../sdk/typescript/src/index.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { REACHES_PROVIDER_MS } from '../harness/patience.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const gatehouse = new sdk.Gatehouse({ baseURL: gateway.baseURL, apiKey: gateway.workspaceKey, provider: 'mock' })
const messages = [{ role: 'user', content: 'Hi' }]

function chat(model: string, options: sdk.RequestOptions = {}) {
  return gatehouse.chat.completions.create({ model, messages }, options)
}

async function failureOf(call: PromiseLike<unknown>): Promise<sdk.GatewayError> {
  try {
    await call
  } catch (error) {
    if (error instanceof sdk.GatewayError) return error
    throw error
  }
  throw new Error('The call did not fail.')
}

test('a wrong key: the error has its source, reason and fix', async () => {
  const error = await failureOf(chat('mock', { apiKey: 'gww_nobody_has_this_key' }))
  expect(error).toBeInstanceOf(sdk.AuthenticationError)
  expect(error).toMatchObject({ source: 'gateway', status: 401, code: 'api_key_invalid' })
  expect(error.docUrl).toBe(`${gateway.url}/docs/errors#api_key_invalid`)
  expect(error.traceId).not.toBeNull()
  expect(String(error).split('\n')).toEqual([
    `AuthenticationError: ${error.message}`,
    error.hint ?? '',
    `More: ${error.docUrl}`,
    `Trace: ${error.traceId}`,
  ])
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('gww_nobody_has_this_key')
})

test('an invalid config names its config path; an unknown virtual key is not a config error', async () => {
  const broken = await failureOf(chat('mock', { config: { retry: { attempts: -1 } } }))
  expect(broken).toBeInstanceOf(sdk.ConfigError)
  expect(broken).toBeInstanceOf(sdk.BadRequestError)
  expect(broken.param).toContain('retry')
  const unknown = await failureOf(chat('mock', { virtualKey: 'nobody' }))
  expect(unknown).toBeInstanceOf(sdk.BadRequestError)
  expect(unknown).not.toBeInstanceOf(sdk.ConfigError)
})

test('a provider error has the provider’s status, body and Retry-After', async () => {
  const busy = await failureOf(chat('mock-error-429-after-2'))
  expect(busy).toBeInstanceOf(sdk.RateLimitError)
  expect(busy).toMatchObject({ source: 'provider', provider: 'mock', retryAfter: 2, retryAfterMs: 2000 })
  expect(busy.body).toHaveProperty('error.code', 'mock_error')
  expect(busy.message).toContain('mock returned 429')
  expect(await failureOf(chat('mock-error-503'))).toBeInstanceOf(sdk.ProviderError)
  expect(await failureOf(gatehouse.prompts.completions.create('pp-nobody'))).toBeInstanceOf(sdk.NotFoundError)
})

test('the gateway’s timeout ends a call before the client’s', async () => {
  const error = await failureOf(chat('mock-slow-5000', { requestTimeout: 50 }))
  expect(error).toBeInstanceOf(sdk.RequestTimeoutError)
  expect(error).toMatchObject({ status: 408, source: 'gateway' })
})

test('the client’s timeout ends the call and the upstream call', async () => {
  await using simulator = await startSimulator({ answers: [{ fault: 'hang' }] })
  const call = failureOf(chat('m', { provider: null, config: at(simulator), timeout: REACHES_PROVIDER_MS }))
  await simulator.received(1)
  const error = await call
  expect(error).toBeInstanceOf(sdk.RequestTimeoutError)
  expect(error).toMatchObject({ source: 'client', code: 'client_timeout' })
  expect(await simulator.requests[0]?.ended).toBe('aborted')
  expect(simulator.requests).toHaveLength(1)
})

test('a signal aborts a call before it starts, while it waits, and during its stream', async () => {
  expect(await failureOf(chat('mock', { signal: AbortSignal.abort() }))).toBeInstanceOf(sdk.AbortedError)
  await using simulator = await startSimulator({
    answers: [{ fault: 'hang' }, { stream: ['one', 'two'], stallAfter: 1 }],
  })
  const options = { provider: null, config: at(simulator) }
  const waiting = new AbortController()
  const call = failureOf(chat('m', { ...options, signal: waiting.signal }))
  await simulator.received(1)
  waiting.abort()
  expect(await call).toBeInstanceOf(sdk.AbortedError)
  expect(await simulator.requests[0]?.ended).toBe('aborted')

  const inside = new AbortController()
  const stream = await gatehouse.chat.completions.create(
    { model: 'm', messages, stream: true },
    { ...options, signal: inside.signal },
  )
  const reading = failureOf(
    (async () => {
      for await (const chunk of stream) if (chunk.choices[0]?.delta.content) inside.abort()
    })(),
  )
  expect(await reading).toMatchObject({ name: 'AbortedError', partialText: 'one' })
  expect(await simulator.requests[1]?.ended).toBe('aborted')
})

test.each(['break', 'abort'] as const)('%s closes the upstream stream', async (how) => {
  await using simulator = await startSimulator({ answers: [{ stream: ['one', 'two'], stallAfter: 1 }] })
  const stream = await gatehouse.chat.completions.create(
    { model: 'm', messages, stream: true },
    { provider: null, config: at(simulator) },
  )
  const read = async () => {
    for await (const chunk of stream) {
      if (!chunk.choices[0]?.delta.content) continue
      if (how === 'break') break
      stream.abort()
    }
  }
  if (how === 'break') await read()
  else expect(await failureOf(read())).toBeInstanceOf(sdk.AbortedError)
  expect(await simulator.requests[0]?.ended).toBe('aborted')
})

test('an error inside a stream is thrown with the content before it', async () => {
  const stream = await gatehouse.chat.completions.create({ model: 'mock-stream-error', messages, stream: true })
  const error = await failureOf(stream.finalText())
  expect(error).toBeInstanceOf(sdk.ProviderError)
  expect(error.partialText).toStartWith('Hello')
  const cut = await gatehouse.chat.completions.create({ model: 'mock-cut', messages, stream: true })
  const broken = await failureOf(cut.finalText())
  expect(broken).toMatchObject({ source: 'gateway', traceId: cut.gateway.traceId })
  expect(broken.partialText).toStartWith('Hello')
  expect(await failureOf(cut.finalText())).toMatchObject({ code: 'stream_used' })
})

test('a response that is not a stream is rejected if a stream was requested', async () => {
  await using simulator = await startSimulator({
    answers: [{ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }],
  })
  const call = gatehouse.post('/own', { stream: true }, { provider: null, config: at(simulator) })
  expect(await failureOf(call)).toMatchObject({ code: 'not_a_stream', status: 200 })
})

/** Sends the responses in order and counts the requests. */
function listen(script: readonly Response[]) {
  const seen: string[] = []
  const left = [...script]
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      seen.push(request.method)
      return left.shift() ?? new Response('nothing left', { status: 599 })
    },
  })
  return { url: server.url.href, seen, [Symbol.dispose]: () => void server.stop(true) }
}

function gatewayAnswer(status: number, headers: Record<string, string> = {}): Response {
  return Response.json({ id: 'x' }, { status, headers: { 'x-gateway-trace-id': 't', ...headers } })
}

test('an error is not retried unless the response allows it', async () => {
  using once = listen([gatewayAnswer(500)])
  expect((await failureOf(new sdk.Gatehouse({ baseURL: once.url }).post('/x', {}))).status).toBe(500)
  expect(once.seen).toHaveLength(1)
  using twice = listen([gatewayAnswer(503, { 'x-should-retry': 'true' }), gatewayAnswer(200)])
  expect(await new sdk.Gatehouse({ baseURL: twice.url }).post('/x', {})).toHaveProperty('id', 'x')
  using never = listen([gatewayAnswer(503, { 'x-should-retry': 'true' }), gatewayAnswer(200)])
  const refused = await failureOf(new sdk.Gatehouse({ baseURL: never.url, maxRetries: 0 }).post('/x', {}))
  expect([refused.status, never.seen.length]).toEqual([503, 1])
})

test('a connection that breaks before the first byte is retried once', async () => {
  let connections = 0
  const answer = '{"id":"x"}'
  using server = Bun.listen({
    port: 0,
    hostname: '127.0.0.1',
    socket: {
      data(socket) {
        connections += 1
        if (connections === 1) return void socket.terminate()
        const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nx-gateway-trace-id: t\r\n`
        socket.end(`${head}content-length: ${answer.length}\r\nconnection: close\r\n\r\n${answer}`)
      },
    },
  })
  const there = new sdk.Gatehouse({ baseURL: `http://127.0.0.1:${server.port}` })
  expect(await there.post('/x', {})).toHaveProperty('id', 'x')
  connections = 0
  const error = await failureOf(there.post('/x', {}, { maxRetries: 0 }))
  expect(error).toBeInstanceOf(sdk.ConnectionFailedError)
  expect(connections).toBe(1)
})

test.each([
  [412, 'budget_exhausted', sdk.BudgetExceededError],
  [503, 'circuit_open', sdk.CircuitOpenError],
  [403, 'scope_missing', sdk.PermissionDeniedError],
  [409, 'conflict', sdk.ConflictError],
] as const)('%s %s of the gateway has its own error class', async (status, code, type) => {
  const body = { status: 'failure', message: 'm', error: { message: 'm', code, hint: 'h', trace_id: 't' } }
  const headers = { 'x-gateway-trace-id': 't', 'x-gateway-error-source': 'gateway', 'retry-after': '3' }
  using server = listen([Response.json(body, { status, headers })])
  const error = await failureOf(new sdk.Gatehouse({ baseURL: server.url }).get('/x'))
  expect(error.constructor).toBe(type)
  expect(error).toMatchObject({ code, hint: 'h', retryAfter: 3 })
})

test('no listener, another server, and an invalid address', async () => {
  const unreachable = await failureOf(new sdk.Gatehouse({ baseURL: 'http://127.0.0.1:1/v1' }).models.list())
  expect(unreachable).toBeInstanceOf(sdk.ConnectionFailedError)
  expect(unreachable.message).toContain('http://127.0.0.1:1/v1')
  using other = listen([new Response('<html>', { status: 404, headers: { 'content-type': 'text/html' } })])
  const stranger = await failureOf(new sdk.Gatehouse({ baseURL: other.url }).models.list())
  expect(stranger).toMatchObject({ code: 'not_a_gateway', status: 404 })
  expect(() => new sdk.Gatehouse({ baseURL: 'localhost' })).toThrow('baseURL')
})

test('a redirect is not followed: the key stays where it was sent', async () => {
  using elsewhere = listen([gatewayAnswer(200)])
  using here = listen([new Response(null, { status: 307, headers: { location: elsewhere.url } })])
  const error = await failureOf(new sdk.Gatehouse({ baseURL: here.url, apiKey: 'gww_mine' }).post('/x', {}))
  expect(error).toMatchObject({ code: 'not_a_gateway', status: 307 })
  expect(elsewhere.seen).toEqual([])
})

test('key and address come from the environment; a bare host gets /v1', async () => {
  const code = `import { Gatehouse } from '${import.meta.dir}/../../sdk/typescript/src/index.ts'
    const gatehouse = new Gatehouse({ provider: 'mock' })
    console.log(gatehouse.baseURL, (await gatehouse.models.list()).object)`
  const environment = { GATEWAY_API_KEY: gateway.workspaceKey, GATEWAY_BASE_URL: gateway.url }
  const child = Bun.spawn([process.execPath, '-e', code], { env: { ...process.env, ...environment } })
  expect((await new Response(child.stdout).text()).trim()).toBe(`${gateway.baseURL} list`)
})

test('a printed client shows no secret', () => {
  const secret = 'gww_a_secret_that_nobody_may_see'
  const client = new sdk.Gatehouse({ apiKey: secret, authorization: secret, headers: { 'x-key': secret } })
  for (const shown of [inspect(client, { depth: 9, showHidden: true }), Bun.inspect(client), JSON.stringify(client)])
    expect(shown).not.toContain(secret)
})
