/** Translates OpenAI's chunks to the events of streamGenerateContent. */

import { contentPieces } from '../chat/content.ts'
import { type DocumentCitation, documentCitations } from '../chat/document-citations.ts'
import { isAnotherCall, usageInChunk } from '../chat/host-variants.ts'
import { DetailPieces, type IncomingDetail, isOwnDetail } from '../chat/reasoning.ts'
import { annotatedSources, latestLists, listedSources, type Source, type SourceLists } from '../chat/sources.ts'
import type { ChatChunk, ChatDelta, ChatToolCallDelta } from '../chat/types.ts'
import type { JsonObject, StreamEncoder } from '../dialect.ts'
import type { Candidate, GenerateContentResponse, LogprobsResult, Part } from '../gemini/types.ts'
import { countOf, isObject, objectOf, objectsIn, textOf, type UncheckedObject } from '../json.ts'
import {
  callPart,
  finishReason,
  fromStreamError,
  groundingFromChat,
  imagePart,
  logprobsFromChat,
  ownDetails,
  type ResponseOptions,
  usageFromChat,
  withCarried,
} from './response.ts'

/** A call whose arguments arrive in pieces. Gemini's events contain only complete calls. */
type OpenCall = { id: string; name: string; arguments: string; extra: unknown }

class Choice {
  readonly calls: OpenCall[] = []
  readonly callByIndex = new Map<unknown, OpenCall>()
  readonly details = new DetailPieces()
  readonly reasoning: string[] = []
  readonly sources: Source[] = []
  readonly documents: DocumentCitation[] = []
  text = ''
  /** True if the host sends `reasoning_content`, which repeats the text of its details. */
  hasReasoning = false
  reason: unknown = null
}

export class GenerateContentStream implements StreamEncoder {
  readonly #choices = new Map<number, Choice>()
  #head: Pick<GenerateContentResponse, 'modelVersion' | 'responseId'> | null = null
  #usage: unknown = null
  #lists: SourceLists = {}
  #isOver = false

  constructor(private readonly options: ResponseOptions) {}

  chunk(chunk: UncheckedObject<ChatChunk> & { readonly error?: unknown }): string {
    if (this.#isOver) return ''
    if (isObject(chunk.error)) return this.error(chunk.error)
    const id = textOf(chunk.id)
    this.#head ??= { modelVersion: textOf(chunk.model) || this.options.model, ...(id !== '' && { responseId: id }) }
    this.#usage = usageInChunk(chunk) ?? this.#usage
    this.#lists = latestLists(this.#lists, chunk)
    const candidates: Candidate[] = []
    for (const [position, choice] of objectsIn(chunk.choices).entries()) {
      const index = countOf(choice.index) ?? position
      const known = this.#choice(index)
      if (typeof choice.finish_reason === 'string') known.reason = choice.finish_reason
      const parts = isObject(choice.delta) ? this.#read(known, choice.delta) : []
      const logprobs = logprobsFromChat(choice.logprobs)
      if (parts.length > 0 || logprobs) candidates.push(candidateOf(index, parts, logprobs))
    }
    return candidates.length === 0 ? '' : this.#frame({ candidates })
  }

  /** Calls, finish reasons and usage are in the last event: OpenAI reports usage after the finish reason. */
  end(): string {
    if (this.#isOver) return ''
    const choices = [...this.#choices]
    if (choices.length === 0 || choices.some(([, { reason }]) => reason === null)) {
      return this.error({ message: 'The provider’s response ended early.', code: 'upstream_broken' })
    }
    this.#isOver = true
    const listed = listedSources(this.#lists)
    const candidates = choices.map(([index, choice], position): Candidate => {
      const parts = closingParts(choice)
      const lists = position === 0 ? listed : []
      const grounding = groundingFromChat(choice.sources, lists, choice.text, choice.documents)
      return {
        ...candidateOf(index, parts, null),
        finishReason: finishReason(choice.reason),
        ...(grounding && { groundingMetadata: grounding }),
      }
    })
    return this.#frame({
      candidates,
      ...(isObject(this.#usage) && { usageMetadata: usageFromChat(this.#usage) }),
    })
  }

  error(error: JsonObject): string {
    if (this.#isOver) return ''
    this.#isOver = true
    return frame(fromStreamError(error))
  }

  #choice(index: number): Choice {
    let choice = this.#choices.get(index)
    if (!choice) {
      choice = new Choice()
      this.#choices.set(index, choice)
    }
    return choice
  }

  #frame(event: GenerateContentResponse): string {
    return frame({ ...event, ...this.#head })
  }

  #read(choice: Choice, delta: UncheckedObject<ChatDelta>): Part[] {
    const parts: Part[] = []
    const think = (text: string) => {
      if (text === '') return
      choice.reasoning.push(text)
      if (this.options.includesThoughts) parts.push({ text, thought: true })
    }
    const reasoning = textOf(delta.reasoning_content) || textOf(delta.reasoning)
    if (reasoning !== '') choice.hasReasoning = true
    think(reasoning)
    for (const detail of objectsIn(delta.reasoning_details)) {
      if (!isOwnDetail(detail as IncomingDetail)) continue
      if (!choice.hasReasoning && detail.type === 'thinking') think(textOf(detail.text))
      choice.details.add(detail as JsonObject)
    }
    const pieces = contentPieces(delta.content)
    for (const { kind, text } of pieces) {
      if (kind === 'thinking') think(text)
      else {
        choice.text += text
        parts.push({ text })
      }
    }
    for (const source of annotatedSources(delta.annotations)) choice.sources.push(source)
    if (delta.citations) for (const citation of documentCitations(delta.citations)) choice.documents.push(citation)
    const refusal = textOf(delta.refusal)
    if (refusal !== '' && pieces.length === 0) parts.push({ text: refusal })
    for (const image of objectsIn(delta.images)) for (const part of imagePart(image)) parts.push(part)
    for (const call of objectsIn(delta.tool_calls)) addCall(choice, call)
    return parts
  }
}

function addCall({ calls, callByIndex }: Choice, piece: UncheckedObject<ChatToolCallDelta>): void {
  const { name, arguments: args } = objectOf(piece.function)
  const key = piece.index ?? piece.id
  let call = callByIndex.get(key)
  if (!call || isAnotherCall(piece, call.id)) {
    call = { id: '', name: '', arguments: '', extra: undefined }
    calls.push(call)
    callByIndex.set(key, call)
  }
  call.id ||= textOf(piece.id)
  call.name ||= textOf(name)
  call.arguments += textOf(args)
  call.extra ??= piece.extra_content
}

function closingParts({ calls, details, reasoning }: Choice): Part[] {
  const parts = calls.map(({ id, name, arguments: args, extra }) =>
    callPart({ id, function: { name, arguments: args }, extra_content: extra } as never),
  )
  const closing = withCarried(parts, ownDetails(details.joined()), reasoning.join(''))
  return closing.length > 0 ? closing : [{ text: '' }]
}

function candidateOf(index: number, parts: Part[], logprobs: LogprobsResult | null): Candidate {
  return { content: { role: 'model', parts }, index, ...(logprobs && { logprobsResult: logprobs }) }
}

/** Google ends lines with \r\n. */
function frame(event: GenerateContentResponse | JsonObject): string {
  return `data: ${JSON.stringify(event)}\r\n\r\n`
}
