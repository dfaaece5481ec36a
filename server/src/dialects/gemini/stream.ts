/** Translates Gemini's stream (streamGenerateContent) to OpenAI's chunks. */

import type { ChatChunk, ChatDelta, ChatLogprobs, ChatStreamItem, ErrorResponse, FinishReason } from '../chat/types.ts'
import type { DialectContext, JsonObject, StreamDecoder } from '../dialect.ts'
import { finiteOf, listOf, objectOf, textOrNull, type UncheckedObject } from '../json.ts'
import {
  blockReason,
  type CandidateDelta,
  CandidateReader,
  decodeLogprobs,
  decodeStreamError,
  decodeUsage,
  finishReason,
  groundingFor,
} from './response.ts'
import { annotationsOf, type Sources } from './sources.ts'
import type { Candidate, GenerateContentResponse } from './types.ts'

type KnownCandidate = {
  readonly reader: CandidateReader
  reason: string | null
  text: string
  /** Collected from all events, because `groundingSupports` may arrive after the `groundingChunks` they refer to. */
  readonly grounding: JsonObject
  citations: UncheckedObject<Candidate>['citationMetadata']
  pages: UncheckedObject<Candidate>['urlContextMetadata']
}

export class GeminiStream implements StreamDecoder {
  readonly #context: DialectContext
  readonly #candidates = new Map<number, KnownCandidate>()
  #head: { readonly id: string; readonly model: string } | null = null
  #usage: JsonObject = {}
  #blocked: string | null = null
  #isOver = false

  constructor(context: DialectContext) {
    this.#context = context
  }

  event(_name: string, data: UncheckedObject<GenerateContentResponse>): readonly ChatStreamItem[] {
    if (this.#isOver) return []
    if (data.error !== undefined && data.error !== null) {
      this.#isOver = true
      return [decodeStreamError(data)]
    }
    this.#head ??= {
      id: textOrNull(data.responseId) ?? `${this.#context.provider}-${crypto.randomUUID()}`,
      model: textOrNull(data.modelVersion) ?? this.#context.model,
    }
    this.#blocked ??= blockReason(data)
    // Later counts replace earlier ones. Vertex sends most of them only at the end.
    Object.assign(this.#usage, objectOf(data.usageMetadata))
    const chunks: ChatStreamItem[] = []
    for (const [i, candidate] of listOf(data.candidates).entries()) this.#readCandidate(objectOf(candidate), i, chunks)
    return chunks
  }

  counted(): JsonObject | null {
    return this.#usage
  }

  /** Sends the finish reasons here, because Gemini may send one in events before the last content. */
  end(): readonly ChatStreamItem[] {
    if (this.#isOver) return []
    this.#isOver = true
    const chunks: ChatStreamItem[] = []
    if (this.#candidates.size === 0 && this.#blocked !== null) {
      chunks.push(this.#choice(0, { role: 'assistant', content: '' }), this.#choice(0, { refusal: this.#blocked }))
      chunks.push(this.#choice(0, {}, 'content_filter'))
    } else if (this.#candidates.size === 0 || [...this.#candidates.values()].some(({ reason }) => reason === null)) {
      return [incomplete(this.#context.provider)]
    }
    for (const [index, { reader, reason, text, grounding, citations, pages }] of this.#candidates) {
      const rest = reader.finish()
      if (hasMembers(rest)) chunks.push(this.#choice(index, rest))
      const sources: Sources = {
        groundingMetadata: grounding,
        citationMetadata: citations,
        urlContextMetadata: pages,
      }
      const annotations = annotationsOf(sources, text)
      if (annotations.length > 0) chunks.push(this.#choice(index, { annotations }))
      const last = this.#choice(index, {}, finishReason(reason ?? '', reader.hasCalls))
      const metadata = hasMembers(grounding) ? groundingFor(this.#context, grounding) : {}
      chunks.push({ ...last, choices: last.choices.map((choice) => ({ ...choice, ...metadata })) })
    }
    const usage = this.#context.includeUsage ? decodeUsage(this.#usage) : null
    if (usage) chunks.push({ ...this.#chunkHead(), choices: [], usage })
    return chunks
  }

  #readCandidate(candidate: UncheckedObject<Candidate>, position: number, chunks: ChatStreamItem[]): void {
    const index = finiteOf(candidate.index) ?? position
    let known = this.#candidates.get(index)
    if (!known) {
      const reader = new CandidateReader(this.#head!.id, index)
      known = { reader, reason: null, text: '', grounding: {}, citations: null, pages: null }
      this.#candidates.set(index, known)
      chunks.push(this.#choice(index, { role: 'assistant', content: '' }))
    }
    known.reason = textOrNull(candidate.finishReason) ?? known.reason
    const delta = known.reader.read(objectOf(candidate.content).parts)
    known.text += delta.content ?? ''
    Object.assign(known.grounding, objectOf(candidate.groundingMetadata))
    known.citations = candidate.citationMetadata ?? known.citations
    known.pages = candidate.urlContextMetadata ?? known.pages
    const logprobs = decodeLogprobs(candidate.logprobsResult)
    if (hasMembers(delta) || logprobs) chunks.push(this.#choice(index, delta, null, logprobs))
  }

  #choice(
    index: number,
    delta: ChatDelta,
    reason: FinishReason | null = null,
    logprobs: ChatLogprobs | null = null,
  ): ChatChunk {
    return { ...this.#chunkHead(), choices: [{ index, delta, logprobs, finish_reason: reason }] }
  }

  #chunkHead(): Omit<ChatChunk, 'choices'> {
    const { id, model } = this.#head!
    return { id, object: 'chat.completion.chunk', created: this.#context.nowSeconds, model }
  }
}

function hasMembers(delta: CandidateDelta | JsonObject): boolean {
  for (const _ in delta) return true
  return false
}

function incomplete(provider: string): ErrorResponse {
  const message = `The stream of ${provider} ended without a finish reason.`
  return { error: { message, type: 'upstream_error', code: 'upstream_broken', param: null } }
}
