/** SCIM users. Each is a user of the organisation. */

import type { JsonObject } from '../../core/json.ts'
import type { ProvisionedUser, UserMatch } from '../../core/stores/scim.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { DisabledBy, User } from '../../core/stores/users.ts'
import { markForReview } from '../api-keys/review.ts'
import { endAccess, removeAccount, requireOwnerWithout } from '../users/operations.ts'
import { equalities, type Filter } from './filter.ts'
import { readOperations } from './patch-operations.ts'
import { documentOf, type Resource, userResource } from './representation.ts'
import type { ResourceHandler, ScimCall } from './resource-handler.ts'
import { badRequest, ScimError } from './scim-error.ts'
import { accountEmail, patchUser, readUser, type UserDocument } from './user-document.ts'

export const users: ResourceHandler = {
  type: 'User',
  path: 'Users',

  async list(stores, organisationId, filter, slice, { base }) {
    const match = matchOf(filter)
    const { rows, total } = await stores.scim.users(organisationId, match ?? {}, slice)
    const groups = asGroups(await stores.scim.groupsOf(rows.map(({ user }) => user.id)))
    return {
      total,
      isFiltered: match !== null,
      resources: rows.map((row) => userResource(row, groups.get(row.user.id) ?? [], base)),
    }
  },

  async find(stores, organisationId, id, { base }) {
    const found = await stores.scim.findUser(organisationId, id)
    return found ? resourceOf(stores, found, base) : null
  },

  async create(call, stores, body) {
    const document = readUser(body)
    const email = accountEmail(document)
    if (email === null)
      throw badRequest(
        'invalidValue',
        `The user ${document.userName.slice(0, 128)} has no e-mail address. Send one as userName, or in emails.`,
      )
    const isInactive = document.active === false
    const user: User = {
      id: Bun.randomUUIDv7(),
      organisationId: call.organisationId,
      email,
      firstName: document.givenName ?? '',
      lastName: document.familyName ?? '',
      role: 'member',
      // No password matches an empty hash. The user signs in through the identity provider.
      passwordHash: '',
      isDisabled: isInactive,
      ...(isInactive && { disabledBy: 'scim' }),
      lastActiveAtMs: null,
      createdAtMs: call.nowMs,
      updatedAtMs: call.nowMs,
    }
    await requireFreeName(stores, user, document)
    await stores.users.insert(user)
    await stores.scim.putProfile(profileOf(user, document))
    const resource = await reread(stores, user, call.base)
    call.note({ id: user.id, name: document.userName, workspaceId: null, after: resource })
    return resource
  },

  replace: (call, stores, id, body) => change(call, stores, id, () => readUser(body)),

  patch(call, stores, id, body) {
    const operations = readOperations(body)
    return change(call, stores, id, (found) => patchUser(documentOf(found), operations))
  },

  async remove(call, stores, id) {
    const found = await require(stores, call, id)
    const before = await resourceOf(stores, found, call.base)
    call.requireVersion(before.meta.version)
    const keys_to_review = await removeAccount(call, stores, found.user)
    call.note({ id, name: found.user.email, workspaceId: null, before, after: { keys_to_review } })
  },
}

/** The filter as a lookup that the store supports; null for any other filter. */
function matchOf(filter: Filter | null): UserMatch | null {
  if (filter === null) return {}
  const wanted = equalities(filter)
  if (wanted?.size !== 1) return null
  const [[name, value] = ['', null]] = wanted
  if (typeof value !== 'string') return null
  if (name === 'username') return { userName: value }
  if (name === 'externalid') return { externalId: value }
  return name === 'id' ? { id: value } : null
}

async function change(
  call: ScimCall,
  stores: Stores,
  id: string,
  read: (found: ProvisionedUser) => UserDocument,
): Promise<Resource> {
  const found = await require(stores, call, id)
  const before = await resourceOf(stores, found, call.base)
  call.requireVersion(before.meta.version)
  const document = read(found)
  const { user } = found
  const email = accountEmail(document) ?? user.email
  if (user.role === 'owner' && email !== user.email)
    throw badRequest(
      'mutability',
      'SCIM cannot change the e-mail address of an owner. An owner changes it in the dashboard.',
    )
  const disabledBy = disabledAfter(user, document.active)
  const { disabledBy: _, ...rest } = user
  const after: User = {
    ...rest,
    email,
    firstName: document.givenName ?? '',
    lastName: document.familyName ?? '',
    isDisabled: disabledBy !== null,
    ...(disabledBy !== null && { disabledBy }),
    updatedAtMs: call.nowMs,
  }
  await requireFreeName(stores, after, document)
  await stores.users.update(after)
  await stores.scim.putProfile(profileOf(after, document))
  const isDisabling = after.isDisabled && !user.isDisabled
  const keys_to_review = isDisabling ? await markForReview(call, stores, id, null) : []
  if (isDisabling) await endAccess(call, stores, after)
  await requireOwnerWithout(user, stores)
  const resource = await reread(stores, after, call.base)
  const noted = keys_to_review.length === 0 ? resource : { ...resource, keys_to_review }
  call.note({ id, name: document.userName, workspaceId: null, before, after: noted })
  return resource
}

/** A user that an admin disabled stays disabled. `active`: null if it is not part of the request. */
function disabledAfter({ isDisabled, disabledBy }: User, active: boolean | null): DisabledBy | null {
  const byHand = isDisabled && disabledBy !== 'scim'
  const byScim = active === null ? disabledBy === 'scim' || disabledBy === 'both' : !active
  if (byHand) return byScim ? 'both' : 'manual'
  return byScim ? 'scim' : null
}

async function requireFreeName(stores: Stores, { id, email, organisationId }: User, { userName }: UserDocument) {
  const { rows } = await stores.scim.users(organisationId, { userName }, { offset: 0, limit: 2 })
  if (rows.some(({ user }) => user.id !== id))
    throw new ScimError(409, `Another user has the userName ${userName.slice(0, 128)}.`, 'uniqueness')
  const other = await stores.users.findByEmail(email)
  if (other && other.id !== id) throw new ScimError(409, `Another user has the e-mail address ${email}.`, 'uniqueness')
}

function profileOf({ id, organisationId }: User, document: UserDocument) {
  const { userName, externalId, displayName, formatted, emails } = document
  const attributes: JsonObject = {
    ...(displayName !== null && { displayName }),
    ...(formatted !== null && { formatted }),
    ...(emails.length > 0 && { emails }),
  }
  return { userId: id, organisationId, userName, externalId, attributes }
}

async function require(stores: Stores, { organisationId }: ScimCall, id: string): Promise<ProvisionedUser> {
  const found = await stores.scim.findUser(organisationId, id)
  if (found) return found
  throw new ScimError(404, `No user has the id ${id.slice(0, 64)}.`)
}

async function reread(stores: Stores, { organisationId, id }: User, base: string): Promise<Resource> {
  return resourceOf(stores, (await stores.scim.findUser(organisationId, id))!, base)
}

async function resourceOf(stores: Stores, found: ProvisionedUser, base: string): Promise<Resource> {
  return userResource(found, await stores.scim.groupsOf([found.user.id]), base)
}

function asGroups<Row extends { readonly userId: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, ({ userId }) => userId)
}
