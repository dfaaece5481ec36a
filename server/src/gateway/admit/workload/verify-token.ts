/** Verifies a JWT under the rules of one workload issuer. */

import { errors, type JWTPayload, jwtVerify } from 'jose'
import { GatewayError } from '../../../core/errors.ts'
import type { JsonObject } from '../../../core/json.ts'
import { claimOf, unmetRule } from '../../../core/workload/claims.ts'
import type { TokenText } from '../../../core/workload/token-text.ts'
import {
  CLOCK_TOLERANCE_SECONDS,
  MAX_SUBJECT_CHARACTERS,
  type WorkloadIssuer,
} from '../../../core/workload/workload-issuers.ts'
import type { KeySets } from './key-sets.ts'

/** Other types are for other uses: a logout token or a DPoP proof must not open the gateway. */
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

async function verifySignature(
  token: string,
  issuer: WorkloadIssuer,
  keySets: KeySets,
  nowMs: number,
): Promise<JWTPayload> {
  const terms = {
    algorithms: [...issuer.settings.algorithms],
    issuer: issuer.issuer,
    audience: [...issuer.settings.audiences],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['exp'],
    currentDate: new Date(nowMs),
  }
  const known = await keySets.of(issuer)
  try {
    return (await jwtVerify(token, known, terms)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw refusal(error, issuer)
  }
  const newer = await keySets.refreshed(issuer)
  if (newer === known) throw noKey(issuer)
  try {
    return (await jwtVerify(token, newer, terms)).payload
  } catch (error) {
    throw refusal(error, issuer)
  }
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

function refusal(error: unknown, issuer: WorkloadIssuer): Error {
  if (error instanceof errors.JWTExpired) return new GatewayError('token_expired')
  if (error instanceof errors.JWTClaimValidationFailed) return invalid(claimProblem(error))
  if (error instanceof errors.JOSEAlgNotAllowed)
    return invalid(`has a signature algorithm that the workload issuer "${issuer.name}" does not accept.`)
  if (error instanceof errors.JWSSignatureVerificationFailed)
    return invalid(`has a signature that no key of the workload issuer "${issuer.name}" has made.`)
  if (error instanceof errors.JWKSNoMatchingKey) return noKey(issuer)
  if (error instanceof errors.JWKSMultipleMatchingKeys)
    return invalid('has no key ID (kid), and several keys of the issuer could have signed it.')
  // Malformed tokens, and keys of the issuer that cannot be used. Their messages could repeat parts of the token.
  if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
    return invalid('cannot be verified: it is malformed, or the key of the issuer cannot be used.')
  return error instanceof Error ? error : new Error('token verification failed', { cause: error })
}

function claimProblem({ claim, reason }: errors.JWTClaimValidationFailed): string {
  if (reason === 'missing') return `has no claim ${claim}.`
  if (claim === 'aud') return 'is for another audience (claim aud).'
  if (claim === 'nbf') return 'is not valid yet (claim nbf).'
  return `has a claim ${claim} that is not valid.`
}

function noKey(issuer: WorkloadIssuer): GatewayError {
  return invalid(`has a signature that no key of the workload issuer "${issuer.name}" has made.`)
}

/** `what` completes a sentence. It never contains a value of the token. */
export function invalid(what: string): GatewayError {
  return new GatewayError('token_invalid', { message: `The token ${what}` })
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_SUBJECT_CHARACTERS
}
