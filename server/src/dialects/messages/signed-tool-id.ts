/**
 * Carries Gemini's signature of a tool call in the id of the call. Gemini requires the signature back with the call,
 * and Anthropic's format has no member for it. Clients return ids unchanged. The signature is encoded in characters
 * that Anthropic accepts in an id.
 */

import { googleSignature } from '../chat/reasoning.ts'
import type { ChatToolCall, ExtraContent } from '../chat/types.ts'
import { textOf, type UncheckedObject } from '../json.ts'

const MARK = '__signed__'

export function joinToolId(call: UncheckedObject<Pick<ChatToolCall, 'id' | 'extra_content'>>): string {
  const id = textOf(call.id)
  const signature = googleSignature(call)
  return signature === '' ? id : `${id}${MARK}${Buffer.from(signature).toString('base64url')}`
}

/** The call's own id, and the chat member with its signature. */
export function splitToolId(joined: string): { id: string; extra: { extra_content?: ExtraContent } } {
  const mark = joined.indexOf(MARK)
  if (mark === -1) return { id: joined, extra: {} }
  const signature = Buffer.from(joined.slice(mark + MARK.length), 'base64url').toString('utf8')
  return {
    id: joined.slice(0, mark),
    extra: { extra_content: { google: { thought_signature: signature } } },
  }
}
