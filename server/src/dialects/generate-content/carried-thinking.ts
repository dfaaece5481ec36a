/**
 * Thinking that a provider needs back in the next turn, carried in a `thoughtSignature`. Gemini's clients return it with the
 * part it came on, though many leave out the thoughts themselves. Clients decode it to bytes and encode it again, so the text
 * is base64 and read as bytes.
 */

import { type IncomingDetail, isOwnDetail } from '../chat/reasoning.ts'
import type { ReasoningDetail } from '../chat/types.ts'
import { isObject, objectsIn, textOf } from '../json.ts'

/** The first bytes of every signature of ours. Google's signatures are binary. */
export const THINKING_MARK = 'gatehouse:'
const MARK_BASE64 = Buffer.from(`${THINKING_MARK}{`).toString('base64').slice(0, 14)

export type Carried = {
  readonly details?: readonly ReasoningDetail[]
  /** Thinking without a signature. Some hosts require it back in a tool loop. */
  readonly reasoning?: string
  /** The signature that Google attached to the call. */
  readonly google?: string
}

/** On a call without thinking. Gemini 3 requires a signature on calls: this one shows that another model made the call. */
export const FOREIGN_CALL = Buffer.from(`${THINKING_MARK}{}`).toString('base64')

/** The signature; '' if there is nothing to carry. A signature of Google alone stays as it is. */
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

/** Any other text is a signature of Google. */
export function decodeCarried(signature: string): Carried {
  if (!isCarried(signature)) return signature === '' ? {} : { google: signature }
  const text = Buffer.from(signature, 'base64').toString('utf8')
  let carried: unknown = null
  try {
    carried = JSON.parse(text.slice(THINKING_MARK.length))
  } catch {
    // A signature that was changed carries nothing.
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
