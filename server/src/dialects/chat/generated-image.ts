/** Images that a model generated: the member `images` of a chat message (OpenRouter's form). */

import { objectOf, textOf, type UncheckedObject } from '../json.ts'
import type { ChatImage } from './types.ts'

export type InlineImage = { readonly mediaType: string; readonly base64: string }

/** '' if it has none. */
export function imageUrlOf(image: UncheckedObject<ChatImage>): string {
  return textOf(objectOf(image.image_url).url)
}

/** The image in a data URL; null if the URL is another one. */
export function inlineImage(image: UncheckedObject<ChatImage>): InlineImage | null {
  const url = imageUrlOf(image)
  const comma = url.indexOf(',')
  const [mediaType = '', ...words] = url.slice('data:'.length, Math.max(0, comma)).split(';')
  if (!url.startsWith('data:') || comma < 0 || !words.includes('base64')) return null
  return { mediaType: mediaType || 'image/png', base64: url.slice(comma + 1) }
}
