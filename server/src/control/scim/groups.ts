/** SCIM groups. Group mappings give roles to the members of a group. */

import { isObject, type JsonObject } from '../../core/json.ts'
import type { GroupMatch, ScimGroup } from '../../core/stores/scim.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { regroup } from '../group-mappings/regroup.ts'
import { equalities, type Filter, matches, memberNamed, parsePatchPath } from './filter.ts'
import { type PatchOperation, readOperations } from './patch-operations.ts'
import { asksFor, groupResource, type Resource } from './representation.ts'
import type { ResourceHandler, ScimCall } from './resource-handler.ts'
import { GROUP_SCHEMA } from './schemas.ts'
import { badRequest, ScimError } from './scim-error.ts'
import { textOf } from './user-document.ts'

const MAX_TEXT = 256
const MAX_MEMBERS = 50_000
const READ_ONLY: ReadonlySet<string> = new Set(['id', 'meta', 'schemas'])

type GroupDocument = {
  readonly displayName: string
  readonly externalId: string | null
  /** Ids of users. */
  readonly members: Set<string>
}

export const groups: ResourceHandler = {
  type: 'Group',
  path: 'Groups',

  async list(stores, organisationId, filter, slice, { base, projection, needsAll }) {
    const match = matchOf(filter)
    const { rows, total } = await stores.scim.groups(organisationId, match ?? {}, slice)
    const isRequested = needsAll || asksFor(projection, 'members')
    const found = isRequested ? await stores.scim.members(rows.map(({ id }) => id)) : []
    const members = Map.groupBy(found, ({ groupId }) => groupId)
    return {
      total,
      isFiltered: match !== null,
      resources: rows.map((row) => groupResource(row, isRequested ? (members.get(row.id) ?? []) : null, base)),
    }
  },

  async find(stores, organisationId, id, { base, projection }) {
    const group = await stores.scim.findGroup(organisationId, id)
    if (!group) return null
    return groupResource(group, asksFor(projection, 'members') ? await stores.scim.members([id]) : null, base)
  },

  async create(call, stores, body) {
    const document = readGroup(body)
    const group: ScimGroup = {
      id: Bun.randomUUIDv7(),
      organisationId: call.organisationId,
      displayName: document.displayName,
      externalId: document.externalId,
      version: 1,
      createdAtMs: call.nowMs,
      updatedAtMs: call.nowMs,
    }
    const members = await requireUsers(stores, call, [...document.members])
    await stores.scim.insertGroup(group)
    await stores.scim.addMembers(group.id, members)
    await regroup(call, stores, members, [group.displayName])
    const after = await reread(stores, group, call.base)
    call.note({ id: group.id, name: group.displayName, workspaceId: null, after: brief(group, members.length) })
    return after
  },

  replace: (call, stores, id, body) => change(call, stores, id, () => readGroup(body)),

  patch(call, stores, id, body) {
    const operations = readOperations(body)
    return change(call, stores, id, (before) => patchGroup(before, operations))
  },

  async remove(call, stores, id) {
    const group = await require(stores, call, id)
    call.requireVersion(`W/"${group.version}"`)
    const members = (await stores.scim.members([id])).map(({ userId }) => userId)
    await stores.scim.removeGroup(id)
    await regroup(call, stores, members, [group.displayName])
    call.note({ id, name: group.displayName, workspaceId: null, before: brief(group, members.length) })
  },
}

function matchOf(filter: Filter | null): GroupMatch | null {
  if (filter === null) return {}
  const wanted = equalities(filter)
  if (wanted?.size !== 1) return null
  const [[name, value] = ['', null]] = wanted
  if (typeof value !== 'string') return null
  if (name === 'displayname') return { displayName: value }
  if (name === 'externalid') return { externalId: value }
  return name === 'id' ? { id: value } : null
}

async function change(
  call: ScimCall,
  stores: Stores,
  id: string,
  read: (before: GroupDocument) => GroupDocument,
): Promise<Resource> {
  const group = await require(stores, call, id)
  call.requireVersion(`W/"${group.version}"`)
  const held = new Set((await stores.scim.members([id])).map(({ userId }) => userId))
  const document = read({ ...group, members: new Set(held) })
  const added = [...document.members].filter((userId) => !held.has(userId))
  const removed = [...held].filter((userId) => !document.members.has(userId))
  const isRenamed = document.displayName !== group.displayName
  if (document.members.size > MAX_MEMBERS) throw badRequest('tooMany', `A group has at most ${MAX_MEMBERS} members.`)
  await requireUsers(stores, call, added)
  const isChanged = isRenamed || document.externalId !== group.externalId || added.length > 0 || removed.length > 0
  const after: ScimGroup = {
    ...group,
    displayName: document.displayName,
    externalId: document.externalId,
    version: group.version + 1,
    updatedAtMs: call.nowMs,
  }
  if (isChanged) await stores.scim.updateGroup(after)
  await stores.scim.addMembers(id, added)
  await stores.scim.removeMembers(id, removed)
  const affected = isRenamed ? [...new Set([...held, ...document.members])] : [...added, ...removed]
  await regroup(call, stores, affected, [group.displayName, document.displayName])
  call.note({
    id,
    name: document.displayName,
    workspaceId: null,
    before: brief(group, held.size),
    after: {
      ...brief(after, document.members.size),
      members_added: added.slice(0, 100),
      members_removed: removed.slice(0, 100),
    },
  })
  return reread(stores, isChanged ? after : group, call.base)
}

