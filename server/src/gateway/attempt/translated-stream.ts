/** Turns a provider's stream into the caller's, event by event, without buffering more than one event. */

import type { JsonObject } from '../../core/body/json-text.ts'
import type { StreamDecoder, StreamEncoder } from '../../dialects/dialect.ts'
import { AwsEventFrames } from '../../dialects/framing/aws-event-frames.ts'
import { SseEvents } from '../../dialects/framing/sse-events.ts'
import { ResponseBody } from '../relay/response-body.ts'
import { TranslatedUsage } from './stream-usage.ts'
import type { Translation } from './translation.ts'

type Event = { readonly name: string; readonly data: JsonObject | null }

const DONE = 'data: [DONE]\n\n'

/** `onUsage` is given what will hold the counts: a stream that is cut has counted something too. */
export function translateStream(
  source: ResponseBody,
  translation: Translation,
  onUsage: (usage: unknown) => void,
): ResponseBody {
  const usage = new TranslatedUsage()
  onUsage(usage)
  const stream = new TranslatedStream(source, translation, usage)
  return new ResponseBody(() => stream.next())
}

class TranslatedStream {
  readonly #frames: (chunk: Uint8Array) => Event[]
  readonly #decoder: StreamDecoder | null
  readonly #encoder: StreamEncoder | null
  #isOver = false

  constructor(
    private readonly source: ResponseBody,
    private readonly translation: Translation,
    private readonly usage: TranslatedUsage,
  ) {
    const { dialect, inbound, context, request } = translation
    this.#frames = dialect?.framing === 'aws-event-stream' ? awsFrames() : sseFrames()
    this.#decoder = dialect?.stream?.(context) ?? null
    this.#encoder = inbound?.stream(request) ?? null
  }

  async next(): Promise<Uint8Array | null> {
    while (!this.#isOver) {
      const chunk = await this.source.read()
      const text = chunk === null ? this.#finish() : this.#translate(chunk)
      if (text !== '') return Buffer.from(text)
    }
    return null
  }

  #translate(chunk: Uint8Array): string {
    let text = ''
    for (const { name, data } of this.#frames(chunk)) {
      if (this.#isOver) break
      if (data === null) continue
      for (const piece of this.#decoder ? this.#decoder.event(name, data) : [data]) text += this.#say(piece)
    }
    if (this.#decoder) this.usage.counted = this.#decoder.counted()
    return text
  }

  #finish(): string {
    let text = ''
    for (const piece of this.#decoder?.end() ?? []) text += this.#say(piece)
    if (this.#isOver) return text
    this.#isOver = true
    return text + (this.#encoder ? this.#encoder.end() : DONE)
  }

  #say(piece: JsonObject): string {
    const error = piece['error']
    if (typeof error === 'object' && error !== null) {
      this.#isOver = true
      return this.#encoder ? this.#encoder.error(error as JsonObject) : `data: ${JSON.stringify(piece)}\n\n`
    }
    const { choices, usage, x_groq: groq, model } = piece
    if (typeof model === 'string' && model !== '') this.usage.model ??= model
    if (Array.isArray(choices) && choices.some((choice) => isObject(choice) && choice['finish_reason'] != null))
      this.usage.isFinished = true
    this.#count(isObject(usage) ? usage : isObject(groq) ? groq['usage'] : null)
    if (this.translation.hidesUsage && usage != null && Array.isArray(choices) && choices.length === 0) return ''
    return this.#encoder ? this.#encoder.chunk(piece) : `data: ${JSON.stringify(piece)}\n\n`
  }

  /** A decoder says usage once, when its provider has said all; its own words are the more exact ones. */
  #count(usage: unknown): void {
    if (!isObject(usage)) return
    this.usage.isFinal = true
    if (!this.#decoder) this.usage.counted = usage
  }
}

function sseFrames(): (chunk: Uint8Array) => Event[] {
  const events = new SseEvents()
  return (chunk) => events.push(chunk).map(({ name, data }) => ({ name, data: parse(data) }))
}

function awsFrames(): (chunk: Uint8Array) => Event[] {
  const frames = new AwsEventFrames()
  return (chunk) => frames.push(chunk)
}

/** `[DONE]` and whatever else is not an object says nothing a decoder could use. */
function parse(data: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(data)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
