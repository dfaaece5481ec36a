/** How the built-in mock learns which workspace calls: a bearer token that only this process can make. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// The adapter and the mock's listener run in one process. A caller's own Authorization never reaches the mock through the
// adapter, and one sent by another way (custom_host, a local program) cannot have a valid signature.
const secret = randomBytes(32)
const PREFIX = 'Bearer mock.'

export function workspaceToken(workspaceId: string): string {
  return `${PREFIX}${workspaceId}.${sign(workspaceId).toString('base64url')}`
}

/** Null when the token was not made by `workspaceToken` in this process. */
export function workspaceOf(authorization: string | null): string | null {
  if (!authorization?.startsWith(PREFIX)) return null
  const end = authorization.lastIndexOf('.')
  const workspaceId = authorization.slice(PREFIX.length, end)
  const signature = Buffer.from(authorization.slice(end + 1), 'base64url')
  const expected = sign(workspaceId)
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? workspaceId : null
}

function sign(workspaceId: string): Buffer {
  return createHmac('sha256', secret).update(workspaceId).digest()
}
