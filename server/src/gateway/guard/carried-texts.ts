/**
 * Reasoning that the gateway returns to callers in members that look opaque, and that callers send back. The provider
 * gets it in clear text, and callers can read and forge it.
 */

import { THINKING_MARK } from '../../dialects/generate-content/carried-thinking.ts'
import { REASONING_MARK } from '../../dialects/responses/carried-reasoning.ts'

export type Carried = {
  readonly json: string
  /** What precedes the base64 (`prefix`), and what precedes the JSON inside it (`lead`). */
  readonly prefix: string
  readonly lead: string
}

const SIGNATURES: ReadonlySet<string> = new Set(['thoughtSignature', 'thought_signature'])
/** Members of the carried JSON that only a provider can read. */
const OPAQUE: ReadonlySet<string> = new Set([
  'signature',
  'data',
  'google',
  'id',
  'type',
  'format',
  'thought_signature',
])

/** The reasoning carried in a member; null for every other text. */
export function carriedIn(name: string, text: string): Carried | null {
  if (name === 'encrypted_content' && text.startsWith(REASONING_MARK)) {
    const json = Buffer.from(text.slice(REASONING_MARK.length), 'base64').toString('utf8')
    return { json, prefix: REASONING_MARK, lead: '' }
  }
  if (!SIGNATURES.has(name)) return null
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  return decoded.startsWith(THINKING_MARK)
    ? { json: decoded.slice(THINKING_MARK.length), prefix: '', lead: THINKING_MARK }
    : null
}

export function packed({ prefix, lead }: Carried, json: string): string {
  return prefix + Buffer.from(lead + json).toString('base64')
}

/** Whether a string in the carried JSON is a text, by the name of its member. Names of members are not texts. */
export function isCarriedText(name: string): boolean {
  return name !== '' && !OPAQUE.has(name)
}
