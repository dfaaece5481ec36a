/** A promise of a response, with access to the HTTP response and the gateway's metadata. */

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

  /** The web Response with an unread body. */
  async asResponse(): Promise<Response> {
    const { response, deadline } = await this.#arrived
    deadline.stopClock()
    return response
  }

  /** The response with the web Response and the gateway's metadata. */
  async withResponse(): Promise<FullAnswer<Answer>> {
    const { response, gateway } = await this.#arrived
    return { data: await this.#parsed(), response, gateway }
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise with additional methods.
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
