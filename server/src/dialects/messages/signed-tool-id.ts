/**
 * Gemini signs its tool calls and wants the signature back with the call; Anthropic's format has no place for it but the id, which
 * clients return untouched. The signature is written in characters Anthropic itself takes in an id.
 */

import { isObject, textOf } from '../anthropic/json-value.ts'
import type { JsonObject } from '../dialect.ts'

const MARK = '__signed__'

export function joinToolId(call: JsonObject): string {
  const id = textOf(call.id)
  const google = isObject(call.extra_content) && isObject(call.extra_content.google) ? call.extra_content.google : {}
  const signature = textOf(google.thought_signature)
  return signature === '' ? id : `${id}${MARK}${Buffer.from(signature).toString('base64url')}`
}

/** The call's own id, and the hub member that carries its signature. */
export function splitToolId(joined: string): { id: string; extra: JsonObject } {
  const mark = joined.indexOf(MARK)
  if (mark === -1) return { id: joined, extra: {} }
  const signature = Buffer.from(joined.slice(mark + MARK.length), 'base64url').toString('utf8')
  return {
    id: joined.slice(0, mark),
    extra: { extra_content: { google: { thought_signature: signature } } },
  }
}
