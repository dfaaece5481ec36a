/** Translates OpenAI's chat chunks to the events of a Responses stream. */

import { ERRORS } from '../../core/error-table.ts'
import { usageInChunk } from '../chat/host-variants.ts'
import { latestLists, listedSources, type SourceLists } from '../chat/sources.ts'
import type { ChatChunk, ChatUsage } from '../chat/types.ts'
import type { JsonObject, StreamEncoder } from '../dialect.ts'
import { objectOf, objectsIn, textOf, type Unchecked, type UncheckedObject } from '../json.ts'
import { RequestEcho } from '../request-echo.ts'
import { OutputItems } from './output-items.ts'
import { echoOf, endedResponse, endingOf, responseHead } from './response.ts'
import type { ResponseEvent, ResponseObject, ResponsesRequest } from './types.ts'

export class ResponseStream implements StreamEncoder {
  readonly #echo: RequestEcho
  readonly #output: OutputItems
  #head: ResponseObject | null = null
  #sequenceNumber = 0
  #usage: Unchecked<ChatUsage> = null
  #finishReason: unknown = null
  #lists: SourceLists = {}
  #isOver = false

  /** `request` is the caller's body. */
  constructor(request: UncheckedObject<ResponsesRequest> | RequestEcho) {
    this.#echo = request instanceof RequestEcho ? request : echoOf(request)
    this.#output = new OutputItems((event) => this.#emit(event), this.#echo.foldedTools)
  }

  chunk(chunk: UncheckedObject<ChatChunk>): string {
    if (this.#isOver) return ''
    // Some hosts send cumulative counts with every chunk; the last ones are final.
    this.#usage = usageInChunk(chunk) ?? this.#usage
    this.#lists = latestLists(this.#lists, chunk)
    const choice = objectsIn(chunk.choices).find((candidate) => (candidate.index ?? 0) === 0)
    // Azure's first chunk has no choice, id or model.
    if (!choice) return ''
    const events = this.#start(chunk) + this.#output.add(objectOf(choice.delta), choice.logprobs)
    this.#finishReason = choice.finish_reason ?? this.#finishReason
    return events
  }

  end(): string {
    if (this.#isOver) return ''
    if (this.#head === null || this.#finishReason === null) {
      const { message, type } = ERRORS.upstream_broken
      return this.error({ message, type, code: 'upstream_broken', param: null })
    }
    this.#isOver = true
    const ending = endingOf(this.#finishReason)
    const cited = this.#output.cite(listedSources(this.#lists))
    const events = cited + this.#output.finish(ending.status === 'completed')
    const response = endedResponse(this.#head, ending, this.#output.items(), this.#usage)
    return events + this.#emit({ type: `response.${ending.status}`, response })
  }

  /**
   * Sends two events, as OpenAI does. OpenAI's SDKs throw on the member `error` of the first, its reference documents the
   * flat members, and coding agents read the second.
   */
  error(error: JsonObject): string {
    if (this.#isOver) return ''
    const started = this.#start({})
    this.#isOver = true
    const message = textOf(error['message']) || ERRORS.upstream_broken.message
    const code = codeOf(error)
    const param = error['param'] ?? null
    const nested = { type: textOf(error['type']) || 'server_error', code, message, param }
    const failed = { status: 'failed', incomplete_details: null } as const
    const response = endedResponse(this.#head!, failed, this.#output.items(), this.#usage)
    return (
      started +
      this.#emit({ type: 'error', code, message, param, error: nested }) +
      this.#emit({ type: 'response.failed', response: { ...response, error: { code, message } } })
    )
  }

  #start(chunk: UncheckedObject<ChatChunk>): string {
    if (this.#head !== null) return ''
    const response = responseHead(this.#echo, chunk)
    this.#head = response
    return this.#emit({ type: 'response.created', response }) + this.#emit({ type: 'response.in_progress', response })
  }

  #emit({ type, ...members }: ResponseEvent): string {
    const data = JSON.stringify({ type, sequence_number: this.#sequenceNumber++, ...members })
    return `event: ${type}\ndata: ${data}\n\n`
  }
}

/** Agents wait and retry on OpenAI's code for a rate limit. Other codes stay the provider's. */
function codeOf(error: JsonObject): string {
  const code = textOf(error['code'])
  const isRateLimit = /rate_?limit|too_many_requests|resource_exhausted|^429$/i
  if (isRateLimit.test(code) || isRateLimit.test(textOf(error['type']))) return 'rate_limit_exceeded'
  return code || 'server_error'
}
