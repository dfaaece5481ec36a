/** Translates a provider's stream to the caller's format, event by event. Buffers at most one event. */

import { isObject, type JsonObject } from '../../core/json.ts'
import { ChunkView, withProvider } from '../../dialects/chat/caller-view.ts'
import { streamError } from '../../dialects/chat/error-text.ts'
import { choiceError } from '../../dialects/chat/failed-choice.ts'
import type { StreamDecoder, StreamEncoder } from '../../dialects/dialect.ts'
import { eventReader, type LargeEvent, type StreamEvent } from '../../dialects/framing/stream-events.ts'
import { withLargeTexts } from '../large/large-texts.ts'
import { ResponseBody } from '../relay/response-body.ts'
import { TranslatedUsage } from './stream-usage.ts'
import type { Translation } from './translation.ts'

const DONE = 'data: [DONE]\n\n'

/** The most characters or bytes that are sent in one turn of the event loop. */
const SLICE_LENGTH = 256 * 1024

export type StreamHooks = {
  /** Called once at the start, with an object that the stream updates: so a stream that breaks off has counts too. */
  readonly onUsage: (usage: unknown) => void
  readonly isLarge: (event: { readonly length: number }) => boolean
  /** Parses a large event in a worker thread. */
  readonly readLarge: (event: LargeEvent) => Promise<StreamEvent>
}

export function translateStream(source: ResponseBody, translation: Translation, hooks: StreamHooks): ResponseBody {
  const usage = new TranslatedUsage()
  hooks.onUsage(usage)
  const stream = new TranslatedStream(source, translation, usage, hooks)
  return new ResponseBody(() => stream.next())
}

class TranslatedStream {
  readonly #events: (chunk: Uint8Array) => readonly (StreamEvent | LargeEvent)[]
  readonly #decoder: StreamDecoder | null
  readonly #encoder: StreamEncoder | null
  readonly #view: ChunkView
  /** The rest of a large text that is being sent. */
  #slices: Iterator<Uint8Array> | null = null
  #isOver = false
  /** The error of a choice whose generation failed. */
  #failure: JsonObject | null = null
  #hasFinished = false

  constructor(
    private readonly source: ResponseBody,
    private readonly translation: Translation,
    private readonly usage: TranslatedUsage,
    private readonly hooks: StreamHooks,
  ) {
    const { dialect, inbound, context, request, echo } = translation
    this.#events = eventReader(dialect?.framing ?? 'sse', hooks.isLarge)
    this.#decoder = dialect?.stream?.(context) ?? null
    this.#encoder = inbound?.stream?.(echo ?? request) ?? null
    this.#view = new ChunkView(context, () => this.#decoder?.blockIndex?.() ?? null)
  }

  async next(): Promise<Uint8Array | null> {
    for (;;) {
      if (this.#slices) {
        const { value, done } = this.#slices.next()
        if (!done) {
          await nextTurn()
          return value
        }
        this.#slices = null
      }
      if (this.#isOver) return null
      const chunk = await this.source.read()
      const made = chunk === null ? this.#finish() : this.#translate(chunk)
      const text = typeof made === 'string' ? made : await made
      if (text === '') continue
      const { largeTexts } = this.translation
      if (text.length <= SLICE_LENGTH && !largeTexts) return Buffer.from(text)
      // Encoding a large text takes about as long as building it, so the two run in separate turns of the event loop.
      if (text.length > SLICE_LENGTH) await nextTurn()
      this.#slices = largeTexts ? slicesOf(withLargeTexts(Buffer.from(text), largeTexts)) : slicesOfText(text)
    }
  }

  #translate(chunk: Uint8Array): string | Promise<string> {
    const events = this.#events(chunk)
    return events.some(isUnread) ? this.#translateLarge(events) : this.#encodeEvents(events as readonly StreamEvent[])
  }

  async #translateLarge(events: readonly (StreamEvent | LargeEvent)[]): Promise<string> {
    let text = ''
    for (const event of events) {
      if (this.#isOver) break
      if (!isUnread(event)) text += this.#encodeEvents([event])
      else {
        // Joining the event's text, posting it to the worker and encoding the result run in separate turns.
        await nextTurn()
        const read = await this.hooks.readLarge(event)
        await nextTurn()
        text += this.#encodeEvents([read])
      }
    }
    return text
  }

  #encodeEvents(events: readonly StreamEvent[]): string {
    let text = ''
    for (const { name, data } of events) {
      if (this.#isOver) break
      if (data === null) continue
      for (const piece of this.#decoder ? this.#decoder.event(name, data) : [data]) text += this.#encode(piece)
    }
    if (this.#decoder) this.usage.counted = this.#decoder.counted()
    return text
  }

  #finish(): string {
    let text = ''
    for (const piece of this.#decoder?.end() ?? []) text += this.#encode(piece)
    if (this.#isOver) return text
    this.#isOver = true
    if (!this.#encoder) return text + DONE
    const isFailed = this.#failure !== null && !this.#hasFinished
    return text + (isFailed ? this.#encoder.error(this.#failure!) : this.#encoder.end())
  }

  #encode(piece: JsonObject): string {
    const error = streamError(piece)
    if (error !== null) {
      this.#isOver = true
      if (this.#encoder) return this.#encoder.error(error)
      return `data: ${JSON.stringify(withProvider(piece, this.translation.context))}\n\n`
    }
    const { choices, usage, x_groq: groq, model } = piece
    if (typeof model === 'string' && model !== '') this.usage.model ??= model
    if (Array.isArray(choices)) for (const choice of choices) if (isObject(choice)) this.#readEnd(choice)
    this.#count(isObject(usage) ? usage : isObject(groq) ? groq['usage'] : null)
    if (this.translation.hidesUsage && usage != null && Array.isArray(choices) && choices.length === 0) return ''
    if (this.#encoder) return this.#encoder.chunk(piece)
    const seen = this.#view.chunk(piece)
    return seen === null ? '' : `data: ${JSON.stringify(seen)}\n\n`
  }

  #readEnd(choice: JsonObject): void {
    const { finish_reason: reason, error } = choice
    if (reason == null && error == null) return
    this.usage.isFinished = true
    const failure = choiceError(choice)
    if (failure) this.#failure ??= failure
    else this.#hasFinished = true
  }

  /**
   * A decoder emits usage once, after the provider's last count. The decoder's `counted()` is more exact than this
   * usage.
   */
  #count(usage: unknown): void {
    if (!isObject(usage)) return
    this.usage.isFinal = true
    if (!this.#decoder) this.usage.counted = usage
  }
}

function* slicesOf(parts: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  for (const part of parts)
    for (let at = 0; at < part.length; at += SLICE_LENGTH) yield part.subarray(at, at + SLICE_LENGTH)
}

function* slicesOfText(text: string): Generator<Uint8Array, undefined> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + SLICE_LENGTH)
    // JSON escapes lone surrogates, so a high surrogate is always followed by a low one.
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end++
    yield Buffer.from(text.slice(start, end))
    start = end
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

function isUnread(event: StreamEvent | LargeEvent): event is LargeEvent {
  return 'text' in event || 'frame' in event
}
