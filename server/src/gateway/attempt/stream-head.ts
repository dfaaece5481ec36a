/** Inspects the first events of a stream: whether there is content, or an error event inside a 200. */

export type HeadVerdict =
  /** No content so far. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'content' }
  | { readonly kind: 'error'; readonly status: number; readonly message: string }

const WAITING: HeadVerdict = { kind: 'waiting' }
const CONTENT: HeadVerdict = { kind: 'content' }

/** Events without content at the start of a stream (Anthropic, Responses). */
const PRELIMINARY: ReadonlySet<string> = new Set([
  'ping',
  'message_start',
  'content_block_start',
  'response.created',
  'response.queued',
  'response.in_progress',
])

const EVENT_END = /\r\n\r\n|\n\n|\r\r/g
/** A chunk can end inside the separator of two events. */
const SPLIT_LENGTH = 3

export class StreamHead {
  /**
   * The pieces of the incomplete event. They are joined when the event ends, and only new pieces are searched for its
   * end.
   */
  #pieces: string[] = []
  #last = ''
  readonly #decoder = new TextDecoder()

  /** The verdict after one more chunk. */
  push(chunk: Uint8Array): HeadVerdict {
    const fresh = this.#decoder.decode(chunk, { stream: true })
    const text = this.#last + fresh
    let start = 0
    for (;;) {
      EVENT_END.lastIndex = start
      const end = EVENT_END.exec(text)
      if (!end) break
      const event = start === 0 ? this.#finish(fresh, text.length - end.index) : text.slice(start, end.index)
      start = end.index + end[0].length
      const verdict = judgeEvent(event)
      if (verdict !== WAITING) return verdict
    }
    this.#hold(start === 0 ? fresh : text.slice(start))
    return WAITING
  }

  /** Completes the event with the new text; the last `after` characters belong to the next one. */
  #finish(fresh: string, after: number): string {
    const whole = this.#pieces.join('') + fresh
    this.#pieces = []
    this.#last = ''
    return whole.slice(0, whole.length - after)
  }

  #hold(piece: string): void {
    this.#last = (this.#pieces.length === 0 ? piece : this.#last + piece).slice(-SPLIT_LENGTH)
    this.#pieces.push(piece)
  }
}

/** The error event among the last bytes of a stream, if there is one. */
export function findErrorEvent(tail: Uint8Array): (HeadVerdict & { kind: 'error' }) | null {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.length)
  if (!bytes.includes('"error"')) return null
  for (const event of bytes.toString('utf8').split(/\r\n\r\n|\n\n|\r\r/)) {
    const verdict = judgeEvent(event)
    if (verdict.kind === 'error') return verdict
  }
  return null
}

function judgeEvent(event: string): HeadVerdict {
  const data = event
    .split(/\r\n|\n|\r/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice(5).trimStart())
    .join('\n')
  if (data === '') return WAITING
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch {
    // [DONE], or an unknown format: it must not be held back.
    return CONTENT
  }
  if (typeof value !== 'object' || value === null) return CONTENT
  return judge(value as Record<string, unknown>)
}

function judge(value: Record<string, unknown>): HeadVerdict {
  const error = value['type'] === 'response.failed' ? inner(value['response'], 'error') : value['error']
  if ((error !== undefined && error !== null) || value['type'] === 'error') return inBandError(error ?? value)
  if (typeof value['type'] === 'string') return PRELIMINARY.has(value['type']) ? WAITING : CONTENT
  const choices = value['choices']
  if (!Array.isArray(choices)) return CONTENT
  if (choices.some(hasContent)) return CONTENT
  const failed: unknown = choices.find((choice) => inner(choice, 'finish_reason') === 'error')
  return failed === undefined ? WAITING : inBandError(inner(failed, 'error') ?? FAILED)
}

/** Mistral's `finish_reason: "error"` comes without a message. */
const FAILED = { message: 'The provider ended its response with an error.' }

function hasContent(choice: unknown): boolean {
  if (typeof choice !== 'object' || choice === null) return true
  const { delta, text, finish_reason: reason } = choice as Record<string, unknown>
  if (reason !== undefined && reason !== null && reason !== 'error') return true
  if (typeof text === 'string') return text !== ''
  if (typeof delta !== 'object' || delta === null) return false
  return Object.entries(delta).some(([name, part]) => name !== 'role' && part !== null && part !== '')
}

/** Rate limits and overload become 429 and 529, so that retry and fallback rules see them; other errors become 502. */
function inBandError(error: unknown): HeadVerdict {
  const words = ['type', 'code', 'status'].map((name) => String(inner(error, name) ?? '')).join(' ')
  const message = inner(error, 'message')
  const status = /rate_?limit|429|quota|resource_exhausted/i.test(words)
    ? 429
    : /overloaded|529/i.test(words)
      ? 529
      : 502
  return { kind: 'error', status, message: typeof message === 'string' ? message.slice(0, 200) : 'no message' }
}

function inner(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
