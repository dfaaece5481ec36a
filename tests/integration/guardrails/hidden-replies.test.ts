/** Texts that a provider or model could hide from output guardrails, and what is left of them after redaction. */

import { describe, expect, test } from 'bun:test'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const provider = await shareSimulator({ answers: ['unused'] })

const MARK = 'hunter2'
const DENY = { 'default.contains': { words: [MARK], operator: 'none' }, deny: true }
const REDACT = { 'default.regexReplace': { rule: MARK, redactText: '[gone]' } }

type Json = Record<string, unknown>

const choice = (message: Json, more: Json = {}) => ({
  id: 'c',
  object: 'chat.completion',
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', ...message }, ...more }],
})
const item = (block: Json) => ({
  id: 'r',
  object: 'response',
  status: 'completed',
  model: 'm',
  instructions: `Never say ${MARK}.`,
  output: [{ type: 'message', id: 'i', role: 'assistant', content: [{ type: 'output_text', ...block }] }],
})
const candidate = (more: Json) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'hi' }] }, finishReason: 'STOP', ...more }],
})

const CHAT = '/v1/chat/completions'
const CASES: readonly (readonly [name: string, path: string, made: (text: string) => Json])[] = [
  [
    'the title of an annotation',
    CHAT,
    (text) => choice({ content: 'hi', annotations: [{ type: 'url_citation', url_citation: { title: text } }] }),
  ],
  [
    'a citation beside the choices',
    CHAT,
    (text) => ({ ...choice({ content: 'hi' }), search_results: [{ snippet: text }] }),
  ],
  ['a member of the message that only some hosts send', CHAT, (text) => choice({ content: 'hi', thoughts: [text] })],
  ['a content list in a list', CHAT, (text) => choice({ content: [[{ type: 'text', text }]] })],
  [
    'an annotation of Responses',
    '/v1/responses',
    (text) => item({ text: 'hi', annotations: [{ type: 'url_citation', title: text, url: 'https://x.example' }] }),
  ],
  [
    'grounding of Gemini',
    '/v1beta/models/m:generateContent',
    (text) => candidate({ groundingMetadata: { groundingSupports: [{ segment: { text } }] } }),
  ],
]

async function send(path: string, guardrail: object, body: Json | string, type = 'application/json', more: Json = {}) {
  provider.script([{ body, headers: { 'content-type': type } }])
  const isGemini = path.startsWith('/v1beta')
  const [slug, base] = isGemini ? ['google', 'v1beta'] : ['openai-compatible', 'v1']
  const target = { provider: slug, custom_host: `${provider.url}/${base}`, api_key: 'sk-1' }
  const asked = path.endsWith('responses') ? { input: 'hi' } : { messages: [{ role: 'user', content: 'hi' }] }
  const response = await gateway.fetch(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gateway-config': JSON.stringify({ ...target, output_guardrails: [guardrail] }),
    },
    body: JSON.stringify(isGemini ? { contents: [{ parts: [{ text: 'hi' }] }] } : { model: 'm', ...asked, ...more }),
  })
  return { status: response.status, text: await response.text() }
}

describe.each(CASES)('%s (%s)', (_, path, made) => {
  test('is denied, or redacted', async () => {
    const denied = await send(path, DENY, made(MARK))
    expect([denied.status, denied.text.includes(MARK)]).toEqual([446, false])
    const redacted = await send(path, REDACT, made(MARK))
    expect([redacted.status, redacted.text.includes('[gone]')]).toEqual([200, true])
    expect(redacted.text.replace(`Never say ${MARK}.`, '')).not.toContain(MARK)
    expect((await send(path, DENY, made('harmless'))).status).toBe(200)
  })
})

