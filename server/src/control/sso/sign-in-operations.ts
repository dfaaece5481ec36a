/** Operations for single sign-on: find and test connections, start, and return from the identity provider. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Invite } from '../../core/stores/invites.ts'
import type { SsoConnection } from '../../core/stores/sso.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { Throttle } from '../../core/throttle.ts'
import { userPrincipal } from '../access/principal.ts'
import { refuseForeignOrigin } from '../access/same-origin.ts'
import { newToken, startSession } from '../access/session.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { applyMappedAccess, limitedAccess, mappedAccess } from '../group-mappings/mapped-access.ts'
import { newKeysSchema, useInvite } from '../invites/use-invite.ts'
import { pendingSchema, pendingSignIn } from '../second-factors/pending-sign-in.ts'
import { callerOnWire, callerSchema } from '../sessions/caller-wire.ts'
import type { Passwords } from '../sessions/passwords.ts'
import { requireConnection, targetOf } from './connection-operations.ts'
import { findUser } from './find-user.ts'
import { printable } from './issuer-client.ts'
import { beginSignIn, type PendingPorts, takeSignIn } from './pending-sign-ins.ts'
import { type Identity, readClaims } from './read-claims.ts'

export type SsoSignInPorts = PendingPorts & { readonly passwords: Pick<Passwords, 'hash'> }

/** Limit on starts per client address, which a whole office may share. */
const STARTS = { burst: 300, intervalMs: 1_000 }
const MAX_CLAIMS_CHARACTERS = 20_000
/** Longer ID tokens are not stored. Then the identity provider asks the user to confirm the sign-out. */
const MAX_ID_TOKEN = 16_384

const responseBody = z
  .strictObject({
    state: z.string().min(1).max(128),
    code: z.string().min(1).max(8_192).optional(),
    iss: z.string().max(2_048).optional(),
    session_state: z.string().max(2_048).optional(),
    error: z.string().max(256).optional(),
    error_description: z.string().max(2_048).optional(),
  })
  .describe('The query parameters that the identity provider added to the redirect URL.')

type ResponseBody = z.infer<typeof responseBody>

export function ssoSignInOperations(ports: SsoSignInPorts): readonly Operation[] {
  return [readStatus, start(ports), finish(ports), startTest(ports), finishTest(ports)]
}

const readStatus = endpoint({
  name: 'sso.status',
  method: 'GET',
  path: '/sso',
  summary: 'Read whether single sign-on is available',
  permission: 'public',
  reply: z.object({ is_available: z.boolean(), is_enforced: z.boolean() }),
  example: {},
  async handle({ stores }) {
    const { id, settings } = await stores.organisations.readOfDeployment()
    return { is_available: (await stores.ssoConnections.countEnabled(id)) > 0, is_enforced: settings.enforceSso }
  },
})

function start(ports: SsoSignInPorts): Operation {
  const throttle = new Throttle(STARTS)
  return endpoint({
    name: 'sso.start',
    method: 'POST',
    path: '/sso/start',
    summary: 'Start a single sign-on',
    description:
      'Finds the connection by the domain of the e-mail address. Sets a cookie that binds it to the browser.',
    permission: 'public',
    body: z.strictObject({ email: z.string().trim().toLowerCase().min(3).max(254) }),
    reply: z.object({
      authorization_url: z.string().nullable().describe('Null: no connection has this domain. Use a password.'),
    }),
    async handle(call) {
      refuseForeignOrigin(call.origin.headers, call.origin.baseUrl)
      const retryAfterMs = throttle.take(call.origin.ip, 1, call.nowMs)
      if (retryAfterMs > 0)
        throw new GatewayError('sign_in_throttled', { message: 'Too many sign-ins from this address.', retryAfterMs })
      const { email } = call.body
      const connection = await call.stores.ssoConnections.findByDomain(email.slice(email.lastIndexOf('@') + 1))
      if (!connection?.isEnabled) return { authorization_url: null }
      return { authorization_url: await beginSignIn(call, ports, connection, 'sign_in', email) }
    },
  })
}

