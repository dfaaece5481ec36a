/** The answer to come: await it, or ask for what came with it. */

import { attachMetadata, type GatewayMetadata } from './metadata.ts'
import type { Arrived } from './transport.ts'

export type FullAnswer<Answer> = {
  readonly data: Answer
  readonly response: Response
  readonly gateway: GatewayMetadata
}

export class AnswerPromise<Answer> implements Promise<Answer> {
  readonly [Symbol.toStringTag] = 'AnswerPromise'
  readonly #arrived: Promise<Arrived>
  readonly #read: (arrived: Arrived) => Promise<Answer>
  #answer: Promise<Answer> | undefined

  constructor(arrived: Promise<Arrived>, read: (arrived: Arrived) => Promise<Answer>) {
    this.#arrived = arrived
    this.#read = read
  }

  /** The web Response itself, its body not read yet. */
  async asResponse(): Promise<Response> {
    const { response, deadline } = await this.#arrived
    deadline.stopClock()
    return response
  }

  /** The answer with the web Response it came in, and with what the gateway says about it. */
  async withResponse(): Promise<FullAnswer<Answer>> {
    const { response, gateway } = await this.#arrived
    return { data: await this.#parsed(), response, gateway }
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, with more to ask of it.
  then<Next = Answer, Failed = never>(
    onAnswer?: ((answer: Answer) => Next | PromiseLike<Next>) | null,
    onError?: ((error: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Next | Failed> {
    return this.#parsed().then(onAnswer, onError)
  }

  catch<Failed = never>(onError?: ((error: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Answer | Failed> {
    return this.#parsed().catch(onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Answer> {
    return this.#parsed().finally(onEnd)
  }

  #parsed(): Promise<Answer> {
    this.#answer ??= this.#arrived.then(async (arrived) => attachMetadata(await this.#read(arrived), arrived.gateway))
    return this.#answer
  }
}
