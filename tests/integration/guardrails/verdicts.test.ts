import { describe, expect, test } from 'bun:test'
import { eventually } from '../../harness/eventually.ts'
import { waitForLog } from '../../harness/read-logs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const provider = await shareSimulator({ answers: ['hello'] })

type Json = Record<string, unknown>

const SECRET = 'hunter2'
const TARGET = { provider: 'openai-compatible', custom_host: `${provider.url}/v1`, api_key: 'sk-1' }

function guard(checks: object[], actions: object = {}, id = 'no-secret') {
  return { type: 'guardrail', id, checks, ...actions }
}
const NO_SECRET = { id: 'default.regexMatch', parameters: { rule: SECRET, not: true } }
const REPLACE = { id: 'default.regexReplace', parameters: { rule: SECRET, redactText: '[gone]' } }

const before = (...hooks: object[]) => ({ ...TARGET, before_request_hooks: hooks })
const after = (...hooks: object[]) => ({ ...TARGET, after_request_hooks: hooks })

/** Each caller's format: a request with this text, and the text of its response. */
const CALLERS = {
  chat: {
    path: '/v1/chat/completions',
    body: (text: string) => ({ model: 'm', messages: [{ role: 'user', content: text }] }),
    text: (body: Json) => (body as never as { choices: [{ message: { content: string } }] }).choices[0].message.content,
  },
  messages: {
    path: '/v1/messages',
    body: (text: string) => ({
      model: 'm',
      max_tokens: 9,
      messages: [{ role: 'user', content: [{ type: 'text', text }] }],
    }),
    text: (body: Json) => (body as never as { content: [{ text: string }] }).content[0].text,
  },
  responses: {
    path: '/v1/responses',
    body: (text: string) => ({ model: 'm', input: [{ role: 'user', content: [{ type: 'input_text', text }] }] }),
    text: (body: Json) =>
      (body as never as { output: { content: [{ text: string }] }[] }).output.at(-1)!.content[0].text,
  },
  gemini: {
    path: '/v1beta/models/m:generateContent',
    body: (text: string) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    text: (body: Json) =>
      (body as never as { candidates: [{ content: { parts: [{ text: string }] } }] }).candidates[0].content.parts[0]
        .text,
  },
} as const

/** The provider's response. For `responses`, it is in that format, because the gateway does not translate it. */
function answer(caller: Caller, text: string) {
  if (caller !== 'responses') return text
  const message = {
    type: 'message',
    id: 'i',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  }
  const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 }
  const body = JSON.stringify({
    id: 'r',
    object: 'response',
    status: 'completed',
    model: 'm',
    output: [message],
    usage,
  })
  return { body, headers: { 'content-type': 'application/json' } }
}

type Caller = keyof typeof CALLERS
const NAMES = Object.keys(CALLERS) as Caller[]

async function send(caller: Caller, config: object, text: string, more: object = {}) {
  const { path, body } = CALLERS[caller]
  // Tests count the requests of this call.
  ;(provider.requests as unknown[]).length = 0
  const response = await gateway.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': JSON.stringify(config) },
    body: JSON.stringify({ ...body(text), ...more }),
  })
  const bytes = await response.text()
  return {
    response,
    status: response.status,
    bytes,
    body: JSON.parse(bytes) as Json & { hook_results: HookResults; error: Json },
  }
}

type HookResults = { before_request_hooks: Json[]; after_request_hooks: Json[] }

async function logOf(response: Response) {
  const call = (path: string) => gateway.fetch(path, { key: gateway.workspaceKey })
  return waitForLog(call, response.headers.get('x-gateway-trace-id'))
}