function finish(ports: SsoSignInPorts): Operation {
  return endpoint({
    name: 'sso.callback',
    method: 'POST',
    path: '/sso/callback',
    summary: 'Finish a single sign-on',
    description:
      'The page at the redirect URL sends what the identity provider added to it. For a user with a second factor, the response is a pending sign-in if the organisation does not accept single sign-on instead of it.',
    permission: 'public',
    audit: 'session.create',
    body: responseBody,
    reply: z.union([
      callerSchema.extend({ api_keys: newKeysSchema.describe('Keys of the invitation that this sign-in accepted.') }),
      pendingSchema,
    ]),
    async handle(call) {
      refuseForeignOrigin(call.origin.headers, call.origin.baseUrl)
      const { body } = call
      const { connection, pending } = await takeSignIn(call, ports, body.state, 'sign_in')
      if (!connection.isEnabled) throw new GatewayError('sso_failed', { message: 'The connection is disabled.' })
      const { claims, idToken } = await ports.clients.exchange(connection, pending, body.state, parametersOf(body))
      const identity = readClaims(claims, connection)
      const { how: expected } = await findUser(call.stores, connection, identity, call.nowMs)
      // The password is random and unknown. An administrator can create a link that sets another one.
      const isNew = expected === 'new' || expected === 'invited'
      const passwordHash = isNew ? await ports.passwords.hash(newToken(), call.origin.ip) : null
      return call.change(async (stores) => {
        const current = await stores.ssoConnections.findById(connection.id)
        if (current?.updatedAtMs !== connection.updatedAtMs)
          throw new GatewayError('sso_failed', { message: 'The connection was changed during the sign-in.' })
        const { user: found, how, keys } = await linkedUser(call, stores, ports.vault, current, identity, passwordHash)
        const user = await withGroups(call, stores, current, found, identity)
        const after = { connection: current.name, user: how, groups: identity.groups?.slice(0, 100) ?? null }
        const signIn = {
          method: 'sso' as const,
          connectionId: current.id,
          ...(identity.sid !== null && { sid: identity.sid }),
          ...(idToken.length <= MAX_ID_TOKEN && { idToken: ports.vault.seal(idToken, idTokenContext(user.id)) }),
        }
        const waiting = await pendingSignIn(user, call, stores, ports.vault, signIn)
        if (waiting !== null) {
          const actor = userPrincipal(user, [])
          call.note({ id: user.id, name: user.email, workspaceId: null, actor, after: { ...after, ...waiting } })
          return waiting
        }
        const principal = await startSession(user, call, stores, ports.vault, signIn)
        call.note({ id: user.id, name: user.email, workspaceId: null, actor: principal, after })
        return { ...(await callerOnWire(principal, stores)), api_keys: keys }
      })
    },
  })
}

function startTest(ports: SsoSignInPorts): Operation {
  return endpoint({
    name: 'sso-connections.test',
    method: 'POST',
    path: '/admin/sso-connections/{id}/test',
    summary: 'Start a test of a single sign-on connection',
    description: 'The connection need not be enabled. Open the URL in the same browser; nobody is signed in.',
    permission: { scope: 'sso_connections.update' },
    audit: 'sso_connection.test',
    reply: z.object({ authorization_url: z.string() }),
    async handle(call) {
      const connection = await requireConnection(call.stores, call.reach.organisationId, call.params['id'] ?? '')
      const authorization_url = await beginSignIn(call, ports, connection, 'test', null)
      return call.change(async () => {
        call.note(targetOf(connection))
        return { authorization_url }
      })
    },
  })
}

function finishTest(ports: SsoSignInPorts): Operation {
  return endpoint({
    name: 'sso-connections.test_result',
    method: 'POST',
    path: '/admin/sso-connections/test-result',
    summary: 'Finish a test of a single sign-on connection',
    description: 'Returns the claims, the roles that group mappings give, and whether the user could sign in.',
    permission: { scope: 'sso_connections.update' },
    audit: 'sso_connection.test_result',
    body: responseBody,
    reply: z.object({
      object: z.literal('sso_test'),
      connection_id: z.string(),
      claims: z.string().describe('JSON of the claims of the ID token and the userinfo endpoint.'),
      email: z.string().nullable(),
      is_email_trusted: z.boolean(),
      groups: z.array(z.string()),
      organisation_role: z.string().nullable().describe('What group mappings give.'),
      workspaces: z.array(z.object({ workspace_id: z.string(), role: z.string() })),
      user: z.enum(['known', 'linked', 'invited', 'new']).nullable().describe('Null: the user could not sign in.'),
      refusal: z.string().nullable(),
    }),
    async handle(call) {
      const { body } = call
      const { connection, pending } = await takeSignIn(call, ports, body.state, 'test')
      if (connection.organisationId !== call.reach.organisationId) throw new GatewayError('not_found')
      const { claims } = await ports.clients.exchange(connection, pending, body.state, parametersOf(body))
      const identity = readClaims(claims, connection)
      return call.change(async (stores) => {
        const current = await requireConnection(stores, call.reach.organisationId, connection.id)
        const isCurrent = current.updatedAtMs === connection.updatedAtMs
        const { user, role, refusal } = await outcomeOf(stores, current, identity, call.nowMs)
        if (isCurrent && refusal === null) await stores.ssoConnections.update({ ...current, testedAtMs: call.nowMs })
        const custom = await stores.roles.all(current.organisationId)
        const mappings = await stores.groupMappings.all(current.organisationId)
        const mapped = mappedAccess(mappings, identity.groups ?? [], custom)
        const access = limitedAccess({ role }, mapped, current.savedByRole, custom)
        call.note({ ...targetOf(current), after: { user, refusal } })
        return {
          object: 'sso_test' as const,
          connection_id: current.id,
          claims: JSON.stringify(claims, null, 2).slice(0, MAX_CLAIMS_CHARACTERS),
          email: identity.email,
          is_email_trusted: identity.isEmailTrusted,
          groups: [...(identity.groups ?? [])],
          organisation_role: access.organisationRole,
          workspaces: [...access.workspaces].map(([workspace_id, role]) => ({ workspace_id, role })),
          user,
          refusal,
        }
      })
    },
  })
}

