/** Counts the messages of a request, and the images and files in them. */

import type { JsonObject } from '../../core/body/json-text.ts'
import { isObject } from '../../core/json.ts'

const IMAGE_TYPE = /image/
const REMOTE_KEYS = ['file_id', 'file_url', 'file_uri', 'fileUri', 'fileData', 'file_data'] as const

export type Attached = {
  readonly items: number
  readonly images: number
  readonly imageBytes: number
  readonly isRemote: boolean
}

export function attachedTo(params: JsonObject | null): Attached {
  const seen = new Attachments()
  if (params) {
    seen.lookThrough(params['messages'])
    seen.lookThrough(params['input'])
    seen.lookThrough(params['contents'])
  }
  const { items, images, imageBytes, isRemote } = seen
  return { items, images, imageBytes, isRemote }
}

class Attachments {
  items = 0
  images = 0
  imageBytes = 0
  isRemote = false

  lookThrough(messages: unknown): void {
    if (!Array.isArray(messages)) return
    for (const message of messages) {
      this.items++
      if (!isObject(message)) continue
      this.#parts(message['content'])
      this.#parts(message['parts'])
      this.#part(message)
    }
  }

  #parts(parts: unknown): void {
    if (!Array.isArray(parts)) return
    for (const part of parts) {
      if (!isObject(part)) continue
      this.#part(part)
      // Tool results have parts of their own.
      this.#parts(part['content'])
    }
  }

  #part(part: JsonObject): void {
    const type = part['type']
    const isImage =
      (typeof type === 'string' && IMAGE_TYPE.test(type)) || 'image' in part || 'image_url' in part || isInline(part)
    if (isImage) {
      this.images++
      this.imageBytes += longestText(part)
      return
    }
    for (const key of REMOTE_KEYS) if (part[key] !== undefined) this.isRemote = true
    const source = part['source'] ?? part['file']
    if (isObject(source) && (source['type'] === 'url' || source['type'] === 'file' || 'file_id' in source))
      this.isRemote = true
  }
}

function isInline(part: JsonObject): boolean {
  const data = part['inlineData'] ?? part['inline_data']
  const type = isObject(data) ? (data['mimeType'] ?? data['mime_type']) : null
  return typeof type === 'string' && IMAGE_TYPE.test(type)
}

/** The size of the image if it is sent as base64. A URL counts as text. */
function longestText(value: unknown): number {
  if (typeof value === 'string') return value.length > 1_000 ? value.length : 0
  if (!isObject(value)) return 0
  let longest = 0
  for (const member of Object.values(value)) longest = Math.max(longest, longestText(member))
  return longest
}
