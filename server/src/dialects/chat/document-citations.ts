/** Reads `citations` of Cohere's and Bedrock's messages that cite the caller's own documents, which have no URL. */

import type { JsonObject } from '../dialect.ts'
import { countOf, isObject, objectOf, objectsIn, textOf } from '../json.ts'
import type { Source } from './sources.ts'

export type DocumentCitation = {
  /** The provider's id of the document; '' if it has none. */
  readonly id: string
  readonly title: string
  /** The position of the document in the request; null if it is not known. */
  readonly index: number | null
  /** The part of the document that is cited, in characters, pages or blocks; null if it is not known. */
  readonly part: { readonly unit: Unit; readonly start: number; readonly end: number } | null
  /** The text of that part; '' if it is not known. */
  readonly text: string
  /** The part of the response that the document supports; null if it is not known. */
  readonly span: Source['span']
}

type Unit = 'character' | 'page' | 'block' | 'search_result'

export function documentCitations(citations: unknown): DocumentCitation[] {
  return objectsIn(citations).flatMap((citation: JsonObject) =>
    Array.isArray(citation['sources']) ? ofCohere(citation) : ofConverse(citation),
  )
}

/** The sources of Cohere's citations that have a URL. */
export function citedUrls(citations: unknown): Source[] {
  return objectsIn(citations).flatMap((citation: JsonObject) => {
    if (!isOfText(citation)) return []
    return objectsIn(citation['sources']).flatMap((source: JsonObject) => {
      const { url, title } = contentOf(source)
      return textOf(url) === ''
        ? []
        : [{ url: textOf(url), title: textOf(title) || textOf(url), span: spanOf(citation) }]
    })
  })
}

/** https://docs.cohere.com/docs/rag-citations. Cohere names documents without an id `doc:0`, `doc:1` and so on. */
const NUMBERED = /^doc:(\d{1,6})$/

function ofCohere(citation: JsonObject): DocumentCitation[] {
  if (!isOfText(citation)) return []
  return objectsIn(citation['sources']).flatMap((source: JsonObject) => {
    const { url, title } = contentOf(source)
    if (source['type'] !== 'document' || textOf(url) !== '') return []
    const id = textOf(source['id'])
    const number = NUMBERED.exec(id)?.[1]
    const index = number === undefined ? null : Number(number)
    return [{ id, title: textOf(title) || id, index, part: null, text: '', span: spanOf(citation) }]
  })
}

/** False for citations in thinking and plans. */
function isOfText({ type = 'TEXT_CONTENT' }: JsonObject): boolean {
  return type === 'TEXT_CONTENT'
}

/** The content of a source, which is a document or the output of a tool. */
function contentOf({ document, tool_output: output }: JsonObject): JsonObject {
  return objectOf(isObject(document) ? document : output)
}

function spanOf({ start: first, end: last }: JsonObject): Source['span'] {
  const start = countOf(first)
  const end = countOf(last)
  return start === null || end === null || end <= start ? null : { start, end }
}

const UNITS: Readonly<Record<string, Unit>> = {
  documentChar: 'character',
  documentPage: 'page',
  documentChunk: 'block',
  searchResultLocation: 'search_result',
}

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Citation.html */
function ofConverse(citation: JsonObject): DocumentCitation[] {
  const location = objectOf(citation['location'])
  const title = textOf(citation['title'])
  const text = objectsIn(citation['sourceContent'])
    .map((piece: JsonObject) => textOf(piece['text']))
    .join('')
  const isWeb = textOf(objectOf(location['web'])['url']) !== ''
  if (isWeb || (title === '' && text === '' && Object.keys(location).length === 0)) return []
  const [name, unit] = Object.entries(UNITS).find(([key]) => isObject(location[key])) ?? []
  const range = name === undefined ? {} : objectOf(location[name])
  const start = countOf(range['start'])
  const end = countOf(range['end'])
  return [
    {
      id: textOf(citation['source']),
      title,
      index: countOf(range['documentIndex']) ?? countOf(range['searchResultIndex']),
      part: unit === undefined || start === null || end === null ? null : { unit, start, end },
      text,
      span: null,
    },
  ]
}
