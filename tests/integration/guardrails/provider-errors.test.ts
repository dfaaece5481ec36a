/** Errors of providers can repeat the prompt or personal data: output guardrails check them too, whole and streamed. */

import { expect, test } from 'bun:test'
import type { Answer } from '../../../simulators/answer.ts'
import { type Simulator, startSimulator } from '../../../simulators/simulator.ts'
import { atOwnPath as at } from '../../harness/at-own-path.ts'
import { waitForLog } from '../../harness/read-logs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()

const MARK = 'hunter2-secret'
const WORDS = { 'default.contains': { words: [MARK], operator: 'none' } }
const DENY = { ...WORDS, deny: true }
const REDACT = { 'default.pii': { types: ['EMAIL_ADDRESS'], action: 'redact' } }

const errorOf = (message: string) => ({ error: { message, type: 'invalid_request_error', code: null } })

async function ask(config: object, body: object = {}) {
  const response = await gateway.chat(config, { body })
  const text = await response.text()
  return { status: response.status, text, headers: response.headers }
}

/** A provider that is down. */
const gone = await startSimulator({ answers: ['never'] })
await gone.stop()

const guarded = (provider: Simulator, guardrails: readonly object[], more: object = {}) =>
  at(provider, { output_guardrails: guardrails, ...more })

const logOf = (headers: Headers) =>
  waitForLog((path, options) => gateway.fetch(path, options), headers.get('x-gateway-trace-id'))

test.each([false, true])(
  'a denied error keeps its status and Retry-After, and loses its text (stream: %p)',
  async (stream) => {
    const body = errorOf(`Your prompt "${MARK}" is too much.`)
    await using provider = await startSimulator({
      answers: [{ status: 429, body, retryAfter: '7', headers: { 'x-echo': MARK } }],
    })
    const { status, text, headers } = await ask(guarded(provider, [DENY]), { stream })
    expect([status, headers.get('retry-after'), headers.get('x-echo')]).toEqual([429, '7', null])
    expect(text).not.toContain(MARK)
    expect(JSON.parse(text)).toMatchObject({
      error: { type: 'hooks_failed' },
      hook_results: { after_request_hooks: [{ verdict: false, deny: true }] },
    })
    const log = await logOf(headers)
    expect(log).toMatchObject({ status_code: 429, guardrails: [{ direction: 'output', verdict: 'denied' }] })
    expect(JSON.stringify([log.response, log.hook_results, log.decisions])).not.toContain(MARK)
  },
)

test('personal data in an error is redacted; every other byte stays', async () => {
  const sent = '{"error": {"message": "No user ada@example.com", "param":null, "n": 1.0}}'
  const json = { 'content-type': 'application/json' }
  await using provider = await startSimulator({ answers: [{ status: 404, body: sent, headers: json }] })
  const { status, text, headers } = await ask(guarded(provider, [REDACT]))
  const shown = sent.replace('ada@example.com', '[EMAIL_ADDRESS]')
  expect([status, text]).toEqual([404, shown])
  expect(JSON.stringify((await logOf(headers)).response)).not.toContain('ada@example.com')
})

test('an error without findings leaves as it came', async () => {
  const sent = '{"error" : {"message":"The model does not exist"}}'
  const json = { 'content-type': 'application/json' }
  await using provider = await startSimulator({ answers: [{ status: 404, body: sent, headers: json }] })
  expect(await ask(guarded(provider, [DENY, REDACT]))).toMatchObject({ status: 404, text: sent })
})

const HIDDEN: readonly (readonly [string, Answer])[] = [
  ['in plain text', { status: 502, body: `Bad gateway: ${MARK}`, headers: { 'content-type': 'text/plain' } }],
  ['in HTML', { status: 502, body: `<p>${MARK}</p>`, headers: { 'content-type': 'text/html' } }],
  ['with escapes', { status: 400, body: '{"error":{"message":"\\u0068unter2-secret"}}' }],
  ['with escapes in broken JSON', { status: 400, body: '{"error":{"message":"\\u0068unter2-secret"}' }],
  ['in JSON in JSON', { status: 400, body: errorOf(JSON.stringify({ a: '\u0001', b: MARK })) }],
  ['in a member without a name that is known', { status: 400, body: { detail: [{ input: MARK }] } }],
  ['as the name of a member', { status: 400, body: { [MARK]: 1 } }],
  ['in a list', { status: 400, body: JSON.stringify([errorOf(MARK)]) }],
  ['compressed', { status: 400, body: errorOf(MARK), gzip: true, headers: { 'content-encoding': 'gzip' } }],
  ['longer than is checked', { status: 400, body: errorOf(`${'x'.repeat(40_000)} ${MARK}`) }],
  ['longer than is read', { status: 400, body: errorOf(`${'x'.repeat(400_000)} ${MARK}`) }],
  [
    'as a stream',
    {
      status: 400,
      body: `data: ${JSON.stringify(errorOf(MARK))}\n\n`,
      headers: { 'content-type': 'text/event-stream' },
    },
  ],
  [
    'in another charset',
    { status: 400, body: errorOf(MARK), headers: { 'content-type': 'application/json; charset=utf-7' } },
  ],
]

