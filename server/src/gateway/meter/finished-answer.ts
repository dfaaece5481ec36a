/** Recognises in the last bytes of a stream that its text is over. */

import type { Capture } from '../answer/capture.ts'

/** Finish markers stand within the last events of a stream. */
const LAST_BYTES = 16 * 1024

/**
 * The end of the text in each format: chat and Cohere, Anthropic, Gemini, Converse. Quotes inside a JSON string are escaped,
 * so a model's own words cannot pass for them.
 */
const FINISH = /"(?:finish_reason|stop_reason|finishReason|stopReason)"\s*:\s*"/
/** Responses have no such member: their text is over with this event, and their usage comes with the last one. */
const TEXT_DONE = '"response.output_text.done"'
const TEXT_DELTA = '"response.output_text.delta"'
/** The last event of a chat stream. A line break inside a JSON string is escaped. */
const DONE = /(?:^|[\r\n])data: ?\[DONE\]\s*$/

export function isFinished(answer: Capture): boolean {
  const text = answer.tail().toString('latin1', Math.max(0, answer.tail().length - LAST_BYTES))
  if (DONE.test(text)) return false
  return FINISH.test(text) || text.lastIndexOf(TEXT_DONE) > text.lastIndexOf(TEXT_DELTA)
}
