/** Password reset links. Only callers who may grant all roles of the user can create one. */

import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { userPrincipal } from '../access/principal.ts'
import { refuseForeignOrigin } from '../access/same-origin.ts'
import { startSession } from '../access/session.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { pendingSchema, pendingSignIn } from '../second-factors/pending-sign-in.ts'
import { requireUser } from '../users/operations.ts'
import { requireRank, requireRoleGrant, withArticle } from '../users/role-hierarchy.ts'
import { callerOnWire, callerSchema } from './caller-wire.ts'
import { checkPassword, newPasswordSchema } from './password-policy.ts'
import type { Passwords } from './passwords.ts'

type Hasher = Pick<Vault, 'hash'>

export const RESET_LASTS_MS = 30 * 60_000

export function resetToken(user: User, expiresAtMs: number, vault: Hasher): string {
  return new TextEncoder()
    .encode(`${user.id}.${expiresAtMs}.${signature(user, expiresAtMs, vault)}`)
    .toBase64({ alphabet: 'base64url', omitPadding: true })
}

/** The user of a reset token. Throws the same error for every invalid token. */
export async function userOfReset(token: string, stores: Stores, vault: Hasher, nowMs: number): Promise<User> {
  const [id = '', time = '', given = ''] = decoded(token).split('.')
  const user = await stores.users.findById(id)
  const expiresAtMs = Number(time)
  const isRight =
    user !== undefined && !user.isDisabled && nowMs < expiresAtMs && isSame(given, signature(user, expiresAtMs, vault))
  if (!isRight) throw new GatewayError('link_invalid')
  return user
}

function signature(user: User, expiresAtMs: number, vault: Hasher): string {
  return vault.hash(`reset/${user.id}/${expiresAtMs}/${user.passwordHash}`)
}

function decoded(token: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.fromBase64(token, { alphabet: 'base64url' }))
  } catch {
    return ''
  }
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type ResetPorts = { readonly vault: Vault; readonly passwords: Passwords }

export function resetOperations(ports: ResetPorts): readonly Operation[] {
  return [makeLink(ports), usePassword(ports)]
}

function makeLink({ vault }: ResetPorts): Operation {
  return endpoint({
    name: 'users.password-link',
    method: 'POST',
    path: '/admin/users/{id}/password-link',
    summary: 'Create a password reset link',
    permission: { scope: 'organisation_users.update' },
    audit: 'user.password_link',
    stepUp: true,
    reply: z.object({ password_link: z.string(), expires_at: z.string() }),
    async handle({ principal, reach, params, nowMs, origin, change, note }) {
      return change(async (stores) => {
        const user = await requireUser(stores, reach.organisationId, params['id'] ?? '')
        // The link allows signing in as the user, so the caller must be allowed to grant all of the user's roles.
        await requireRank(principal, user.role, `reset the password of ${withArticle(user.role)}`, stores)
        for (const { role, workspaceId } of await stores.workspaces.memberships([user.id])) {
          await requireRoleGrant(principal, role, workspaceId, stores)
        }
        note({ id: user.id, name: user.email, workspaceId: null })
        const expiresAtMs = nowMs + RESET_LASTS_MS
        return {
          password_link: `${origin.baseUrl}/#/password/${resetToken(user, expiresAtMs, vault)}`,
          expires_at: new Date(expiresAtMs).toISOString(),
        }
      })
    },
  })
}

function usePassword({ vault, passwords }: ResetPorts): Operation {
  return endpoint({
    name: 'sessions.reset-password',
    method: 'POST',
    path: '/sessions/password',
    summary: 'Set a new password with a reset link',
    description: 'Also signs in. A user with a second factor finishes with POST /v1/sessions/second-factor.',
    permission: 'public',
    audit: 'user.password',
    body: z.strictObject({ token: z.string().min(1).max(1_024), password: newPasswordSchema }),
    reply: z.union([callerSchema, pendingSchema]),
    async handle(call) {
      const { body, nowMs } = call
      refuseForeignOrigin(call.origin.headers, call.origin.baseUrl)
      const { email } = await userOfReset(body.token, call.stores, vault, nowMs)
      checkPassword(body.password, email)
      const passwordHash = await passwords.hash(body.password, call.origin.ip)
      return call.change(async (stores) => {
        // Checked again inside the transaction, so that the link works only once.
        const user = { ...(await userOfReset(body.token, stores, vault, nowMs)), passwordHash, updatedAtMs: nowMs }
        await stores.users.update(user)
        await stores.sessions.removeAll(user.id)
        const pending = await pendingSignIn(user, call, stores, vault)
        if (pending !== null) {
          const actor = userPrincipal(user, [])
          call.note({ id: user.id, name: user.email, workspaceId: null, actor, after: pending })
          return pending
        }
        const principal = await startSession(user, call, stores, vault, { method: 'password' })
        call.note({ id: user.id, name: user.email, workspaceId: null, actor: principal })
        return callerOnWire(principal, stores)
      })
    },
  })
}
