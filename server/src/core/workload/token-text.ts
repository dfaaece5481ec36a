/** Reads the parts of a JWT without verifying it. */

import { isObject, type JsonObject } from '../json.ts'

/** Every JWT begins with a JSON object in base64url, whose first characters are `{"`. */
const SHAPE = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/

export function isTokenShaped(secret: string): boolean {
  return secret.startsWith('eyJ') && SHAPE.test(secret)
}

export type TokenText = { readonly header: JsonObject; readonly claims: JsonObject }

/** Null if a part is not a JSON object, or names a member twice: parsers differ in which of the two they use. */
export function readTokenText(token: string): TokenText | null {
  const [first = '', second = ''] = token.split('.')
  const header = readPart(first)
  const claims = header && readPart(second)
  return claims && { header, claims }
}

function readPart(part: string): JsonObject | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'))
    const value: unknown = JSON.parse(text)
    return isObject(value) && !hasRepeatedMember(text) ? value : null
  } catch {
    return null
  }
}

/** For a valid JSON text. Compares names after unescaping: `"\u0069ss"` is `"iss"`. */
function hasRepeatedMember(text: string): boolean {
  const open: (Set<string> | null)[] = []
  // A string is a name if it follows `{` or, in an object, `,`.
  let isName = false
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const names = open.at(-1) ?? null
    if (piece === '{' || piece === '[') open.push(piece === '{' ? new Set() : null)
    else if (piece === '}' || piece === ']') open.pop()
    else if (piece !== ',' && isName && names) {
      const name = JSON.parse(piece) as string
      if (names.has(name)) return true
      names.add(name)
    }
    isName = piece === '{' || piece === ','
  }
  return false
}
