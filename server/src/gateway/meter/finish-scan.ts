/** Recognises that a stream has finished its output. Its usage may follow later. */

import { asBuffer, type Capture } from '../relay/capture.ts'

/**
 * The finish reasons of chat, Cohere, Anthropic, Gemini and Converse, and the events with which Responses and Anthropic begin,
 * continue and end a part of the output. Quotes inside a JSON string are escaped, so generated text cannot match.
 */
const MARKERS =
  /"(?:finish_reason|stop_reason|finishReason|stopReason)"\s*:\s*"|"type"\s*:\s*"(?:response\.[a-z_.]{1,64}\.(done|delta|added)|content_block_(stop|start|delta))"/g
/** Longer than any marker. */
const SPLIT_BYTES = 128
/** The last event of a chat stream. A line break inside a JSON string is escaped. */
const DONE = /(?:^|[\r\n])data: ?\[DONE\]\s*$/
const DONE_BYTES = 1024

/** Scans a response for markers, chunk by chunk. */
export class FinishScan {
  hasReason = false
  /** Whether the last part of the output that a marker names has ended; null if no marker names a part. */
  hasEndedPart: boolean | null = null
  #split = ''

  /** Starts a scan of what follows `bytes`. A marker may begin at the end of `bytes`. */
  static after(bytes: Uint8Array): FinishScan {
    const scan = new FinishScan()
    scan.push(bytes.subarray(-SPLIT_BYTES))
    return scan
  }

  push(chunk: Uint8Array): void {
    const text = this.#split + asBuffer(chunk).toString('latin1')
    for (const [, ofResponse, ofMessage] of text.matchAll(MARKERS)) {
      if (ofResponse === undefined && ofMessage === undefined) this.hasReason = true
      else this.hasEndedPart = ofResponse === 'done' || ofMessage === 'stop'
    }
    this.#split = text.slice(-SPLIT_BYTES)
  }
}

/**
 * `beyondHead` has scanned the part after the captured head; null if that part was not scanned. False after `[DONE]`,
 * because nothing follows it.
 */
export function isFinished(response: Capture, beyondHead: FinishScan | null = null): boolean {
  const tail = response.tail()
  if (DONE.test(tail.toString('latin1', Math.max(0, tail.length - DONE_BYTES)))) return false
  if (beyondHead?.hasReason) return true
  const scan = new FinishScan()
  scan.push(response.head())
  if (response.isCut && beyondHead === null) scan.push(tail)
  return scan.hasReason || (beyondHead?.hasEndedPart ?? scan.hasEndedPart) === true
}
