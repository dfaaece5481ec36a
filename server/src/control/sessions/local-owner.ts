/**
 * The local owner. The claim link creates it without an e-mail address or password, so that the first start opens a
 * signed-in dashboard. Until both are set, it signs in with `gatehouse open`, or with a passkey if it has added one.
 */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { startSession } from '../access/session.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { requireConfirmedFactor } from '../second-factors/require-factor.ts'
import { emailSchema, firstNameSchema, lastNameSchema, userOnWire } from '../users/user-wire.ts'
import { callerOnWire, callerSchema, LOCAL_OWNER_EMAIL } from './caller-wire.ts'
import { notSignedIn } from './own-sessions.ts'
import { checkPassword, newPasswordSchema } from './password-policy.ts'
import type { Passwords } from './passwords.ts'

export const LOCAL_OWNER = { email: LOCAL_OWNER_EMAIL, firstName: 'Local owner', lastName: '' } as const

export const accountShape = {
  email: emailSchema,
  password: newPasswordSchema,
  first_name: firstNameSchema,
  last_name: lastNameSchema.default(''),
}

type Ports = { readonly vault: Vault; readonly passwords: Passwords }

export function completeAccount({ vault, passwords }: Ports): Operation {
  return endpoint({
    name: 'users.account',
    method: 'PUT',
    path: '/users/me/account',
    summary: 'Set e-mail address and password of the local owner',
    description: 'For the owner that POST /v1/claim created without an account. All other sessions of it end.',
    permission: 'any caller',
    audit: 'user.update',
    body: z.strictObject(accountShape),
    reply: callerSchema,
    async handle(call) {
      const { principal, body, nowMs } = call
      if (principal.type !== 'user') throw notSignedIn('API keys have no account.')
      await requireConfirmedFactor(call, vault)
      checkPassword(body.password, body.email)
      const passwordHash = await passwords.hash(body.password, call.origin.ip)
      return call.change(async (stores) => {
        const before = await stores.users.findById(principal.id)
        if (!before || before.email !== LOCAL_OWNER_EMAIL) throw accountComplete()
        const other = await stores.users.findByEmail(body.email)
        if (other) throw emailTaken()
        const { email, first_name: firstName, last_name: lastName } = body
        const after = { ...before, email, firstName, lastName, passwordHash, updatedAtMs: nowMs }
        await stores.users.update(after)
        await stores.sessions.removeAll(after.id)
        const renewed = await startSession(after, call, stores, vault, { method: 'password' })
        call.note({
          id: after.id,
          name: after.email,
          workspaceId: null,
          before: userOnWire(before, []),
          after: userOnWire(after, []),
        })
        return callerOnWire(renewed, stores)
      })
    },
  })
}

function accountComplete(): GatewayError {
  return new GatewayError('conflict', {
    message: 'Your account already has an e-mail address and a password.',
    hint: 'PUT /v1/users/me/password changes the password.',
  })
}

function emailTaken(): GatewayError {
  return new GatewayError('conflict', {
    param: 'email',
    message: 'Another user has this e-mail address.',
    hint: 'Use another e-mail address.',
  })
}
