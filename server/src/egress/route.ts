/** A checked way to one origin: the address to dial, the name to show, and the connections already open to it. */

import { GatewayError } from '../core/errors.ts'
import { parseAddress } from './address.ts'
import type { ConnectionPool } from './http/connection-pool.ts'
import { type CompiledPolicy, judge, type Standing } from './policy.ts'
import type { Resolver } from './resolve.ts'

export type Destination = {
  readonly scheme: 'http' | 'https'
  /** Lower case, without brackets and trailing dot. */
  readonly name: string
  readonly isAddress: boolean
  readonly port: number
  /** For the Host header and for messages: with the port unless it is the scheme's own. */
  readonly host: string
}

export type Route = {
  readonly destination: Destination
  /** What one name may use no other may, though both live at one address: TLS was agreed on for the name. */
  readonly pool: ConnectionPool
  /** The checked ones. */
  readonly addresses: readonly string[]
  /** The one in use; moves on when it cannot be connected. */
  current: number
  checkedAtMs: number
}

/** What would begin a user, path, query or fragment, and what a URL parser would silently drop. */
const NOT_BARE = /[@\\?#\s]/

/** Reads `scheme://host[:port]`; anything more, such as a user name, is refused. */
export function readDestination(origin: string): Destination {
  const url = NOT_BARE.test(origin) ? null : URL.parse(origin)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new GatewayError('custom_host_invalid', { param: 'custom_host' })
  }
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const name = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port)
  return { scheme, name, isAddress: parseAddress(name) !== null, port, host: url.host.replace(/\.(?=:|$)/, '') }
}

/** Resolves and judges every address: one bad answer refuses the name, for the next look-up may put it first. */
export async function checkedAddresses(
  destination: Destination,
  resolver: Resolver,
  policy: CompiledPolicy,
  standing: Standing,
): Promise<readonly string[]> {
  const { name, isAddress } = destination
  const addresses = isAddress ? [name] : await resolver.resolve(name)
  for (const address of addresses) {
    const reason = judge(destination, address, policy, standing)
    if (reason !== null) throw forbidden(destination, reason)
  }
  return addresses
}

function forbidden(destination: Destination, reason: string): GatewayError {
  return new GatewayError('address_forbidden', {
    param: 'custom_host',
    message: `The gateway may not connect to ${destination.host}, because ${reason}.`,
  })
}
