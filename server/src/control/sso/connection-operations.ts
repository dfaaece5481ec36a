/** Single sign-on connection operations: create, list, read, update, delete. */

import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { MAX_SSO_CONNECTIONS, type SsoConnection, ssoConnectionContext } from '../../core/stores/sso.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { pageFrom, pageQuery } from '../page-wire.ts'
import { highestGrantable, requireRank, requireRole } from '../users/role-hierarchy.ts'
import {
  connectionBody,
  connectionChange,
  connectionOnWire,
  connectionReply,
  DEFAULT_CLAIMS,
} from './connection-wire.ts'
import { requireSsoPossible } from './enforcement.ts'

const PATH = '/admin/sso-connections'

export type ConnectionPorts = { readonly vault: Pick<Vault, 'seal'> }

export function connectionOperations(ports: ConnectionPorts): readonly Operation[] {
  return [createConnection(ports), listConnections, readConnection, updateConnection(ports), deleteConnection]
}

function createConnection({ vault }: ConnectionPorts): Operation {
  return endpoint({
    name: 'sso-connections.create',
    method: 'POST',
    path: PATH,
    summary: 'Create a single sign-on connection',
    description: 'One OpenID Connect issuer. Test it before you enable it.',
    permission: { scope: 'sso_connections.create' },
    audit: 'sso_connection.create',
    stepUp: true,
    body: connectionBody,
    reply: connectionReply,
    example: {
      body: {
        name: 'Keycloak',
        issuer: 'https://login.example.com/realms/acme',
        client_id: 'gatehouse',
        client_secret: 'the-secret-of-the-client',
      },
    },
    async handle(call) {
      const { body, nowMs, reach } = call
      await requireDefaultRole(call, call.stores, body.default_role)
      const home = { id: Bun.randomUUIDv7(), organisationId: reach.organisationId }
      const credential = await newCredential(vault, home, body.auth_method, body.client_secret)
      const connection: SsoConnection = {
        ...home,
        name: body.name,
        issuer: body.issuer,
        clientId: body.client_id,
        authMethod: body.auth_method,
        ...credential,
        settings: {
          scopes: body.scopes,
          claims: claimsOf(body.claims, DEFAULT_CLAIMS),
          trustEmail: body.trust_email,
          allowNewUsers: body.allow_new_users,
          defaultRole: body.default_role,
        },
        domains: [...new Set(body.domains)].sort(),
        isEnabled: body.is_enabled,
        savedByRole: highestGrantable(call.principal),
        testedAtMs: null,
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
      }
      return call.change(async (stores) => {
        const page = { currentPage: 0, pageSize: 1 }
        if ((await stores.ssoConnections.list(reach.organisationId, page)).total >= MAX_SSO_CONNECTIONS)
          throw new GatewayError('conflict', {
            message: `The limit of ${MAX_SSO_CONNECTIONS} single sign-on connections is reached.`,
            hint: 'Delete a connection first.',
          })
        await stores.ssoConnections.insert(connection)
        const after = connectionOnWire(connection, call.origin.baseUrl)
        call.note({ ...targetOf(connection), after })
        return after
      })
    },
  })
}

const listConnections = endpoint({
  name: 'sso-connections.list',
  method: 'GET',
  path: PATH,
  summary: 'List single sign-on connections',
  permission: { scope: 'sso_connections.list' },
  query: z.object(pageQuery({ defaultSize: 100, maxSize: 1_000 })),
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(connectionReply) }),
  example: {},
  async handle({ reach, query, stores, origin }) {
    const { rows, total } = await stores.ssoConnections.list(reach.organisationId, pageFrom(query))
    return { object: 'list' as const, total, data: rows.map((row) => connectionOnWire(row, origin.baseUrl)) }
  },
})

const readConnection = endpoint({
  name: 'sso-connections.read',
  method: 'GET',
  path: `${PATH}/{id}`,
  summary: 'Read a single sign-on connection',
  permission: { scope: 'sso_connections.read' },
  reply: connectionReply,
  async handle({ reach, params, stores, origin }) {
    return connectionOnWire(await requireConnection(stores, reach.organisationId, params['id'] ?? ''), origin.baseUrl)
  },
})

