import { expect, test } from 'bun:test'
import type { Answer } from '../../../simulators/answer.ts'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { atOwnPath as at } from '../../harness/at-own-path.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { startGateway } from '../../harness/start-gateway.ts'

/** Long enough to reach the simulator on a busy machine. Answers that never end cost this time. */
const REACHES_CHECK_MS = 2_000
const gateway = await shareGateway()

type Side = 'input_guardrails' | 'output_guardrails'

function webhook(evaluator: { readonly url: string }, more: object = {}) {
  return { 'default.webhook': { webhookURL: `${evaluator.url}/hook`, ...more }, deny: true }
}

async function ask(provider: Simulator, guardrails: Partial<Record<Side, object[]>>, body: object = {}) {
  const response = await gateway.chat(at(provider, guardrails), { body })
  const text = await response.text()
  return { status: response.status, text, trace: response.headers.get('x-gateway-trace-id') }
}

/** How an evaluator can fail. The time limit of the check is 500 ms. */
const FAILURES: readonly (readonly [string, Answer])[] = [
  ['error status', 500],
  ['connection reset', { fault: 'reset' }],
  ['cut body', { fault: 'cut' }],
  ['invalid JSON', { fault: 'invalid-json' }],
  ['not HTTP', { fault: 'not-http' }],
  ['no verdict', { body: { ok: true } }],
  ['verdict in words', { body: { verdict: 'true' } }],
  ['redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' }, body: '' }],
  ['3 MiB', { body: { verdict: true, data: 'x'.repeat(3 << 20) } }],
]

const SILENCES: readonly (readonly [string, Answer])[] = [
  ['no response', { fault: 'hang' }],
  ['headers and no body', { fault: 'headers-then-silence' }],
]

async function deniesRequest(_: string, answer: Answer): Promise<void> {
  await using evaluator = await startSimulator({ answers: [answer] })
  await using provider = await startSimulator({ answers: ['never'] })
  const { status, text } = await ask(provider, {
    input_guardrails: [webhook(evaluator, { timeout: REACHES_CHECK_MS })],
  })
  expect([status, provider.requests.length]).toEqual([446, 0])
  expect(text).toContain('hooks_failed')
  expect(evaluator.requests.length).toBe(1)
}

async function keepsResponse(_: string, answer: Answer): Promise<void> {
  await using evaluator = await startSimulator({ answers: [answer] })
  await using provider = await startSimulator({ answers: ['the hidden reply'] })
  const guardrails = { output_guardrails: [webhook(evaluator, { timeout: REACHES_CHECK_MS })] }
  const { status, text } = await ask(provider, guardrails)
  expect([status, provider.requests.length, text.includes('hidden')]).toEqual([446, 1, false])
}

async function keepsStream(_: string, answer: Answer): Promise<void> {
  await using evaluator = await startSimulator({ answers: [answer] })
  await using provider = await startSimulator({ answers: [{ stream: ['the ', 'hidden', ' reply'] }] })
  const guardrails = { output_guardrails: [webhook(evaluator, { timeout: REACHES_CHECK_MS })] }
  const { text } = await ask(provider, guardrails, { stream: true })
  expect(text).toContain('hooks_failed')
  for (const word of ['the ', 'hidden', ' reply']) expect(text).not.toContain(`"${word}"`)
  expect(evaluator.requests.length).toBe(1)
}

test.each(FAILURES)('%s of a webhook denies the request before the provider gets it', deniesRequest)
test.each(FAILURES)('%s of a webhook keeps the response from the caller', keepsResponse)
test.each(FAILURES)('%s of a webhook keeps a stream from the caller', keepsStream)

// These wait for the time limit, so they wait together.
test.concurrent.each(SILENCES)('%s of a webhook denies the request before the provider gets it', deniesRequest)
test.concurrent.each(SILENCES)('%s of a webhook keeps the response from the caller', keepsResponse)
test.concurrent.each(SILENCES)('%s of a webhook keeps a stream from the caller', keepsStream)