describe.each(NAMES)('%s', (caller) => {
  const { text } = CALLERS[caller]

  test('a passed guardrail leaves status 200 and adds its results', async () => {
    provider.script([answer(caller, 'hello')])
    const reply = await send(caller, before(guard([NO_SECRET], { deny: true })), 'harmless')
    expect(reply.status).toBe(200)
    expect(text(reply.body)).toBe('hello')
    expect(reply.body.hook_results).toMatchObject({
      before_request_hooks: [{ verdict: true, id: 'no-secret', deny: true, async: false, type: 'guardrail' }],
      after_request_hooks: [],
    })
  })

  test('a failed input guardrail without deny gives 246 and sends the request', async () => {
    provider.script([answer(caller, 'hello')])
    const reply = await send(caller, before(guard([NO_SECRET])), `my word is ${SECRET}`)
    expect([reply.status, text(reply.body), provider.requests.length]).toEqual([246, 'hello', 1])
    expect(reply.body.hook_results.before_request_hooks[0]).toMatchObject({ verdict: false })
    expect(reply.bytes).not.toContain(SECRET)
  })

  test('a denied request gets 446, and nothing is sent', async () => {
    const reply = await send(caller, before(guard([NO_SECRET], { deny: true })), `my word is ${SECRET}`)
    expect([reply.status, provider.requests.length]).toEqual([446, 0])
    if (caller === 'gemini') expect(reply.body.error).toMatchObject({ code: 446, status: 'FAILED_PRECONDITION' })
    else expect(reply.body.error).toMatchObject({ type: 'hooks_failed' })
    expect(reply.body.hook_results.before_request_hooks).toHaveLength(1)
    expect(reply.bytes).not.toContain(SECRET)
    const log = await logOf(reply.response)
    expect(log).toMatchObject({ status_code: 446, error_code: 'hooks_failed', cost: 0 })
    expect(log.decisions).toContainEqual(expect.objectContaining({ kind: 'guardrail' }))
  })

  test('soft_deny answers with a refusal in the caller’s format', async () => {
    const reply = await send(caller, before(guard([NO_SECRET], { deny: true, soft_deny: true })), SECRET)
    expect([reply.status, provider.requests.length]).toEqual([200, 0])
    expect(text(reply.body)).toContain('guardrail')
  })

  test('a denied response gets 446, and no byte of it leaves', async () => {
    provider.script([answer(caller, `the word is ${SECRET}`)])
    const reply = await send(caller, after(guard([NO_SECRET], { deny: true })), 'tell me')
    expect([reply.status, provider.requests.length]).toEqual([446, 1])
    expect(reply.bytes).not.toContain(SECRET)
    expect(reply.body.hook_results.after_request_hooks[0]).toMatchObject({ verdict: false, deny: true })
    const log = await logOf(reply.response)
    expect(JSON.stringify(log.response)).not.toContain(SECRET)
    // The provider charged for the response.
    expect(log.usage?.total_tokens).toBeGreaterThan(0)
  })

  test('a failed output guardrail without deny gives 246 and the response', async () => {
    provider.script([answer(caller, `the word is ${SECRET}`)])
    const reply = await send(caller, after(guard([NO_SECRET])), 'tell me')
    expect([reply.status, text(reply.body)]).toEqual([246, `the word is ${SECRET}`])
  })

  test('texts are replaced in both directions, and in the log', async () => {
    provider.script([answer(caller, `again ${SECRET}`)])
    const both = { ...before(guard([REPLACE])), ...after(guard([REPLACE])) }
    const reply = await send(caller, both, `say ${SECRET}`)
    expect([reply.status, text(reply.body)]).toEqual([200, 'again [gone]'])
    expect(provider.requests[0]?.text).toContain('say [gone]')
    expect(provider.requests[0]?.text).not.toContain(SECRET)
    const log = await logOf(reply.response)
    expect(JSON.stringify(log)).not.toContain(SECRET)
    expect(JSON.stringify(log.request)).toContain('say [gone]')
  })

  test('placeholders are restored in the response and stay in the log', async () => {
    const tokenise = guard([{ id: 'default.pii', parameters: { action: 'tokenise' } }])
    provider.script([answer(caller, 'write to [EMAIL_ADDRESS_1] now')])
    const reply = await send(caller, before(tokenise), 'mail ada@example.com')
    expect(provider.requests[0]?.text).toContain('[EMAIL_ADDRESS_1]')
    expect(provider.requests[0]?.text).not.toContain('ada@example.com')
    expect(text(reply.body)).toBe('write to ada@example.com now')
    expect(JSON.stringify(await logOf(reply.response))).not.toContain('ada@example.com')
  })
})

