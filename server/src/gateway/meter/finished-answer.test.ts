import { expect, test } from 'bun:test'
import { Capture } from '../answer/capture.ts'
import { isFinished } from './finished-answer.ts'

const finished = (text: string) => isFinished(Capture.of(Buffer.from(text), 256 * 1024))
const sse = (...events: readonly unknown[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')
const chat = (delta: object, reason: string | null) => ({ choices: [{ index: 0, delta, finish_reason: reason }] })
const word = chat({ content: 'Hi' }, null)

test.each<[string, string]>([
  ['chat', sse(word, chat({}, 'stop'))],
  ['chat, with a space after the colon', 'data: {"choices": [{"delta": {}, "finish_reason": "length"}]}\n\n'],
  ['completions', sse({ choices: [{ text: 'Hi', finish_reason: 'stop' }] })],
  ['Messages', sse({ type: 'message_delta', delta: { stop_reason: 'end_turn' } })],
  ['Gemini', sse({ candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] })],
  ['Converse', '\0\0\x01:event-type\x07\0\x0bmessageStop{"p":"ab","stopReason":"end_turn"}\x12\x34'],
  [
    'Responses',
    sse({ type: 'response.output_text.delta', delta: 'Hi' }, { type: 'response.output_text.done', text: 'Hi' }),
  ],
])('the end of the text is recognised in %s', (_format, text) => {
  expect(finished(text)).toBe(true)
  expect(finished(sse(...Array.from({ length: 9_000 }, () => word)) + text)).toBe(true)
})

test.each<[string, string]>([
  ['nothing', ''],
  ['a word of chat', sse(word)],
  [
    'a word of Messages',
    sse({ type: 'message_start', message: { stop_reason: null } }, { type: 'content_block_delta' }),
  ],
  [
    'the second text of a response',
    sse({ type: 'response.output_text.done' }, { type: 'response.output_text.delta', delta: 'more' }),
  ],
  ['a model that writes such a member', sse(chat({ content: '"finish_reason":"stop", "stop_reason" : "x"' }, null))],
  ['a stream that has said its last word', `${sse(word, chat({}, 'stop'))}data: [DONE]\n\n`],
])('%s is no end that leaves something to come', (_name, text) => {
  expect(finished(text)).toBe(false)
})

test('a model that writes the last line of a stream does not end it', () => {
  expect(finished(sse(chat({ content: '\ndata: [DONE]\n' }, 'stop')))).toBe(true)
  expect(finished(`${sse(chat({}, 'stop'))}data: {"choices":[],"note":"\\ndata: [DONE]`)).toBe(true)
})