function updateConnection({ vault }: ConnectionPorts): Operation {
  return endpoint({
    name: 'sso-connections.update',
    method: 'PUT',
    path: `${PATH}/{id}`,
    summary: 'Update a single sign-on connection',
    description: 'Omitted fields stay unchanged. After a change of issuer, client or claims, test it again.',
    permission: { scope: 'sso_connections.update' },
    audit: 'sso_connection.update',
    stepUp: true,
    body: connectionChange,
    reply: connectionReply,
    async handle(call) {
      const { body, nowMs, reach } = call
      const known = await requireConnection(call.stores, reach.organisationId, call.params['id'] ?? '')
      const method = body.auth_method ?? known.authMethod
      const isNewIssuer = body.issuer !== undefined && body.issuer !== known.issuer
      const isNewMethod = method !== known.authMethod
      // A stored secret must not be sent to another server.
      const isReplaced = body.client_secret !== undefined || isNewMethod || isNewIssuer
      const credential = isReplaced ? await newCredential(vault, known, method, body.client_secret) : null
      return call.change(async (stores) => {
        const before = await requireConnection(stores, reach.organisationId, known.id)
        if (before.updatedAtMs !== known.updatedAtMs) throw new GatewayError('conflict')
        const { settings } = before
        const defaultRole = body.default_role ?? settings.defaultRole
        await requireDefaultRole(call, stores, defaultRole)
        const claims = claimsOf(body.claims ?? {}, settings.claims)
        const scopes = body.scopes ?? settings.scopes
        const isOther =
          isReplaced ||
          (body.client_id !== undefined && body.client_id !== before.clientId) ||
          !Bun.deepEquals(claims, settings.claims) ||
          !Bun.deepEquals(scopes, settings.scopes)
        const after: SsoConnection = {
          ...before,
          name: body.name ?? before.name,
          issuer: body.issuer ?? before.issuer,
          clientId: body.client_id ?? before.clientId,
          authMethod: method,
          ...credential,
          settings: {
            scopes,
            claims,
            trustEmail: body.trust_email ?? settings.trustEmail,
            allowNewUsers: body.allow_new_users ?? settings.allowNewUsers,
            defaultRole,
          },
          domains: body.domains === undefined ? before.domains : [...new Set(body.domains)].sort(),
          isEnabled: body.is_enabled ?? before.isEnabled,
          savedByRole: highestGrantable(call.principal),
          testedAtMs: isOther ? null : before.testedAtMs,
          // Always increases, because clients of the connection are cached by this time.
          updatedAtMs: Math.max(nowMs, before.updatedAtMs + 1),
        }
        await stores.ssoConnections.update(after)
        if (isNewIssuer) await stores.ssoIdentities.removeAll(before.id)
        if (isNewIssuer || (before.isEnabled && !after.isEnabled))
          await stores.sessions.removeOfConnection(before.id, {})
        await requireSsoPossible(stores, reach.organisationId)
        const reply = connectionOnWire(after, call.origin.baseUrl)
        call.note({ ...targetOf(after), before: connectionOnWire(before, call.origin.baseUrl), after: reply })
        return reply
      })
    },
  })
}

const deleteConnection = endpoint({
  name: 'sso-connections.delete',
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Delete a single sign-on connection',
  description: 'Ends the sessions that were started with it. Its users stay.',
  permission: { scope: 'sso_connections.delete' },
  audit: 'sso_connection.delete',
  reply: z.object({}),
  async handle(call) {
    return call.change(async (stores) => {
      const connection = await requireConnection(stores, call.reach.organisationId, call.params['id'] ?? '')
      await stores.sessions.removeOfConnection(connection.id, {})
      await stores.ssoConnections.remove(connection.id)
      await requireSsoPossible(stores, call.reach.organisationId)
      call.note({ ...targetOf(connection), before: connectionOnWire(connection, call.origin.baseUrl) })
      return {}
    })
  },
})

export async function requireConnection(stores: Stores, organisationId: string, id: string): Promise<SsoConnection> {
  const connection = id.length > 128 ? undefined : await stores.ssoConnections.find(organisationId, id)
  if (connection) return connection
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No single sign-on connection with this id exists.',
    hint: 'GET /v1/admin/sso-connections lists them.',
  })
}

async function newCredential(
  vault: ConnectionPorts['vault'],
  home: Pick<SsoConnection, 'id' | 'organisationId'>,
  method: SsoConnection['authMethod'],
  secret: string | undefined,
): Promise<Pick<SsoConnection, 'sealed' | 'publicKey'>> {
  if (method === 'client_secret') {
    if (secret === undefined)
      throw new GatewayError('invalid_body', {
        param: 'client_secret',
        message: 'client_secret is missing.',
        hint: 'Send the secret that the identity provider created, or auth_method: "private_key_jwt".',
      })
    return { sealed: vault.seal(secret, ssoConnectionContext(home)), publicKey: null }
  }
  if (secret !== undefined)
    throw new GatewayError('invalid_body', {
      param: 'client_secret',
      message: 'client_secret: not used with private_key_jwt.',
      hint: 'Omit it. The gateway creates a key.',
    })
  const pair = await generateKeyPair('RS256', { extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const publicKey = { ...publicJwk, kid: await calculateJwkThumbprint(publicJwk), alg: 'RS256', use: 'sig' }
  const sealed = vault.seal(JSON.stringify(await exportJWK(pair.privateKey)), ssoConnectionContext(home))
  return { sealed, publicKey }
}

function claimsOf(
  given: z.infer<typeof connectionBody>['claims'],
  before: SsoConnection['settings']['claims'],
): SsoConnection['settings']['claims'] {
  return {
    email: given.email ?? before.email,
    givenName: given.given_name ?? before.givenName,
    familyName: given.family_name ?? before.familyName,
    groups: given.groups === undefined ? before.groups : given.groups,
  }
}

export function targetOf({ id, name }: SsoConnection) {
  return { id, name, workspaceId: null }
}

async function requireDefaultRole(
  { principal, reach }: Pick<OperationCall<unknown, unknown>, 'principal' | 'reach'>,
  stores: Stores,
  role: string,
): Promise<void> {
  await requireRole(stores, reach.organisationId, 'organisation', role, 'default_role')
  await requireRank(principal, role, `give new users the role ${role}`, stores)
}
