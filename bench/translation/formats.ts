/** The same stream in every wire format, and the target that makes the gateway request it. */

import { eventFrame } from '../../simulators/wire/converse/event-frames.ts'
import { contentEvent, DONE_EVENT, USAGE_EVENT } from '../payloads.ts'

export type WireFormat = {
  readonly provider: string
  readonly model: string
  readonly contentType: string
  /** The events before the words, each word, and the events after them. */
  readonly opening: readonly Uint8Array[]
  word(index: number): Uint8Array
  readonly closing: readonly Uint8Array[]
  target(url: string): object
}

const SSE = 'text/event-stream'
const KEY = { api_key: 'bench' }

const FINISH_EVENT = Buffer.from(
  'data: {"id":"chatcmpl-bench","object":"chat.completion.chunk","created":1760000000,"model":"bench-stream",' +
    '"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
)

function named(type: string, data: object): Uint8Array {
  return Buffer.from(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
}

export const FORMATS: Readonly<Record<string, WireFormat>> = {
  openai: {
    provider: 'openai-compatible',
    model: 'bench-stream',
    contentType: SSE,
    opening: [],
    word: contentEvent,
    closing: [FINISH_EVENT, USAGE_EVENT, DONE_EVENT],
    target: (url) => ({ provider: 'openai-compatible', custom_host: `${url}/openai/v1`, ...KEY }),
  },
  anthropic: {
    provider: 'anthropic',
    model: 'claude-sonnet-4-5',
    contentType: SSE,
    opening: [
      named('message_start', {
        message: {
          id: 'msg_01',
          type: 'message',
          role: 'assistant',
          model: 'claude-sonnet-4-5',
          content: [],
          usage: { input_tokens: 182, output_tokens: 1 },
        },
      }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ],
    word: (index) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: ` word${index}` } }),
    closing: [
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 200 } }),
      named('message_stop', {}),
    ],
    target: (url) => ({ provider: 'anthropic', custom_host: `${url}/anthropic/v1`, ...KEY }),
  },
  gemini: {
    provider: 'google',
    model: 'gemini-2.5-flash',
    contentType: SSE,
    opening: [],
    word: (index) => gemini({ parts: [{ text: ` word${index}` }], role: 'model' }, {}),
    closing: [gemini({ parts: [{ text: '' }], role: 'model' }, { finishReason: 'STOP' })],
    target: (url) => ({ provider: 'google', custom_host: `${url}/gemini/v1beta`, ...KEY }),
  },
  converse: {
    provider: 'bedrock',
    model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
    contentType: 'application/vnd.amazon.eventstream',
    opening: [eventFrame('messageStart', { role: 'assistant', p: 'abcdefgh' })],
    word: (index) =>
      eventFrame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: ` word${index}` }, p: 'abcdefghijkl' }),
    closing: [
      eventFrame('contentBlockStop', { contentBlockIndex: 0, p: 'abc' }),
      eventFrame('messageStop', { stopReason: 'end_turn', p: 'abc' }),
      eventFrame('metadata', { usage: { inputTokens: 182, outputTokens: 200, totalTokens: 382 }, p: 'abc' }),
    ],
    target: (url) => ({ provider: 'bedrock', custom_host: `${url}/converse`, cloud_c_region: 'us-east-1', ...KEY }),
  },
  cohere: {
    provider: 'cohere',
    model: 'command-a-03-2025',
    contentType: SSE,
    opening: [
      named('message-start', { id: 'c-1', delta: { message: { role: 'assistant', content: [] } } }),
      named('content-start', { index: 0, delta: { message: { content: { type: 'text', text: '' } } } }),
    ],
    word: (index) => named('content-delta', { index: 0, delta: { message: { content: { text: ` word${index}` } } } }),
    closing: [
      named('content-end', { index: 0 }),
      named('message-end', {
        delta: { finish_reason: 'COMPLETE', usage: { tokens: { input_tokens: 182, output_tokens: 200 } } },
      }),
    ],
    target: (url) => ({ provider: 'cohere', custom_host: `${url}/cohere/v2`, ...KEY }),
  },
}

function gemini(content: object, more: object): Uint8Array {
  const answer = {
    candidates: [{ content, index: 0, ...more }],
    usageMetadata: { promptTokenCount: 182, candidatesTokenCount: 200, totalTokenCount: 382 },
    modelVersion: 'gemini-2.5-flash',
    responseId: 'wQtpabGFHpT-nsEPwKm5iQc',
  }
  return Buffer.from(`data: ${JSON.stringify(answer)}\r\n\r\n`)
}

export function wholeStream({ opening, word, closing }: WireFormat, words: number): Uint8Array[] {
  return [...opening, ...Array.from({ length: words }, (_, index) => word(index)), ...closing]
}
