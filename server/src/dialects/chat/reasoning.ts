/**
 * Finds which provider produced `reasoning_details`, because only that provider accepts the signatures, and joins the
 * pieces of a stream.
 */

import { isObject, listOf, objectOf, textOf, type UncheckedObject } from '../json.ts'
import type { ReasoningDetail } from './types.ts'

/** The member `format`. The first two are OpenRouter's names (https://openrouter.ai/docs/use-cases/reasoning-tokens). */
export type ReasoningFormat = 'anthropic-claude-v1' | 'google-gemini-v1' | 'amazon-converse-v1' | 'cohere-chat-v2'

/** Claude's format, also on Vertex and Bedrock: Anthropic documents that signatures are valid across these platforms. */
export const ANTHROPIC_FORMAT: ReasoningFormat = 'anthropic-claude-v1'

/** The types that this gateway writes. OpenAI-compatible hosts use other types. */
const OWN_TYPES: ReadonlySet<unknown> = new Set(['thinking', 'redacted'] satisfies ReasoningDetail['type'][])

export type IncomingDetail = UncheckedObject<ReasoningDetail>

export function isOwnDetail(detail: IncomingDetail): boolean {
  return OWN_TYPES.has(detail.type)
}

/**
 * A detail without `format` counts as the provider's own, because callers may build details themselves. Compares only
 * the start: OpenAI's Python client concatenates the strings of stream pieces, which repeats `format`.
 */
export function isForeign(detail: IncomingDetail, format: ReasoningFormat): boolean {
  return typeof detail.format === 'string' && !detail.format.startsWith(format)
}

export type JoinedDetail =
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'redacted'; readonly data: string }

/** The formats that a provider accepts back. */
export type OwnFormats = { readonly thinking: ReasoningFormat; readonly redacted: ReasoningFormat }

/**
 * The complete details of an assistant message, without those of other providers. The caller may send stream pieces as
 * they came: adjacent pieces with the same `index` are joined. Redacted data is never split.
 */
export function joinReasoning(details: unknown, own: OwnFormats): JoinedDetail[] {
  const joined: JoinedDetail[] = []
  let lastIndex: unknown
  for (const item of listOf(details)) {
    const detail: IncomingDetail = objectOf(item)
    const { type, index } = detail
    const last = joined.at(-1)
    if (type === 'redacted' && !isForeign(detail, own.redacted)) joined.push({ type, data: textOf(detail.data) })
    else if (type === 'thinking' && !isForeign(detail, own.thinking)) {
      const isPiece = last?.type === 'thinking' && typeof index === 'number' && index === lastIndex
      if (isPiece) joined[joined.length - 1] = extended(last, detail)
      else joined.push(extended({ type, text: '', signature: '' }, detail))
    }
    lastIndex = index
  }
  return joined
}

function extended(thinking: JoinedDetail & { type: 'thinking' }, piece: IncomingDetail): JoinedDetail {
  return {
    type: 'thinking',
    text: thinking.text + textOf(piece.text),
    signature: thinking.signature + textOf(piece.signature),
  }
}

/** Members that arrive in pieces. All others arrive complete. */
const SPLIT_MEMBERS: ReadonlySet<string> = new Set(['text', 'summary', 'signature', 'data'])

/** Collects the details of a stream. Joins pieces of any type by their `index`. */
export class DetailPieces {
  readonly #details: Record<string, unknown>[] = []
  readonly #byIndex = new Map<number, Record<string, unknown>>()

  get isEmpty(): boolean {
    return this.#details.length === 0
  }

  add(piece: Record<string, unknown>): void {
    const { index, ...members } = piece
    const known = typeof index === 'number' ? this.#byIndex.get(index) : undefined
    if (known && known['type'] === members['type']) return extend(known, members)
    const detail = { ...members }
    this.#details.push(detail)
    if (typeof index === 'number') this.#byIndex.set(index, detail)
  }

  joined(): readonly Record<string, unknown>[] {
    return this.#details
  }
}

function extend(detail: Record<string, unknown>, members: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(members)) {
    const before = detail[name]
    const isPiece = SPLIT_MEMBERS.has(name) && typeof before === 'string' && typeof value === 'string'
    if (name !== '__proto__' && value !== undefined && value !== null) detail[name] = isPiece ? before + value : value
  }
}

// Anthropic's format has no member for the origin. Anthropic's signatures are base64 and contain no colon.
const MARK = 'gatehouse:'

/**
 * Marks a signature or redacted data for callers of Anthropic's format. Text from another provider, which may be empty,
 * gets a prefix with its format; Anthropic's own stays unchanged.
 */
export function markOrigin(text: string, format: unknown): string {
  return typeof format !== 'string' || format === ANTHROPIC_FORMAT ? text : `${MARK}${format}:${text}`
}

/** The reverse of `markOrigin`. Text without the prefix is Anthropic's, or empty. */
export function readOrigin(marked: string): { readonly text: string; readonly format: string } {
  const end = marked.startsWith(MARK) ? marked.indexOf(':', MARK.length) : -1
  if (end === -1) return { text: marked, format: ANTHROPIC_FORMAT }
  return { text: marked.slice(end + 1), format: marked.slice(MARK.length, end) }
}

/** The signature that Gemini attached to a call or an image; '' if there is none. */
export function googleSignature(holder: { readonly extra_content?: unknown }): string {
  const { extra_content: extra } = holder
  const google = isObject(extra) ? extra['google'] : null
  return isObject(google) ? textOf(google['thought_signature']) : ''
}
