/** Translates chat completions and errors to Gemini's format. */

import { googleStatus } from '../../core/google-error.ts'
import { contentPieces } from '../chat/content.ts'
import { type DocumentCitation, documentCitations } from '../chat/document-citations.ts'
import { errorText } from '../chat/error-text.ts'
import { imageUrlOf, inlineImage } from '../chat/generated-image.ts'
import { cachedTokens, openaiFinishReason } from '../chat/host-variants.ts'
import { googleSignature, type IncomingDetail, isOwnDetail } from '../chat/reasoning.ts'
import { argumentsOrText } from '../chat/request.ts'
import { annotatedSources, listedSources, located, type Source } from '../chat/sources.ts'
import type {
  AssistantMessage,
  ChatCompletion,
  ChatImage,
  ChatLogprobs,
  ChatTokenLogprob,
  ChatToolCall,
  ChatUsage,
  ReasoningDetail,
} from '../chat/types.ts'
import type { JsonObject } from '../dialect.ts'
import { groundingOf } from '../gemini/sources.ts'
import type {
  Candidate,
  GenerateContentResponse,
  GroundingMetadata,
  LogprobsResult,
  ModalityCount,
  Part,
  TokenLogprob,
  UsageMetadata,
} from '../gemini/types.ts'
import {
  countOf,
  finiteOf,
  isObject,
  listOf,
  objectOf,
  objectsIn,
  textOf,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import { detailText, encodeCarried, FOREIGN_CALL } from './carried-thinking.ts'

/** Values of the request that the response depends on. */
export type ResponseOptions = { readonly model: string; readonly includesThoughts: boolean }

export function fromChat(
  completion: UncheckedObject<ChatCompletion>,
  { model, includesThoughts }: ResponseOptions,
): GenerateContentResponse {
  const id = textOf(completion.id)
  const listed = listedSources(completion)
  return {
    candidates: objectsIn(completion.choices).map((choice, position) => {
      const logprobs = logprobsFromChat(choice.logprobs)
      const { content, annotations, citations } = objectOf(choice.message)
      const text = contentPieces(content).flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []))
      const documents = documentCitations(citations)
      const lists = position === 0 ? listed : []
      const grounding = groundingFromChat(annotatedSources(annotations), lists, text.join(''), documents)
      return {
        content: { role: 'model', parts: partsFromChat(objectOf(choice.message), includesThoughts) },
        finishReason: finishReason(choice.finish_reason),
        index: countOf(choice.index) ?? position,
        ...(logprobs && { logprobsResult: logprobs }),
        ...(grounding && { groundingMetadata: grounding }),
      } satisfies Candidate
    }),
    ...(isObject(completion.usage) && { usageMetadata: usageFromChat(completion.usage) }),
    modelVersion: textOf(completion.model) || model,
    ...(id !== '' && { responseId: id }),
  }
}

/** `listed`: sources that the host lists next to `choices`, for the first choice. */
export function groundingFromChat(
  annotated: readonly Source[],
  listed: readonly Source[],
  text: string,
  documents: readonly DocumentCitation[],
): GroundingMetadata | null {
  return groundingOf(listed.length === 0 ? annotated : [...annotated, ...located(listed, text)], text, documents)
}

function partsFromChat(message: UncheckedObject<AssistantMessage>, includesThoughts: boolean): Part[] {
  const pieces = contentPieces(message.content)
  const refusal = textOf(message.refusal)
  if (refusal !== '' && !pieces.some(({ kind }) => kind === 'text')) pieces.push({ kind: 'text', text: refusal })
  const details = ownDetails(message.reasoning_details)
  const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning)
  const thinking = reasoning || details.map(detailText).join('')
  const thoughts = thinking === '' ? [] : [{ kind: 'thinking' as const, text: thinking }]
  const parts: Part[] = [...thoughts, ...pieces]
    .filter(({ kind }) => includesThoughts || kind === 'text')
    .map(({ kind, text }) => (kind === 'text' ? { text } : { text, thought: true }))
  for (const image of objectsIn(message.images)) parts.push(...imagePart(image))
  const spoken = pieces.filter(({ kind }) => kind === 'thinking').map(({ text }) => text)
  const calls = objectsIn(message.tool_calls).map(callPart)
  return withCarried([...parts, ...calls], details, reasoning + spoken.join(''))
}

/** Puts the thinking to carry on the first call. Without calls, only signed thinking is carried, on the last part. */
export function withCarried(parts: Part[], details: readonly ReasoningDetail[], reasoning: string): Part[] {
  const call = parts.find((part) => part.functionCall !== undefined)
  const last = parts.at(-1)
  const isText = last !== undefined && last.text !== undefined && last.thought !== true
  const holder = call ?? (isText ? last : undefined)
  const google = holder?.thoughtSignature ?? ''
  const carried = encodeCarried(call && details.length === 0 ? { reasoning, google } : { details, google })
  const signature = carried === '' && call ? FOREIGN_CALL : carried
  if (signature === '') return parts
  if (holder) holder.thoughtSignature = signature
  else parts.push({ text: '', thoughtSignature: signature })
  return parts
}

export function ownDetails(details: unknown): ReasoningDetail[] {
  const own = objectsIn(details).filter((detail) => isOwnDetail(detail as IncomingDetail))
  return own.map(({ index: _, ...detail }) => detail) as unknown as ReasoningDetail[]
}

