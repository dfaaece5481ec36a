import { afterEach, expect, jest, test } from 'bun:test'
import { createHmac } from 'node:crypto'
import type { CheckInput, CheckServices } from '../guardrails/check.ts'
import { compileLog, logParameters } from '../guardrails/remote/log.ts'
import { inputOf, NEVER } from '../guardrails/remote/test-input.ts'
import { compileWebhook, webhookParameters } from '../guardrails/remote/webhook.ts'
import { networkServices } from './test-check-services.ts'

const SECRET = 'a-secret-of-a-webhook'
const RESPONSE = { choices: [{ message: { role: 'assistant', content: 'Hi there' } }] }

/** The maximum: a webhook that responds must not time out on a busy machine. */
const TIMEOUT_MS = 60_000

type Received = { readonly method: string; readonly path: string; readonly headers: Headers; readonly text: string }

function receiver(answer: (received: Received) => Response | Promise<Response>) {
  const received: Received[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const one = { method: request.method, path: pathname, headers: request.headers, text: await request.text() }
      received.push(one)
      return answer(one)
    },
  })
  return { url: `http://127.0.0.1:${server.port}/hook`, received, [Symbol.dispose]: () => void server.stop(true) }
}

function run(
  url: string,
  services: CheckServices,
  more: object = {},
  input: CheckInput = inputOf(['Hello']),
  isTrusted = false,
) {
  const parameters = webhookParameters.parse({ webhookURL: url, timeout: TIMEOUT_MS, ...more })
  return compileWebhook('default.webhook', parameters, { isTrusted }).run(input, services, NEVER)
}

afterEach(() => {
  jest.useRealTimers()
})

test('a webhook gets the hook context before the request, and no header of the caller', async () => {
  using hook = receiver(() => Response.json({ verdict: true, data: { score: 0.9 } }))
  using network = networkServices()
  const outcome = await run(hook.url, network.services, { headers: '{"Authorization":"Bearer hook"}' })
  expect(outcome).toEqual({
    verdict: true,
    data: {
      explanation: 'The webhook accepted it.',
      webhookUrl: new URL(hook.url).origin,
      responseData: { score: 0.9 },
    },
  })
  const [received] = hook.received
  expect(JSON.parse(received!.text)).toEqual({
    request: {
      json: { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] },
      text: 'Hello',
      isStreamingRequest: false,
    },
    response: { json: {}, text: '', statusCode: null },
    provider: 'openai',
    requestType: 'chatComplete',
    metadata: { team: 'search' },
    eventType: 'beforeRequestHook',
  })
  expect([received!.method, received!.headers.get('authorization')]).toEqual(['POST', 'Bearer hook'])
  expect(received!.headers.get('content-type')).toBe('application/json')
  const all = received!.text + JSON.stringify(received!.headers.toJSON())
  expect(all).not.toContain('caller-secret')
  expect(all).not.toContain('gww_secret')
})

test('after the request the webhook gets both bodies, and may replace the response only', async () => {
  const changed = { choices: [{ message: { role: 'assistant', content: 'Redacted' } }] }
  using hook = receiver(() =>
    Response.json({
      verdict: false,
      transformedData: { request: { json: { model: 'x' } }, response: { json: changed } },
    }),
  )
  using network = networkServices()
  const base = inputOf(['Hi there'])
  const input: CheckInput = {
    ...base,
    direction: 'output',
    requestBody: { messages: [{ role: 'user', content: [{ type: 'text', text: 'Say hi' }, { type: 'image_url' }] }] },
    responseBody: RESPONSE,
  }
  const outcome = await run(hook.url, network.services, {}, input)
  expect([outcome.verdict, outcome.responseBody, outcome.requestBody]).toEqual([false, changed, undefined])
  const context = JSON.parse(hook.received[0]!.text) as Record<string, Record<string, unknown>>
  expect(context['request']?.['text']).toBe('Say hi')
  expect(context['response']).toEqual({ json: RESPONSE, text: 'Hi there', statusCode: 200 })
  expect(context['eventType'] as unknown).toBe('afterRequestHook')
})