test('an evaluator that is down denies', async () => {
  const evaluator = await startSimulator({ answers: ['x'] })
  await evaluator.stop()
  await using provider = await startSimulator({ answers: ['never'] })
  const { status } = await ask(provider, { input_guardrails: [webhook(evaluator)] })
  expect([status, provider.requests.length]).toEqual([446, 0])
})

test('without deny a webhook that fails only leaves its error in the results', async () => {
  await using evaluator = await startSimulator({ answers: [500] })
  await using provider = await startSimulator({ answers: ['the reply'] })
  const { status, text } = await ask(provider, { input_guardrails: [{ ...webhook(evaluator), deny: false }] })
  expect(status).toBe(200)
  const { hook_results: results } = JSON.parse(text) as { hook_results: { before_request_hooks: unknown[] } }
  expect(results.before_request_hooks[0]).toMatchObject({
    verdict: true,
    checks: [{ id: 'default.webhook', verdict: true, error: { message: 'The webhook returned HTTP 500.' } }],
  })
})

test('a webhook replaces the request that the provider gets, and the response that the caller gets', async () => {
  await using evaluator = await startSimulator({
    answers: [
      ({ json }) => {
        const { eventType, request, response } = json as {
          eventType: string
          request: { json: { messages: object[] } }
          response: { json: { choices: { message: object }[] } }
        }
        if (eventType === 'beforeRequestHook') {
          const changed = { ...request.json, messages: [{ role: 'user', content: 'changed question' }] }
          return { body: { verdict: true, transformedData: { request: { json: changed } } } }
        }
        const choices = [{ ...response.json.choices[0], message: { role: 'assistant', content: 'changed reply' } }]
        return { body: { verdict: true, transformedData: { response: { json: { ...response.json, choices } } } } }
      },
    ],
  })
  await using provider = await startSimulator({ answers: ['a reply'] })
  const guardrails = { input_guardrails: [webhook(evaluator)], output_guardrails: [webhook(evaluator)] }
  const { status, text } = await ask(provider, guardrails)
  expect(status).toBe(200)
  expect(provider.requests[0]!.json['messages']).toEqual([{ role: 'user', content: 'changed question' }])
  expect(text).toContain('changed reply')
  expect(text).not.toContain('a reply')
  const sent = evaluator.requests.map(({ text: body, headers }) => body + JSON.stringify(headers)).join('')
  for (const secret of [gateway.workspaceKey, 'sk-sim']) expect(sent).not.toContain(secret)
})

async function post(path: string, body: object, method = 'POST') {
  const response = await gateway.fetch(path, { method, key: gateway.adminKey, body })
  const made = (await response.json()) as { id: string; key: string; slug?: string; data?: { slug: string } }
  expect([path, response.status]).toEqual([path, 200])
  return { ...made, slug: made.data?.slug ?? made.slug ?? '' }
}

function judgeKey(judge: Simulator, more: object = {}) {
  const host = `${judge.url}/v1`
  return post('/v1/virtual-keys', {
    name: 'judge',
    provider: 'openai-compatible',
    key: 'sk-judge',
    custom_host: host,
    ...more,
  })
}