test('a large body is checked and changed in the same way', async () => {
  const filler = 'harmless words. '.repeat(40_000)
  provider.script(['hello', 'hello'])
  const denied = await send('chat', before(guard([NO_SECRET], { deny: true })), `${filler}${SECRET}`)
  expect([denied.status, provider.requests.length]).toEqual([446, 0])
  const changed = await send('chat', before(guard([REPLACE])), `${filler}${SECRET}`)
  expect(changed.status).toBe(200)
  expect(provider.requests[0]?.text).toContain('[gone]')
  expect(provider.requests[0]?.text).not.toContain(SECRET)
  const translated = await send('messages', before(guard([REPLACE])), `${filler}${SECRET}`)
  expect(translated.status).toBe(200)
  expect(provider.requests[0]?.text).not.toContain(SECRET)
})

test('a large response is checked and changed in the same way', async () => {
  const filler = 'harmless words. '.repeat(40_000)
  provider.script([`${filler}${SECRET}`])
  const denied = await send('chat', after(guard([NO_SECRET], { deny: true })), 'x')
  expect([denied.status, denied.bytes.includes(SECRET)]).toEqual([446, false])
  provider.script([`${filler}${SECRET}`])
  const changed = await send('chat', after(guard([REPLACE])), 'x')
  expect([changed.status, changed.bytes.includes(SECRET), changed.bytes.includes('[gone]')]).toEqual([200, false, true])
  expect(changed.body.hook_results.after_request_hooks).toHaveLength(1)
})

test('446 and 246 are statuses for retry and fallback', async () => {
  provider.script([`bad ${SECRET}`, 'good'])
  const retried = { ...after(guard([NO_SECRET], { deny: true })), retry: { attempts: 1, on_status_codes: [446] } }
  const first = await send('chat', retried, 'x')
  expect([first.status, provider.requests.length]).toEqual([200, 2])

  provider.script([`bad ${SECRET}`, 'other'])
  const fallback = {
    strategy: { mode: 'fallback', on_status_codes: [246] },
    targets: [after(guard([NO_SECRET])), TARGET],
  }
  const second = await send('chat', fallback, 'x')
  expect([second.status, CALLERS.chat.text(second.body), provider.requests.length]).toEqual([200, 'other', 2])

  provider.script(['other'])
  const denied = {
    strategy: { mode: 'fallback', on_status_codes: [446] },
    targets: [before(guard([NO_SECRET], { deny: true, soft_deny: true })), TARGET],
  }
  const third = await send('chat', denied, SECRET)
  expect([third.status, CALLERS.chat.text(third.body), provider.requests.length]).toEqual([200, 'other', 1])
})

test('a cache hit runs output guardrails again on the response as it came', async () => {
  provider.script([`the word is ${SECRET}`])
  const ask = `cached ${crypto.randomUUID()}`
  const cached = { ...TARGET, cache: { mode: 'simple' } }
  const plain = await send('chat', cached, ask)
  expect(CALLERS.chat.text(plain.body)).toContain(SECRET)
  const changed = await send('chat', { ...cached, after_request_hooks: [guard([REPLACE])] }, ask)
  expect([changed.response.headers.get('x-gateway-cache-status'), CALLERS.chat.text(changed.body)]).toEqual([
    'HIT',
    'the word is [gone]',
  ])
  const denied = await send('chat', { ...cached, after_request_hooks: [guard([NO_SECRET], { deny: true })] }, ask)
  expect([denied.status, denied.bytes.includes(SECRET), provider.requests.length]).toEqual([446, false, 0])
})

