/** Reads images that a model generated from the member `images` of a chat message (OpenRouter's form). */

import { objectOf, textOf, type UncheckedObject } from '../json.ts'
import type { ChatImage } from './types.ts'

export type InlineImage = { readonly mediaType: string; readonly base64: string }

/** The URL of an image, or ''. */
export function imageUrlOf(image: UncheckedObject<ChatImage>): string {
  return textOf(objectOf(image.image_url).url)
}

/** The image in a base64 data URL, or null for any other URL. */
export function inlineImage(image: UncheckedObject<ChatImage>): InlineImage | null {
  const url = imageUrlOf(image)
  const comma = url.indexOf(',')
  const [mediaType = '', ...words] = url.slice('data:'.length, Math.max(0, comma)).split(';')
  if (!url.startsWith('data:') || comma < 0 || !words.includes('base64')) return null
  return { mediaType: mediaType || 'image/png', base64: url.slice(comma + 1) }
}
