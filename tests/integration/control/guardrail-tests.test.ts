import { expect, test } from 'bun:test'
import { startSimulator } from '../../../simulators/simulator.ts'
import { type Actor, ControlScene, type Reply, withKey } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

const NO_FALCON = { id: 'default.contains', parameters: { words: ['Falcon'], operator: 'none' } }
const DENY = { deny: true, async: false }

type Result = { readonly verdict: boolean; readonly checks: readonly Record<string, unknown>[] }

async function team() {
  const id = await scene.workspace()
  return { id, key: await scene.workspaceKey(id, await scene.scopesOf('workspace')) }
}

function run(actor: Actor, body: object): Promise<Reply> {
  return scene.call(actor, 'POST', '/guardrails/test', body)
}

function resultOf(
  { body }: Reply,
  side: 'before_request_hooks' | 'after_request_hooks' = 'before_request_hooks',
): Result {
  return (body['hook_results'] as Record<string, Result[]>)[side]![0]!
}

const errorOf = ({ body }: Reply) => (body['error'] as { code: string; message: string } | undefined) ?? null

test('the catalogue has a JSON schema for every check', async () => {
  const { data, total } = (await scene.do('GET', '/guardrails/checks')) as {
    data: { id: string; directions: string[]; parameters: { type?: string; properties?: object } }[]
    total: number
  }
  expect(total).toBe(data.length)
  const byId = new Map(data.map((row) => [row.id, row]))
  for (const id of ['default.contains', 'default.webhook', 'default.modelJudge', 'default.jwt'])
    expect(byId.get(id)?.parameters).toMatchObject({ type: 'object' })
  expect(Object.keys(byId.get('default.webhook')!.parameters.properties!)).toEqual([
    'webhookURL',
    'headers',
    'signingSecret',
    'timeout',
    'failOnError',
  ])
  expect(byId.get('default.jwt')?.directions).toEqual(['input'])
})

test('unsaved checks run over a text', async () => {
  const { key } = await team()
  const denied = await run(key, { checks: [NO_FALCON], actions: DENY, text: 'About Falcon' })
  expect(denied.body).toMatchObject({ object: 'guardrail_test', status: 446, text: 'About Falcon', body: null })
  expect(resultOf(denied)).toMatchObject({
    verdict: false,
    deny: true,
    checks: [{ id: 'default.contains', verdict: false }],
  })
  expect((await run(key, { checks: [NO_FALCON], text: 'About Falcon' })).body['status']).toBe(246)
  expect((await run(key, { checks: [NO_FALCON], actions: DENY, text: 'About hawks' })).body['status']).toBe(200)
  const reply = await run(key, { checks: [NO_FALCON], actions: DENY, text: 'Falcon', direction: 'output' })
  expect(resultOf(reply, 'after_request_hooks').verdict).toBe(false)
})

test('offsets of matches are those in the text that was sent, also behind text that was changed', async () => {
  const { key } = await team()
  const checks = [
    { id: 'pii', parameters: { types: ['EMAIL_ADDRESS'], action: 'redact' } },
    { id: 'contains', parameters: { words: ['Falcon'], operator: 'none' } },
  ]
  const text = '😀 ada@example.com asks about Falcon'
  const { body } = await run(key, { checks, text })
  expect(body['text']).toBe('😀 [EMAIL_ADDRESS] asks about Falcon')
  const matches = body['matches'] as { check: string; label: string; start: number; end: number }[]
  expect(matches.map(({ check, start, end }) => [check, text.slice(start, end)])).toEqual([
    ['default.pii', 'ada@example.com'],
    ['default.contains', 'Falcon'],
  ])
  expect(JSON.stringify(body['hook_results'])).not.toMatch(/ada@|Falcon/)
  const whole = { checks, body: { messages: [{ role: 'user', content: text }] } }
  expect((await run(key, whole)).body['matches']).toEqual([])
})

test('changed texts and bodies are returned', async () => {
  const { key } = await team()
  const checks = [{ id: 'regexReplace', parameters: { rule: 'secret-[0-9]+', redactText: '[gone]' } }]
  expect((await run(key, { checks, text: 'my secret-42' })).body).toMatchObject({ status: 200, text: 'my [gone]' })
  const body = { model: 'claude', max_tokens: 5, messages: [{ role: 'user', content: 'secret-1' }], system: 'secret-2' }
  expect((await run(key, { checks, endpoint: 'messages', body })).body).toMatchObject({
    text: null,
    body: { model: 'claude', messages: [{ role: 'user', content: '[gone]' }] },
  })
})