test('what a redacting guardrail returned is not what is cached', async () => {
  provider.script([`the word is ${SECRET}`])
  const ask = `cached ${crypto.randomUUID()}`
  const cached = { ...TARGET, cache: { mode: 'simple' } }
  const changed = await send('chat', { ...cached, after_request_hooks: [guard([REPLACE])] }, ask)
  expect(CALLERS.chat.text(changed.body)).toBe('the word is [gone]')
  const plain = await send('chat', cached, ask)
  expect(plain.response.headers.get('x-gateway-cache-status')).toBe('HIT')
  expect(CALLERS.chat.text(plain.body)).toContain(SECRET)
  expect(plain.body.hook_results).toBeUndefined()
})

test.each([
  ['a body that is not JSON', { body: 'hello', headers: { 'content-type': 'text/plain' } }],
  ['JSON of another shape', { body: '["hunter2"]', headers: { 'content-type': 'application/json' } }],
  ['broken JSON', { body: '{"choices":[', headers: { 'content-type': 'application/json' } }],
])('%s is denied by a denying output guardrail, and passes another', async (_, answer) => {
  provider.script([answer, answer])
  const raw = async (config: object) => {
    const headers = { 'content-type': 'application/json', 'x-gateway-config': JSON.stringify(config) }
    const body = JSON.stringify(CALLERS.chat.body('x'))
    const response = await gateway.fetch('/v1/chat/completions', { method: 'POST', headers, body })
    return [response.status, await response.text()] as const
  }
  expect((await raw(after(guard([NO_SECRET], { deny: true }))))[0]).toBe(446)
  expect(await raw(after(guard([NO_SECRET])))).toEqual([200, answer.body])
})

test('an unreachable webhook denies under deny, and does not otherwise', async () => {
  const webhook = { id: 'default.webhook', parameters: { webhookURL: 'http://127.0.0.1:9/', timeout: 500 } }
  provider.script(['hello'])
  const denied = await send('chat', before(guard([webhook], { deny: true })), 'x')
  expect([denied.status, provider.requests.length]).toEqual([446, 0])
  expect(denied.body.hook_results.before_request_hooks[0]).toMatchObject({
    verdict: false,
    checks: [{ verdict: false, error: { message: expect.any(String) } }],
  })
  const passed = await send('chat', before(guard([webhook])), 'x')
  expect(passed.status).toBe(200)
})

test('token ids hide their text, so a denying guardrail denies them', async () => {
  const headers = {
    'content-type': 'application/json',
    'x-gateway-config': JSON.stringify(before(guard([NO_SECRET], { deny: true }))),
  }
  const body = JSON.stringify({ model: 'm', prompt: [1, 2, 3] })
  const response = await gateway.fetch('/v1/completions', { method: 'POST', headers, body })
  expect(response.status).toBe(446)
})

test('a member that is there twice is refused: the provider might read the other one', async () => {
  const headers = {
    'content-type': 'application/json',
    'x-gateway-config': JSON.stringify(before(guard([NO_SECRET], { deny: true }))),
  }
  const body = `{"model":"m","messages":[{"role":"user","content":"${SECRET}","content":"fine"}]}`
  const response = await gateway.fetch('/v1/chat/completions', { method: 'POST', headers, body })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code: 'duplicate_member' } })
})

test('pass-through with a known format is checked, and its body gains nothing', async () => {
  provider.script(['hello'])
  const headers = (config: object) => ({
    'content-type': 'application/json',
    'x-gateway-config': JSON.stringify(config),
  })
  const path = '/v1/proxy/chat/completions'
  const denied = await gateway.fetch(path, {
    method: 'POST',
    headers: headers(before(guard([NO_SECRET], { deny: true }))),
    body: JSON.stringify(CALLERS.chat.body(SECRET)),
  })
  expect(denied.status).toBe(446)
  const passed = await gateway.fetch(path, {
    method: 'POST',
    headers: headers(before(guard([NO_SECRET]))),
    body: JSON.stringify(CALLERS.chat.body(SECRET)),
  })
  expect(passed.status).toBe(246)
  expect(await passed.json()).not.toHaveProperty('hook_results')
})

