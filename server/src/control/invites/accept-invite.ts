/** Accepts an invitation: creates the user, adds it to workspaces and signs it in. */

import { z } from 'zod'
import { NO_DEFAULTS } from '../../core/caller.ts'
import { GatewayError } from '../../core/errors.ts'
import { keyHint, newKeySecret } from '../../core/key-secret.ts'
import type { Invite } from '../../core/stores/invites.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
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

type AcceptPorts = { readonly vault: Vault; readonly passwords: Passwords }

const bodySchema = z.strictObject({
  token: z.string().min(1).max(128),
  password: newPasswordSchema,
  first_name: firstNameSchema,
  last_name: lastNameSchema.default(''),
})

type AcceptCall = OperationCall<unknown, z.infer<typeof bodySchema>>

const newKeySchema = z.object({
  object: z.literal('api-key'),
  id: z.string(),
  key: z.string().meta({ description: 'The secret. It is returned only once.' }),
  workspace_id: z.string(),
})

export function acceptInvite({ vault, passwords }: AcceptPorts): Operation {
  return endpoint({
    name: 'invites.accept',
    method: 'POST',
    path: '/invites/accept',
    summary: 'Accept an invitation',
    permission: 'public',
    audit: 'invite.accept',
    body: bodySchema,
    reply: callerSchema.extend({ api_keys: z.array(newKeySchema) }),
    async handle(call) {
      const { body, nowMs } = call
      refuseForeignOrigin(call.origin.headers, call.origin.baseUrl)
      const tokenHash = vault.hash(tokenHashInput('invite', body.token))
      const { email } = await requirePending(call.stores, tokenHash, nowMs)
      checkPassword(body.password, email)
      const passwordHash = await passwords.hash(body.password, call.origin.ip)
      return call.change(async (stores) => {
        // Checked again inside the transaction, so that the link works only once.
        const invite = await requirePending(stores, tokenHash, nowMs)
        await stores.invites.update({ ...invite, acceptedAtMs: nowMs, updatedAtMs: nowMs })
        const user = newUser(invite, call, passwordHash)
        await stores.users.insert(user)
        const workspaces = await join(invite, user, stores)
        const api_keys = await makeKeys(invite, user, workspaces, stores, vault)
        for (const { id } of api_keys) call.announce({ kind: 'api_key', keyId: id })
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

function newUser(invite: Invite, { body, nowMs }: AcceptCall, passwordHash: string): User {
  return {
    // So that a migrated user has the id that other systems know.
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

/** Skips workspaces that were deleted after the invitation. */
async function join(invite: Invite, user: User, stores: Stores): Promise<readonly string[]> {
  const joined: string[] = []
  for (const { id, role } of invite.workspaces) {
    if (!(await stores.workspaces.find(invite.organisationId, id))) continue
    const times = { createdAtMs: user.createdAtMs, updatedAtMs: user.createdAtMs }
    await stores.workspaces.putMember({ workspaceId: id, userId: user.id, role, source: 'manual', ...times })
    joined.push(id)
  }
  return joined
}

async function makeKeys(
  invite: Invite,
  user: User,
  workspaceIds: readonly string[],
  stores: Stores,
  vault: Vault,
): Promise<z.infer<typeof newKeySchema>[]> {
  const made: z.infer<typeof newKeySchema>[] = []
  const { newKey } = invite
  if (newKey === null) return []
  for (const workspaceId of workspaceIds) {
    const secret = newKeySecret('workspace')
    const id = Bun.randomUUIDv7()
    await stores.apiKeys.insert({
      id,
      organisationId: invite.organisationId,
      workspaceId,
      kind: 'workspace',
      type: 'workspace-user',
      name: newKey.name ?? `Key of ${user.email}`.slice(0, 128),
      description: null,
      userId: user.id,
      hash: vault.hash(secret),
      hint: keyHint(secret),
      previousHash: null,
      previousHashExpiresAtMs: null,
      scopes: newKey.scopes,
      allowInference: true,
      defaults: { ...NO_DEFAULTS, metadata: newKey.metadata ?? {} },
      limits: NO_LIMITS,
      alertEmails: [],
      clientCertificates: [],
      rotation: null,
      expiresAtMs: newKey.expiresAtMs ?? null,
      lastUsedAtMs: null,
      lastUsedIp: null,
      createdBy: invite.invitedBy,
      creationMode: 'auto',
      reviewSinceMs: null,
      rotatedBy: null,
      createdAtMs: user.createdAtMs,
      updatedAtMs: user.createdAtMs,
    })
    made.push({ object: 'api-key', id, key: secret, workspace_id: workspaceId })
  }
  return made
}