export function callPart(call: UncheckedObject<ChatToolCall>): Part {
  const { name, arguments: args } = objectOf(call.function)
  const id = textOf(call.id)
  const signature = googleSignature(call)
  return {
    functionCall: { ...(id !== '' && { id }), name: textOf(name), args: argumentsOrText(args) },
    ...(signature !== '' && { thoughtSignature: signature }),
  }
}

/** An image that the model generated. */
export function imagePart(image: UncheckedObject<ChatImage>): Part[] {
  const signature = googleSignature(image)
  const signed = signature === '' ? {} : { thoughtSignature: signature }
  const inline = inlineImage(image)
  if (inline) return [{ inlineData: { mimeType: inline.mediaType, data: inline.base64 }, ...signed }]
  const url = imageUrlOf(image)
  // The media type of an image at a URL is unknown.
  return url === '' ? [] : [{ fileData: { mimeType: 'image/*', fileUri: url }, ...signed }]
}

const FINISH_REASONS: ReadonlyMap<unknown, string> = new Map([
  ['length', 'MAX_TOKENS'],
  ['content_filter', 'SAFETY'],
  ['error', 'OTHER'],
])

export function finishReason(reason: unknown): string {
  return FINISH_REASONS.get(openaiFinishReason(reason)) ?? 'STOP'
}

/** Gemini counts thoughts separately from the candidates. OpenAI's completion_tokens include them. */
export function usageFromChat(usage: UncheckedObject<ChatUsage>): UsageMetadata {
  const input = objectOf(usage.prompt_tokens_details)
  const output = objectOf(usage.completion_tokens_details)
  const prompt = countOf(usage.prompt_tokens) ?? 0
  const total = countOf(usage.total_tokens)
  // Some hosts exclude thinking from completion_tokens, but not from total_tokens.
  const completion = Math.max(countOf(usage.completion_tokens) ?? 0, (total ?? 0) - prompt)
  const thoughts = Math.min(countOf(output.reasoning_tokens) ?? 0, completion)
  const cached = cachedTokens(usage)
  const promptDetails = modalities(prompt, countOf(input.audio_tokens), countOf(input.image_tokens))
  const outputDetails = modalities(completion - thoughts, countOf(output.audio_tokens), countOf(output.image_tokens))
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: completion - thoughts,
    totalTokenCount: prompt + completion,
    ...(cached > 0 && { cachedContentTokenCount: cached }),
    ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
    ...(promptDetails && { promptTokensDetails: promptDetails }),
    ...(outputDetails && { candidatesTokensDetails: outputDetails }),
  }
}

/** Null if the provider reports no modalities. */
function modalities(total: number, audio: number | null, image: number | null): ModalityCount[] | null {
  if (!audio && !image) return null
  const counts = [
    { modality: 'TEXT', tokenCount: Math.max(0, total - (audio ?? 0) - (image ?? 0)) },
    { modality: 'AUDIO', tokenCount: audio ?? 0 },
    { modality: 'IMAGE', tokenCount: image ?? 0 },
  ]
  return counts.filter(({ tokenCount }) => tokenCount > 0)
}

export function logprobsFromChat(value: Unchecked<ChatLogprobs>): LogprobsResult | null {
  const content = isObject(value) ? listOf(value.content) : []
  if (content.length === 0) return null
  const tokens = content.map((token) => objectOf(token))
  return {
    chosenCandidates: tokens.map(tokenFromChat),
    topCandidates: tokens.map(({ top_logprobs: others }) => ({
      candidates: objectsIn(others).map((other) => tokenFromChat(other)),
    })),
  }
}

function tokenFromChat({ token, logprob }: UncheckedObject<ChatTokenLogprob>): TokenLogprob {
  return { token: textOf(token), logProbability: finiteOf(logprob) ?? 0 }
}

/** `error` is the error body of OpenAI's format, or the value of its member `error`. */
export function fromError(status: number, error: JsonObject): JsonObject {
  const inner = isObject(error['error']) ? error['error'] : error
  const message = errorText(inner) || errorText(error) || 'The request failed.'
  const reason = textOf(inner['code']) || textOf(inner['type'])
  const param = textOf(inner['param'])
  return {
    error: {
      code: status,
      message,
      status: googleStatus(status),
      ...((reason !== '' || param !== '') && { details: errorDetails(reason, param) }),
    },
  }
}

function errorDetails(reason: string, param: string): JsonObject[] {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: reason.toUpperCase(), domain: 'provider' }
  const violations = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: param }] }
  return [...(reason === '' ? [] : [info]), ...(param === '' ? [] : [violations])]
}

/** An error in a stream has no status, so the status is derived from the error's type and code. */
export function fromStreamError(error: JsonObject): JsonObject {
  const inner = isObject(error['error']) ? error['error'] : error
  const words = `${textOf(inner['type'])} ${textOf(inner['code'])}`
  const status = /rate_?limit|quota|too_many|throttl|exhausted/i.test(words)
    ? 429
    : /overload|unavailable/i.test(words)
      ? 503
      : /time_?out|upstream_idle/i.test(words)
        ? 504
        : /invalid_request/i.test(words)
          ? 400
          : 500
  return fromError(status, error)
}
