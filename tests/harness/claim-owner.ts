/** Claims the owner account of a gateway with the link of its first start. */

import { withCheapHashes } from './control/cheap-hashes.ts'
import type { Actor } from './control-scene.ts'
import type { Gateway } from './start-gateway.ts'

export const OWNER = { email: 'owner@example.com', password: 'a long and dull password' }

/** For `startGatewayProcess`: only the welcome screen shows the link, the machine-readable line does not. */
export const HUMAN = { GATEWAY_ANNOUNCE: 'human' }

export async function claimOwner(gateway: Gateway): Promise<Actor & { readonly id: string }> {
  const body = { ...OWNER, token: await gateway.claimToken(), first_name: 'Olive', last_name: 'Owner' }
  const reply = await withCheapHashes(() => gateway.fetch('/v1/claim', { method: 'POST', key: null, body }))
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`The claim returned HTTP ${reply.status}: ${text}`)
  const { user } = JSON.parse(text) as { user: { id: string } }
  return { name: 'owner', id: user.id, headers: signedIn(gateway, reply) }
}

/** The headers that a browser sends after a sign-in. */
export function signedIn(gateway: Gateway, reply: { readonly headers: Headers }): Readonly<Record<string, string>> {
  const cookie = reply.headers.get('set-cookie')?.split(';')[0]
  if (cookie === undefined) throw new Error('The response set no session cookie.')
  return { cookie, origin: gateway.url, 'x-gateway-csrf': '1' }
}
