/** Converts users and groups to SCIM resources with the attributes that a request asks for. */

import type { JsonObject } from '../../core/json.ts'
import type { ProvisionedUser, ScimGroup, ScimMember } from '../../core/stores/scim.ts'
import { type AttributePath, parseAttribute } from './filter.ts'
import { GROUP_SCHEMA, USER_SCHEMA } from './schemas.ts'
import { badRequest } from './scim-error.ts'
import type { Email, UserDocument } from './user-document.ts'

export type Resource = JsonObject & { readonly id: string; readonly meta: JsonObject & { readonly version: string } }

export function documentOf({ user, profile }: ProvisionedUser): UserDocument {
  const { displayName, formatted, emails } = (profile?.attributes ?? {}) as {
    readonly displayName?: string
    readonly formatted?: string
    readonly emails?: readonly Email[]
  }
  return {
    userName: profile?.userName ?? user.email,
    externalId: profile?.externalId ?? null,
    formatted: formatted ?? null,
    familyName: user.lastName === '' ? null : user.lastName,
    givenName: user.firstName === '' ? null : user.firstName,
    displayName: displayName ?? null,
    emails: emails ?? [],
    active: null,
  }
}

/** `groups`: the groups of the user. */
export function userResource(found: ProvisionedUser, groups: readonly ScimMember[], base: string): Resource {
  const { user } = found
  const { userName, externalId, formatted, familyName, givenName, displayName, emails } = documentOf(found)
  const name = {
    ...(formatted !== null && { formatted }),
    ...(familyName !== null && { familyName }),
    ...(givenName !== null && { givenName }),
  }
  const resource = {
    schemas: [USER_SCHEMA],
    id: user.id,
    ...(externalId !== null && { externalId }),
    userName,
    ...(Object.keys(name).length > 0 && { name }),
    ...(displayName !== null && { displayName }),
    active: !user.isDisabled,
    emails: emails.length > 0 ? emails : [{ value: user.email, type: 'work', primary: true }],
    ...(groups.length > 0 && {
      groups: groups.map((group) => ({
        value: group.groupId,
        $ref: `${base}/Groups/${group.groupId}`,
        display: group.name,
      })),
    }),
  }
  const version = new Bun.CryptoHasher('sha256').update(JSON.stringify(resource)).digest('hex').slice(0, 16)
  return { ...resource, meta: meta('User', user, `W/"${version}"`, base) }
}

/** `members`: null if the request does not ask for them. */
export function groupResource(group: ScimGroup, members: readonly ScimMember[] | null, base: string): Resource {
  const { id, displayName, externalId, version } = group
  return {
    schemas: [GROUP_SCHEMA],
    id,
    ...(externalId !== null && { externalId }),
    displayName,
    ...(members !== null &&
      members.length > 0 && {
        members: members.map((member) => ({
          value: member.userId,
          $ref: `${base}/Users/${member.userId}`,
        })),
      }),
    meta: meta('Group', group, `W/"${version}"`, base),
  }
}

function meta(
  resourceType: 'User' | 'Group',
  { id, createdAtMs, updatedAtMs }: { readonly id: string; readonly createdAtMs: number; readonly updatedAtMs: number },
  version: string,
  base: string,
) {
  return {
    resourceType,
    created: new Date(createdAtMs).toISOString(),
    lastModified: new Date(updatedAtMs).toISOString(),
    location: `${base}/${resourceType}s/${id}`,
    version,
  }
}

const MAX_ATTRIBUTES = 100
const ALWAYS: ReadonlySet<string> = new Set(['id', 'schemas'])

export type Projection = { readonly kind: 'only' | 'without'; readonly paths: readonly AttributePath[] } | null

/** Reads the parameters `attributes` and `excludedAttributes`, each a list of names. */
export function readProjection(only: readonly string[], without: readonly string[]): Projection {
  if (only.length > 0 && without.length > 0)
    throw badRequest('invalidValue', 'Send attributes or excludedAttributes, not both.')
  const named = only.length > 0 ? only : without
  if (named.length === 0) return null
  if (named.length > MAX_ATTRIBUTES) throw badRequest('invalidValue', `Name at most ${MAX_ATTRIBUTES} attributes.`)
  return { kind: only.length > 0 ? 'only' : 'without', paths: named.map((name) => parseAttribute(name)) }
}

export function asksFor(projection: Projection, name: string): boolean {
  if (projection === null) return true
  const isNamed = projection.paths.some(
    (path) => path.name === name && (projection.kind === 'only' || path.sub === null),
  )
  return projection.kind === 'only' ? isNamed : !isNamed
}

export function project(resource: JsonObject, projection: Projection): JsonObject {
  if (projection === null) return resource
  const shown: JsonObject = {}
  for (const key of Object.keys(resource)) {
    const name = key.toLowerCase()
    const subs = projection.paths.filter((path) => path.name === name).map((path) => path.sub)
    if (ALWAYS.has(name)) shown[key] = resource[key]
    else if (projection.kind === 'only') {
      if (subs.length > 0)
        shown[key] = subs.includes(null) ? resource[key] : parts(resource[key], (sub) => subs.includes(sub))
    } else if (!subs.includes(null)) {
      shown[key] = subs.length === 0 ? resource[key] : parts(resource[key], (sub) => !subs.includes(sub))
    }
  }
  return shown
}

function parts(value: unknown, isShown: (sub: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => parts(one, isShown))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => isShown(name.toLowerCase())))
}
