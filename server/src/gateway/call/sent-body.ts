/** What a provider got where that is not what the caller sent, for the record: only the part that differs is kept. */

import type { ParamChanges, Target } from '../../config/plan.ts'
import { holdsSecretParam } from '../../config/saved/secret-places.ts'
import type { SentBody } from '../../core/record.ts'
import type { Exchange } from '../exchange.ts'
import type { Prepared } from './prepare.ts'

/** A translation of a long conversation would double every record. */
const MAX_KEPT_BYTES = 64 * 1024

/** Null: as the caller sent it, too long, no JSON, or with a secret that a config added. */
export function sentBody(
  exchange: Exchange,
  { changes }: Target,
  { outgoing, difference: known }: Pick<Prepared, 'outgoing' | 'difference'>,
): SentBody | null {
  const { body: sent } = outgoing
  const { body, params, formBoundary } = exchange
  if (!(sent instanceof Uint8Array) || body.kind !== 'bytes' || sent === body.bytes) return null
  if (params === null || formBoundary !== null) return null
  if (changes !== null && addsSecret(changes)) return null
  return known === undefined ? difference(body.bytes, sent) : known
}

export function difference(before: Uint8Array, after: Uint8Array): SentBody | null {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  // Never within a letter: the rest is read as text.
  while (start > 0 && isContinuation(after[start])) start--
  while (end > 0 && isContinuation(after[after.length - end])) end--
  const middle = after.subarray(start, after.length - end)
  if (middle.length > MAX_KEPT_BYTES) return null
  return { startBytes: start, endBytes: end, text: Buffer.from(middle).toString('utf8') }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/** As long as the plan is remembered. */
const known = new WeakMap<ParamChanges, boolean>()

function addsSecret(changes: ParamChanges): boolean {
  let adds = known.get(changes)
  if (adds === undefined) {
    adds = [changes.overrides, changes.defaults].some((params) => holdsSecretParam(Object.fromEntries(params)))
    known.set(changes, adds)
  }
  return adds
}
