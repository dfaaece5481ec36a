/** A checked way to one origin: the address to dial, the name to show, and the connections already open to it. */

import { GatewayError } from '../core/errors.ts'
import { parseAddress } from './address.ts'
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
  readonly session: Bun.FetchSession
  /** Origins of the checked addresses, such as `https://192.0.2.1:443`. */
  readonly origins: readonly string[]
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
export async function checkedOrigins(
  destination: Destination,
  resolver: Resolver,
  policy: CompiledPolicy,
  standing: Standing,
): Promise<readonly string[]> {
  const { scheme, name, isAddress, port } = destination
  const addresses = isAddress ? [name] : await resolver.resolve(name)
  return addresses.map((address) => {
    const reason = judge(destination, address, policy, standing)
    if (reason !== null) throw forbidden(destination, reason)
    return `${scheme}://${address.includes(':') ? `[${address}]` : address}:${port}`
  })
}

/**
 * One session per origin. Measured on Bun 1.4.4 (send.test.ts repeats it): connections are reused between calls with the
 * same address and TLS name, never between two names on one address, and the certificate is checked against the name.
 * A session costs 38 µs CPU per call where `tls` given on each call costs 39 to 48, and 64 idle connections are kept.
 */
export function openSession(destination: Destination, roots: string | undefined): Bun.FetchSession {
  return new Bun.FetchSession({
    // Without this, HTTP_PROXY in the environment would take the connection away from the checked address.
    proxy: false,
    tls: {
      // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment cannot switch it off.
      rejectUnauthorized: true,
      ...(destination.isAddress ? {} : { serverName: destination.name }),
      ...(roots === undefined ? {} : { ca: roots }),
    },
  })
}

function forbidden(destination: Destination, reason: string): GatewayError {
  return new GatewayError('address_forbidden', {
    param: 'custom_host',
    message: `The gateway may not connect to ${destination.host}, because ${reason}.`,
  })
}
