import { expect, test } from 'bun:test'
import { type HeadVerdict, StreamHead } from './stream-head.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const sse = (...data: unknown[]) =>
  data.map((item) => `data: ${typeof item === 'string' ? item : JSON.stringify(item)}\n\n`).join('')
const named = (...data: { type: string }[]) =>
  data.map((item) => `event: ${item.type}\ndata: ${JSON.stringify(item)}\n\n`).join('')

const role = { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] }
const word = { choices: [{ index: 0, delta: { content: 'Grüße 😀' }, finish_reason: null }] }
const messageStart = { type: 'message_start', message: { id: 'm', content: [], usage: { input_tokens: 1 } } }
const blockStart = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }
const created = { type: 'response.created', response: { id: 'r', error: null } }

type Expected = HeadVerdict['kind'] | number

const FIXTURES: readonly (readonly [name: string, text: string, verdict: Expected])[] = [
  ['OpenAI: role, then a word', sse(role, word), 'content'],
  ['OpenAI: role only', sse(role), 'waiting'],
  [
    'OpenAI: role with nulls only',
    sse({ choices: [{ delta: { role: 'assistant', content: null, refusal: null } }] }),
    'waiting',
  ],
  ['OpenAI: a finish without a word', sse(role, { choices: [{ delta: {}, finish_reason: 'stop' }] }), 'content'],
  ['OpenAI: a tool call', sse({ choices: [{ delta: { tool_calls: [{ index: 0 }] } }] }), 'content'],
  ['OpenAI: a completion’s text', sse({ choices: [{ text: '' }] }, { choices: [{ text: 'x' }] }), 'content'],
  ['OpenAI: content filter results before any choice', sse({ choices: [], prompt_filter_results: [] }), 'waiting'],
  ['OpenAI: an error first', sse({ error: { message: 'Boom', type: 'server_error', code: null } }), 502],
  [
    'OpenAI: a rate limit after the role',
    sse(role, { error: { message: 'Slow', type: 'requests', code: 'rate_limit_exceeded' } }),
    429,
  ],
  ['OpenAI: an error with a numeric code', sse({ error: { message: 'Slow', code: 429 } }), 429],
  ['OpenAI: no quota', sse({ error: { message: 'Pay', type: 'insufficient_quota' } }), 429],
  [
    'Mistral: a failed generation',
    sse(role, { choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error' }] }),
    502,
  ],
  [
    'OpenRouter: a failed generation',
    sse(role, { choices: [{ index: 0, delta: {}, finish_reason: 'error', error: { code: 429, message: 'Slow' } }] }),
    429,
  ],
  [
    'Mistral: a last word and a failure',
    sse(role, { choices: [{ index: 0, delta: { content: 'x' }, finish_reason: 'error' }] }),
    'content',
  ],
  ['OpenAI: error null is no error', sse({ ...word, error: null }), 'content'],
  ['nothing but the end', sse('[DONE]'), 'content'],
  [
    'Anthropic: start, block, ping, a word',
    named(messageStart, blockStart, { type: 'ping' }, { type: 'content_block_delta' }),
    'content',
  ],
  ['Anthropic: preliminaries only', named(messageStart, { type: 'ping' }, blockStart), 'waiting'],
  [
    'Anthropic: overloaded',
    named(messageStart, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } as {
      type: string
    }),
    529,
  ],
  [
    'Anthropic: a rate limit',
    named({ type: 'error', error: { type: 'rate_limit_error', message: 'Slow' } } as { type: string }),
    429,
  ],
  [
    'Anthropic: another error',
    named({ type: 'error', error: { type: 'api_error', message: 'Oops' } } as { type: string }),
    502,
  ],
  [
    'Responses: created, in progress, an item',
    named(created, { type: 'response.in_progress' }, { type: 'response.output_item.added' }),
    'content',
  ],
  ['Responses: created and queued', named(created, { type: 'response.queued' }), 'waiting'],
  [
    'Responses: an error event',
    named(created, { type: 'error', code: 'rate_limit_exceeded', message: 'Slow' } as { type: string }),
    429,
  ],
  [
    'Responses: failed',
    named(created, { type: 'response.failed', response: { error: { code: 'server_error', message: 'Oops' } } } as {
      type: string
    }),
    502,
  ],
  ['comments and empty events', `: hello\n\n:\n\nevent: x\n\nretry: 5\n\n\n\n${sse(word)}`, 'content'],
  ['comments only', ': ping\n\n: ping\n\n', 'waiting'],
  ['data over several lines', `data: {"choices":\ndata: [{"delta":{"content":"x"}}]}\n\n`, 'content'],
  ['no space after the colon', `data:${JSON.stringify({ error: { message: 'x' } })}\n\n`, 502],
  ['an event that has not ended', `data: ${JSON.stringify(word)}\n`, 'waiting'],
  ['a byte order mark', `\ufeff${sse({ error: { message: 'x' } })}`, 502],
  ['an unknown format', sse('plain words'), 'content'],
  ['a number', sse('42'), 'content'],
]

/** The first verdict that is not `waiting`, as the plan sees it. */
function judge(chunks: readonly Uint8Array[]): Expected {
  const head = new StreamHead()
  for (const chunk of chunks) {
    const verdict = head.push(chunk)
    if (verdict.kind === 'error') return verdict.status
    if (verdict.kind === 'content') return 'content'
  }
  return 'waiting'
}

const LINE_ENDS: readonly (readonly [name: string, end: string])[] = [
  ['LF', '\n'],
  ['CRLF', '\r\n'],
  ['CR', '\r'],
]

for (const [lineEnd, end] of LINE_ENDS) {
  test.each(FIXTURES)(`%s, cut at every byte, with ${lineEnd}`, (_name, text, expected) => {
    const bytes = encode(text.replaceAll('\n', end))
    for (let cut = 0; cut <= bytes.length; cut++)
      expect([cut, judge([bytes.subarray(0, cut), bytes.subarray(cut)])]).toEqual([cut, expected])
    expect(judge([...bytes].map((byte) => Uint8Array.of(byte)))).toBe(expected)
  })
}

test('the message of an error event is reported, up to a limit', () => {
  const verdict = new StreamHead().push(encode(sse({ error: { message: 'x'.repeat(1000) } })))
  expect(verdict).toEqual({ kind: 'error', status: 502, message: 'x'.repeat(200) })
})