test('a default guardrail of the workspace does not judge the requests of its own judge', async () => {
  await using judge = await startSimulator({ answers: ['safe'] })
  await using provider = await startSimulator({ answers: ['the reply'] })
  const { id: workspaceId } = await post('/v1/admin/workspaces', { name: 'judged' })
  const { slug } = await judgeKey(judge, { workspace_id: workspaceId })
  const checks = [{ id: 'default.modelJudge', parameters: { virtual_key: slug, model: 'm', format: 'safe_unsafe' } }]
  const actions = { deny: true, async: false }
  const saved = await post('/v1/guardrails', { name: 'judge', checks, actions, workspace_id: workspaceId })
  await post(`/v1/admin/workspaces/${workspaceId}`, { defaults: { input_guardrails: [saved.slug] } }, 'PUT')
  const scopes = ['completions.write']
  const { key } = await post('/v1/api-keys/workspace/service', { name: 'k', scopes, workspace_id: workspaceId })
  const response = await gateway.chat(at(provider), { key })
  expect([response.status, judge.requests.length, provider.requests.length]).toEqual([200, 1, 1])
  // Callers can use the judge's virtual key themselves; their requests are judged like all others.
  const direct = await gateway.chat({ virtual_key: slug }, { key })
  expect([direct.status, judge.requests.length]).toEqual([200, 3])
})

test('a judge has a log of its own, with its cost and the trace of the request that it judged', async () => {
  await using judge = await startSimulator({ answers: ['safe', 'unsafe\nS9'] })
  await using provider = await startSimulator({ answers: ['the reply'] })
  const model = 'judge-of-the-remote-checks'
  await post('/v1/prices', { provider: 'openai-compatible', model, prices: { requests: { usd: 0.25, per: 1 } } })
  const { slug } = await judgeKey(judge)
  const guardrail = { 'default.modelJudge': { virtual_key: slug, model, format: 'safe_unsafe' }, deny: true }
  const passed = await ask(
    provider,
    { input_guardrails: [guardrail] },
    { messages: [{ role: 'user', content: 'a cake' }] },
  )
  const denied = await ask(
    provider,
    { input_guardrails: [guardrail] },
    { messages: [{ role: 'user', content: 'a bomb' }] },
  )
  expect([passed.status, denied.status, judge.requests.length, provider.requests.length]).toEqual([200, 446, 2, 1])
  for (const { trace } of [passed, denied]) {
    const log = await eventually('the log of the judge', async () => {
      const { data } = await gateway.logs({ ai_model: model })
      return data.find(({ metadata }) => (metadata as { checked_trace_id?: string }).checked_trace_id === trace)
    })
    expect(log).toMatchObject({ cost: 25, metadata: { purpose: 'guardrail' } })
  }
})

const JUDGE_FAILURES: readonly (readonly [string, Answer])[] = [
  ['prose', 'I think this is fine.'],
  ['a dictated verdict', '{"id": "00000000", "score": 0}'],
  ['an error status', 503],
  ['no response', { fault: 'hang' }],
  ['invalid JSON', { fault: 'invalid-json' }],
  ['a stream', { stream: ['{"score": 0}'] }],
]

test.concurrent.each(JUDGE_FAILURES)('%s of a judge denies requests, responses and streams', async (_, answer) => {
  await using judge = await startSimulator({ answers: [answer] })
  await using provider = await startSimulator({ answers: ['hidden', { stream: ['hid', 'den'] }] })
  const { slug } = await judgeKey(judge)
  const parameters = { virtual_key: slug, model: 'm', policy: 'No weapons.', timeout: REACHES_CHECK_MS }
  const guardrails = [{ 'default.modelJudge': parameters, deny: true }]
  const input = await ask(provider, { input_guardrails: guardrails })
  expect([input.status, provider.requests.length]).toEqual([446, 0])
  const output = await ask(provider, { output_guardrails: guardrails })
  expect([output.status, output.text.includes('hidden')]).toEqual([446, false])
  const stream = await ask(provider, { output_guardrails: guardrails }, { stream: true })
  expect([stream.text.includes('hooks_failed'), /"hid"|"den"/.test(stream.text)]).toEqual([true, false])
  expect(judge.requests.length).toBe(3)
})

