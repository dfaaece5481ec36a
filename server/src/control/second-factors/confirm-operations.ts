/** Operations that confirm a user's identity again, before secrets are shown, permissions changed or data deleted. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { passwordSchema } from '../sessions/password-policy.ts'
import { checkSignIn, type SignInPorts } from '../sessions/sign-in.ts'
import { checkFactor, type FactorPorts, factorFailed, factorShape, isOneOf } from './check-factor.ts'
import { CHALLENGE_MS, optionsSchema, requestOptions } from './passkeys.ts'
import { methodsOf } from './pending-sign-in.ts'
import { signedInUser } from './signed-in-user.ts'

export type ConfirmPorts = FactorPorts & SignInPorts

export function confirmOperations(ports: ConfirmPorts): readonly Operation[] {
  return [confirmOptions(ports), confirm(ports)]
}

function confirmOptions({ vault }: ConfirmPorts): Operation {
  return endpoint({
    name: 'sessions.confirm-options',
    method: 'POST',
    path: '/sessions/current/passkey-options',
    summary: 'Request the options to confirm your identity with a passkey',
    permission: 'any caller',
    duringEnrolment: true,
    reply: optionsSchema,
    async handle(call) {
      const { userId, tokenHash } = signedInUser(call, vault)
      const passkeys = await call.stores.secondFactors.passkeys(userId)
      if (passkeys.length === 0)
        throw new GatewayError('conflict', {
          message: 'You have no passkey.',
          hint: 'Confirm with the method that the error step_up_required names.',
        })
      const options = await requestOptions(passkeys, call.origin)
      const expiresAtMs = call.nowMs + CHALLENGE_MS
      const challenge = { id: challengeId(tokenHash), userId, secret: options.challenge, attempts: 0, expiresAtMs }
      await call.stores.secondFactors.putChallenge(challenge, call.nowMs)
      return options
    },
  })
}

function confirm(ports: ConfirmPorts): Operation {
  return endpoint({
    name: 'sessions.confirm',
    method: 'POST',
    path: '/sessions/current/confirm',
    summary: 'Confirm your identity in this session',
    description:
      'Operations that show secrets, change rights or delete need it: with a second factor, or with the password if you have none. It lasts ten minutes.',
    permission: 'any caller',
    duringEnrolment: true,
    audit: 'session.confirm',
    body: z
      .strictObject({ ...factorShape, password: passwordSchema.optional() })
      .refine(isOneOf, 'send exactly one of code, recovery_code, passkey and password'),
    reply: z.object({}),
    async handle(call) {
      const { userId, name, tokenHash } = signedInUser(call, ports.vault)
      const { password, ...given } = call.body
      const methods = await methodsOf(userId, call.stores)
      const note = (method: string) => call.note({ id: userId, name, workspaceId: null, after: { method } })
      if (methods.length === 0) {
        if (password === undefined) throw wrongMethod('password', 'You have no second factor.')
        await checkSignIn(name, password, call, ports)
        return call.change(async (stores) => {
          await stores.secondFactors.confirm(tokenHash, call.nowMs)
          note('password')
          return {}
        })
      }
      if (password !== undefined) throw wrongMethod(methods[0]!, 'You have a second factor.')
      const id = challengeId(tokenHash)
      const { secondFactors } = call.stores
      const challenge = (given.passkey && (await secondFactors.findChallenge(id, call.nowMs))?.secret) ?? null
      if (challenge !== null && !(await secondFactors.spendChallengeSecret(id, challenge))) throw factorFailed()
      const proof = await checkFactor(userId, given, { challenge, mustVerifyUser: false }, call, ports)
      const reply = await call.change(async (stores) => {
        await proof.spend(stores)
        await stores.secondFactors.confirm(tokenHash, call.nowMs)
        note(proof.kind)
        return {}
      })
      proof.succeed()
      return reply
    },
  })
}

function challengeId(tokenHash: string): string {
  return `confirm/${tokenHash}`
}

function wrongMethod(method: string, why: string): GatewayError {
  const field = method === 'totp' ? 'code' : method
  return new GatewayError('invalid_body', { param: field, message: `${why} Send ${field}.` })
}
