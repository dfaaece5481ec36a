/** Reads the claims of a sign-in, using the claim names in the connection's settings. */

import { GatewayError } from '../../core/errors.ts'
import { isObject } from '../../core/json.ts'
import type { SsoConnection } from '../../core/stores/sso.ts'
import { emailSchema } from '../users/user-wire.ts'

const MAX_GROUPS = 1_000
const MAX_GROUP = 256
const MAX_NAME = 128
const MAX_SUBJECT = 255

export type Identity = {
  readonly subject: string
  /** In lower case; null if the claim has no valid address. */
  readonly email: string | null
  /** True if the identity provider verified the address, or if it sends no email_verified and `trustEmail` is set. */
  readonly isEmailTrusted: boolean
  readonly firstName: string
  readonly lastName: string
  /** Null: the connection does not read groups. */
  readonly groups: readonly string[] | null
  readonly sid: string | null
}

export function readClaims(claims: Readonly<Record<string, unknown>>, connection: SsoConnection): Identity {
  const { claims: names, trustEmail } = connection.settings
  const subject = claims['sub']
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT)
    throw new GatewayError('sso_failed', { message: 'The ID token has no valid subject (sub).' })
  const email = emailSchema.safeParse(claimAt(claims, names.email)).data ?? null
  const verified = claims['email_verified']
  // An explicit false is never overridden.
  const isVerified = verified === true || (trustEmail && verified === undefined)
  const sid = claims['sid']
  return {
    subject,
    email,
    isEmailTrusted: email !== null && isVerified,
    firstName: nameOf(claimAt(claims, names.givenName)) || (email?.split('@')[0] ?? subject).slice(0, MAX_NAME),
    lastName: nameOf(claimAt(claims, names.familyName)),
    groups: names.groups === null ? null : readGroups(claims, names.groups),
    sid: typeof sid === 'string' && sid !== '' && sid.length <= MAX_SUBJECT ? sid : null,
  }
}

function readGroups(claims: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const value = claimAt(claims, name)
  const left = claims['_claim_names']
  // For more than 200 groups, Entra ID sends a link to an API instead (overage). Ignoring it would remove roles.
  if (value === undefined && isObject(left) && left[name] !== undefined)
    throw new GatewayError('sso_failed', {
      message: 'The identity provider left out the groups because the user is a member of too many.',
      hint: 'Limit the groups of the token to those that are assigned to the application.',
    })
  const given = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  const groups = given.filter((group): group is string => typeof group === 'string' && group.length <= MAX_GROUP)
  if (groups.length > MAX_GROUPS)
    throw new GatewayError('sso_failed', { message: `The identity provider sent more than ${MAX_GROUPS} groups.` })
  return groups
}

/** The claim with this name, else the value at a path such as `realm_access.roles`. */
function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined
    value = value[part]
  }
  return value
}

function nameOf(value: unknown): string {
  return typeof value === 'string'
    ? value
        .replace(/\p{C}+/gu, ' ')
        .trim()
        .slice(0, MAX_NAME)
    : ''
}