test('a webhook may replace the request before it is sent', async () => {
  const json = { model: 'gpt-4o', messages: [] }
  using hook = receiver(() => Response.json({ verdict: true, transformedData: { request: { json }, response: null } }))
  using network = networkServices()
  expect((await run(hook.url, network.services)).requestBody).toEqual(json)
})

test('the receiver can verify the signature', async () => {
  using hook = receiver(({ headers, text }) => {
    const stamp = headers.get('x-gateway-timestamp') ?? ''
    const expected = `sha256=${createHmac('sha256', SECRET).update(`${stamp}.${text}`).digest('hex')}`
    const isFresh = Math.abs(Date.now() / 1000 - Number(stamp)) < 300
    return Response.json({ verdict: isFresh && headers.get('x-gateway-signature') === expected })
  })
  using network = networkServices()
  expect((await run(hook.url, network.services, { signingSecret: SECRET })).verdict).toBe(true)
  expect((await run(hook.url, network.services, { signingSecret: `${SECRET}!` })).verdict).toBe(false)
})

test.each<[string, () => Response, RegExp]>([
  ['no JSON', () => new Response('true'), /not a JSON object/],
  ['an array', () => Response.json([{ verdict: true }]), /not a JSON object/],
  ['an empty body', () => new Response(null, { status: 204 }), /not a JSON object/],
  ['no verdict', () => Response.json({ data: 1 }), /no "verdict"/],
  ['a verdict in words', () => Response.json({ verdict: 'true' }), /no "verdict"/],
  ['a verdict of 1', () => Response.json({ verdict: 1 }), /no "verdict"/],
  ['an error status', () => Response.json({ verdict: true }, { status: 500 }), /HTTP 500/],
  ['not found', () => Response.json({ verdict: true }, { status: 404 }), /HTTP 404/],
  ['a transformation that is a text', () => Response.json({ verdict: true, transformedData: 'x' }), /transformedData/],
  [
    'a body that is a text',
    () => Response.json({ verdict: true, transformedData: { request: { json: '{}' } } }),
    /json/,
  ],
  ['deep JSON', () => new Response(`{"verdict":true,"data":${'['.repeat(999)}${']'.repeat(999)}}`), /levels/],
  ['invalid UTF-8', () => new Response(Buffer.from('7b227665726469637422ff', 'hex')), /not a JSON object/],
  [
    'a compressed body',
    () => new Response(Bun.gzipSync('{"verdict":true}'), { headers: { 'content-encoding': 'gzip' } }),
    /compressed/,
  ],
  ['3 MiB', () => Response.json({ verdict: true, data: 'x'.repeat(3 << 20) }), /larger than 2097152 bytes/],
])('%s is an error', async (_, answer, message) => {
  using hook = receiver(answer)
  using network = networkServices()
  await expect(run(hook.url, network.services)).rejects.toThrow(message)
})

test('a redirect to another origin is an error, and the other origin gets nothing', async () => {
  using other = receiver(() => Response.json({ verdict: true }))
  using hook = receiver(() => new Response(null, { status: 307, headers: { location: other.url } }))
  using network = networkServices()
  await expect(run(hook.url, network.services, { signingSecret: SECRET })).rejects.toThrow('Redirects are not followed')
  expect(other.received).toEqual([])
})

test('a webhook that is down is an error', async () => {
  const hook = receiver(() => Response.json({ verdict: true }))
  hook[Symbol.dispose]()
  using network = networkServices()
  await expect(run(hook.url, network.services)).rejects.toThrow()
})

test('a webhook that is slow ends after its timeout, which aborts the call', async () => {
  jest.useFakeTimers()
  let end: AbortSignal | null = null
  const services: CheckServices = {
    // Never settles, not even when it is aborted.
    fetch: (_, signal) => {
      end = signal
      return new Promise(() => {})
    },
    infer: () => Promise.reject(new Error('not used')),
    resolves: () => Promise.reject(new Error('not used')),
  }
  let failure: unknown = null
  // Without a timeout, the default applies.
  const running = run('https://hook.example.com/', services, { timeout: undefined }).catch((error: unknown) => {
    failure = error
  })
  jest.advanceTimersByTime(2_999)
  await Promise.resolve()
  expect(failure).toBeNull()
  jest.advanceTimersByTime(1)
  await running
  expect([(failure as Error | null)?.name, String(failure)]).toEqual([
    'TimeoutError',
    'TimeoutError: The webhook did not respond within 3000 ms.',
  ])
  expect((end as AbortSignal | null)?.aborted).toBe(true)
})

