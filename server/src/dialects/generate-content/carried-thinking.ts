/**
 * Packs thinking that a provider needs back in the next turn into a `thoughtSignature`. Gemini's clients return the
 * signature with its part, though many omit the thoughts themselves. Clients decode the signature and encode it again,
 * so it must be valid base64.
 */

import { type IncomingDetail, isOwnDetail } from '../chat/reasoning.ts'
import type { ReasoningDetail } from '../chat/types.ts'
import { isObject, objectsIn, textOf } from '../json.ts'

/** The first bytes of every signature that this gateway writes. Google's signatures are binary. */
export const THINKING_MARK = 'gatehouse:'
const MARK_BASE64 = Buffer.from(`${THINKING_MARK}{`).toString('base64').slice(0, 14)

export type Carried = {
  readonly details?: readonly ReasoningDetail[]
  /** Thinking without a signature. Some hosts require it back in a tool loop. */
  readonly reasoning?: string
  /** The signature that Google attached to the call. */
  readonly google?: string
}

/** For a call without thinking. Gemini 3 requires a signature. This one shows that another model made the call. */
export const FOREIGN_CALL = Buffer.from(`${THINKING_MARK}{}`).toString('base64')

/** Returns the signature, or '' if there is nothing to carry. A Google signature without other data stays unchanged. */
export function encodeCarried({ details = [], reasoning = '', google = '' }: Carried): string {
  if (details.length === 0 && reasoning === '') return google
  const carried: Carried = {
    ...(details.length > 0 && { details }),
    ...(reasoning !== '' && { reasoning }),
    ...(google !== '' && { google }),
  }
  return Buffer.from(THINKING_MARK + JSON.stringify(carried)).toString('base64')
}

/** True for signatures of this gateway, which Google rejects. */
export function isCarried(signature: unknown): boolean {
  return typeof signature === 'string' && signature.startsWith(MARK_BASE64)
}

/** Treats a signature that this gateway did not write as Google's. */
export function decodeCarried(signature: string): Carried {
  if (!isCarried(signature)) return signature === '' ? {} : { google: signature }
  const text = Buffer.from(signature, 'base64').toString('utf8')
  let carried: unknown = null
  try {
    carried = JSON.parse(text.slice(THINKING_MARK.length))
  } catch {
    // Ignores a signature that a client altered.
  }
  if (!isObject(carried)) return {}
  const details: IncomingDetail[] = objectsIn(carried['details'])
  return {
    details: details.filter(isOwnDetail) as ReasoningDetail[],
    reasoning: textOf(carried['reasoning']),
    google: textOf(carried['google']),
  }
}

/** The thinking in a detail as plain text; empty for redacted thinking. */
export function detailText(detail: ReasoningDetail): string {
  return detail.type === 'thinking' ? textOf(detail.text) : ''
}
