/** Chat and text completions, messages and responses; streamed or not. */

import type { Stream } from '../stream/stream.ts'
import type { AnswerPromise } from '../transport/answer-promise.ts'
import type { Caller } from '../transport/caller.ts'
import type { WithGateway } from '../transport/metadata.ts'
import type { Query, RequestOptions } from '../transport/request.ts'
import type * as answers from './answer-types.ts'
import type * as chat from './chat-types.ts'
import { segment } from './segment.ts'

type Whole<Params> = Params & { stream?: false | null | undefined }
type Streamed<Params> = Params & { stream: true }

/** An endpoint that returns a whole response or, with `stream: true`, a stream. */
export class CompletionResource<Params extends { stream?: boolean | null | undefined }, Answer, Chunk> {
  readonly #caller: Caller
  readonly #path: string

  constructor(caller: Caller, path: string) {
    this.#caller = caller
    this.#path = path
  }

  create(params: Streamed<Params>, options?: RequestOptions): AnswerPromise<Stream<Chunk>>
  create(params: Whole<Params>, options?: RequestOptions): AnswerPromise<WithGateway<Answer>>
  create(params: Params, options?: RequestOptions): AnswerPromise<WithGateway<Answer>> | AnswerPromise<Stream<Chunk>> {
    return this.#caller.create<Answer, Chunk>(this.#path, params, options)
  }
}

export type ChatCompletions = CompletionResource<chat.ChatParams, chat.ChatCompletion, chat.ChatChunk>
export type TextCompletions = CompletionResource<chat.CompletionParams, chat.Completion, chat.Completion>
export type Messages = CompletionResource<answers.MessageParams, answers.Message, answers.StreamEvent>

export class Responses extends CompletionResource<answers.ResponseParams, answers.ModelResponse, answers.StreamEvent> {
  readonly #caller: Caller

  constructor(caller: Caller) {
    super(caller, '/responses')
    this.#caller = caller
  }

  retrieve(id: string, query?: Query, options?: RequestOptions): AnswerPromise<WithGateway<answers.ModelResponse>> {
    return this.#caller.json({ method: 'GET', path: `/responses/${segment(id)}`, query, options })
  }

  delete(id: string, options?: RequestOptions): AnswerPromise<WithGateway<{ id: string; deleted: boolean }>> {
    return this.#caller.json({ method: 'DELETE', path: `/responses/${segment(id)}`, options })
  }

  cancel(id: string, options?: RequestOptions): AnswerPromise<WithGateway<answers.ModelResponse>> {
    return this.#caller.json({ method: 'POST', path: `/responses/${segment(id)}/cancel`, options })
  }
}
