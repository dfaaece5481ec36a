/** The gateway client. */

import {
  type ChatCompletions,
  CompletionResource,
  type Messages,
  Responses,
  type TextCompletions,
} from './resources/completions.ts'
import { feedbackOf, logsOf } from './resources/feedback.ts'
import { audioOf, embeddingsOf, filesOf, imagesOf, modelsOf, moderationsOf } from './resources/media.ts'
import { Prompts } from './resources/prompts.ts'
import type { Stream } from './stream/stream.ts'
import { addressOf, environmentValue } from './transport/address.ts'
import type { AnswerPromise } from './transport/answer-promise.ts'
import { Caller } from './transport/caller.ts'
import type { WithGateway } from './transport/metadata.ts'
import type { Query, RequestOptions } from './transport/request.ts'
import { type Fetch, Transport } from './transport/transport.ts'

export interface ClientOptions extends RequestOptions {
  /** The gateway's URL including /v1. Default: GATEWAY_BASE_URL, or http://127.0.0.1:8787/v1. */
  baseURL?: string | undefined
  /** Replaces the global fetch. */
  fetch?: Fetch | undefined
}

/** Any JSON object returned by a provider's own endpoint. */
export type AnyAnswer = WithGateway<Record<string, unknown>>

/**
 * ```ts
 * const gatehouse = new Gatehouse({ virtualKey: 'openai-main' }) // apiKey from GATEWAY_API_KEY
 * const answer = await gatehouse.chat.completions.create({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] })
 * answer.gateway.traceId
 * ```
 */
export class Gatehouse {
  readonly chat: { readonly completions: ChatCompletions }
  readonly completions: TextCompletions
  readonly messages: Messages
  readonly responses: Responses
  readonly embeddings: ReturnType<typeof embeddingsOf>
  readonly audio: ReturnType<typeof audioOf>
  readonly images: ReturnType<typeof imagesOf>
  readonly models: ReturnType<typeof modelsOf>
  readonly moderations: ReturnType<typeof moderationsOf>
  readonly files: ReturnType<typeof filesOf>
  readonly prompts: Prompts
  readonly feedback: ReturnType<typeof feedbackOf>
  readonly logs: ReturnType<typeof logsOf>
  readonly #transport: Transport
  readonly #caller: Caller

  constructor(options: ClientOptions = {}) {
    this.#transport = INHERITED.get(options) ?? newTransport(options)
    const caller = new Caller(this.#transport)
    this.#caller = caller
    this.chat = { completions: new CompletionResource(caller, '/chat/completions') }
    this.completions = new CompletionResource(caller, '/completions')
    this.messages = new CompletionResource(caller, '/messages')
    this.responses = new Responses(caller)
    this.embeddings = embeddingsOf(caller)
    this.audio = audioOf(caller)
    this.images = imagesOf(caller)
    this.models = modelsOf(caller)
    this.moderations = moderationsOf(caller)
    this.files = filesOf(caller)
    this.prompts = new Prompts(caller)
    this.feedback = feedbackOf(caller)
    this.logs = logsOf(caller)
  }

  get baseURL(): string {
    return this.#transport.address
  }

  /** Returns a client with these options added; this one is unchanged. */
  withOptions(options: RequestOptions): Gatehouse {
    const own: ClientOptions = {}
    INHERITED.set(own, this.#transport.derive(options))
    return new Gatehouse(own)
  }

  /** Calls any endpoint of the provider or the gateway; returns the response as received. */
  post(
    path: string,
    body: object & { stream: true },
    options?: RequestOptions,
  ): AnswerPromise<Stream<Record<string, unknown>>>
  post<Answer = AnyAnswer>(path: string, body?: unknown, options?: RequestOptions): AnswerPromise<Answer>
  post(path: string, body?: unknown, options?: RequestOptions): AnswerPromise<unknown> {
    return this.#pass('POST', path, body, options)
  }

  put(
    path: string,
    body: object & { stream: true },
    options?: RequestOptions,
  ): AnswerPromise<Stream<Record<string, unknown>>>
  put<Answer = AnyAnswer>(path: string, body?: unknown, options?: RequestOptions): AnswerPromise<Answer>
  put(path: string, body?: unknown, options?: RequestOptions): AnswerPromise<unknown> {
    return this.#pass('PUT', path, body, options)
  }

  get<Answer = AnyAnswer>(path: string, query?: Query, options?: RequestOptions): AnswerPromise<Answer> {
    return this.#caller.any({ method: 'GET', path, query, options })
  }

  delete<Answer = AnyAnswer>(path: string, query?: Query, options?: RequestOptions): AnswerPromise<Answer> {
    return this.#caller.any({ method: 'DELETE', path, query, options })
  }

  #pass(method: string, path: string, body: unknown, options: RequestOptions | undefined): AnswerPromise<unknown> {
    const request = { method, path, body, options }
    const isStream = typeof body === 'object' && body !== null && 'stream' in body && body.stream === true
    return isStream ? this.#caller.stream(request) : this.#caller.any(request)
  }
}

/** Transports of derived clients. In a WeakMap, so that keys are not reachable from outside. */
const INHERITED = new WeakMap<object, Transport>()

export function newTransport({ baseURL, fetch, ...defaults }: ClientOptions): Transport {
  const known = defaults.apiKey === undefined ? { apiKey: environmentValue('GATEWAY_API_KEY') } : {}
  return new Transport(
    addressOf(baseURL),
    [{ ...defaults, ...known }],
    fetch ?? ((url, init) => globalThis.fetch(url, init)),
  )
}
