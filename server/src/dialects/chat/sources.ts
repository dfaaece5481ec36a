/**
 * Reads and writes the web sources that a response cites. OpenAI's `annotations` are the common form. Some hosts send
 * their own lists next to `choices`. Positions in a text count code points.
 */

import type { JsonObject } from '../dialect.ts'
import { countOf, isObject, objectsIn, textOf } from '../json.ts'
import type { ChatAnnotation } from './types.ts'

export type Source = {
  readonly url: string
  readonly title: string
  /** The part of the text that the source supports; null if it is not known. */
  readonly span: { readonly start: number; readonly end: number } | null
}

export function annotationOf({ url, title, span }: Source): ChatAnnotation {
  const { start, end } = span ?? { start: 0, end: 0 }
  return { type: 'url_citation', url_citation: { url, title, start_index: start, end_index: end } }
}

/** The sources in `annotations` of a message or delta. */
export function annotatedSources(annotations: unknown): Source[] {
  return objectsIn(annotations).flatMap((annotation) => {
    const { type, url_citation: nested } = annotation as JsonObject
    if (type !== 'url_citation') return []
    const citation: JsonObject = isObject(nested) ? nested : annotation
    const start = countOf(citation['start_index'])
    const end = countOf(citation['end_index'])
    const span = start === null || end === null || end <= start ? null : { start, end }
    return sourceOf(citation['url'], citation['title'], span)
  })
}

/** Members of a completion or chunk. */
export type SourceLists = { readonly citations?: unknown; readonly search_results?: unknown }

/** Perplexity has `citations`, a list of URLs, and `search_results` with titles in the same order. xAI has `citations`. */
export function listedSources({ citations, search_results: results }: SourceLists): Source[] {
  const found = objectsIn(results).flatMap((result: JsonObject) => sourceOf(result['url'], result['title'], null))
  if (found.length > 0) return found
  return Array.isArray(citations) ? citations.flatMap((url) => sourceOf(url, '', null)) : []
}

/** The latest lists of a stream: hosts repeat them in every chunk, or send them in the last one. */
export function latestLists(known: SourceLists, chunk: SourceLists): SourceLists {
  const { citations, search_results: results } = chunk
  if (!Array.isArray(citations) && !Array.isArray(results)) return known
  return { citations: citations ?? known.citations, search_results: results ?? known.search_results }
}

function sourceOf(url: unknown, title: unknown, span: Source['span']): Source[] {
  return typeof url === 'string' && url !== '' ? [{ url, title: textOf(title) || url, span }] : []
}

/** Hosts that list their sources refer to them in the text by number: `[1]` is the first one. */
export function located(sources: readonly Source[], text: string): Source[] {
  const starts = new Map<number, { start: number; end: number }>()
  const positions = new TextPositions()
  positions.add(text)
  for (const { 0: mark, 1: number, index } of text.matchAll(/\[(\d{1,4})\]/g)) {
    if (starts.has(Number(number))) continue
    starts.set(Number(number), { start: positions.at(index), end: positions.at(index + mark.length) })
  }
  return sources.map((source, i) => (source.span === null ? { ...source, span: starts.get(i + 1) ?? null } : source))
}

/** Counts the code points of a growing text lazily, only up to the position that `at` is called with. */
export class TextPositions {
  /** The text after `#counted`. */
  #rest = ''
  #counted = 0
  #codePoints = 0

  /** In UTF-16 units. */
  get length(): number {
    return this.#counted + this.#rest.length
  }

  add(text: string): void {
    this.#rest += text
  }

  /**
   * The number of code points before a position in UTF-16 units. Positions must not decrease: a smaller one than in the
   * previous call gets the previous result.
   */
  at(position: number): number {
    const units = Math.min(Math.max(position - this.#counted, 0), this.#rest.length)
    for (const _ of this.#rest.slice(0, units)) this.#codePoints++
    this.#rest = this.#rest.slice(units)
    this.#counted += units
    return this.#codePoints
  }
}

/** Converts positions in UTF-8 bytes, which Google uses, to code points (`from: 'bytes'`) or back, in one pass. */
export function convertPositions(
  text: string,
  positions: readonly number[],
  from: 'bytes' | 'codePoints',
): ReadonlyMap<number, number> {
  const sorted = [...new Set(positions)].sort((a, b) => a - b)
  const converted = new Map<number, number>()
  let bytes = 0
  let codePoints = 0
  let next = 0
  const take = (limit: number) => {
    while (next < sorted.length && sorted[next]! <= limit)
      converted.set(sorted[next++]!, from === 'bytes' ? codePoints : bytes)
  }
  for (const character of text) {
    take(from === 'bytes' ? bytes : codePoints)
    if (next === sorted.length) return converted
    const code = character.codePointAt(0)!
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    codePoints++
  }
  take(Number.POSITIVE_INFINITY)
  return converted
}
