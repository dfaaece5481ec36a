/** The parts of a message (text, images, sound, documents) as Gemini's parts. */

import type { JsonObject } from '../../dialect.ts'
import { listOf, objectOf, refusal, textOf } from '../members.ts'

const TYPES_BY_EXTENSION: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  heic: 'image/heic',
  heif: 'image/heif',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/md',
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  mp3: 'audio/mp3',
  wav: 'audio/wav',
  flac: 'audio/flac',
  ogg: 'audio/ogg',
  aac: 'audio/aac',
  mp4: 'video/mp4',
  mov: 'video/mov',
  webm: 'video/webm',
}

/** `place` names the message's content in refusals. */
export function encodeParts(content: unknown, place: string): JsonObject[] {
  if (typeof content === 'string') return [{ text: content }]
  if (!Array.isArray(content)) throw refusal(place, 'expected a string or an array of parts.', 'Send text or parts.')
  return content.map((part, i) => encodePart(part, `${place}[${i}]`))
}

/** For messages that can hold nothing but text. */
export function encodeTextParts(content: unknown, place: string): JsonObject[] {
  const parts = encodeParts(content, place)
  const other = parts.findIndex((part) => part['text'] === undefined)
  if (other >= 0) throw refusal(`${place}[${other}]`, 'only text parts can be sent here.', 'Move it to a user message.')
  return parts
}

/** The text of a tool's result and, apart from it, everything that is no text. */
export function splitResult(content: unknown, place: string): { text: string; media: JsonObject[] } {
  if (content === null || content === undefined) return { text: '', media: [] }
  const parts = encodeParts(content, place)
  const texts = parts.map((part) => part['text']).filter((text) => typeof text === 'string')
  return { text: texts.join('\n'), media: parts.filter((part) => part['text'] === undefined) }
}

function encodePart(value: unknown, place: string): JsonObject {
  if (typeof value === 'string') return { text: value }
  const part = objectOf(value)
  if (!part) throw refusal(place, 'expected a part with a type.', 'Send { "type": "text", "text": ... }.')
  switch (part['type']) {
    case 'text':
      return { text: requireText(part['text'], `${place}.text`) }
    case 'refusal':
      return { text: requireText(part['refusal'], `${place}.refusal`) }
    case 'image_url':
    case 'video_url':
      return encodeUrl(part, part['type'], place)
    case 'input_audio':
      return encodeAudio(objectOf(part['input_audio']) ?? {}, `${place}.input_audio`)
    case 'file':
      return encodeFile(objectOf(part['file']) ?? {}, `${place}.file`)
    default:
      throw refusal(place, `a part of type ${JSON.stringify(part['type'])} cannot be sent to Gemini.`)
  }
}

function requireText(value: unknown, place: string): string {
  if (typeof value === 'string') return value
  throw refusal(place, 'expected a string.', 'Send the text as a string.')
}

function encodeUrl(part: JsonObject, type: 'image_url' | 'video_url', place: string): JsonObject {
  const given = part[type]
  const holder = objectOf(given) ?? { url: given }
  const url = textOf(holder['url'])
  if (url === null) throw refusal(`${place}.${type}.url`, 'expected a URL.', 'Send a data: or https: URL.')
  // Vertex asks for a type with every URI; an address without an ending is taken for the commonest kind.
  const fallback = type === 'image_url' ? 'image/jpeg' : 'video/mp4'
  return locate(url, textOf(holder['mime_type']), fallback, `${place}.${type}.url`)
}

function encodeAudio(audio: JsonObject, place: string): JsonObject {
  const data = textOf(audio['data'])
  if (data === null) throw refusal(`${place}.data`, 'expected base64 text.', 'Send the sound as base64.')
  return { inlineData: { mimeType: `audio/${textOf(audio['format']) ?? 'wav'}`, data } }
}

function encodeFile(file: JsonObject, place: string): JsonObject {
  const named = extensionType(textOf(file['filename']) ?? '')
  const given = textOf(file['mime_type']) ?? textOf(file['format']) ?? named
  const data = textOf(file['file_data'])
  if (data !== null && !data.startsWith('data:')) return { inlineData: { mimeType: given ?? 'application/pdf', data } }
  const url = data ?? textOf(file['file_url']) ?? textOf(file['file_id'])
  if (url === null) throw refusal(place, 'expected file_data, file_url or file_id.', 'Send the file as a data URL.')
  if (/^(?:data|https?|gs):/i.test(url)) return locate(url, given, 'application/pdf', place)
  throw refusal(
    `${place}.file_id`,
    'the id of a file at another provider means nothing to Gemini.',
    'Send file_data, or the URI that the Gemini file API gave.',
  )
}

function locate(url: string, givenType: string | null, fallbackType: string, place: string): JsonObject {
  if (!/^data:/i.test(url)) {
    return { fileData: { mimeType: givenType ?? extensionType(url) ?? fallbackType, fileUri: url } }
  }
  const comma = url.indexOf(',')
  if (comma < 0) throw refusal(place, 'the data URL has no data.', 'Send data:<type>;base64,<data>.')
  const head = url.slice(5, comma).split(';')
  const mimeType = head[0] || givenType || 'text/plain'
  if (head.slice(1).some((word) => word.trim().toLowerCase() === 'base64')) {
    return { inlineData: { mimeType, data: url.slice(comma + 1) } }
  }
  try {
    return { inlineData: { mimeType, data: Buffer.from(decodeURIComponent(url.slice(comma + 1))).toString('base64') } }
  } catch {
    throw refusal(place, 'the data URL is not well formed.', 'Send data:<type>;base64,<data>.')
  }
}

function extensionType(address: string): string | null {
  const path = address.split(/[?#]/, 1)[0] ?? ''
  const extension = /\.([a-z0-9]{2,5})$/i.exec(path.slice(-8))?.[1]?.toLowerCase()
  return extension !== undefined && Object.hasOwn(TYPES_BY_EXTENSION, extension) ? TYPES_BY_EXTENSION[extension]! : null
}

/** Images an assistant has drawn, with the signature Gemini wants back on each. */
export function encodeImages(images: unknown, place: string): JsonObject[] {
  return listOf(images).map((image, i) => {
    const holder = objectOf(image) ?? {}
    const part = encodeUrl(holder, 'image_url', `${place}[${i}]`)
    const signature = signatureOf(holder)
    return signature === null ? part : { ...part, thoughtSignature: signature }
  })
}

/** Google's own place for a signature in OpenAI's format. */
export function signatureOf(holder: JsonObject): string | null {
  return textOf(objectOf(objectOf(holder['extra_content'])?.['google'])?.['thought_signature'])
}
