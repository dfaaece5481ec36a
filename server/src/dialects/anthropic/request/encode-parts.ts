/** Content parts of OpenAI's format as Anthropic's content blocks. */

import type { JsonObject } from '../../dialect.ts'
import { cacheControlOf, isObject, refusal, textOf } from '../json-value.ts'

/** Blocks in Anthropic's own words that a caller may put among the parts; they go along as they are. */
const NATIVE_BLOCKS = new Set(['image', 'document', 'search_result', 'container_upload', 'tool_reference'])

type Data = { readonly mediaType: string; readonly base64: string | null; readonly text: string }

export function encodeContent(content: unknown, param: string): JsonObject[] {
  if (typeof content === 'string') return textBlocks(content, {})
  if (content === undefined || content === null) return []
  if (!Array.isArray(content)) throw refusal(param, `\`${param}\` must be text or a list of parts.`, 'Send a string.')
  return content.flatMap((part: unknown, index) => encodePart(part, `${param}[${index}]`))
}

function encodePart(part: unknown, param: string): JsonObject[] {
  if (typeof part === 'string') return textBlocks(part, {})
  if (!isObject(part)) throw refusal(param, `\`${param}\` is not a content part.`, 'Send { type: "text", text: ... }.')
  const cache = cacheControlOf(part)
  switch (part.type) {
    case 'text':
      return textBlocks(textOf(part.text), cache)
    case 'refusal':
      return textBlocks(textOf(part.refusal), cache)
    case 'image_url':
      return [{ ...encodeImage(part.image_url, param), ...cache }]
    case 'file':
      return [{ ...encodeFile(part.file, param), ...cache }]
    default:
      if (typeof part.type === 'string' && NATIVE_BLOCKS.has(part.type)) return [part]
      throw refusal(
        param,
        `A part of type ${JSON.stringify(part.type)} cannot be said in Anthropic's format.`,
        'Anthropic takes text, image_url and file parts.',
      )
  }
}

/** Anthropic refuses text blocks without a visible character. */
function textBlocks(text: string, cache: { cache_control?: JsonObject }): JsonObject[] {
  return text.trim() === '' ? [] : [{ type: 'text', text, ...cache }]
}

function encodeImage(value: unknown, param: string): JsonObject {
  const url = isObject(value) ? textOf(value.url) : textOf(value)
  const data = readDataUrl(url)
  if (data) return sourceBlock(data, null, param)
  if (/^https?:\/\//i.test(url)) return { type: 'image', source: { type: 'url', url } }
  throw refusal(
    `${param}.image_url.url`,
    'The image has no usable address.',
    'Send a data: URL in base64, or an https URL.',
  )
}

function encodeFile(value: unknown, param: string): JsonObject {
  const file = isObject(value) ? value : {}
  const title = typeof file.filename === 'string' ? file.filename : null
  const named = title === null ? {} : { title }
  if (typeof file.file_url === 'string') {
    return { type: 'document', source: { type: 'url', url: file.file_url }, ...named }
  }
  if (typeof file.file_id === 'string') {
    return { type: 'document', source: { type: 'file', file_id: file.file_id }, ...named }
  }
  const content = textOf(file.file_data)
  if (content === '') {
    throw refusal(`${param}.file`, 'The file has no content.', 'Send file_data as a data: URL, file_url or file_id.')
  }
  const data = readDataUrl(content) ?? { mediaType: 'application/pdf', base64: content, text: '' }
  return sourceBlock(data, title, param)
}

function sourceBlock(data: Data, title: string | null, param: string): JsonObject {
  const { mediaType, base64 } = data
  const named = title === null ? {} : { title }
  if (mediaType.startsWith('text/') || mediaType === 'application/json') {
    const text = base64 === null ? data.text : Buffer.from(base64, 'base64').toString('utf8')
    return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...named }
  }
  if (base64 === null) throw refusal(param, 'The data: URL is not in base64.', 'Send data:<type>;base64,<data>.')
  if (mediaType === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data: base64 }, ...named }
  }
  if (mediaType.startsWith('image/')) {
    const image = mediaType === 'image/jpg' ? 'image/jpeg' : mediaType
    return { type: 'image', source: { type: 'base64', media_type: image, data: base64 } }
  }
  throw refusal(param, `Anthropic takes no files of type ${mediaType}.`, 'Send an image, a PDF or plain text.')
}

/** Slices, never a regular expression over the data: it may have megabytes. */
function readDataUrl(url: string): Data | null {
  if (url.slice(0, 5).toLowerCase() !== 'data:') return null
  const comma = url.indexOf(',')
  if (comma === -1) return null
  const head = url.slice(5, comma).toLowerCase().split(';')
  const mediaType = head[0]?.trim() || 'text/plain'
  const data = url.slice(comma + 1)
  if (head.includes('base64')) return { mediaType, base64: data, text: '' }
  try {
    return { mediaType, base64: null, text: decodeURIComponent(data) }
  } catch {
    return { mediaType, base64: null, text: data }
  }
}
