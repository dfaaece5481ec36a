/**
 * Converts the sources of Gemini's candidates (grounding, citations) to OpenAI's annotations, and chat sources to
 * Gemini's grounding metadata.
 */

import type { DocumentCitation } from '../chat/document-citations.ts'
import { annotationOf, convertPositions, type Source } from '../chat/sources.ts'
import type { ChatAnnotation } from '../chat/types.ts'
import { countOf, listOf, objectOf, objectsIn, textOf, type Unchecked, type UncheckedObject } from '../json.ts'
import type { Candidate, CitationSource, GroundingChunk, GroundingMetadata } from './types.ts'

export type Sources = Pick<UncheckedObject<Candidate>, 'groundingMetadata' | 'citationMetadata' | 'urlContextMetadata'>

/** `bytes` is the part of the text that the source supports, in UTF-8 bytes. Null if the part is unknown. */
type Cited = { readonly url: string; readonly title: string; readonly bytes: { start: number; end: number } | null }

/**
 * `text` is the whole text of the candidate. Grounding positions are relative to a part, but are read as positions in
 * `text`: a candidate usually has one text part.
 */
export function annotationsOf(sources: Sources, text: string): ChatAnnotation[] {
  const { groundingMetadata, citationMetadata, urlContextMetadata } = sources
  const cited = [
    ...groundedIn(objectOf(groundingMetadata)),
    ...quotedIn(objectOf(citationMetadata).citationSources),
    ...readIn(objectOf(urlContextMetadata).urlMetadata),
  ]
  if (cited.length === 0) return []
  const positions = cited.flatMap(({ bytes }) => (bytes ? [bytes.start, bytes.end] : []))
  const codePoints = convertPositions(text, positions, 'bytes')
  return cited.map(({ url, title, bytes }) => {
    const span = bytes && { start: codePoints.get(bytes.start)!, end: codePoints.get(bytes.end)! }
    return annotationOf({ url, title, span })
  })
}

/** A grounding chunk that no grounding support refers to is listed once, without a part of the text. */
function groundedIn(metadata: UncheckedObject<GroundingMetadata>): Cited[] {
  const chunks = listOf(metadata.groundingChunks).map((value) => {
    const chunk = objectOf(value)
    const { uri, title } = objectOf(chunk.web ?? chunk.retrievedContext ?? chunk.maps)
    return { url: textOf(uri), title: textOf(title) || textOf(uri) }
  })
  const isSupported = new Set<number>()
  const cited: Cited[] = []
  for (const support of objectsIn(metadata.groundingSupports)) {
    const bytes = bytesOf(support.segment)
    for (const index of listOf(support.groundingChunkIndices)) {
      const chunk = typeof index === 'number' ? chunks[index] : undefined
      if (!chunk || chunk.url === '') continue
      isSupported.add(index as number)
      cited.push({ ...chunk, bytes })
    }
  }
  const others = chunks.filter(({ url }, i) => url !== '' && !isSupported.has(i))
  return [...cited, ...others.map((chunk) => ({ ...chunk, bytes: null }))]
}

function quotedIn(sources: Unchecked<CitationSource[]>): Cited[] {
  return objectsIn(sources).flatMap((source) => {
    const url = textOf(source.uri)
    return url === '' ? [] : [{ url, title: url, bytes: bytesOf(source) }]
  })
}

function readIn(pages: Unchecked<{ retrievedUrl?: string; urlRetrievalStatus?: string }[]>): Cited[] {
  return objectsIn(pages).flatMap(({ retrievedUrl: url, urlRetrievalStatus: status }) => {
    const isRead = typeof url === 'string' && url !== '' && status === 'URL_RETRIEVAL_STATUS_SUCCESS'
    return isRead ? [{ url, title: url, bytes: null }] : []
  })
}

/** Google leaves out an index of 0. */
function bytesOf(segment: Unchecked<{ startIndex?: number; endIndex?: number }>): Cited['bytes'] {
  const { startIndex, endIndex } = objectOf(segment)
  const start = countOf(startIndex) ?? 0
  const end = countOf(endIndex) ?? 0
  return end > start ? { start, end } : null
}

/** Null without sources. Sources with the same URL share a chunk, as do citations of the same part of a document. */
export function groundingOf(
  sources: readonly Source[],
  text: string,
  documents: readonly DocumentCitation[] = [],
): GroundingMetadata | null {
  if (sources.length + documents.length === 0) return null
  const indexes = new Map<string, number>()
  const chunks: GroundingChunk[] = []
  const spans: { start: number; end: number; chunk: number }[] = []
  const add = (key: string, chunk: GroundingChunk, span: Source['span']) => {
    const known = indexes.get(key)
    const index = known ?? chunks.push(chunk) - 1
    if (known === undefined) indexes.set(key, index)
    if (span) spans.push({ ...span, chunk: index })
  }
  for (const { url, title, span } of sources) add(url, { web: { uri: url, title } }, span)
  for (const { id, title, index, text: cited, span } of documents) {
    const context = { title: title || id, ...(cited !== '' && { text: cited }) }
    add(JSON.stringify([id, title, index, cited]), { retrievedContext: context }, span)
  }
  const positions = spans.flatMap(({ start, end }) => [start, end])
  const bytes = convertPositions(text, positions, 'codePoints')
  // Segments have no text, because many of them may cover the same long text.
  const supports = spans.map(({ start, end, chunk }) => ({
    segment: { startIndex: bytes.get(start)!, endIndex: bytes.get(end)! },
    groundingChunkIndices: [chunk],
  }))
  return { groundingChunks: chunks, ...(supports.length > 0 && { groundingSupports: supports }) }
}