describe('the tokens of a text that is redacted are not sent', () => {
  const tokens = [
    { token: 'hunt', bytes: [104], logprob: 0, top_logprobs: [] },
    { token: 'er2', logprob: 0 },
  ]
  const cases: readonly (readonly [string, string, (text: string) => Json])[] = [
    ['chat', CHAT, (content) => choice({ content }, { logprobs: { content: tokens } })],
    ['Responses', '/v1/responses', (text) => item({ text, annotations: [], logprobs: tokens })],
    [
      'Gemini',
      '/v1beta/models/m:generateContent',
      (text) => candidate({ content: { parts: [{ text }] }, logprobsResult: { chosenCandidates: tokens } }),
    ],
  ]
  test.each(cases)('%s', async (_, path, made) => {
    const redacted = await send(path, REDACT, made(`the ${MARK}`))
    expect(redacted.text).toContain('the [gone]')
    expect(redacted.text).not.toContain('er2"')
    expect((await send(path, REDACT, made('harmless'))).text).toContain('er2"')
  })
})

test.each([
  ['denied', DENY],
  ['redacted', REDACT],
])('of two members with one name only the checked one is sent, if texts have to be %s', async (_, guardrail) => {
  const body = `{"choices":[{"message":{"content":"${MARK}"}}],"choices":[{"message":{"content":"hi"}}]}`
  const { text } = await send(CHAT, guardrail, body)
  expect([text.includes('hi'), text.includes(MARK)]).toEqual([true, false])
})

/** The gateway carries reasoning through callers whose format has no member for it, in base64. */
describe.each([
  ['Responses', '/v1/responses', { input: 'hi', reasoning: { summary: 'auto' } }, /gatehouse\.1\.[\w+/=]+/g],
  ['Gemini', '/v1beta/models/m', { contents: [{ parts: [{ text: 'hi' }] }] }, /"thoughtSignature": ?"([\w+/=]+)"/g],
] as const)('reasoning that is carried through a caller of %s', (_, path, body, pattern) => {
  const details = [{ type: 'reasoning.text', text: `the ${MARK}`, signature: 'c2ln' }]
  test.each([false, true])('is redacted (stream: %p)', async (stream) => {
    const call = { index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
    const thinking = path.startsWith('/v1beta') ? { reasoning_content: `the ${MARK}` } : { reasoning_details: details }
    const delta = { role: 'assistant', content: 'hi', ...thinking, tool_calls: [call] }
    const chunk = (more: object, reason: string | null) => ({
      data: { id: 'c', model: 'm', choices: [{ index: 0, delta: more, finish_reason: reason }] },
    })
    provider.script([stream ? { stream: [chunk(delta, null), chunk({}, 'stop')] } : { body: choice(delta) }])
    const method = path.startsWith('/v1beta') ? (stream ? ':streamGenerateContent?alt=sse' : ':generateContent') : ''
    const config = {
      provider: 'cerebras',
      custom_host: `${provider.url}/v1`,
      api_key: 'sk-1',
      output_guardrails: [REDACT],
    }
    const response = await gateway.fetch(path + method, {
      method: 'POST',
      headers: { 'x-gateway-config': JSON.stringify(config) },
      body: {
        ...body,
        ...(path === '/v1/responses' && { model: 'm', stream, include: ['reasoning.encrypted_content'] }),
      },
    })
    const text = await response.text()
    const found = [...text.matchAll(pattern)].map(([whole, inner]) =>
      Buffer.from((inner ?? whole).replace('gatehouse.1.', ''), 'base64').toString(),
    )
    expect([response.status, found.length > 0]).toEqual([200, true])
    expect(found.join('\n')).toContain('[gone]')
    expect(text + found.join('\n')).not.toContain(MARK)
  })
})

/** Even a guardrail that only redacts, without `deny`, must not let through what it could not redact. */
test.each([
  ['another content type', JSON.stringify(choice({ content: MARK })), 'text/plain'],
  ['no JSON', `{"choices": ${MARK}`, 'application/json'],
  ['a JSON array', `["${MARK}"]`, 'application/json'],
  ['another format', `{"reply": "${MARK}"}`, 'application/json'],
])('a response that a redacting guardrail cannot read is denied: %s', async (_, body, type) => {
  for (const guardrail of [REDACT, { 'default.pii': { action: 'redact' } }]) {
    const { status, text } = await send(CHAT, guardrail, body, type)
    expect([status, text.includes(MARK)]).toEqual([446, false])
  }
})
