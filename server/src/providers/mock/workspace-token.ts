/** Bearer tokens that tell the built-in mock which workspace is calling. Only this process can create them. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

// The adapter and the mock's listener share one process. The adapter never forwards a client's Authorization header,
// and other senders (custom_host, a local program) cannot create a valid signature.
const secret = randomBytes(32)
const PREFIX = 'Bearer mock.'

export function workspaceToken(workspaceId: string): string {
  return `${PREFIX}${workspaceId}.${sign(workspaceId).toString('base64url')}`
}

/** Null if `workspaceToken` of this process did not create the token. */
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
