/** Operations on the caller's own sessions: list and end them. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Session } from '../../core/stores/sessions.ts'
import type { Vault } from '../../core/stores/stores.ts'
import { isExpired, sessionToken, tokenHashInput } from '../access/session.ts'
import { endpoint, type Operation, type OperationCall } from '../endpoint.ts'

const sessionSchema = z.object({
  object: z.literal('session'),
  id: z.string(),
  is_current: z.boolean().describe('True for the session of this request.'),
  ip: z.string().describe('IP address at sign-in.'),
  user_agent: z.string().nullable().describe('User agent at sign-in.'),
  created_at: z.string(),
  last_active: z.string().describe('Accurate to one minute.'),
  expires_at: z.string().describe('Latest end of the session. It also ends after one hour without requests.'),
})

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
      // Expired sessions stay in the database until the next sign-in removes them.
      const alive = (await call.stores.sessions.list(userId)).filter((session) => !isExpired(session, call.nowMs))
      const data = alive.map((session) => toWire(session, tokenHash, vault))
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
        const ended = own.find((session) => idOf(session, vault) === call.params['id'])
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

/** A public id of the session. Neither the cookie nor the stored hash can be derived from it. */
function idOf({ tokenHash }: Session, vault: Vault): string {
  // URL-safe, because it is used in a path.
  return Buffer.from(vault.hash(`session-id/${tokenHash}`), 'base64')
    .toString('base64url')
    .slice(0, 32)
}

function toWire(session: Session, currentHash: string, vault: Vault): z.infer<typeof sessionSchema> {
  return {
    object: 'session',
    id: idOf(session, vault),
    is_current: session.tokenHash === currentHash,
    ip: session.ip,
    user_agent: session.userAgent,
    created_at: new Date(session.createdAtMs).toISOString(),
    last_active: new Date(session.lastSeenAtMs).toISOString(),
    expires_at: new Date(session.expiresAtMs).toISOString(),
  }
}

/** The error for API keys on operations that need a session. */
export function notSignedIn(message: string): GatewayError {
  return new GatewayError('scope_missing', { message, hint: 'Sign in with your email address and password.' })
}
