/** Uses an invitation: gives a new user its memberships and API keys. */

import { z } from 'zod'
import { NO_DEFAULTS } from '../../core/caller.ts'
import { keyHint, newKeySecret } from '../../core/key-secret.ts'
import type { Invite } from '../../core/stores/invites.ts'
import { NO_LIMITS } from '../../core/stores/limits.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import type { OperationCall } from '../endpoint.ts'

export const newKeysSchema = z.array(
  z.object({
    object: z.literal('api-key'),
    id: z.string(),
    key: z.string().meta({ description: 'The secret. It is returned only once.' }),
    workspace_id: z.string(),
  }),
)

type NewKeys = z.infer<typeof newKeysSchema>

/** The pending invitation for an e-mail address. */
export async function pendingInvite(
  stores: Stores,
  organisationId: string,
  email: string,
  nowMs: number,
): Promise<Invite | undefined> {
  const page = { currentPage: 0, pageSize: 1 }
  return (await stores.invites.list(organisationId, { email, status: 'pending', nowMs }, page)).rows[0]
}

/** Call it inside the transaction, after the user was inserted. */
export async function useInvite(
  call: Pick<OperationCall<unknown, unknown>, 'nowMs' | 'announce'>,
  stores: Stores,
  vault: Pick<Vault, 'hash'>,
  invite: Invite,
  user: User,
): Promise<NewKeys> {
  await stores.invites.update({ ...invite, acceptedAtMs: call.nowMs, updatedAtMs: call.nowMs })
  const workspaces = await join(invite, user, stores)
  const keys = await makeKeys(invite, user, workspaces, stores, vault)
  for (const { id } of keys) call.announce({ kind: 'api_key', keyId: id })
  return keys
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
  vault: Pick<Vault, 'hash'>,
): Promise<NewKeys> {
  const made: NewKeys = []
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
      certifiedBy: [],
      isTrusted: true,
      createdAtMs: user.createdAtMs,
      updatedAtMs: user.createdAtMs,
    })
    made.push({ object: 'api-key', id, key: secret, workspace_id: workspaceId })
  }
  return made
}