test('the signal of the request ends the call', async () => {
  using hook = receiver(() => new Promise<Response>(() => {}))
  using network = networkServices()
  const end = new AbortController()
  const check = compileWebhook('default.webhook', webhookParameters.parse({ webhookURL: hook.url }), {
    isTrusted: false,
  })
  const running = check.run(inputOf(['x']), network.services, end.signal)
  end.abort(new Error('the caller left'))
  await expect(running).rejects.toThrow('the caller left')
})

test('a private address needs a guardrail that an Admin key saved', async () => {
  using hook = receiver(() => Response.json({ verdict: true }))
  using network = networkServices({ isLoopbackOpen: false })
  await expect(run(hook.url, network.services)).rejects.toThrow('because it is a loopback address')
  expect(hook.received).toEqual([])
  expect((await run(hook.url, network.services, {}, inputOf(['x']), true)).verdict).toBe(true)
})

test('secrets are not sent in clear text over the internet', async () => {
  using network = networkServices()
  const secret = run('http://93.184.216.34/hook', network.services, { headers: { 'x-key': 'k' } })
  await expect(secret).rejects.toThrow('in clear text')
  await expect(run('http://93.184.216.34/hook?token=abc', network.services)).rejects.toThrow('in clear text')
})

test.each([
  ['ftp://example.com/'],
  ['https://user:pass@example.com/'],
  ['example.com'],
  ['https://exa mple.com/'],
  ['https://example.com/#x'],
])('%s is not a webhook URL', (webhookURL) => {
  expect(webhookParameters.safeParse({ webhookURL }).success).toBe(false)
})

test('headers of the connection and of the gateway cannot be set', () => {
  for (const name of ['host', 'content-length', 'x-gateway-signature', 'transfer-encoding'])
    expect(webhookParameters.safeParse({ webhookURL: 'https://a.example', headers: { [name]: 'x' } }).success).toBe(
      false,
    )
})

test('default.log posts the same context and always passes', async () => {
  using hook = receiver(() => new Response('thanks'))
  using network = networkServices()
  const compile = (parameters: object) =>
    compileLog('default.log', logParameters.parse({ timeout: TIMEOUT_MS, ...parameters }), { isTrusted: false })
  const check = compile({ logURL: hook.url, headers: { 'x-key': 'k' } })
  const outcome = await check.run(inputOf(['Hello']), network.services, NEVER)
  expect(outcome.verdict).toBe(true)
  expect((JSON.parse(hook.received[0]!.text) as { eventType: string }).eventType).toBe('beforeRequestHook')
  using broken = receiver(() => new Response(null, { status: 503 }))
  const other = compile({ logURL: broken.url })
  await expect(other.run(inputOf(['Hello']), network.services, NEVER)).rejects.toThrow('HTTP 503')
})

test.each([
  ['a cloud metadata address', '169.254.169.254', true],
  ['a private address', '10.0.0.1', false],
])('a host that later resolves to %s is not called (DNS rebinding)', async (_, address, isTrusted) => {
  using hook = receiver(() => Response.json({ verdict: true }))
  const { port } = new URL(hook.url)
  let nowMs = 1_000
  const answers = [['127.0.0.1'], [address]]
  const lookup = async () => (answers.length > 1 ? answers.shift()! : answers[0]!)
  using network = networkServices({}, { lookup, now: () => nowMs })
  const url = `http://rebind.example:${port}/hook`
  const once = () => run(url, network.services, {}, inputOf(['Hello']), isTrusted)
  expect((await once()).verdict).toBe(true)
  // The name is resolved again. A client without an address check would connect to the new address.
  nowMs += 46_000
  await expect(once()).rejects.toMatchObject({ code: 'address_forbidden' })
  expect(hook.received.length).toBe(1)
})
