/** Verifies the signature and the registered claims of a JWT with the keys of its issuer. */

import { errors, type JWTPayload, jwtVerify } from 'jose'
import { GatewayError } from '../../../core/errors.ts'
import { CLOCK_TOLERANCE_SECONDS, type WorkloadIssuer } from '../../../core/workload/workload-issuers.ts'
import { invalid } from './invalid-token.ts'
import type { KeySets } from './key-sets.ts'

export async function verifySignature(
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
