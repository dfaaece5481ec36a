import { expect, test } from 'bun:test'
import { Capture } from '../relay/capture.ts'
import { FinishScan, isFinished } from './finish-scan.ts'

const finished = (text: string) => isFinished(Capture.of(Buffer.from(text), 256 * 1024))
/** Like `finished`, but the capture keeps only a few bytes of the head, and nothing of the middle. */
function finishedInChunks(text: string, chunkBytes: number): boolean {
  const bytes = Buffer.from(text)
  const answer = new Capture(100)
  let scan: FinishScan | null = null
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes)
    if (answer.isCutBy(chunk.length)) {
      scan ??= FinishScan.after(answer.head())
      scan.push(chunk)
    }
    answer.push(chunk)
  }
  return isFinished(answer, scan)
}
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
  ['Responses, a function call', sse({ type: 'response.function_call_arguments.done', arguments: '{}' })],
  ['Responses, an item', sse({ type: 'response.output_item.done', item: { type: 'function_call', arguments: '{}' } })],
  ['Responses, a part', sse({ type: 'response.content_part.done', part: { type: 'output_text', text: 'Hi' } })],
  ['Responses, a refusal', sse({ type: 'response.refusal.done', refusal: 'No' })],
  ['Responses, a summary', sse({ type: 'response.reasoning_summary_text.done', text: 'Hm' })],
  ['Responses with a long text', sse({ type: 'response.output_text.done', text: 'word '.repeat(9_000) })],
  ['Messages, a block', sse({ type: 'content_block_delta' }, { type: 'content_block_stop', index: 0 })],
  ['chat, with keep-alive comments after it', sse(chat({}, 'stop')) + ': keep-alive\n\n'.repeat(3_000)],
  [
    'Responses whose text names an event',
    sse({ type: 'response.output_text.done', text: 'response.output_text.delta' }),
  ],
])('the end of the text is recognised in %s', (_format, text) => {
  expect(finished(text)).toBe(true)
  expect(finished(sse(word) + text)).toBe(true)
  for (const size of [7, 64, 1_000, 1_000_000]) expect(finishedInChunks(sse(word) + text, size)).toBe(true)
  expect(finishedInChunks(text + ': keep-alive\n\n'.repeat(3_000), 64)).toBe(true)
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
  ['the next item of a response', sse({ type: 'response.output_item.done' }, { type: 'response.output_item.added' })],
  ['the next block of Messages', sse({ type: 'content_block_stop' }, { type: 'content_block_start' })],
  ['a model that writes such a member', sse(chat({ content: '"finish_reason":"stop", "stop_reason" : "x"' }, null))],
  ['a stream that has said its last word', `${sse(word, chat({}, 'stop'))}data: [DONE]\n\n`],
])('%s is no end that leaves something to come', (_name, text) => {
  expect(finished(text)).toBe(false)
  for (const size of [7, 64, 1_000]) expect(finishedInChunks(text, size)).toBe(false)
})

test('a model that writes the last line of a stream does not end it', () => {
  expect(finished(sse(chat({ content: '\ndata: [DONE]\n' }, 'stop')))).toBe(true)
  expect(finished(`${sse(chat({}, 'stop'))}data: {"choices":[],"note":"\\ndata: [DONE]`)).toBe(true)
})
