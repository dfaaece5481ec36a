/** One golden case: a scripted provider response and its cost, calculated by hand from the published prices. */

import { eventFrame } from '../../../simulators/wire/converse/event-frames.ts'

/** Converts US dollars per million tokens to nano-USD per token. */
export const perMillion = (usd: number) => usd * 1_000
/** Converts US dollars per thousand searches, calls or requests to nano-USD per unit. */
export const perThousand = (usd: number) => usd * 1_000_000
/** Converts US dollars per hour to nano-USD per second. */
export const perHour = (usd: number) => (usd * 1_000_000_000) / 3_600

export type Answer = {
  readonly status?: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** Keeps the connection open after the body, as if the model were still generating. */
  readonly stalls?: boolean
}

export type GoldenCase = {
  readonly name: string
  readonly provider: string
  readonly path: string
  readonly body: object
  /** One per call to the provider. */
  readonly answers: readonly Answer[]
  /** Null if the cost is unknown. */
  readonly nanoUsd: number | null
  /** Members that the record's usage must have. */
  readonly usage?: object | null
  /** Text that a warning of the record must contain. If absent, the record must have no warning about usage or cost. */
  readonly warns?: string
  /** The caller disconnects after it has read this text. */
  readonly leavesAfter?: string
  /** Additional config members. */
  readonly config?: object
}

const QUESTION = [{ role: 'user', content: 'hello world, this is a test' }]

type More = Partial<Omit<GoldenCase, 'name' | 'provider' | 'nanoUsd' | 'answers'>>
type Make = (
  name: string,
  provider: string,
  model: string,
  answer: Answer | readonly Answer[],
  nanoUsd: number | null,
  more?: More,
) => GoldenCase

function maker(path: string, usual: object): Make {
  return (name, provider, model, answer, nanoUsd, more = {}) => ({
    name,
    provider,
    path,
    answers: Array.isArray(answer) ? (answer as readonly Answer[]) : [answer as Answer],
    nanoUsd,
    ...more,
    body: more.body instanceof FormData ? more.body : { model, ...usual, ...more.body },
  })
}

export const chat = maker('/v1/chat/completions', { messages: QUESTION })
export const messages = maker('/v1/messages', { max_tokens: 1_000, messages: QUESTION })
export const responses = maker('/v1/responses', { input: 'hello world, this is a test' })
export const embeddings = maker('/v1/embeddings', { input: 'hello' })
export const at = (path: string, usual: object = {}): Make => maker(path, usual)

export function json(body: object, more: Partial<Answer> = {}): Answer {
  return { type: 'application/json', body: JSON.stringify(body), ...more }
}

/** Events with only `data`, ended by `[DONE]`. */
export function chunks(...data: readonly object[]): Answer {
  return sse(`${data.map((item) => `data: ${JSON.stringify(item)}\n\n`).join('')}data: [DONE]\n\n`)
}

type NamedEvent = { readonly type: string } & Readonly<Record<string, unknown>>

/** Named events; the data repeats the name. */
export function events(...data: readonly NamedEvent[]): Answer {
  return sse(data.map((item) => `event: ${item.type}\ndata: ${JSON.stringify(item)}\n\n`).join(''))
}

export function sse(body: string, more: Partial<Answer> = {}): Answer {
  return { type: 'text/event-stream', body, ...more }
}

/** Binary event-stream frames of cloud C. */
export function frames(...named: readonly (readonly [string, object])[]): Answer {
  const bytes = Buffer.concat(named.map(([name, payload]) => eventFrame(name, payload)))
  return { type: 'application/vnd.amazon.eventstream', body: bytes }
}

/** An OpenAI chat completion with this usage. */
export function completion(model: string, usage: object | null, more: object = {}): Answer {
  const message = { role: 'assistant', content: 'Good day.' }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  return json({ id: 'c', object: 'chat.completion', created: 1, model, choices, ...(usage && { usage }), ...more })
}

export function chunk(model: string, delta: object, more: object = {}): object {
  const choices = [{ index: 0, delta, finish_reason: null }]
  return { id: 'c', object: 'chat.completion.chunk', created: 1, model, choices, ...more }
}

/** The last chunk of a stream with `include_usage`. */
export function usageChunk(model: string, usage: object): object {
  return { id: 'c', object: 'chat.completion.chunk', created: 1, model, choices: [], usage }
}
