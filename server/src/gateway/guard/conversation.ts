/**
 * A neutral view of a request or response: its texts, with their role, kind and path, in every format that callers use. The
 * same view writes changed texts back into the bytes.
 */

import { replaceValues } from '../../core/body/replace-values.ts'
import type { GuardedFormat } from '../../core/guardrails/guarded-format.ts'
import type { JsonObject } from '../../core/json.ts'
import { chatRequest, chatResponse, completionRequest } from './formats/chat.ts'
import { geminiEmbeds, geminiRequest, geminiResponse } from './formats/gemini.ts'
import { messagesRequest, messagesResponse } from './formats/messages.ts'
import { responsesItems, responsesRequest, responsesResponse } from './formats/responses.ts'
import {
  plainInput,
  plainPrompt,
  rerankRequest,
  rerankResponse,
  revisedPrompts,
  speechInput,
} from './formats/single-text.ts'
import { type JsonLeaves, withLeaves } from './json-leaves.ts'
import { addOutsideTexts } from './outside-texts.ts'
import { type LocatedPart, Parts, type Slot } from './parts.ts'
import { addCarried, addUnread } from './unread-texts.ts'

export type { LocatedPart } from './parts.ts'

export type Conversation = {
  readonly parts: readonly LocatedPart[]
  /** Set if the body holds text that cannot be read, such as token ids: no check can pass it. */
  readonly unreadable: string | null
}

type Walk = (body: JsonObject, parts: Parts) => void

const REQUESTS: Partial<Record<GuardedFormat, Walk>> = {
  'chat.completions': chatRequest,
  completions: completionRequest,
  messages: messagesRequest,
  'messages.count_tokens': messagesRequest,
  responses: responsesRequest,
  'responses.input_tokens': responsesRequest,
  'gemini.generate': geminiRequest,
  'gemini.stream': geminiRequest,
  'gemini.count': geminiRequest,
  'gemini.embed': geminiEmbeds,
  'gemini.embedMany': geminiEmbeds,
  embeddings: plainInput,
  moderations: plainInput,
  'images.generations': plainPrompt,
  'audio.speech': speechInput,
  'images.edits': plainPrompt,
  'audio.transcriptions': plainPrompt,
  'audio.translations': plainPrompt,
  rerank: rerankRequest,
}

const RESPONSES: Partial<Record<GuardedFormat, Walk>> = {
  'chat.completions': chatResponse,
  completions: chatResponse,
  messages: messagesResponse,
  responses: responsesResponse,
  'responses.read': responsesResponse,
  'responses.cancel': responsesResponse,
  'responses.inputs': responsesItems,
  'gemini.generate': geminiResponse,
  'gemini.stream': geminiResponse,
  'images.generations': revisedPrompts,
  'images.edits': revisedPrompts,
  rerank: rerankResponse,
}

/** The texts of a request, in order. `format` comes from `formatOf`. */
export function partsOfRequest(format: GuardedFormat, params: JsonObject): Conversation {
  return walked(format, REQUESTS[format], params, false)
}

/** The texts of a whole response in the caller's format. */
export function partsOfResponse(format: GuardedFormat, body: JsonObject): Conversation {
  return walked(format, RESPONSES[format], body, true)
}

function walked(format: GuardedFormat, walk: Walk | undefined, body: JsonObject, isResponse: boolean): Conversation {
  if (!walk) return { parts: [], unreadable: 'This format has no texts that can be read.' }
  const parts = new Parts(isResponse)
  walk(body, parts)
  if (isResponse) addOutsideTexts(format, body, parts)
  if (!isResponse) addUnread(body, parts)
  else if (/^(?:responses|gemini)/.test(format)) addCarried(body, parts)
  return { parts: parts.list, unreadable: parts.unreadable }
}

/** The body with new texts for some parts, by their index. Every other byte stays as it is. */
export function replaceParts(
  body: Uint8Array,
  parts: readonly LocatedPart[],
  changes: ReadonlyMap<number, string>,
): Uint8Array {
  if (changes.size === 0) return body
  const slots = new Map<Slot, { readonly leaf: readonly number[]; readonly text: string }[]>()
  for (const [index, text] of changes) {
    const part = parts[index]
    if (!part) continue
    const edits = slots.get(part.slot)
    if (edits) edits.push({ leaf: part.leaf, text })
    else slots.set(part.slot, [{ leaf: part.leaf, text }])
  }
  const values = new Map<string, string>()
  for (const [slot, edits] of slots) {
    values.set(slot.path, jsonOf(slot, edits))
    const tokens = tokensOf(slot.path)
    if (tokens) values.set(tokens, tokens.startsWith('output') ? '[]' : 'null')
  }
  return replaceValues(body, values)
}

/** The path of the log probabilities of a text, whose tokens repeat the text; null if the text can have none. */
function tokensOf(path: string): string | null {
  const choice = /^(?:choices|candidates)\[\d+\]/.exec(path)?.[0]
  if (choice !== undefined) return choice.startsWith('choices') ? `${choice}.logprobs` : `${choice}.logprobsResult`
  const part = /^output\[\d+\]\.content\[\d+\]/.exec(path)?.[0]
  return part === undefined ? null : `${part}.logprobs`
}

export type Edit = { readonly leaf: readonly number[]; readonly text: string }

/** The JSON of a slot with its edits. */
function jsonOf({ form, json, prefix, lead = '' }: Slot, edits: readonly Edit[]): string {
  const text = json ? edited(json, edits) : edits[0]!.text
  if (form === 'json_value') return text
  if (form === 'base64' || form === 'data_url')
    return JSON.stringify(prefix + Buffer.from(lead + text).toString('base64'))
  return JSON.stringify(text)
}

/** Edits of JSON in JSON are applied from the inside out. */
export function edited(json: JsonLeaves, edits: readonly Edit[]): string {
  const changes = new Map<number, string>()
  const nested = new Map<number, Edit[]>()
  for (const { leaf, text } of edits) {
    const [first = 0, ...rest] = leaf
    if (rest.length === 0) changes.set(first, text)
    else nested.set(first, [...(nested.get(first) ?? []), { leaf: rest, text }])
  }
  for (const [index, inner] of nested) {
    const leaves = json.leaves[index]?.inner
    if (leaves) changes.set(index, edited(leaves, inner))
  }
  return withLeaves(json, changes)
}
