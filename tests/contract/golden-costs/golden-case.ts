/** One golden case: what a provider is made to answer, and what that costs by its published prices, reckoned by hand. */

import { eventFrame } from '../../../simulators/wire/converse/event-frames.ts'

/** US dollars for a million tokens are so many nano-USD for one. */
export const perMillion = (usd: number) => usd * 1_000
/** US dollars for a thousand searches, calls or requests, for one. */
export const perThousand = (usd: number) => usd * 1_000_000
/** US dollars for an hour, for one second. */
export const perHour = (usd: number) => (usd * 1_000_000_000) / 3_600

export type Answer = {
  readonly status?: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  /** The connection stays open after the body, as when a model thinks on. */
  readonly stalls?: boolean
}

export type GoldenCase = {
  readonly name: string
  readonly provider: string
  readonly path: string
  readonly body: object
  /** One for each call the provider gets. */
  readonly answers: readonly Answer[]
  /** Null: nobody knows. */
  readonly nanoUsd: number | null
  /** What the record must say of the consumption, in part. */
  readonly usage?: object | null
  /** Words of a warning the record must carry; without it there must be none about usage or cost. */
  readonly warns?: string
  /** The caller leaves once it has read this. */
  readonly leavesAfter?: string
  /** More of the config. */
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

/** Events of nothing but data, closed by `[DONE]`. */
export function chunks(...data: readonly object[]): Answer {
  return sse(`${data.map((item) => `data: ${JSON.stringify(item)}\n\n`).join('')}data: [DONE]\n\n`)
}

type NamedEvent = { readonly type: string } & Readonly<Record<string, unknown>>

/** Events that have a name, which their data repeat. */
export function events(...data: readonly NamedEvent[]): Answer {
  return sse(data.map((item) => `event: ${item.type}\ndata: ${JSON.stringify(item)}\n\n`).join(''))
}

export function sse(body: string, more: Partial<Answer> = {}): Answer {
  return { type: 'text/event-stream', body, ...more }
}

/** Cloud C's binary frames. */
export function frames(...named: readonly (readonly [string, object])[]): Answer {
  const bytes = Buffer.concat(named.map(([name, payload]) => eventFrame(name, payload)))
  return { type: 'application/vnd.amazon.eventstream', body: bytes }
}

/** An OpenAI-like completion with this usage. */
export function completion(model: string, usage: object | null, more: object = {}): Answer {
  const message = { role: 'assistant', content: 'Good day.' }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  return json({ id: 'c', object: 'chat.completion', created: 1, model, choices, ...(usage && { usage }), ...more })
}

export function chunk(model: string, delta: object, more: object = {}): object {
  const choices = [{ index: 0, delta, finish_reason: null }]
  return { id: 'c', object: 'chat.completion.chunk', created: 1, model, choices, ...more }
}

/** The chunk a stream ends with when usage was asked for. */
export function usageChunk(model: string, usage: object): object {
  return { id: 'c', object: 'chat.completion.chunk', created: 1, model, choices: [], usage }
}
