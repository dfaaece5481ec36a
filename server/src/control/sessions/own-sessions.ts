/** Operations on the caller's own sessions: list and end them. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { sessionToken, tokenHashInput } from '../access/session.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'
import { activeSessions, sessionId, sessionSchema } from './session-wire.ts'

export function ownSessionOperations(vault: Vault): readonly Operation[] {
  return [listSessions(vault), endSession(vault), endOthers(vault)]
}

function listSessions(vault: Vault): Operation {
  return endpoint({
    name: 'sessions.list',
    method: 'GET',
    path: '/sessions',
    summary: 'List your own sessions',
    permission: 'any caller',
    reply: z.object({ object: z.literal('list'), total: z.number(), data: z.array(sessionSchema) }),
    async handle(call) {
      const { userId, tokenHash } = signedIn(call, vault)
      const data = await activeSessions(userId, call, vault, tokenHash)
      return { object: 'list' as const, total: data.length, data }
    },
  })
}

function endSession(vault: Vault): Operation {
  return endpoint({
    name: 'sessions.end',
    method: 'DELETE',
    path: '/sessions/{id}',
    summary: 'End one of your own sessions',
    permission: 'any caller',
    audit: 'session.end',
    reply: z.object({}),
    async handle(call) {
      const { userId, name } = signedIn(call, vault)
      return call.change(async (stores) => {
        const own = await stores.sessions.list(userId)
        const ended = own.find((session) => sessionId(session, vault) === call.params['id'])
        // The same error whether the session does not exist or belongs to another user.
        if (!ended)
          throw new GatewayError('not_found', {
            param: 'id',
            message: 'You have no session with this id.',
            hint: 'GET /v1/sessions lists them.',
          })
        await stores.sessions.remove(ended.tokenHash)
        call.note({ id: userId, name, workspaceId: null, before: { ip: ended.ip, user_agent: ended.userAgent } })
        return {}
      })
    },
  })
}

function endOthers(vault: Vault): Operation {
  return endpoint({
    name: 'sessions.end_others',
    method: 'DELETE',
    path: '/sessions',
    summary: 'End all your other sessions',
    permission: 'any caller',
    audit: 'session.end_others',
    reply: z.object({ ended: z.number().describe('Number of ended sessions.') }),
    async handle(call) {
      const { userId, name, tokenHash } = signedIn(call, vault)
      return call.change(async (stores) => {
        const ended = await stores.sessions.removeOthers(userId, tokenHash)
        call.note({ id: userId, name, workspaceId: null, before: { other_sessions: ended } })
        return { ended }
      })
    },
  })
}

/** The calling user and the hash of its session token. Throws for API keys. */
export function signedIn(
  { principal, origin }: Pick<OperationCall<unknown, unknown>, 'principal' | 'origin'>,
  vault: Vault,
  refusal = 'API keys have no sessions.',
) {
  const token = sessionToken(origin.headers, origin.baseUrl)
  if (principal.type !== 'user' || token === null) throw notSignedIn(refusal)
  return { userId: principal.id, name: principal.name, tokenHash: vault.hash(tokenHashInput('session', token)) }
}

/** The error for API keys on operations that need a session. */
export function notSignedIn(message: string): GatewayError {
  return new GatewayError('scope_missing', { message, hint: 'Sign in with your email address and password.' })
}
