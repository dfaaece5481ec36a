/** What a stream that nobody counted, or that was cut, consumed: about four bytes of text are a token. */

import type { EndpointName } from '../../core/endpoints.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import type { Capture } from '../answer/capture.ts'
import type { Exchange } from '../exchange.ts'

const BYTES_PER_TOKEN = 4
const TEXT_ENDPOINTS: ReadonlySet<EndpointName> = new Set(['chat.completions', 'completions', 'messages', 'responses'])

/** The members that carry what a model wrote, in every format callers speak. */
const WRITTEN =
  /"(?:content|reasoning_content|refusal|arguments|text|thinking|partial_json|delta)"\s*:\s*"((?:[^"\\]|\\.)*)"/g

/** Where a format tells its counts bit by bit: the event without which they are not final. */
const LAST_COUNT = '"message_delta"'

/**
 * `told` when it is final, else an estimate, marked as such. Exact counting would cost a tokenizer's milliseconds between
 * the last byte and the record; an estimate that says so is worth more than a blank.
 */
export function orEstimate(told: Usage | null, exchange: Exchange, answer: Capture): Usage | null {
  const { name } = exchange.incoming.endpoint
  if (!TEXT_ENDPOINTS.has(name)) return told
  if (told !== null && !(name === 'messages' && !asText(answer.tail()).includes(LAST_COUNT))) return told
  const output = writtenTokens(answer)
  const input = told?.inputTokens ?? tokensIn(readBytes(exchange.params))
  if (told === null && output === 0) return null
  const outputTokens = Math.max(told?.outputTokens ?? 0, output)
  return {
    ...(told ?? NO_USAGE),
    inputTokens: input,
    outputTokens,
    totalTokens: input + outputTokens,
    isEstimate: true,
  }
}

/** Of a long answer only the head is kept: the rest is taken to be like it. */
function writtenTokens(answer: Capture): number {
  const head = answer.head()
  let bytes = 0
  for (const match of asText(head).matchAll(WRITTEN)) bytes += match[1]!.length
  const share = head.length === 0 ? 1 : answer.totalBytes / head.length
  return tokensIn(bytes * Math.max(1, share))
}

/** The texts of a request, without what is no text: pictures and sounds in base64. */
function readBytes(value: unknown): number {
  if (typeof value === 'string') return isMedia(value) ? 0 : Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 0
  let bytes = 0
  for (const member of Object.values(value)) bytes += readBytes(member)
  return bytes
}

function isMedia(text: string): boolean {
  return text.startsWith('data:') || (text.length > 1_000 && /^[A-Za-z0-9+/=_-]+$/.test(text.slice(0, 1_000)))
}

function tokensIn(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}

/** One character a byte: only the length counts. */
function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
}
