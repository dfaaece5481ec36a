/** A streamGenerateContent stream as chat completion chunks. */

import type { DialectContext, JsonObject, StreamDecoder } from '../../dialect.ts'
import { listOf, numberOf, objectOf, textOf } from '../members.ts'
import { CandidateReader, type Delta } from './candidate-reader.ts'
import { blockReason } from './decode.ts'
import { decodeStreamError } from './errors.ts'
import { finishReason } from './finish-reason.ts'
import { decodeLogprobs } from './logprobs.ts'
import { decodeUsage } from './usage.ts'

type Candidate = { readonly reader: CandidateReader; reason: string | null }

export class GeminiStream implements StreamDecoder {
  readonly #context: DialectContext
  readonly #candidates = new Map<number, Candidate>()
  #head: { readonly id: string; readonly model: string } | null = null
  #usage: JsonObject = {}
  #blocked: string | null = null
  #isOver = false

  constructor(context: DialectContext) {
    this.#context = context
  }

  event(_name: string, data: JsonObject): readonly JsonObject[] {
    if (this.#isOver) return []
    if (data['error'] !== undefined && data['error'] !== null) {
      this.#isOver = true
      return [decodeStreamError(data)]
    }
    this.#head ??= {
      id: textOf(data['responseId']) ?? `${this.#context.provider}-${crypto.randomUUID()}`,
      model: textOf(data['modelVersion']) ?? this.#context.model,
    }
    this.#blocked ??= blockReason(data)
    // Later counts replace earlier ones; Vertex leaves most of them out until the end.
    Object.assign(this.#usage, objectOf(data['usageMetadata']))
    const chunks: JsonObject[] = []
    for (const [i, value] of listOf(data['candidates']).entries()) this.#readCandidate(objectOf(value) ?? {}, i, chunks)
    return chunks
  }

  counted(): JsonObject | null {
    return this.#usage
  }

  /** The last word waits for the end: Gemini repeats a finish reason in events that still carry content. */
  end(): readonly JsonObject[] {
    if (this.#isOver) return []
    this.#isOver = true
    const chunks: JsonObject[] = []
    if (this.#candidates.size === 0 && this.#blocked !== null) {
      chunks.push(this.#choice(0, { role: 'assistant', content: '' }), this.#choice(0, { refusal: this.#blocked }))
      chunks.push(this.#choice(0, {}, 'content_filter'))
    } else if (this.#candidates.size === 0 || [...this.#candidates.values()].some(({ reason }) => reason === null)) {
      return [cutShort(this.#context.provider)]
    }
    for (const [index, { reader, reason }] of this.#candidates) {
      const rest = reader.finish()
      if (hasMembers(rest)) chunks.push(this.#choice(index, rest))
      chunks.push(this.#choice(index, {}, finishReason(reason ?? '', reader.hasCalls)))
    }
    const usage = this.#context.includeUsage ? decodeUsage(this.#usage) : null
    if (usage) chunks.push(this.#chunk([], { usage }))
    return chunks
  }

  #readCandidate(candidate: JsonObject, position: number, chunks: JsonObject[]): void {
    const index = numberOf(candidate['index']) ?? position
    let known = this.#candidates.get(index)
    if (!known) {
      known = { reader: new CandidateReader(this.#head!.id, index), reason: null }
      this.#candidates.set(index, known)
      chunks.push(this.#choice(index, { role: 'assistant', content: '' }))
    }
    known.reason = textOf(candidate['finishReason']) ?? known.reason
    const delta = known.reader.read(objectOf(candidate['content'])?.['parts'])
    const logprobs = decodeLogprobs(candidate['logprobsResult'])
    if (hasMembers(delta) || logprobs) chunks.push(this.#choice(index, delta, null, logprobs))
  }

  #choice(index: number, delta: Delta | JsonObject, reason: string | null = null, logprobs: JsonObject | null = null) {
    return this.#chunk([{ index, delta, logprobs, finish_reason: reason }])
  }

  #chunk(choices: readonly JsonObject[], extra: JsonObject = {}): JsonObject {
    const { id, model } = this.#head!
    return { id, object: 'chat.completion.chunk', created: this.#context.nowSeconds, model, choices, ...extra }
  }
}

function hasMembers(delta: Delta): boolean {
  for (const _ in delta) return true
  return false
}

function cutShort(provider: string): JsonObject {
  const message = `The stream of ${provider} ended before it said why it stopped.`
  return { error: { message, type: 'upstream_error', code: 'upstream_broken', param: null } }
}
