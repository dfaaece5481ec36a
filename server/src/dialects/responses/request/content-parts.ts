/** The parts of a Responses message or tool output as the parts of a chat message. */

import type { JsonObject } from '../../dialect.ts'
import { isAbsent, isObject, objectOf, textOf, unsayable } from '../../framing/json-shape.ts'

/** How base64 of each kind begins; an image item has no member for the media type. */
const KINDS: readonly (readonly [start: string, mediaType: string])[] = [
  ['/9j/', 'image/jpeg'],
  ['UklGR', 'image/webp'],
  ['R0lGOD', 'image/gif'],
]

/** A message's content. One plain text becomes a string: the form that every host takes. */
export function chatContent(content: unknown, param: string): string | JsonObject[] {
  return simplify(chatParts(content, param))
}

export function chatParts(content: unknown, param: string): JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) throw unsayable(param, 'expected a text or a list of parts.')
  return content.map((part: unknown, i) => chatPart(part, `${param}[${i}]`))
}

export function simplify(parts: JsonObject[]): string | JsonObject[] {
  const [only] = parts
  if (only === undefined) return ''
  const isPlainText = parts.length === 1 && only['type'] === 'text' && only['cache_control'] === undefined
  return isPlainText ? textOf(only['text']) : parts
}

function chatPart(part: unknown, param: string): JsonObject {
  if (!isObject(part)) throw unsayable(param, 'expected a content part.', 'Send {"type":"input_text","text":...}.')
  const cache = cacheControl(part)
  switch (part['type']) {
    case 'input_text':
    case 'output_text':
    case 'text':
    case 'summary_text':
    case 'reasoning_text':
      return { type: 'text', text: requireText(part, 'text', param), ...cache }
    case 'refusal':
      // Chat's own refusal parts are known to few hosts; as text the model still sees what it said.
      return { type: 'text', text: requireText(part, 'refusal', param), ...cache }
    case 'input_image':
      return { type: 'image_url', image_url: imageUrl(part, param), ...cache }
    case 'input_file':
      return { type: 'file', file: file(part, param), ...cache }
    case 'input_audio':
      return { type: 'input_audio', input_audio: objectOf(part['input_audio']), ...cache }
    default:
      throw unsayable(
        `${param}.type`,
        `a part of type ${JSON.stringify(part['type'])} has no equal in chat.`,
        'Send input_text, input_image, input_file, input_audio or output_text parts.',
      )
  }
}

/** The hub's own mark, or OpenAI's word for the same wish. */
function cacheControl(part: JsonObject): JsonObject {
  const { cache_control: given, prompt_cache_breakpoint: breakpoint } = part
  if (!isAbsent(given)) return { cache_control: given }
  return isObject(breakpoint) ? { cache_control: { type: 'ephemeral' } } : {}
}

function requireText(part: JsonObject, name: string, param: string): string {
  const text = part[name]
  if (typeof text === 'string') return text
  throw unsayable(`${param}.${name}`, 'expected a text.')
}

function imageUrl(part: JsonObject, param: string): JsonObject {
  const { image_url: url, detail } = part
  if (typeof url !== 'string' || url === '') {
    throw unsayable(
      `${param}.image_url`,
      isAbsent(part['file_id']) ? 'expected an address.' : 'an uploaded image is not known to this provider.',
      'Send the image as a data: URL or an https URL in image_url.',
    )
  }
  // Chat knows no `original`: `high` is the closest it has.
  return { url, ...(typeof detail === 'string' && { detail: detail === 'original' ? 'high' : detail }) }
}

function file(part: JsonObject, param: string): JsonObject {
  const names = ['file_data', 'file_url', 'file_id', 'filename']
  const given = names.filter((name) => typeof part[name] === 'string' && part[name] !== '')
  if (given.every((name) => name === 'filename')) {
    throw unsayable(param, 'the file has no content.', 'Send file_data as a data: URL, or file_url.')
  }
  return Object.fromEntries(given.map((name) => [name, part[name]]))
}

/** An image the model once drew, as chat hosts give and take it. */
export function chatImage(base64: string): JsonObject {
  const mediaType = KINDS.find(([start]) => base64.startsWith(start))?.[1] ?? 'image/png'
  return { type: 'image_url', image_url: { url: `data:${mediaType};base64,${base64}` } }
}
