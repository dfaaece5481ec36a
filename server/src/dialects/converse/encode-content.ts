/** Content parts of OpenAI's format as Converse's content blocks. */

import type { JsonObject } from '../dialect.ts'
import { isAbsent, isObject, objectOf, textOf, unsayable } from '../framing/json-shape.ts'

/** Formats of Converse by media type; it knows names, not types. */
const IMAGES: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/jpg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])
const DOCUMENTS: ReadonlyMap<string, string> = new Map([
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['text/html', 'html'],
  ['text/plain', 'txt'],
  ['text/markdown', 'md'],
])
const VIDEOS: ReadonlyMap<string, string> = new Map([
  ['video/mp4', 'mp4'],
  ['video/quicktime', 'mov'],
  ['video/x-matroska', 'mkv'],
  ['video/webm', 'webm'],
  ['video/x-flv', 'flv'],
  ['video/mpeg', 'mpeg'],
  ['video/x-ms-wmv', 'wmv'],
  ['video/3gpp', 'three_gp'],
])
const DOCUMENT_FORMATS: ReadonlySet<string> = new Set(DOCUMENTS.values())

/** Blocks of Converse itself, for callers that know it; they go along as they are. */
const NATIVE = ['cachePoint', 'guardContent', 'document', 'image', 'video', 'audio', 'searchResult'] as const

const DATA_URL = /^data:([^;,]*)((?:;[^;,]*)*),/

/** Document names must be plain and, within a request, unique. */
export class DocumentNames {
  readonly #used = new Set<string>()

  take(filename: string): string {
    const plain = filename
      .replace(/\.[A-Za-z0-9]{1,5}$/, '')
      .replace(/[^A-Za-z0-9\s\-()[\]]+/g, '-')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 180)
    const base = plain === '' ? 'document' : plain
    let name = base
    for (let i = 2; this.#used.has(name); i++) name = `${base} (${i})`
    this.#used.add(name)
    return name
  }
}

/** A text or a list of parts as blocks; empty texts are left out, since Converse refuses them. */
export function contentBlocks(content: unknown, param: string, names: DocumentNames): JsonObject[] {
  if (isAbsent(content)) return []
  if (typeof content === 'string') return textBlocks(content)
  if (!Array.isArray(content)) throw unsayable(param, 'expected a text or a list of parts.')
  return content.flatMap((part, i) => partBlocks(part, `${param}[${i}]`, names))
}

/** `cache_control` marks the end of what may be cached; Converse says the same with a block of its own. */
export function cachePoint(marker: unknown): JsonObject[] {
  if (!isObject(marker)) return []
  const ttl = textOf(marker['ttl'])
  return [{ cachePoint: { type: 'default', ...(ttl === '' ? {} : { ttl }) } }]
}

function textBlocks(text: string): JsonObject[] {
  return text === '' ? [] : [{ text }]
}

function partBlocks(part: unknown, param: string, names: DocumentNames): JsonObject[] {
  if (typeof part === 'string') return textBlocks(part)
  if (!isObject(part)) throw unsayable(param, 'expected a part with a type.')
  const marker = cachePoint(part['cache_control'])
  switch (part['type']) {
    case 'text':
      return [...textBlocks(requireText(part['text'], `${param}.text`)), ...marker]
    case 'refusal':
      return textBlocks(textOf(part['refusal']))
    case 'image_url':
      return [imageBlock(part['image_url'], `${param}.image_url`, names), ...marker]
    case 'file':
      return [fileBlock(objectOf(part['file']), `${param}.file`, names), ...marker]
    case 'input_audio':
      return [audioBlock(objectOf(part['input_audio']), `${param}.input_audio`), ...marker]
    default:
      if (part['type'] === undefined && NATIVE.some((name) => isObject(part[name]))) return [part]
      throw unsayable(
        `${param}.type`,
        `parts of type ${JSON.stringify(part['type'] ?? null)} cannot be sent to this provider.`,
        'Use text, image_url, file or input_audio.',
      )
  }
}

function requireText(value: unknown, param: string): string {
  if (typeof value === 'string') return value
  throw unsayable(param, 'expected a text.')
}

function imageBlock(image: unknown, param: string, names: DocumentNames): JsonObject {
  const url = typeof image === 'string' ? image : requireText(objectOf(image)['url'], `${param}.url`)
  if (url.startsWith('s3://')) return { image: { format: formatOfPath(url, 'png'), source: s3(url) } }
  return dataBlock(readDataUrl(url, `${param}.url`), '', `${param}.url`, names)
}

function fileBlock(file: JsonObject, param: string, names: DocumentNames): JsonObject {
  const filename = textOf(file['filename'])
  const url = textOf(file['file_url'])
  if (url.startsWith('s3://')) {
    const format = formatOfPath(url, 'pdf')
    return { document: { format, name: names.take(filename || url.slice(url.lastIndexOf('/') + 1)), source: s3(url) } }
  }
  const data = textOf(file['file_data'])
  if (data === '') {
    throw unsayable(
      param,
      'only files sent as file_data can go to this provider.',
      'Send file_data with the file as a data URL, and a filename.',
    )
  }
  const content = data.startsWith('data:')
    ? readDataUrl(data, `${param}.file_data`)
    : { type: textOf(file['mime_type']), bytes: data }
  return dataBlock(content, filename, `${param}.file_data`, names)
}

type Content = { readonly type: string; readonly bytes: string }

/** `bytes` stay base64: that is how Converse's JSON carries them. */
function readDataUrl(url: string, param: string): Content {
  const match = DATA_URL.exec(url)
  if (match === null) {
    throw unsayable(
      param,
      'this provider does not fetch addresses.',
      'Send the content itself as a data URL (data:<media type>;base64,...), or an s3:// address.',
    )
  }
  const rest = url.slice(match[0].length)
  if (match[2]!.toLowerCase().includes(';base64')) return { type: match[1]!.toLowerCase(), bytes: rest }
  try {
    return {
      type: match[1]!.toLowerCase() || 'text/plain',
      bytes: Buffer.from(decodeURIComponent(rest)).toString('base64'),
    }
  } catch {
    throw unsayable(param, 'the data URL is not well formed.')
  }
}

function dataBlock({ type, bytes }: Content, filename: string, param: string, names: DocumentNames): JsonObject {
  const source = { bytes }
  const image = IMAGES.get(type)
  if (image !== undefined) return { image: { format: image, source } }
  const video = VIDEOS.get(type)
  if (video !== undefined) return { video: { format: video, source } }
  const format = DOCUMENTS.get(type) ?? formatOfPath(filename, '')
  if (DOCUMENT_FORMATS.has(format)) return { document: { format, name: names.take(filename), source } }
  throw unsayable(
    param,
    `content of type ${JSON.stringify(type || filename)} cannot be sent to this provider.`,
    'Images: png, jpeg, gif, webp. Documents: pdf, csv, doc, docx, xls, xlsx, html, txt, md.',
  )
}

function audioBlock(audio: JsonObject, param: string): JsonObject {
  const bytes = requireText(audio['data'], `${param}.data`)
  return { audio: { format: requireText(audio['format'], `${param}.format`), source: { bytes } } }
}

function s3(uri: string): JsonObject {
  return { s3Location: { uri } }
}

function formatOfPath(path: string, otherwise: string): string {
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? otherwise
  return ending === 'jpg' ? 'jpeg' : ending
}
