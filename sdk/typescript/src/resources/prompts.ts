/** Saved prompts: run one with variables, or render it without running. */

import type { Stream } from '../stream/stream.ts'
import type { AnswerPromise } from '../transport/answer-promise.ts'
import type { Caller } from '../transport/caller.ts'
import type { WithGateway } from '../transport/metadata.ts'
import type { RequestOptions } from '../transport/request.ts'
import type { RenderedPrompt } from './answer-types.ts'
import type { ChatChunk, ChatCompletion, Hyperparameters } from './chat-types.ts'
import { segment } from './segment.ts'

export interface PromptParams extends Hyperparameters {
  /** Values are strings; lists and objects are sent as JSON text. */
  variables?: Readonly<Record<string, unknown>>
  stream?: boolean | null
  /** Other parameters override the saved ones for this call. */
  [name: string]: unknown
}

export class PromptCompletions {
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /** `prompt` is the identifier, with `@latest`, `@3` or `@label` to use a version other than the published one. */
  create(
    prompt: string,
    params: PromptParams & { stream: true },
    options?: RequestOptions,
  ): AnswerPromise<Stream<ChatChunk>>
  create(
    prompt: string,
    params?: PromptParams & { stream?: false | null },
    options?: RequestOptions,
  ): AnswerPromise<WithGateway<ChatCompletion>>
  create(
    prompt: string,
    params: PromptParams = {},
    options?: RequestOptions,
  ): AnswerPromise<WithGateway<ChatCompletion>> | AnswerPromise<Stream<ChatChunk>> {
    return this.#caller.create(`/prompts/${segment(prompt)}/completions`, withTexts(params), options)
  }
}

export class Prompts {
  readonly completions: PromptCompletions
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
    this.completions = new PromptCompletions(caller)
  }

  /** Renders a prompt to its final request without calling a provider. */
  render(
    prompt: string,
    params: PromptParams = {},
    options?: RequestOptions,
  ): AnswerPromise<WithGateway<RenderedPrompt>> {
    return this.#caller.json({
      method: 'POST',
      path: `/prompts/${segment(prompt)}/render`,
      body: withTexts(params),
      options,
    })
  }
}

function withTexts(params: PromptParams): PromptParams {
  const texts = Object.entries(params.variables ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as const],
  )
  return { ...params, variables: Object.fromEntries(texts) }
}
