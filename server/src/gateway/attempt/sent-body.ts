/** The body sent to a provider, for the log record: only the part that differs from the caller's body is stored. */

import type { ParamChanges, Target } from '../../config/plan.ts'
import { holdsSecretParam } from '../../config/saved/secret-paths.ts'
import type { SentBody } from '../../core/record.ts'
import type { RequestBody } from '../receive/request-body.ts'
import type { Prepared } from './prepare.ts'

/** The translation of a long conversation would double the size of every record. */
const MAX_STORED_BYTES = 64 * 1024

/**
 * Null if the caller's body was sent unchanged, is not JSON, differs in too many bytes, or if the config adds a secret.
 */
export function sentBody(
  { receivedBytes, params, formBoundary }: RequestBody,
  { changes }: Target,
  { outgoing, difference: known }: Pick<Prepared, 'outgoing' | 'difference'>,
): SentBody | null {
  const { body: sent } = outgoing
  if (!(sent instanceof Uint8Array) || receivedBytes === null || sent === receivedBytes) return null
  if (params === null || formBoundary !== null) return null
  if (changes !== null && addsSecret(changes)) return null
  return known === undefined ? difference(receivedBytes, sent) : known
}

export function difference(before: Uint8Array, after: Uint8Array): SentBody | null {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  // The cuts are never inside a UTF-8 sequence, because the middle is stored as text.
  while (start > 0 && isContinuation(after[start])) start--
  while (end > 0 && isContinuation(after[after.length - end])) end--
  const middle = after.subarray(start, after.length - end)
  if (middle.length > MAX_STORED_BYTES) return null
  return { startBytes: start, endBytes: end, text: Buffer.from(middle).toString('utf8') }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/** Plans are cached, so each set of changes is searched for secrets once. */
const secrets = new WeakMap<ParamChanges, boolean>()

function addsSecret(changes: ParamChanges): boolean {
  let adds = secrets.get(changes)
  if (adds === undefined) {
    adds = [changes.overrides, changes.defaults].some((params) => holdsSecretParam(Object.fromEntries(params)))
    secrets.set(changes, adds)
  }
  return adds
}
