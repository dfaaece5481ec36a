/** Operations of administrators on the sessions and device logins of a user. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Stores, Vault } from '../../core/stores/stores.ts'
import type { User } from '../../core/stores/users.ts'
import { sessionToken, tokenHashInput } from '../access/session.ts'
import { deviceLoginOnWire, deviceLoginSchema, revokeLogin } from '../device-logins/login-wire.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { requireUser } from '../users/operations.ts'
import { requireRank, withArticle } from '../users/role-hierarchy.ts'
import { activeSessions, sessionId, sessionSchema } from './session-wire.ts'

const NOTHING = z.object({})
const read = { scope: 'organisation_users.read' }
const update = { scope: 'organisation_users.update' }

export function userSessionOperations(vault: Vault): readonly Operation[] {
  return [listSessions(vault), endSession(vault), endAll, listLogins, revoke]
}

function listSessions(vault: Vault): Operation {
  return endpoint({
    name: 'users.sessions',
    method: 'GET',
    path: '/admin/users/{id}/sessions',
    summary: 'List the sessions of a user',
    permission: read,
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(sessionSchema) }),
    async handle(call) {
      const user = await requireUser(call.stores, call.reach.organisationId, call.params['id'] ?? '')
      const token = sessionToken(call.origin.headers, call.origin.baseUrl)
      const current = token === null ? null : vault.hash(tokenHashInput('session', token))
      const data = await activeSessions(user.id, call, vault, current)
      return { object: 'list' as const, total: data.length, data }
    },
  })
}

function endSession(vault: Vault): Operation {
  return endpoint({
    name: 'users.session_end',
    method: 'DELETE',
    path: '/admin/users/{id}/sessions/{session_id}',
    summary: 'End a session of a user',
    description: 'Only owners may do this for owners.',
    permission: update,
    audit: 'user.session_end',
    reply: NOTHING,
    async handle(call) {
      return call.change(async (stores) => {
        const user = await requireLowerUser(call, stores)
        const sessions = await stores.sessions.list(user.id)
        const ended = sessions.find((session) => sessionId(session, vault) === call.params['session_id'])
        if (!ended)
          throw new GatewayError('not_found', {
            param: 'session_id',
            message: 'The user has no session with this id.',
            hint: 'GET /v1/admin/users/{id}/sessions lists them.',
          })
        await stores.sessions.remove(ended.tokenHash)
        const before = { ip: ended.ip, user_agent: ended.userAgent }
        call.note({ id: user.id, name: user.email, workspaceId: null, before })
        return {}
      })
    },
  })
}

const endAll = endpoint({
  name: 'users.sessions_end',
  method: 'DELETE',
  path: '/admin/users/{id}/sessions',
  summary: 'End all sessions of a user',
  description: 'Also ends unfinished sign-ins and device logins. Only owners may do this for owners.',
  permission: update,
  audit: 'user.sessions_end',
  reply: z.object({ ended: z.number().describe('Number of ended sessions.') }),
  async handle(call) {
    return call.change(async (stores) => {
      const user = await requireLowerUser(call, stores)
      const ended = (await stores.sessions.list(user.id)).length
      await stores.sessions.removeAll(user.id)
      call.note({ id: user.id, name: user.email, workspaceId: null, before: { sessions: ended } })
      return { ended }
    })
  },
})

const listLogins = endpoint({
  name: 'users.device_logins',
  method: 'GET',
  path: '/admin/users/{id}/device-logins',
  summary: 'List the device logins of a user',
  permission: read,
  reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(deviceLoginSchema) }),
  async handle({ stores, reach, params, nowMs }) {
    const user = await requireUser(stores, reach.organisationId, params['id'] ?? '')
    const data = (await stores.deviceLogins.list(user.id, nowMs)).map(deviceLoginOnWire)
    return { object: 'list' as const, total: data.length, data }
  },
})

const revoke = endpoint({
  name: 'users.device_login_revoke',
  method: 'DELETE',
  path: '/admin/users/{id}/device-logins/{login_id}',
  summary: 'Revoke a device login of a user',
  description: 'Its API key stops working immediately. Only owners may do this for owners.',
  permission: update,
  audit: 'user.device_login_revoke',
  reply: NOTHING,
  async handle(call) {
    return call.change(async (stores) => {
      const user = await requireLowerUser(call, stores)
      return revokeLogin(call, stores, user.id, call.params['login_id'] ?? '')
    })
  },
})

async function requireLowerUser(call: OperationCall<unknown, unknown>, stores: Stores): Promise<User> {
  const user = await requireUser(stores, call.reach.organisationId, call.params['id'] ?? '')
  await requireRank(call.principal, user.role, `end the sessions of ${withArticle(user.role)}`, stores)
  return user
}
