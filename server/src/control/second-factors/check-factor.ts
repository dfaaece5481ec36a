/** Verifies a second factor: an authenticator app's code, a recovery code or a passkey. Throttles failures per user. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { OperationCall } from '../endpoint.ts'
import type { SignInPorts } from '../sessions/sign-in.ts'
import { type Assertion, assertionSchema, verifyAssertion } from './passkeys.ts'
import { recoveryCodeHash } from './recovery-codes.ts'
import { matchingStep } from './totp.ts'

export const factorShape = {
  // Accepts any short text: a malformed code fails like a wrong code.
  code: z.string().max(32).optional().meta({ description: 'Code of the authenticator app.', example: '123456' }),
  recovery_code: z.string().max(64).optional().meta({ description: 'A recovery code. It works once.' }),
  passkey: assertionSchema.optional(),
}

export type GivenFactor = {
  readonly code?: string | undefined
  readonly recovery_code?: string | undefined
  readonly passkey?: Assertion | undefined
}

export type FactorPorts = Pick<SignInPorts, 'throttle'> & { readonly vault: Vault }

type FactorCall = Pick<OperationCall<unknown, unknown>, 'nowMs' | 'origin' | 'stores'>

/** The requirements for a WebAuthn assertion. */
type Wanted = { readonly challenge: string | null; readonly mustVerifyUser: boolean }

type Proof = {
  readonly userId: string
  readonly kind: 'totp' | 'recovery_code' | 'passkey'
  /** Call it inside the transaction. Throws if a recovery code is wrong, or if the factor was used concurrently. */
  readonly spend: (stores: Stores) => Promise<void>
  /** Call it after the commit, so that the attempt no longer counts as failed. */
  readonly succeed: () => void
}

/** `userId` is null for a sign-in with only a passkey. Throws the same error for every wrong factor. */
export async function checkFactor(
  userId: string | null,
  given: GivenFactor,
  wanted: Wanted,
  call: FactorCall,
  { throttle, vault }: FactorPorts,
): Promise<Proof> {
  const account = userId ?? (await ownerOf(given, call.stores)) ?? `passkey ${given.passkey?.id}`
  const attempt = { account: `second factor of ${account}`, address: call.origin.ip, atMs: call.nowMs }
  const retryAfterMs = throttle.begin(attempt)
  if (retryAfterMs > 0) throw new GatewayError('sign_in_throttled', { retryAfterMs })
  let spend: Spend | null
  try {
    spend = await verify(account, given, wanted, call, vault)
  } catch (error) {
    throttle.release(attempt)
    throw error
  }
  if (spend === null) throw factorFailed()
  const use = spend
  return {
    userId: account,
    kind: kindOf(given),
    async spend(stores) {
      if (!(await use(stores))) throw factorFailed()
    },
    succeed: () => throttle.succeed(attempt),
  }
}

export function factorFailed(): GatewayError {
  return new GatewayError('second_factor_failed')
}

type Spend = (stores: Stores) => Promise<boolean>

async function ownerOf({ passkey }: GivenFactor, stores: Stores): Promise<string | undefined> {
  return passkey && (await stores.secondFactors.findPasskey(passkey.id))?.userId
}

/** Null if the factor is wrong. Recovery codes are checked when they are spent. */
async function verify(
  userId: string,
  given: GivenFactor,
  { challenge, mustVerifyUser }: Wanted,
  { stores, nowMs, origin }: FactorCall,
  vault: Vault,
): Promise<Spend | null> {
  if (given.passkey !== undefined) {
    const passkey = await stores.secondFactors.findPasskey(given.passkey.id)
    if (!passkey || passkey.userId !== userId || challenge === null) return null
    const counter = await verifyAssertion(given.passkey, passkey, { challenge, mustVerifyUser, origin })
    return counter === null ? null : (inside) => inside.secondFactors.usePasskey(passkey.id, counter, nowMs)
  }
  if (given.recovery_code !== undefined) {
    const hash = recoveryCodeHash(userId, given.recovery_code, vault)
    return (inside) => inside.secondFactors.useRecoveryCode(userId, hash)
  }
  const totp = await stores.secondFactors.findTotp(userId)
  if (!totp) return null
  const secret = vault.open(totp.sealedSecret, totpContext(userId))
  const step = matchingStep(secret, (given.code ?? '').replace(/\s/g, ''), totp.lastStep, nowMs)
  return step === null ? null : (inside) => inside.secondFactors.useTotp(userId, step, nowMs)
}

export function totpContext(userId: string): string {
  return `totp_secrets/sealed_secret/${userId}`
}

function kindOf(given: GivenFactor): Proof['kind'] {
  return given.passkey !== undefined ? 'passkey' : given.recovery_code !== undefined ? 'recovery_code' : 'totp'
}

/** For `refine`: true if exactly one field is set. */
export function isOneOf(body: object): boolean {
  return Object.values(body).filter((value) => value !== undefined).length === 1
}
