/** Session operations: sign in, sign out, current caller, change password. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { userPrincipal } from '../access/principal.ts'
import { refuseForeignOrigin } from '../access/same-origin.ts'
import { endedCookie, startSession } from '../access/session.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { pendingSchema, pendingSignIn } from '../second-factors/pending-sign-in.ts'
import { requireConfirmedFactor } from '../second-factors/require-factor.ts'
import type { IssuerClients } from '../sso/issuer-client.ts'
import { issuerLogoutUrl } from '../sso/issuer-logout.ts'
import {
  callerOnWire,
  callerSchema,
  currentCallerOnWire,
  currentCallerSchema,
  type GatewayStatus,
} from './caller-wire.ts'
import { claimOperation } from './claim.ts'
import type { ClaimToken } from './claim-token.ts'
import { completeAccount } from './local-owner.ts'
import { notSignedIn, ownSessionOperations, signedIn } from './own-sessions.ts'
import { checkPassword, newPasswordSchema, passwordSchema } from './password-policy.ts'
import { resetOperations } from './password-reset.ts'
import { checkSignIn, type SignInPorts } from './sign-in.ts'

export type SessionPorts = SignInPorts & {
  readonly issuers: Pick<IssuerClients, 'logoutUrl'>
  readonly vault: Vault
  readonly claim: ClaimToken
  readonly gateway: GatewayStatus
}

export function sessionOperations(ports: SessionPorts): readonly Operation[] {
  return [
    signIn(ports),
    whoAmI(ports.gateway),
    signOut(ports),
    changePassword(ports),
    completeAccount(ports),
    ...ownSessionOperations(ports.vault),
    ...resetOperations(ports),
    claimOperation(ports),
  ]
}

function signIn(ports: SessionPorts): Operation {
  return endpoint({
    name: 'sessions.create',
    method: 'POST',
    path: '/sessions',
    summary: 'Sign in',
    description:
      'For a user with a second factor, the response is a pending sign-in: POST /v1/sessions/second-factor finishes it.',
    permission: 'public',
    audit: 'session.create',
    // Not validated as an email address: an invalid one fails like a wrong password.
    body: z.strictObject({ email: z.string().trim().toLowerCase().min(1).max(254), password: passwordSchema }),
    reply: z.union([callerSchema, pendingSchema]),
    async handle(call) {
      refuseForeignOrigin(call.origin.headers, call.origin.baseUrl)
      const { email, password } = call.body
      const known = await checkSignIn(email, password, call, ports)
      return call.change(async (stores) => {
        const user = await unchanged(known, stores.users.findById(known.id))
        const pending = await pendingSignIn(user, call, stores, ports.vault)
        if (pending !== null) {
          const actor = userPrincipal(user, [])
          call.note({ id: user.id, name: user.email, workspaceId: null, actor, after: pending })
          return pending
        }
        const principal = await startSession(user, call, stores, ports.vault, { method: 'password' })
        call.note({ id: user.id, name: user.email, workspaceId: null, actor: principal })
        return callerOnWire(principal, stores)
      })
    },
  })
}

/** Checked again after hashing, because the password or account may have changed in the meantime. */
async function unchanged(known: User, reading: Promise<User | undefined>): Promise<User> {
  const user = await reading
  if (!user || user.isDisabled || user.passwordHash !== known.passwordHash) throw new GatewayError('sign_in_failed')
  return user
}

const whoAmI = (gateway: GatewayStatus) =>
  endpoint({
    name: 'sessions.current',
    method: 'GET',
    path: '/sessions/current',
    summary: 'Read the current caller',
    permission: 'any caller',
    duringEnrolment: true,
    reply: currentCallerSchema,
    example: {},
    handle: ({ principal, stores }) => currentCallerOnWire(principal, stores, gateway),
  })

function signOut({ vault, issuers }: SessionPorts): Operation {
  return endpoint({
    name: 'sessions.delete',
    method: 'DELETE',
    path: '/sessions/current',
    summary: 'Sign out',
    permission: 'any caller',
    duringEnrolment: true,
    audit: 'session.delete',
    reply: z.object({
      logout_url: z.string().nullable().describe('After single sign-on: open it to sign out at the identity provider.'),
    }),
    async handle({ principal, origin, stores: reading, change, note, setHeader }) {
      const { tokenHash } = signedIn({ principal, origin }, vault, 'API keys have no session to end.')
      const logout_url = await issuerLogoutUrl(await reading.sessions.find(tokenHash), reading, vault, issuers, origin)
      return change(async (stores) => {
        await stores.sessions.remove(tokenHash)
        note({ id: principal.id, name: principal.name, workspaceId: null })
        setHeader('set-cookie', endedCookie(origin.baseUrl))
        return { logout_url }
      })
    },
  })
}

function changePassword(ports: SessionPorts): Operation {
  return endpoint({
    name: 'users.password',
    method: 'PUT',
    path: '/users/me/password',
    summary: 'Change your own password',
    permission: 'any caller',
    audit: 'user.password',
    body: z.strictObject({ current_password: passwordSchema, new_password: newPasswordSchema }),
    reply: z.object({}),
    async handle(call) {
      const { principal, body, nowMs } = call
      if (principal.type !== 'user') throw notSignedIn('API keys have no password.')
      await requireConfirmedFactor(call, ports.vault)
      checkPassword(body.new_password, principal.name, 'new_password')
      const known = await checkSignIn(principal.name, body.current_password, call, ports)
      const passwordHash = await ports.passwords.hash(body.new_password, call.origin.ip)
      return call.change(async (stores) => {
        const user = await unchanged(known, stores.users.findById(known.id))
        await stores.users.update({ ...user, passwordHash, updatedAtMs: nowMs })
        // Ends all sessions that were started with the old password, then starts a new one for the caller.
        await stores.sessions.removeAll(user.id)
        await startSession(user, call, stores, ports.vault, { method: 'password' })
        call.note({ id: user.id, name: user.email, workspaceId: null })
        return {}
      })
    },
  })
}