test('async and shadow guardrails change nothing, and are recorded', async () => {
  provider.script(['hello'])
  const reply = await send(
    'chat',
    before(guard([NO_SECRET], { deny: true, async: true }, 'beside'), guard([REPLACE], { shadow: true }, 'shadow')),
    SECRET,
  )
  expect([reply.status, reply.body.hook_results]).toEqual([200, undefined as never])
  expect(provider.requests[0]?.text).toContain(SECRET)
  const log = await logOf(reply.response)
  const ids = JSON.stringify(log)
  expect(ids).toContain('beside')
  expect(ids).toContain('shadow')
})

test.each([
  ['on_fail', SECRET, 246, -5],
  ['on_success', 'harmless', 200, 7],
] as const)(
  'feedback of %s is written with the verdict, and not for an Admin key',
  async (action, text, status, value) => {
    const feedback = (one: number) => ({ feedback: { value: one, weight: 1, metadata: { why: action } } })
    const config = before(guard([NO_SECRET], { on_fail: feedback(-5), on_success: feedback(7) }))
    const ask = async (key: string) => {
      provider.script(['hello'])
      const headers = { 'content-type': 'application/json', 'x-gateway-config': JSON.stringify(config) }
      const body = JSON.stringify(CALLERS.chat.body(text))
      const response = await gateway.fetch('/v1/chat/completions', { method: 'POST', key, headers, body })
      expect(response.status).toBe(status)
      await response.text()
      return response
    }
    const feedbackOf = async (response: Response, key: string) => {
      const call = (path: string) => gateway.fetch(path, { key })
      return (await waitForLog(call, response.headers.get('x-gateway-trace-id'))).feedback
    }
    const byAdmin = await ask(gateway.adminKey)
    const byWorkspace = await ask(gateway.workspaceKey)
    const written = await eventually('the feedback', async () => {
      const found = await feedbackOf(byWorkspace, gateway.workspaceKey)
      return found.length > 0 && found
    })
    expect(written).toEqual([
      expect.objectContaining({ value, weight: 1, metadata: expect.objectContaining({ why: action }) }),
    ])
    // The Admin key's request came first, so its feedback would be there by now.
    expect(await feedbackOf(byAdmin, gateway.adminKey)).toEqual([])
  },
)

test('the timeline has guardrails in the order in which they ran', async () => {
  const both = {
    ...TARGET,
    before_request_hooks: [guard([NO_SECRET], {}, 'first'), guard([NO_SECRET], { async: true }, 'beside')],
    after_request_hooks: [guard([NO_SECRET], {}, 'last')],
  }
  provider.script(['hello'])
  const replies = await Promise.all(Array.from({ length: 16 }, (_, i) => send('chat', both, `hi ${i}`)))
  for (const { response } of replies) {
    const { decisions, attempts } = (await logOf(response)) as unknown as {
      decisions: { kind: string; at: number; duration: number; reason: string }[]
      attempts: { start: number; duration: number }[]
    }
    const at = (kind: string, words = '') =>
      decisions.find((one) => one.kind === kind && one.reason.includes(words)) ?? { at: -1, duration: 0 }
    const planned = at('planned')
    const [first, last] = [at('guardrail', ' first:'), at('guardrail', ' last:')]
    const [attempt] = attempts
    expect([first.at >= planned.at + planned.duration, first.at <= attempt!.start]).toEqual([true, true])
    // Times are rounded to microseconds.
    expect(last.at).toBeGreaterThanOrEqual(attempt!.start + attempt!.duration - 0.01)
    const times = decisions.filter(({ kind }) => kind === 'guardrail').map((one) => one.at)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  }
})