test('a saved guardrail is tested as if it were neither async nor in shadow mode', async () => {
  const { key } = await team()
  const actions = { deny: true, async: true, shadow: true }
  const { slug } = (await scene.call(key, 'POST', '/guardrails', { name: 'g', checks: [NO_FALCON], actions })).body
  const reply = await run(key, { guardrail: slug, text: 'Falcon' })
  expect(reply.body['status']).toBe(446)
  expect(resultOf(reply)).toMatchObject({ id: slug, async: true, shadow: true, verdict: false })
  const changed = await run(key, { guardrail: slug, checks: [{ id: 'notNull' }], text: 'Falcon' })
  expect(changed.body['status']).toBe(200)
  const other = await team()
  expect(await run(other.key, { guardrail: slug, text: 'x' })).toMatchObject({ status: 404 })
})

test('a logged request and its response are tested, with the scope to read logs only', async () => {
  await using upstream = await startSimulator({ answers: ['Falcon has landed'] })
  const { id, key } = await team()
  const target = { provider: 'openai-compatible', custom_host: `${upstream.url}/v1`, api_key: 'sk-sim' }
  const response = await gateway.chat(target, {
    headers: key.headers,
    body: { messages: [{ role: 'user', content: 'Where is it?' }] },
  })
  expect(response.status).toBe(200)
  const trace = response.headers.get('x-gateway-trace-id')
  const log = await eventually('the log', async () => {
    const { body } = await scene.call(key, 'GET', `/logs?trace_id=${trace}`)
    return (body['data'] as { id: string }[])[0]
  })
  const checks = { checks: [NO_FALCON], actions: DENY, log_id: log.id }
  const input = await run(key, checks)
  expect(input.body).toMatchObject({ status: 200, body: { messages: [{ content: 'Where is it?' }] } })
  expect((await run(key, { ...checks, direction: 'output' })).body['status']).toBe(446)
  const without = await scene.workspaceKey(id, ['guardrails.invoke'])
  expect(await run(without, checks)).toMatchObject({ status: 403 })
  expect(await run((await team()).key, checks)).toMatchObject({ status: 404 })
})

test('a logged stream is tested as a whole response', async () => {
  await using upstream = await startSimulator({ answers: [{ stream: ['Fal', 'con has', ' landed'] }] })
  const { key } = await team()
  const target = { provider: 'openai-compatible', custom_host: `${upstream.url}/v1`, api_key: 'sk-sim' }
  const response = await gateway.chat(target, { headers: key.headers, body: { stream: true } })
  await response.text()
  const trace = response.headers.get('x-gateway-trace-id')
  const log = await eventually('the log', async () => {
    const { body } = await scene.call(key, 'GET', `/logs?trace_id=${trace}`)
    return (body['data'] as { id: string }[])[0]
  })
  const reply = await run(key, { checks: [NO_FALCON], actions: DENY, log_id: log.id, direction: 'output' })
  expect(reply.body).toMatchObject({ status: 446, body: { choices: [{ message: { content: 'Falcon has landed' } }] } })
})

test.each<[string, object, number, string]>([
  ['nothing to run', { text: 'x' }, 400, 'send a guardrail or checks'],
  ['nothing to test', { checks: [NO_FALCON] }, 400, 'exactly one of text, body and log_id'],
  ['two things to test', { checks: [NO_FALCON], text: 'x', body: {} }, 400, 'exactly one of text, body and log_id'],
  ['a wrong parameter', { checks: [{ id: 'contains', parameters: {} }], text: 'x' }, 400, 'checks[0].parameters'],
  ['a partner check', { checks: [{ id: 'aporia.x', parameters: {} }], text: 'x' }, 400, 'default.webhook'],
  ['a text that is too long', { checks: [NO_FALCON], text: 'x'.repeat(256 * 1024 + 1) }, 400, 'text'],
  ['an unknown log', { checks: [NO_FALCON], log_id: 'none' }, 404, 'No log'],
])('%s is refused', async (_, body, status, words) => {
  const reply = await run(scene.admin, body)
  expect([reply.status, errorOf(reply)?.message]).toEqual([status, expect.stringContaining(words)])
})