test.each(HIDDEN)('a text that is denied, %s, does not leave', async (_, answer) => {
  await using provider = await startSimulator({ answers: [answer] })
  const { status } = answer as { status: number }
  const denied = await ask(guarded(provider, [DENY]))
  expect([denied.status, denied.text.includes('hooks_failed')]).toEqual([status, true])
  expect(denied.text).not.toContain('unter2-secret')
  const reported = await ask(guarded(provider, [WORDS]))
  expect([reported.status, reported.text.includes('hooks_failed')]).toEqual([status, false])
})

test.each([
  [
    'after retries',
    (provider: Simulator) => guarded(provider, [DENY], { retry: { attempts: 1, on_status_codes: [503] } }),
  ],
  [
    'that a fallback keeps, because no later target responds',
    (provider: Simulator) => ({
      strategy: { mode: 'fallback' },
      targets: [guarded(provider, [DENY]), at(gone)],
    }),
  ],
])('an error %s is checked', async (_, configOf) => {
  await using provider = await startSimulator({ answers: [{ status: 503, body: errorOf(MARK) }] })
  const { status, text } = await ask(configOf(provider))
  expect([status, text.includes('hooks_failed'), text.includes(MARK)]).toEqual([503, true, false])
})

test('checks that require something of a response do not apply to errors', async () => {
  await using provider = await startSimulator({ answers: [{ status: 400, body: errorOf('Not this way.') }] })
  const requiring = [
    { 'default.jsonSchema': { schema: { type: 'object', required: ['a'] } }, deny: true },
    { 'default.contains': { words: ['please'], operator: 'any' }, deny: true },
    { 'default.wordCount': { minWords: 500, maxWords: 501 }, deny: true },
    { 'default.validUrls': {}, deny: true },
  ]
  const { status, text } = await ask(guarded(provider, requiring))
  expect([status, JSON.parse(text)]).toEqual([400, errorOf('Not this way.')])
})

test('a webhook gets the error with its status, and may replace it', async () => {
  await using evaluator = await startSimulator({
    answers: [{ body: { verdict: true, transformedData: { response: { json: errorOf('Replaced') } } } }],
  })
  await using provider = await startSimulator({ answers: [{ status: 418, body: errorOf('As the provider said') }] })
  const webhook = { 'default.webhook': { webhookURL: `${evaluator.url}/hook` }, deny: true }
  const { status, text } = await ask(guarded(provider, [webhook]))
  expect([status, JSON.parse(text)]).toEqual([418, errorOf('Replaced')])
  expect(evaluator.requests[0]!.json).toMatchObject({
    eventType: 'afterRequestHook',
    response: { statusCode: 418, json: errorOf('As the provider said') },
  })
})

test('what input guardrails tokenised is restored in an error, and not in its log', async () => {
  await using provider = await startSimulator({
    answers: [({ text }) => ({ status: 400, body: errorOf(/My[^"]*/.exec(text)?.[0] ?? '') })],
  })
  const tokenise = { 'default.pii': { types: ['EMAIL_ADDRESS'], action: 'tokenise' } }
  const messages = [{ role: 'user', content: 'My address is ada@example.com' }]
  const { status, text, headers } = await ask(at(provider, { input_guardrails: [tokenise] }), { messages })
  expect([status, JSON.parse(text)]).toEqual([400, errorOf('My address is ada@example.com')])
  expect(provider.requests[0]!.text).not.toContain('ada@')
  expect(JSON.stringify((await logOf(headers)).response)).not.toContain('ada@')
})

test('shadow guardrails report errors and change nothing', async () => {
  await using provider = await startSimulator({ answers: [{ status: 400, body: errorOf(MARK) }] })
  const { status, text, headers } = await ask(guarded(provider, [{ ...DENY, shadow: true }]))
  expect([status, JSON.parse(text)]).toEqual([400, errorOf(MARK)])
  expect((await logOf(headers)).guardrails).toMatchObject([{ verdict: 'would_deny' }])
})

test('an error event after content is checked before it leaves', async () => {
  const stream = ['Hello', { data: errorOf(`It was ${MARK}`) }]
  await using provider = await startSimulator({ answers: [{ stream, withoutDone: true }] })
  const denied = await ask(guarded(provider, [DENY]), { stream: true })
  expect([denied.text.includes('hooks_failed'), denied.text.includes(MARK)]).toEqual([true, false])
  const redacted = await startSimulator({
    answers: [{ stream: ['Hello', { data: errorOf('No user ada@example.com') }], withoutDone: true }],
  })
  const { text } = await ask(guarded(redacted, [REDACT]), { stream: true })
  expect([text.includes('No user [EMAIL_ADDRESS]'), text.includes('ada@')]).toEqual([true, false])
  await redacted.stop()
})
