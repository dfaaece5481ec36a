/** The benchmark's requests and the exact expected response bytes, shared by load generator and upstream. */

export type BenchBody = {
  /** Selects the upstream's behaviour: respond immediately, paced stream, endless stream, or one event and hold. */
  readonly model: 'bench-plain' | 'bench-stream' | 'bench-flood' | 'bench-open'
  readonly stream: boolean
  /** Number of events of a paced stream. */
  readonly max_tokens: number
  /** Milliseconds between two events of a paced stream. */
  readonly seed: number
}

const encoder = new TextEncoder()

// About 1 KB each way, the size of a short chat turn.
const QUESTION = 'Tell me, in a few plain words, what a gatehouse was for and who kept it. '.repeat(10)
const ANSWER =
  'A gatehouse guards the way into a castle; its keeper opens to friends and writes down who came. '.repeat(7)

export const PLAIN_REPLY = encoder.encode(
  JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion',
    created: 1_760_000_000,
    model: 'bench-plain',
    choices: [{ index: 0, message: { role: 'assistant', content: ANSWER }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 182, completion_tokens: 154, total_tokens: 336 },
  }),
)

export const USAGE_EVENT = encoder.encode(
  `data: ${JSON.stringify({
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'bench-stream',
    choices: [],
    usage: { prompt_tokens: 182, completion_tokens: 200, total_tokens: 382 },
  })}\n\n`,
)

export const DONE_EVENT = encoder.encode('data: [DONE]\n\n')

/** One event of a streamed response, about 200 bytes, as real providers send it. */
export function contentEvent(index: number): Uint8Array {
  const chunk = {
    id: 'chatcmpl-bench',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'bench-stream',
    choices: [{ index: 0, delta: { content: ` word${index}` }, finish_reason: null }],
  }
  return encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`)
}

/** The expected bytes of a paced stream. */
export function wholeStream(events: number): Uint8Array {
  return Buffer.concat([...Array.from({ length: events }, (_, index) => contentEvent(index)), USAGE_EVENT, DONE_EVENT])
}

/** Requests usage explicitly, so that the gateway does not add or remove an event. */
export function requestBody(body: BenchBody): string {
  const streaming = body.stream ? { stream_options: { include_usage: true } } : {}
  return JSON.stringify({ ...body, ...streaming, messages: [{ role: 'user', content: QUESTION }] })
}