test.concurrent('a check that times out closes its connection, also that of a model', async () => {
  await using silent = await startSimulator({ answers: [{ fault: 'hang' }] })
  await using provider = await startSimulator({ answers: ['never'] })
  const { slug } = await judgeKey(silent)
  const judge = {
    'default.modelJudge': { virtual_key: slug, model: 'm', policy: 'x', timeout: REACHES_CHECK_MS },
    deny: true,
  }
  for (const guardrail of [webhook(silent, { timeout: REACHES_CHECK_MS }), judge]) {
    const { status } = await ask(provider, { input_guardrails: [guardrail] })
    expect(status).toBe(446)
  }
  expect(await Promise.all(silent.requests.map(({ ended }) => ended))).toEqual(['aborted', 'aborted'])
})

/** Finds "Ada", as an analyzer with the entity PERSON would. */
function analyzer() {
  return startSimulator({
    answers: [
      ({ json }) => {
        const found = [...String(json['text']).matchAll(/Ada/g)]
        return { body: found.map(({ index }) => ({ start: index, end: index + 3, score: 0.9, entity_type: 'PERSON' })) }
      },
    ],
  })
}

test('what Presidio finds is tokenised for the provider and restored for the caller', async () => {
  await using presidio = await analyzer()
  await using provider = await startSimulator({
    answers: [({ json }) => `You said: ${(json['messages'] as { content: string }[]).at(-1)?.content}`],
  })
  const guardrail = { 'default.presidio': { analyzerURL: `${presidio.url}/analyze`, action: 'tokenise' }, deny: true }
  const messages = [{ role: 'user', content: 'I am Ada, Ada Lovelace' }]
  const { status, text } = await ask(provider, { input_guardrails: [guardrail] }, { messages })
  expect(status).toBe(200)
  expect(provider.requests[0]!.text).not.toContain('Ada')
  expect(provider.requests[0]!.text).toContain('I am [PERSON_1], [PERSON_1] Lovelace')
  expect(text).toContain('You said: I am Ada, Ada Lovelace')
})

test('Presidio redacts a stream before its first event is sent', async () => {
  await using presidio = await analyzer()
  await using provider = await startSimulator({ answers: [{ stream: ['I am A', 'da', ' Lovelace'] }] })
  const guardrail = { 'default.presidio': { analyzerURL: `${presidio.url}/analyze`, action: 'redact' }, deny: true }
  const { text } = await ask(provider, { output_guardrails: [guardrail] }, { stream: true })
  const said = [...text.matchAll(/"content":"([^"]*)"/g)].map(([, part]) => part).join('')
  expect(said).toBe('I am <PERSON> Lovelace')
})

test('a private address needs a guardrail that an Admin key saved', async () => {
  await using remote = await startGateway({ environment: { GATEWAY_HOST: '0.0.0.0' } })
  await using evaluator = await startSimulator({ answers: [{ body: { verdict: true } }] })
  const url = remote.url.replace('0.0.0.0', '127.0.0.1')
  const call = (path: string, key: string, body: object, headers: object = {}) =>
    fetch(`${url}/v1${path}`, {
      method: 'POST',
      headers: { 'x-gateway-api-key': key, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const parameters = { webhookURL: `${evaluator.url}/hook` }
  const saved = { checks: [{ id: 'webhook', parameters }], actions: { deny: true, async: false } }
  await call('/guardrails', remote.workspaceKey, { name: 'w', slug: 'by-workspace', ...saved })
  const { adminKey } = remote
  await call('/guardrails', adminKey, { name: 'a', slug: 'by-admin', ...saved })
  const statusOf = async (guardrail: unknown) => {
    const config = JSON.stringify({ provider: 'mock', input_guardrails: [guardrail] })
    const body = { model: 'mock-1', messages: [{ role: 'user', content: 'hi' }] }
    const response = await call('/chat/completions', remote.workspaceKey, body, { 'x-gateway-config': config })
    return response.status
  }
  const inline = { 'default.webhook': parameters, deny: true }
  expect([await statusOf(inline), await statusOf('by-workspace'), evaluator.requests.length]).toEqual([446, 446, 0])
  expect([await statusOf('by-admin'), evaluator.requests.length]).toEqual([200, 1])
})
