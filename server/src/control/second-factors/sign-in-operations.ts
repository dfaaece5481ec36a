/** Operations that finish a sign-in with a second factor, or sign in with a passkey alone. */

import { z } from 'zod'
import type { SignInWay } from '../../core/stores/sessions.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { refuseForeignOrigin } from '../access/same-origin.ts'
import { newToken, startSession } from '../access/session.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { callerOnWire, callerSchema } from '../sessions/caller-wire.ts'
import { checkFactor, type FactorPorts, factorFailed, factorShape, type GivenFactor, isOneOf } from './check-factor.ts'
import { CHALLENGE_MS, optionsSchema, requestOptions } from './passkeys.ts'
import {
  MAX_ATTEMPTS,
  passwordlessChallenge,
  pendingId,
  readPendingCookie,
  setPendingCookie,
} from './pending-sign-in.ts'

export function factorSignInOperations(ports: FactorPorts): readonly Operation[] {
  return [passkeyOptions(ports), finishSignIn(ports)]
}

type AnyCall = OperationCall<unknown, unknown>

function passkeyOptions({ vault }: FactorPorts): Operation {
  return endpoint({
    name: 'sessions.passkey-options',
    method: 'POST',
    path: '/sessions/passkey-options',
    summary: 'Request the options for a passkey sign-in',
    description: 'For the sign-in that waits for a second factor, or for one without a password.',
    permission: 'public',
    body: z.strictObject({
      passwordless: z.boolean().default(false).meta({ description: 'True to sign in with a passkey alone.' }),
    }),
    reply: optionsSchema,
    async handle(call) {
      refuseForeignOrigin(call.origin.headers, call.origin.baseUrl)
      const { stores, origin, nowMs } = call
      if (call.body.passwordless) {
        const token = newToken()
        const expiresAtMs = nowMs + CHALLENGE_MS
        const options = await requestOptions([], origin, passwordlessChallenge(token, expiresAtMs, vault))
        setPendingCookie(`${token}.${expiresAtMs}`, call)
        return options
      }
      const cookie = readPendingCookie(origin.headers, origin.baseUrl)
      const id = cookie && pendingId(cookie.token, vault)
      const pending = id === null ? undefined : await stores.secondFactors.findChallenge(id, nowMs)
      if (!pending?.userId || pending.attempts >= MAX_ATTEMPTS) throw factorFailed()
      const passkeys = await stores.secondFactors.passkeys(pending.userId)
      if (passkeys.length === 0) throw factorFailed()
      const options = await requestOptions(passkeys, origin)
      await stores.secondFactors.setChallengeSecret(pending.id, options.challenge)
      return options
    },
  })
}

function finishSignIn(ports: FactorPorts): Operation {
  return endpoint({
    name: 'sessions.second-factor',
    method: 'POST',
    path: '/sessions/second-factor',
    summary: 'Finish a sign-in with a second factor',
    description: `Needs the cookie of POST /v1/sessions or POST /v1/sso/callback, which is valid for five minutes and ${MAX_ATTEMPTS} attempts.`,
    permission: 'public',
    audit: 'session.create',
    body: z.strictObject(factorShape).refine(isOneOf, 'send exactly one of code, recovery_code and passkey'),
    reply: callerSchema,
    async handle(call) {
      refuseForeignOrigin(call.origin.headers, call.origin.baseUrl)
      const cookie = readPendingCookie(call.origin.headers, call.origin.baseUrl)
      if (cookie === null) throw factorFailed()
      const { token, expiresAtMs } = cookie
      const proof =
        expiresAtMs === null
          ? await proveSecond(token, call.body, call, ports)
          : await proveAlone(token, expiresAtMs, call.body, call, ports)
      const reply = await call.change(async (stores) => {
        const user = await stores.users.findById(proof.userId)
        if (!user || user.isDisabled) throw factorFailed()
        await proof.spend(stores)
        const factor = expiresAtMs === null ? proof.kind : 'passkey_only'
        const signIn = { ...(await currentSignIn(proof.signIn, stores)), factor } as const
        const principal = await startSession(user, call, stores, ports.vault, signIn)
        const after = { second_factor: proof.kind, is_passwordless: expiresAtMs !== null, method: signIn.method }
        call.note({ id: user.id, name: user.email, workspaceId: null, actor: principal, after })
        return callerOnWire(principal, stores)
      })
      proof.succeed()
      return reply
    },
  })
}

/** Throws if the connection was disabled or deleted since the first step of the sign-in. */
async function currentSignIn(signIn: SignInWay, stores: Stores): Promise<SignInWay> {
  if (signIn.connectionId === undefined) return signIn
  const connection = await stores.ssoConnections.findById(signIn.connectionId)
  if (!connection?.isEnabled) throw factorFailed()
  return signIn
}

const PASSWORD: SignInWay = { method: 'password' }

/** The step after a password or single sign-on. Counts the attempt before it checks the factor, so failures count. */
async function proveSecond(token: string, given: GivenFactor, call: AnyCall, ports: FactorPorts) {
  const { secondFactors } = call.stores
  const pending = await secondFactors.tryChallenge(pendingId(token, ports.vault), MAX_ATTEMPTS, call.nowMs)
  if (!pending?.userId) throw factorFailed()
  const challenge = given.passkey === undefined ? null : pending.secret
  if (challenge !== null && !(await secondFactors.spendChallengeSecret(pending.id, challenge))) throw factorFailed()
  const proof = await checkFactor(pending.userId, given, { challenge, mustVerifyUser: false }, call, ports)
  return {
    ...proof,
    signIn: pending.signIn ?? PASSWORD,
    async spend(stores: AnyCall['stores']) {
      if (!(await stores.secondFactors.removeChallenge(pending.id))) throw factorFailed()
      await proof.spend(stores)
    },
  }
}

/** A sign-in without a password. Accepts only a passkey whose authenticator verified the user. */
async function proveAlone(token: string, expiresAtMs: number, given: GivenFactor, call: AnyCall, ports: FactorPorts) {
  if (given.passkey === undefined || expiresAtMs <= call.nowMs) throw factorFailed()
  const challenge = passwordlessChallenge(token, expiresAtMs, ports.vault)
  const proof = await checkFactor(null, given, { challenge, mustVerifyUser: true }, call, ports)
  const id = pendingId(`${token}.${expiresAtMs}`, ports.vault)
  return {
    ...proof,
    signIn: PASSWORD,
    async spend(stores: AnyCall['stores']) {
      if (!(await stores.secondFactors.insertSpentChallenge(id, expiresAtMs, call.nowMs))) throw factorFailed()
      await proof.spend(stores)
    },
  }
}
