/** Fills in what a provider did not count: by the tokenizer, or where it was late, at four bytes a token. */

import { NO_USAGE, type Usage } from '../../core/usage.ts'
import type { Capture } from '../answer/capture.ts'
import type { Exchange } from '../exchange.ts'
import type { Counted } from './counted.ts'
import { writtenTexts } from './local/read-texts.ts'
import { textBytesIn } from './request-texts.ts'

const BYTES_PER_TOKEN = 4
const MOST_COUNTED_BYTES = 256 * 1024

const COARSE = 'usage: estimated at four bytes a token; the tokenizer was not ready in time.'

/** `told` when nothing is missing, else an estimate, marked as such: it is worth more than a blank. */
export function orEstimate(exchange: Exchange, { told, missing, tokens, answer }: Counted): Usage | null {
  if (!missing.input && !missing.output) return told
  const output = missing.output && answer ? outputTokens(answer, tokens?.outputTokens ?? null) : null
  // An answer of which nothing is known was perhaps no answer at all.
  if (told === null && missing.output && !output) return null
  const input = missing.input
    ? (tokens?.inputTokens ?? tokensIn(exchange.facts?.textBytes ?? textBytesIn(exchange.params)))
    : (told?.inputTokens ?? null)
  const isCoarse = (missing.input && tokens?.inputTokens == null) || (missing.output && tokens?.outputTokens == null)
  if (isCoarse) exchange.warn(COARSE)
  const written = missing.output ? Math.max(told?.outputTokens ?? 0, output ?? 0) : (told?.outputTokens ?? null)
  return {
    ...(told ?? NO_USAGE),
    inputTokens: input,
    outputTokens: written,
    totalTokens: (input ?? 0) + (written ?? 0),
    isEstimate: true,
  }
}

/** As much of an answer as is counted: of a long one only the beginning. */
export function countedHead(answer: Capture): Uint8Array {
  return answer.head().subarray(0, MOST_COUNTED_BYTES)
}

/** What is not counted of a long answer is taken to be like its beginning. */
function outputTokens(answer: Capture, counted: number | null): number {
  const head = countedHead(answer)
  const share = head.length === 0 ? 1 : Math.max(1, answer.totalBytes / head.length)
  if (counted !== null) return Math.ceil(counted * share)
  let bytes = 0
  for (const text of writtenTexts(head)) bytes += Buffer.byteLength(text)
  return tokensIn(bytes * share)
}

function tokensIn(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_TOKEN)
}