/** The `vault.seal` context of the ID token of a session. */
export function idTokenContext(userId: string): string {
  return `sessions/id_token/${userId}`
}

function parametersOf(body: ResponseBody): Readonly<Record<string, string>> {
  if (body.error !== undefined) {
    const reason = printable(`${body.error}${body.error_description ? `: ${body.error_description}` : ''}`)
    throw new GatewayError('sso_failed', { message: `The identity provider refused the sign-in: ${reason}.` })
  }
  const { state: _, ...given } = body
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<string, string>
}

/** Stores the groups and applies their roles. A connection gives no higher role than `savedByRole`. */
async function withGroups(
  call: Pick<OperationCall<unknown, unknown>, 'nowMs' | 'announce'>,
  stores: Stores,
  { id, savedByRole }: SsoConnection,
  user: User,
  { subject, groups }: Identity,
): Promise<User> {
  const known = await stores.ssoIdentities.find(id, subject)
  if (JSON.stringify(known?.groups) !== JSON.stringify(groups))
    await stores.ssoIdentities.setGroups(id, subject, groups)
  if (groups === null) return user
  const custom = await stores.roles.all(user.organisationId)
  const access = mappedAccess(await stores.groupMappings.all(user.organisationId), groups, custom)
  return applyMappedAccess(call, stores, user, limitedAccess(user, access, savedByRole, custom))
}

async function outcomeOf(stores: Stores, connection: SsoConnection, identity: Identity, nowMs: number) {
  try {
    const found = await findUser(stores, connection, identity, nowMs)
    const { defaultRole } = connection.settings
    const role = 'user' in found ? found.user.role : found.how === 'invited' ? found.invite.role : defaultRole
    return { user: found.how, role, refusal: null }
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'sso_failed') throw error
    return { user: null, role: 'member' as const, refusal: error.message }
  }
}

async function linkedUser(
  call: Pick<OperationCall<unknown, unknown>, 'nowMs' | 'announce'>,
  stores: Stores,
  vault: Pick<Vault, 'hash'>,
  connection: SsoConnection,
  identity: Identity,
  passwordHash: string | null,
): Promise<{ readonly user: User; readonly how: string; readonly keys: z.infer<typeof newKeysSchema> }> {
  const found = await findUser(stores, connection, identity, call.nowMs)
  if (found.how === 'known') return { ...found, keys: [] }
  const invite = found.how === 'invited' ? found.invite : null
  const user = 'user' in found ? found.user : newUser(call, connection, identity, found.email, invite, passwordHash)
  if (!('user' in found)) await stores.users.insert(user)
  const keys = invite === null ? [] : await useInvite(call, stores, vault, invite, user)
  await stores.ssoIdentities.insert({
    connectionId: connection.id,
    subject: identity.subject,
    userId: user.id,
    groups: identity.groups,
    createdAtMs: call.nowMs,
  })
  return { user, how: found.how, keys }
}

function newUser(
  { nowMs }: Pick<OperationCall<unknown, unknown>, 'nowMs'>,
  { organisationId, settings }: SsoConnection,
  { firstName, lastName }: Identity,
  email: string,
  invite: Invite | null,
  passwordHash: string | null,
): User {
  // The user was deleted between the first lookup and the transaction.
  if (passwordHash === null) throw new GatewayError('conflict', { hint: 'Sign in again.' })
  return {
    // The user gets the id of the invitation, so that a migrated user keeps the id that other systems know.
    id: invite?.id ?? Bun.randomUUIDv7(),
    organisationId,
    email,
    firstName,
    lastName,
    role: invite?.role ?? settings.defaultRole,
    passwordHash,
    isDisabled: false,
    lastActiveAtMs: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
}
