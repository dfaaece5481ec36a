/** Turns a provider's stream into the caller's, event by event, without buffering more than one event. */

import type { JsonObject } from '../../core/body/json-text.ts'
import type { StreamDecoder, StreamEncoder } from '../../dialects/dialect.ts'
import { AwsEventFrames } from '../../dialects/framing/aws-event-frames.ts'
import { SseEvents } from '../../dialects/framing/sse-events.ts'
import { AnswerBody } from '../answer/answer-body.ts'
import type { Translation } from './translation.ts'

type Event = { readonly name: string; readonly data: JsonObject | null }

const DONE = 'data: [DONE]\n\n'

/** `onUsage` is told the usage chunk the caller did not ask for. */
export function translateStream(
  source: AnswerBody,
  translation: Translation,
  onUsage: (usage: unknown) => void,
): AnswerBody {
  const stream = new TranslatedStream(source, translation, onUsage)
  return new AnswerBody(() => stream.next())
}

class TranslatedStream {
  readonly #frames: (chunk: Uint8Array) => Event[]
  readonly #decoder: StreamDecoder | null
  readonly #encoder: StreamEncoder | null
  #isOver = false

  constructor(
    private readonly source: AnswerBody,
    private readonly translation: Translation,
    private readonly onUsage: (usage: unknown) => void,
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
    const { choices, usage } = piece
    if (this.translation.hidesUsage && usage != null && Array.isArray(choices) && choices.length === 0) {
      this.onUsage(usage)
      return ''
    }
    return this.#encoder ? this.#encoder.chunk(piece) : `data: ${JSON.stringify(piece)}\n\n`
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
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}