test('tests are limited per workspace', async () => {
  const { key } = await team()
  const replies = await Promise.all(Array.from({ length: 75 }, () => run(key, { checks: [NO_FALCON], text: 'x' })))
  const statuses = new Set(replies.map(({ status }) => status))
  expect(statuses).toEqual(new Set([200, 429]))
  const late = replies.find(({ status }) => status === 429)!
  expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a webhook that fails denies under deny, and passes only if the guardrail says so', async () => {
  await using upstream = await startSimulator({
    answers: [
      500,
      'not JSON',
      { body: { verdict: 'yes' } },
      { fault: 'reset' },
      { status: 302, headers: { location: 'https://example.com/' }, body: '' },
    ],
  })
  const { key } = await team()
  const checks = [{ id: 'webhook', parameters: { webhookURL: `${upstream.url}/hook` } }]
  for (let i = 0; i < 5; i++) {
    const reply = await run(key, { checks, actions: DENY, text: 'x' })
    expect([reply.body['status'], resultOf(reply).checks[0]!['error'] !== undefined]).toEqual([446, true])
  }
  expect(upstream.requests.length).toBe(5)
  const lenient = await run(key, { checks, actions: { ...DENY, fail_on_error: false }, text: 'x' })
  expect([lenient.body['status'], resultOf(lenient).checks[0]!['error'] !== undefined]).toEqual([200, true])
  const own = [{ id: 'webhook', parameters: { webhookURL: `${upstream.url}/hook`, failOnError: false } }]
  expect((await run(key, { checks: own, actions: DENY, text: 'x' })).body['status']).toBe(200)
  const strict = [{ id: 'webhook', parameters: { webhookURL: `${upstream.url}/hook`, failOnError: true } }]
  expect((await run(key, { checks: strict, text: 'x' })).body['status']).toBe(246)
})

test('models are charged to the workspace, logged without bodies, and stopped by its budget', async () => {
  await using upstream = await startSimulator({ answers: ['safe', 'unsafe\nS1', 'safe'] })
  const { id, key } = await team()
  const model = `judge-${id.slice(0, 8)}`
  const prices = { requests: { usd: 0.6, per: 1 } }
  await scene.do('POST', '/prices', { provider: 'openai-compatible', model, prices })
  await scene.do('PUT', `/admin/workspaces/${id}`, { usage_limits: [{ type: 'cost', credit_limit: 1.3 }] })
  const made = await scene.do('POST', '/virtual-keys', {
    name: 'judge',
    provider: 'openai-compatible',
    key: 'sk-sim',
    custom_host: `${upstream.url}/v1`,
    workspace_id: id,
  })
  const slug = String((made['data'] as { slug?: string } | undefined)?.slug ?? made['slug'])
  const checks = [{ id: 'modelJudge', parameters: { virtual_key: slug, model, format: 'safe_unsafe' } }]
  const replies: Reply[] = []
  for (let i = 0; i < 3; i++) replies.push(await run(key, { checks, actions: DENY, text: `text ${i}` }))
  expect(replies.map(({ body }) => body['status'])).toEqual([200, 446, 446])
  // The third would exceed the budget of 1.3 dollars: the check fails closed, and the model is not asked.
  expect(resultOf(replies[2]!).checks[0]!['error']).toMatchObject({ message: expect.stringContaining('budget') })
  expect(upstream.requests.map((request) => request.json['messages'])).toEqual([
    [{ role: 'user', content: 'text 0' }],
    [{ role: 'user', content: 'text 1' }],
  ])
  const logs = await eventually('three logs', async () => {
    const { body } = await scene.call(key, 'GET', '/logs')
    const { data } = body as { data: Record<string, unknown>[] }
    return data.length >= 3 ? data : undefined
  })
  expect(logs.map(({ cost, metadata }) => [cost, metadata])).toMatchObject([
    [0, { purpose: 'guardrail' }],
    [60, { purpose: 'guardrail' }],
    [60, { purpose: 'guardrail' }],
  ])
  const detail = (await scene.call(key, 'GET', `/logs/${String(logs[1]!['id'])}`)).body
  expect((detail['request'] as { body: unknown }).body).toBeNull()
  expect((detail['response'] as { body: unknown }).body).toBeNull()
})

test('a judge with a policy gets its verdict from a model that sees the texts as data', async () => {
  await using upstream = await startSimulator({
    answers: [
      (request) => {
        const { messages } = request.json as { messages: { content: string }[] }
        const id = /"id": "([0-9a-f]{8})"/.exec(messages[0]!.content)?.[1]
        const score = messages[1]!.content.includes('bomb') ? 0.9 : 0.1
        return JSON.stringify({ id, score, category: 'weapons' })
      },
    ],
  })
  const made = await scene.do('POST', '/virtual-keys', {
    name: 'judge',
    provider: 'openai-compatible',
    key: 'sk-sim',
    custom_host: `${upstream.url}/v1`,
  })
  const slug = String((made['data'] as { slug?: string } | undefined)?.slug ?? made['slug'])
  const checks = [{ id: 'modelJudge', parameters: { virtual_key: slug, model: 'm', policy: 'No weapons.' } }]
  const actor = withKey('workspace key', gateway.workspaceKey)
  const verdictOf = async (text: string) => (await run(actor, { checks, actions: DENY, text })).body['status']
  expect([await verdictOf('a bomb'), await verdictOf('a cake')]).toEqual([446, 200])
  const unknown = [{ id: 'modelJudge', parameters: { virtual_key: 'none', model: 'm', policy: 'No weapons.' } }]
  expect((await run(actor, { checks: unknown, actions: DENY, text: 'a cake' })).body['status']).toBe(446)
})
