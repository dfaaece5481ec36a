/** Finds the user that an identity signs in as: already linked, linked now by e-mail address, or new. */

import { GatewayError } from '../../core/errors.ts'
import type { Invite } from '../../core/stores/invites.ts'
import type { SsoConnection } from '../../core/stores/sso.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { pendingInvite } from '../invites/use-invite.ts'
import { customRolesIn, includesRole, withArticle } from '../users/role-hierarchy.ts'
import type { Identity } from './read-claims.ts'

/**
 * `known`: already linked. `linked`: an existing user that is linked now. `invited`: a user to create with the roles of
 * an invitation. `new`: a user to create.
 */
export type Found =
  | { readonly how: 'known' | 'linked'; readonly user: User }
  | { readonly how: 'invited'; readonly email: string; readonly invite: Invite }
  | { readonly how: 'new'; readonly email: string }

/** Throws `sso_failed` if the identity may not sign in. Reads only. */
export async function findUser(
  stores: Stores,
  connection: SsoConnection,
  identity: Identity,
  nowMs: number,
): Promise<Found> {
  const link = await stores.ssoIdentities.find(connection.id, identity.subject)
  if (link) {
    const user = await stores.users.find(connection.organisationId, link.userId)
    if (!user) throw refused('The account no longer exists.')
    return { how: 'known', user: active(user) }
  }
  const email = trustedEmail(connection, identity)
  const user = await stores.users.findByEmail(email)
  if (!user) {
    const invite = await pendingInvite(stores, connection.organisationId, email, nowMs)
    if (invite) {
      await requireTrust(stores, connection, invite.role, invite.workspaces.length > 0)
      return { how: 'invited', email, invite }
    }
    if (!connection.settings.allowNewUsers)
      throw refused(`No user has the e-mail address ${email}.`, 'Ask an administrator for an invitation.')
    return { how: 'new', email }
  }
  if (user.organisationId !== connection.organisationId) throw refused('The account belongs to another organisation.')
  if (await stores.ssoIdentities.ofUser(user.id))
    throw refused(
      `The user ${email} is linked to another identity.`,
      'An administrator can delete the user or the other connection.',
    )
  const memberships = await stores.workspaces.memberships([user.id])
  await requireTrust(stores, connection, user.role, memberships.length > 0)
  return { how: 'linked', user: active(user) }
}

/**
 * The user who saved a connection chose the server that vouches for e-mail addresses. So the connection can sign in
 * only users whose role is included in `savedByRole`.
 */
async function requireTrust(
  stores: Stores,
  { organisationId, savedByRole }: SsoConnection,
  role: User['role'],
  hasWorkspaces: boolean,
): Promise<void> {
  const custom = await customRolesIn(stores, organisationId, 'organisation', [role])
  if (!includesRole(savedByRole, role, custom))
    throw refused(
      `The connection was saved by ${withArticle(savedByRole)}, so it cannot sign in ${withArticle(role)}.`,
      'An owner must save the connection once.',
    )
  if (hasWorkspaces && savedByRole === 'member')
    throw refused(
      'The connection was saved without the permissions of an admin, so it cannot sign in workspace members.',
      'An owner or admin must save the connection once.',
    )
}

function trustedEmail({ domains, settings, name }: SsoConnection, { email, isEmailTrusted }: Identity): string {
  if (email === null)
    throw refused(`The claim ${settings.claims.email} has no e-mail address.`, 'Check the claim names and scopes.')
  if (!isEmailTrusted)
    throw refused(
      `The identity provider has not verified the e-mail address ${email}.`,
      'It must send email_verified: true. If it never sends this claim and controls all addresses, set trust_email.',
    )
  const domain = email.slice(email.lastIndexOf('@') + 1)
  if (!domains.includes(domain)) throw refused(`The domain ${domain} does not belong to the connection ${name}.`)
  return email
}

function active(user: User): User {
  if (user.isDisabled) throw refused('The account is disabled.', 'Ask an administrator.')
  return user
}

function refused(message: string, hint?: string): GatewayError {
  return new GatewayError('sso_failed', { message, ...(hint !== undefined && { hint }) })
}
