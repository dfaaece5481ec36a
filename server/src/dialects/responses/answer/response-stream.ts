/** Chunks of a chat stream as the events of a Responses stream. */

import { ERRORS } from '../../../core/error-table.ts'
import type { JsonObject, StreamEncoder } from '../../dialect.ts'
import { isObject, listOf, objectOf, textOf } from '../../framing/json-shape.ts'
import { RequestEcho } from '../../request-echo.ts'
import { OutputItems } from './output-items.ts'
import { echoOf, endedResponse, endingOf, responseHead } from './response-object.ts'

export class ResponseStream implements StreamEncoder {
  readonly #echo: RequestEcho
  readonly #output: OutputItems
  #head: JsonObject | null = null
  #sequenceNumber = 0
  #usage: unknown = null
  #finishReason: unknown = null
  #isOver = false

  /** `request` is the caller's own body. */
  constructor(request: JsonObject | RequestEcho) {
    this.#echo = request instanceof RequestEcho ? request : echoOf(request)
    this.#output = new OutputItems((type, members) => this.#emit(type, members), new Set(this.#echo.customTools))
  }

  chunk(chunk: JsonObject): string {
    if (this.#isOver) return ''
    const { choices, usage, x_groq: groq } = chunk
    // Counts may come with every chunk, growing: the last are the true ones.
    if (isObject(usage)) this.#usage = usage
    else if (isObject(groq) && isObject(groq['usage'])) this.#usage = groq['usage']
    const choice = listOf(choices).find((one) => isObject(one) && (one['index'] ?? 0) === 0)
    // Azure begins with a chunk that has no choice, id or model.
    if (!isObject(choice)) return ''
    const said = this.#start(chunk) + this.#output.add(objectOf(choice['delta']), choice['logprobs'])
    this.#finishReason = choice['finish_reason'] ?? this.#finishReason
    return said
  }

  end(): string {
    if (this.#isOver) return ''
    if (this.#head === null || this.#finishReason === null) {
      const { message, type } = ERRORS.upstream_broken
      return this.error({ message, type, code: 'upstream_broken', param: null })
    }
    this.#isOver = true
    const ending = endingOf(this.#finishReason)
    const said = this.#output.finish(ending.status === 'completed')
    const response = endedResponse(this.#head, ending, this.#output.items(), this.#usage)
    return said + this.#emit(`response.${ending.status}`, { response })
  }

  /**
   * OpenAI sends both events. Its SDKs throw on the member `error` of the first, its reference documents the flat members,
   * and coding agents read the second.
   */
  error(error: JsonObject): string {
    if (this.#isOver) return ''
    const said = this.#start({})
    this.#isOver = true
    const message = textOf(error['message']) || ERRORS.upstream_broken.message
    const code = codeOf(error)
    const param = error['param'] ?? null
    const nested = { type: textOf(error['type']) || 'server_error', code, message, param }
    const failed = { status: 'failed', incomplete_details: null } as const
    const response = endedResponse(this.#head ?? {}, failed, this.#output.items(), this.#usage)
    return (
      said +
      this.#emit('error', { code, message, param, error: nested }) +
      this.#emit('response.failed', { response: { ...response, error: { code, message } } })
    )
  }

  #start(chunk: JsonObject): string {
    if (this.#head !== null) return ''
    this.#head = responseHead(this.#echo, chunk)
    const response = this.#head
    return this.#emit('response.created', { response }) + this.#emit('response.in_progress', { response })
  }

  #emit(type: string, members: JsonObject): string {
    const data = JSON.stringify({ type, sequence_number: this.#sequenceNumber++, ...members })
    return `event: ${type}\ndata: ${data}\n\n`
  }
}

/** OpenAI's code for a rate limit makes agents wait and repeat; other codes stay what the provider said. */
function codeOf(error: JsonObject): string {
  const code = textOf(error['code'])
  const isRateLimit = /rate_?limit|too_many_requests|resource_exhausted|^429$/i
  if (isRateLimit.test(`${code}`) || isRateLimit.test(textOf(error['type']))) return 'rate_limit_exceeded'
  return code || 'server_error'
}