/** For the audit log. Contains only the number of members, because a group may have thousands. */
function brief({ id, displayName, externalId }: ScimGroup, members: number): object {
  return { id, displayName, externalId, members }
}

function readGroup(body: JsonObject): GroupDocument {
  const displayName = textOf('displayName', memberNamed(body, 'displayname'), MAX_TEXT)
  if (displayName === null) throw badRequest('invalidValue', 'displayName is missing. Send the name of the group.')
  const externalId = textOf('externalId', memberNamed(body, 'externalid'), MAX_TEXT)
  const members = memberNamed(body, 'members')
  return { displayName, externalId, members: new Set(members === undefined || members === null ? [] : idsOf(members)) }
}

function patchGroup(before: GroupDocument, operations: readonly PatchOperation[]): GroupDocument {
  let read = before
  for (const { op, path, value } of operations) {
    if (path !== null) read = withPath(read, path, value, op, true)
    else if (op === 'remove') throw badRequest('noTarget', 'The operation "remove" needs a path.')
    else if (!isObject(value)) throw badRequest('invalidValue', `The operation "${op}" without a path needs an object.`)
    else for (const key of Object.keys(value)) read = withPath(read, key, value[key], op, false)
  }
  return read
}

function withPath(
  read: GroupDocument,
  text: string,
  value: unknown,
  op: PatchOperation['op'],
  isStrict: boolean,
): GroupDocument {
  const { path, filter } = parsePatchPath(text)
  if (path.schema !== null && path.schema !== GROUP_SCHEMA.toLowerCase()) return read
  switch (path.name) {
    case 'displayname': {
      const displayName = textOf('displayName', op === 'remove' ? null : value, MAX_TEXT)
      if (displayName === null) throw badRequest('invalidValue', 'displayName cannot be removed.')
      return { ...read, displayName }
    }
    case 'externalid':
      return { ...read, externalId: textOf('externalId', op === 'remove' ? null : value, MAX_TEXT) }
    case 'members':
      return { ...read, members: membersAfter(read.members, filter, value, op) }
    default:
      if (!isStrict) return read
      if (READ_ONLY.has(path.name)) throw badRequest('mutability', `${path.name} cannot be changed.`)
      throw badRequest('invalidPath', `There is no attribute "${path.name.slice(0, 64)}" to change.`)
  }
}

/** Changes the set in place, so that a PATCH with many operations on a large group copies nothing. */
function membersAfter(
  members: Set<string>,
  filter: Filter | null,
  value: unknown,
  op: PatchOperation['op'],
): Set<string> {
  if (filter !== null) {
    if (op !== 'remove') throw badRequest('invalidPath', 'Members can be selected with a filter only to remove them.')
    const wanted = equalities(filter)
    const only = wanted?.size === 1 ? wanted.get('value') : undefined
    if (typeof only === 'string') members.delete(only)
    else for (const id of [...members]) if (matches(filter, { value: id }, 'members')) members.delete(id)
    return members
  }
  if (op === 'remove') {
    // Entra and Okta send the members to remove as the value. Only a request without a value removes all.
    if (value === undefined || value === null) members.clear()
    else for (const id of idsOf(value)) members.delete(id)
    return members
  }
  const given = idsOf(value)
  if (op === 'replace') members.clear()
  for (const id of given) members.add(id)
  return members
}

function idsOf(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? value : [value]
  return all.map((one) => {
    const id = typeof one === 'string' ? one : isObject(one) ? memberNamed(one, 'value') : null
    const type = isObject(one) ? memberNamed(one, 'type') : undefined
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw badRequest('invalidValue', 'Groups cannot contain groups. Send the users of the inner group as members.')
    if (typeof id !== 'string' || id === '')
      throw badRequest('invalidValue', 'members must be a list of objects with the id of a user as value.')
    return id
  })
}

async function requireUsers(stores: Stores, { organisationId }: ScimCall, ids: readonly string[]) {
  const known = await stores.scim.knownUsers(organisationId, ids)
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return ids
  throw badRequest('invalidValue', `No user has the id ${unknown.slice(0, 64)}, which members names.`)
}

async function require(stores: Stores, { organisationId }: ScimCall, id: string): Promise<ScimGroup> {
  const found = await stores.scim.findGroup(organisationId, id)
  if (found) return found
  throw new ScimError(404, `No group has the id ${id.slice(0, 64)}.`)
}

async function reread(stores: Stores, group: ScimGroup, base: string): Promise<Resource> {
  return groupResource(group, await stores.scim.members([group.id]), base)
}
