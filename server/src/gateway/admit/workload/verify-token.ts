/** Verifies a JWT under the rules of one workload issuer. */

import type { JWTPayload } from 'jose'
import type { JsonObject } from '../../../core/json.ts'
import { claimOf, unmetRule } from '../../../core/workload/claims.ts'
import type { TokenText } from '../../../core/workload/token-text.ts'
import {
  CLOCK_TOLERANCE_SECONDS,
  MAX_SUBJECT_CHARACTERS,
  type WorkloadIssuer,
} from '../../../core/workload/workload-issuers.ts'
import { invalid } from './invalid-token.ts'
import type { KeySets } from './key-sets.ts'

/** Tokens of other types have other uses: a logout token or a DPoP proof must not authenticate a request. */
const TYPES: ReadonlySet<unknown> = new Set([undefined, 'jwt', 'at+jwt', 'application/jwt', 'application/at+jwt'])

export type VerifiedToken = {
  readonly subject: string
  readonly jti: string | null
  readonly claims: JsonObject
  /** Includes the clock tolerance. */
  readonly expiresAtMs: number
}

/** Whether the token could be meant for this issuer. Decides only which of several issuers verifies it. */
export function fits({ claims }: TokenText, { settings }: WorkloadIssuer): boolean {
  const audience = claims['aud']
  const named: readonly unknown[] = Array.isArray(audience) ? audience : [audience]
  return named.some((one) => settings.audiences.includes(String(one))) && unmetRule(claims, settings.claims) === null
}

export async function verifyToken(
  token: string,
  { header }: TokenText,
  issuer: WorkloadIssuer,
  keySets: KeySets,
  nowMs: number,
): Promise<VerifiedToken> {
  const { typ } = header
  if (!TYPES.has(typeof typ === 'string' ? typ.toLowerCase() : typ)) throw invalid('has a "typ" that is not JWT.')
  // Loaded with the first token: most gateways see none.
  const { verifySignature } = await import('./verify-signature.ts')
  const claims = await verifySignature(token, issuer, keySets, nowMs)
  const expires = checkTimes(claims, issuer, nowMs)
  const unmet = unmetRule(claims, issuer.settings.claims)
  if (unmet !== null)
    throw invalid(`has a claim ${unmet} that the workload issuer "${issuer.name}" does not accept, or no such claim.`)
  // Tokens that were made for Portkey name the organisation.
  const organisation = claims['portkey_oid']
  if (organisation !== undefined && organisation !== issuer.organisationId)
    throw invalid('is for another organisation (claim portkey_oid).')
  const { subjectClaim } = issuer.settings
  const subject = claimOf(claims, subjectClaim)
  if (!isId(subject)) throw invalid(`has no claim ${subjectClaim} of at most ${MAX_SUBJECT_CHARACTERS} characters.`)
  const { jti } = claims
  if (jti !== undefined && !isId(jti)) throw invalid(`has a jti of more than ${MAX_SUBJECT_CHARACTERS} characters.`)
  return { subject, jti: jti ?? null, claims, expiresAtMs: (expires + CLOCK_TOLERANCE_SECONDS) * 1_000 }
}

/** Returns `exp`. */
function checkTimes({ exp, iat }: JWTPayload, { name, settings }: WorkloadIssuer, nowMs: number): number {
  const nowSeconds = Math.floor(nowMs / 1_000)
  if (exp === undefined) throw invalid('has no claim exp.')
  if (iat !== undefined && (typeof iat !== 'number' || iat > nowSeconds + CLOCK_TOLERANCE_SECONDS))
    throw invalid('has an iat in the future.')
  // Without iat, the lifetime that remains must be within the limit.
  const issued = Math.min(iat ?? nowSeconds, nowSeconds)
  if (exp - issued > settings.maxLifetimeSeconds + CLOCK_TOLERANCE_SECONDS)
    throw invalid(`lives longer than the ${settings.maxLifetimeSeconds} s that the workload issuer "${name}" accepts.`)
  return exp
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_SUBJECT_CHARACTERS
}
