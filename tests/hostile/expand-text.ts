/** Expands the compact notation of the corpus to the bytes that are sent. */

import type { Text } from './case.ts'

export type Names = Readonly<Record<string, string>>

export function expandText(text: Text, names: Names): Buffer {
  if (typeof text === 'string') return Buffer.from(fillIn(text, names))
  if ('base64' in text) return Buffer.from(text.base64, 'base64')
  if ('repeat' in text) return Buffer.from(text.repeat.repeat(text.times))
  return Buffer.concat(text.map((part) => expandText(part, names)))
}

function fillIn(text: string, names: Names): string {
  return text.replace(/%([A-Z_]+)%/g, (whole, name: string) => names[name] ?? whole)
}
