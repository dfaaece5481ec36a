/** Measures the texts of a request. */

import { isMedia } from './local/read-texts.ts'

/** The bytes of all strings in a value, except images and audio in base64. */
export function textBytesIn(value: unknown): number {
  if (typeof value === 'string') return isMedia(value) ? 0 : Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 0
  let bytes = 0
  // Object.values would allocate a list for each of millions of values.
  if (Array.isArray(value)) for (let i = 0; i < value.length; i++) bytes += textBytesIn(value[i])
  else for (const name in value) bytes += textBytesIn((value as Readonly<Record<string, unknown>>)[name])
  return bytes
}

/** The number of Unicode characters; null if it is not a string. */
export function charactersIn(text: unknown): number | null {
  if (typeof text !== 'string') return null
  let count = text.length
  for (let i = 1; i < text.length; i++) {
    if (isSurrogate(text, i, 0xdc00) && isSurrogate(text, i - 1, 0xd800)) count--
  }
  return count
}

function isSurrogate(text: string, at: number, first: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === first
}
