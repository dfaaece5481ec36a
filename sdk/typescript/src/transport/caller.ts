/** Call helpers for resources: JSON, stream or any content type. */

import { OPTION_HEADERS } from '../generated/options.ts'
import { readStream, type Stream } from '../stream/stream.ts'
import { AnswerPromise } from './answer-promise.ts'
import type { WithGateway } from './metadata.ts'
import { readAny, readJson, readRaw } from './read-answer.ts'
import type { RequestOptions, SentRequest } from './request.ts'
import type { Transport } from './transport.ts'

type Streaming = { readonly stream?: boolean | null | undefined }

/** Fields of a body are in snake_case: an option in camelCase belongs in the second argument. */
function refuseOptions(body: object): void {
  for (const name of Object.keys(body))
    if (name in OPTION_HEADERS && /[A-Z]/.test(name))
      throw new TypeError(
        `"${name}" is an option, not a field of the body. Pass it in the second argument: create(body, { ${name} }).`,
      )
}

export class Caller {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  json<Answer>(request: SentRequest): AnswerPromise<WithGateway<Answer>> {
    const transport = this.#transport
    return new AnswerPromise(
      transport.send(request),
      async (arrived) => (await readJson(transport, arrived)) as WithGateway<Answer>,
    )
  }

  stream<Chunk>(request: SentRequest): AnswerPromise<Stream<Chunk>> {
    const transport = this.#transport
    return new AnswerPromise(transport.send(request), (arrived) => readStream<Chunk>(transport, arrived))
  }

  /** A POST whose body decides whether the response is a stream. */
  create<Answer, Chunk>(
    path: string,
    body: Streaming,
    options: RequestOptions | undefined,
  ): AnswerPromise<WithGateway<Answer>> | AnswerPromise<Stream<Chunk>> {
    refuseOptions(body)
    const request = { method: 'POST', path, body, options }
    return body.stream === true ? this.stream<Chunk>(request) : this.json<Answer>(request)
  }

  /** JSON, text or the Response itself, by content type. */
  any<Answer>(request: SentRequest): AnswerPromise<Answer> {
    const transport = this.#transport
    return new AnswerPromise(transport.send(request), async (arrived) => (await readAny(transport, arrived)) as Answer)
  }

  raw(request: SentRequest): AnswerPromise<Response> {
    return new AnswerPromise(this.#transport.send(request), readRaw)
  }
}
