/** Accepts an invitation: creates the user, adds them to workspaces and signs them in. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Invite } from '../../core/stores/invites.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { refuseForeignOrigin } from '../access/same-origin.ts'
import { startSession, tokenHashInput } from '../access/session.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { callerOnWire, callerSchema } from '../sessions/caller-wire.ts'
import { checkPassword, newPasswordSchema } from '../sessions/password-policy.ts'
import type { Passwords } from '../sessions/passwords.ts'
import { firstNameSchema, lastNameSchema, userOnWire } from '../users/user-wire.ts'
import { statusOf } from './invite-wire.ts'
import { newKeysSchema, useInvite } from './use-invite.ts'

type AcceptPorts = { readonly vault: Vault; readonly passwords: Passwords }

const bodySchema = z.strictObject({
  token: z.string().min(1).max(128),
  password: newPasswordSchema,
  first_name: firstNameSchema,
  last_name: lastNameSchema.default(''),
})

type AcceptCall = OperationCall<unknown, z.infer<typeof bodySchema>>

export function acceptInvite({ vault, passwords }: AcceptPorts): Operation {
  return endpoint({
    name: 'invites.accept',
    method: 'POST',
    path: '/invites/accept',
    summary: 'Accept an invitation',
    permission: 'public',
    audit: 'invite.accept',
    body: bodySchema,
    reply: callerSchema.extend({ api_keys: newKeysSchema }),
    async handle(call) {
      const { body, nowMs } = call
      refuseForeignOrigin(call.origin.headers, call.origin.baseUrl)
      const tokenHash = vault.hash(tokenHashInput('invite', body.token))
      const pending = await requirePending(call.stores, tokenHash, nowMs)
      await requirePasswordPossible(call.stores, pending)
      const { email } = pending
      checkPassword(body.password, email)
      const passwordHash = await passwords.hash(body.password, call.origin.ip)
      return call.change(async (stores) => {
        // Checked again inside the transaction, so that the link works only once.
        const invite = await requirePending(stores, tokenHash, nowMs)
        const user = newUser(invite, call, passwordHash)
        await stores.users.insert(user)
        const api_keys = await useInvite(call, stores, vault, invite, user)
        const principal = await startSession(user, call, stores, vault, { method: 'password' })
        const after = userOnWire(user, await stores.workspaces.memberships([user.id]))
        call.note({ id: invite.id, name: user.email, workspaceId: null, after, actor: principal })
        return { ...(await callerOnWire(principal, stores)), api_keys }
      })
    },
  })
}

/** Returns the same error for used, cancelled, expired and unknown links. */
async function requirePending(stores: Stores, tokenHash: string, nowMs: number): Promise<Invite> {
  const invite = await stores.invites.findByToken(tokenHash)
  if (!invite || statusOf(invite, nowMs) !== 'pending') throw new GatewayError('link_invalid')
  return invite
}

/** While single sign-on is enforced, the invited person signs in with it and gets the roles of the invitation. */
async function requirePasswordPossible(stores: Stores, { organisationId, email }: Invite): Promise<void> {
  const { settings } = await stores.organisations.read(organisationId)
  if (!settings.enforceSso) return
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const connection = await stores.ssoConnections.findByDomain(domain)
  throw new GatewayError('sso_required', {
    message: 'This organisation requires single sign-on, so no password can be set.',
    hint: connection?.isEnabled
      ? `Sign in with single sign-on as ${email}. You get the roles of the invitation.`
      : `No single sign-on connection has the domain ${domain}. Ask an administrator to add it.`,
  })
}

function newUser(invite: Invite, { body, nowMs }: AcceptCall, passwordHash: string): User {
  return {
    // The user gets the id of the invitation, so that a migrated user keeps the id that other systems know.
    id: invite.id,
    organisationId: invite.organisationId,
    email: invite.email,
    firstName: body.first_name,
    lastName: body.last_name,
    role: invite.role,
    passwordHash,
    isDisabled: false,
    lastActiveAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}
