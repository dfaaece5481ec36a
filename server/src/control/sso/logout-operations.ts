/** Back-channel logout, by which the identity provider ends sessions, and the public key of private_key_jwt. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { SsoConnection } from '../../core/stores/sso.ts'
import type { Stores } from '../../core/stores/stores.ts'
import { Throttle } from '../../core/throttle.ts'
import { endpoint, type Operation } from '../endpoint.ts'
import { targetOf } from './connection-operations.ts'
import { LOGOUT_TOKEN_MAX_AGE_S } from './issuer-client.ts'
import type { PendingPorts } from './pending-sign-ins.ts'

/** Limit per client address, because each token with an unknown key could make the gateway read the keys again. */
const LOGOUTS = { burst: 500, intervalMs: 100 }

export function logoutOperations(ports: PendingPorts): readonly Operation[] {
  return [backChannelLogout(ports), readKeys]
}

function backChannelLogout({ vault, clients }: PendingPorts): Operation {
  const throttle = new Throttle(LOGOUTS)
  return endpoint({
    name: 'sso.logout',
    method: 'POST',
    path: '/sso/logout/{id}',
    summary: 'End sessions by back-channel logout',
    description: 'For identity providers (OpenID Connect Back-Channel Logout 1.0). The body is a form.',
    permission: 'public',
    audit: 'session.end_by_issuer',
    bodyFormat: 'form',
    body: z.object({ logout_token: z.string().min(1).max(16_384) }),
    reply: z.object({}),
    async handle(call) {
      const retryAfterMs = throttle.take(call.origin.ip, 1, call.nowMs)
      if (retryAfterMs > 0)
        throw new GatewayError('sign_in_throttled', { message: 'Too many logout requests.', retryAfterMs })
      const connection = await requireById(call.stores, call.params['id'] ?? '')
      const token = await clients.verifyLogoutToken(connection, call.body.logout_token).catch(asBadRequest)
      return call.change(async (stores) => {
        const isNew = await stores.ssoStates.insert(
          {
            hash: vault.hash(`sso-logout/${connection.id}/${token.jti}`),
            connectionId: connection.id,
            kind: 'logout_token',
            browserHash: null,
            sealed: null,
            // Longer than a token is accepted.
            expiresAtMs: call.nowMs + 3 * LOGOUT_TOKEN_MAX_AGE_S * 1_000,
          },
          call.nowMs,
        )
        if (!isNew)
          throw new GatewayError('invalid_body', {
            param: 'logout_token',
            message: 'The logout token was already used.',
          })
        const identity =
          token.subject === null ? undefined : await stores.ssoIdentities.find(connection.id, token.subject)
        const isNobody = token.subject !== null && !identity
        const ended = isNobody
          ? 0
          : await stores.sessions.removeOfConnection(connection.id, {
              ...(token.sid !== null && { sid: token.sid }),
              ...(identity && { userId: identity.userId }),
            })
        call.note({ ...targetOf(connection), after: { user_id: identity?.userId ?? null, ended } })
        return {}
      })
    },
  })
}

const readKeys = endpoint({
  name: 'sso.keys',
  method: 'GET',
  path: '/sso/keys/{id}',
  summary: 'Read the public key of a single sign-on connection',
  description: 'A JSON Web Key Set for identity providers that verify `private_key_jwt`.',
  permission: 'public',
  reply: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  async handle({ stores, params }) {
    const { publicKey } = await requireById(stores, params['id'] ?? '')
    return { keys: publicKey === null ? [] : [publicKey] }
  },
})

async function requireById(stores: Stores, id: string): Promise<SsoConnection> {
  const connection = id.length > 128 ? undefined : await stores.ssoConnections.findById(id)
  if (connection) return connection
  throw new GatewayError('not_found', {
    param: 'id',
    message: 'No single sign-on connection with this id exists.',
  })
}

/** Back-Channel Logout 1.0 requires status 400. */
function asBadRequest(error: unknown): never {
  if (!(error instanceof GatewayError)) throw error
  throw new GatewayError('invalid_body', { param: 'logout_token', message: error.message })
}
