/** Response format of device logins, and the function that revokes one. */

import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/stores/api-keys.ts'
import type { DeviceLogin } from '../../core/stores/device-logins.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { OperationCall } from '../endpoint.ts'
import { findClient } from './clients.ts'

export const deviceLoginSchema = z.object({
  object: z.literal('device_login'),
  id: z.string().describe('The id of its API key.'),
  name: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  workspace_id: z.string().nullable().describe('Null: the whole organisation.'),
  scopes: z.array(z.string()),
  ip: z.string().describe('Address that the login was started from.'),
  user_agent: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  last_used_ip: z.string().nullable(),
})

type Listed = { readonly login: DeviceLogin; readonly key: ApiKey }

export function deviceLoginOnWire({ login, key }: Listed): z.infer<typeof deviceLoginSchema> {
  const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return {
    object: 'device_login',
    id: key.id,
    name: key.name,
    client_id: login.clientId,
    client_name: findClient(login.clientId)?.name ?? login.clientId,
    workspace_id: key.workspaceId,
    scopes: [...key.scopes],
    ip: login.ip,
    user_agent: login.userAgent,
    created_at: new Date(login.createdAtMs).toISOString(),
    expires_at: timeOf(key.expiresAtMs),
    last_used_at: timeOf(key.lastUsedAtMs),
    last_used_ip: key.lastUsedIp,
  }
}

/** Call it inside the transaction. Returns the same error for an unknown login and for one of another user. */
export async function revokeLogin(
  call: Pick<OperationCall<unknown, unknown>, 'nowMs' | 'note' | 'announce'>,
  stores: Stores,
  userId: string,
  id: string,
): Promise<Record<string, never>> {
  const found = (await stores.deviceLogins.list(userId, call.nowMs)).find(({ key }) => key.id === id)
  if (!found)
    throw new GatewayError('not_found', {
      param: 'id',
      message: 'There is no device login with this id.',
      hint: 'GET /v1/device-logins lists your own ones.',
    })
  const { key } = found
  await stores.apiKeys.remove(key.id)
  call.note({ id: key.id, name: key.name, workspaceId: key.workspaceId, before: deviceLoginOnWire(found) })
  call.announce({ kind: 'api_key', keyId: key.id })
  return {}
}
