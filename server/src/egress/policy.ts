/** Decides which addresses the gateway may connect to. Checks the resolved address, not only the name of the host. */

import { networkInterfaces } from 'node:os'
import { type AddressClass, classify, parseAddress, unmapped } from './address.ts'
import { compileTrustedHosts, type TrustedHosts } from './trusted-hosts.ts'

export type EgressPolicy = {
  /** True if the gateway listens on loopback only, so every client can reach loopback anyway. */
  readonly isLoopbackOpen: boolean
  /** GATEWAY_TRUSTED_HOSTS: hosts, `*.domain`, addresses or CIDRs, each with an optional `:port`. */
  readonly trustedHosts: readonly string[]
  /**
   * Ports this gateway listens on. Denied at every address of this machine, to prevent the gateway from calling itself.
   */
  readonly ownPorts: readonly number[]
  /** PostgreSQL and Redis. Their ports are denied at all non-public addresses, and for their hostnames everywhere. */
  readonly stores: readonly { readonly host: string; readonly port: number }[]
  /** The built-in mock's `http://127.0.0.1:port`, always allowed. Null if it does not run. */
  readonly mockOrigin: string | null
  /** Token services of this machine, such as the cloud's metadata service. Only calls with `identity` may use them. */
  readonly identityOrigins?: readonly string[]
}

export type CompiledPolicy = EgressPolicy & {
  readonly isTrusted: TrustedHosts
  /** The addresses of this machine, as numbers. */
  readonly ownAddresses: () => ReadonlySet<bigint>
}

const NEVER: ReadonlyMap<AddressClass, string> = new Map([
  ['metadata', 'it is a cloud metadata address'],
  ['linkLocal', 'it is a link-local address'],
  ['unspecified', 'it is an unspecified address'],
  ['multicast', 'it is a multicast address'],
  ['broadcast', 'it is a broadcast address'],
  ['reserved', 'it is a reserved address'],
])

/** Ports above 1023 of infrastructure services that often accept commands without authentication. */
const DENIED_PORTS: ReadonlySet<number> = new Set([
  2375, 2376, 2379, 2380, 3306, 5432, 6379, 6443, 9200, 9300, 10250, 11211, 27017,
])

export function compilePolicy(policy: EgressPolicy): CompiledPolicy {
  return { ...policy, isTrusted: compileTrustedHosts(policy.trustedHosts), ownAddresses: readOwnAddresses }
}

/**
 * How far a call is trusted. `open`: it carries the client's own credential or none. `stored`: it carries a credential
 * stored in the gateway, which must not be sent in clear text over the internet. `trusted`: an admin saved this exact
 * origin. `identity`: the gateway requests a token of its own identity, from an origin of the operator's settings.
 */
export type TrustLevel = 'open' | 'stored' | 'trusted' | 'identity'

export type Target = { readonly scheme: 'http' | 'https'; readonly name: string; readonly port: number }

/** Returns why the connection is denied, phrased to follow "because". Returns null if it is allowed. */
export function denialReason(
  { scheme, name: host, port }: Target,
  addressText: string,
  policy: CompiledPolicy,
  trust: TrustLevel = 'open',
): string | null {
  const parsed = parseAddress(addressText)
  if (!parsed) return 'its address cannot be read'
  if (trust === 'identity') {
    const isListed = policy.identityOrigins?.some((origin) => isOrigin(origin, scheme, host, port)) === true
    return isListed ? null : 'it is not an identity service that GATEWAY_AMBIENT_IDENTITIES allows'
  }
  const address = unmapped(parsed)
  const kind = classify(address)
  const never = NEVER.get(kind)
  if (never !== undefined) return never
  if (port < 1 || port > 65_535) return `port ${port} is not valid`
  if (`http://${addressText}:${port}` === policy.mockOrigin) return null
  if (policy.ownPorts.includes(port) && (kind === 'loopback' || policy.ownAddresses().has(address.value))) {
    return 'it is the gateway itself'
  }
  for (const store of policy.stores) {
    if (store.port === port && (kind !== 'public' || store.host === host))
      return `port ${port} belongs to the gateway's database or Redis`
  }
  if (trust === 'trusted' || policy.isTrusted(host, address, port)) return null
  if (kind === 'loopback' && !policy.isLoopbackOpen) return 'it is a loopback address'
  if (kind === 'private' || kind === 'cgnat') return 'it is a private address'
  if (kind === 'public' && trust === 'stored' && scheme === 'http')
    return 'a stored credential would be sent in clear text'
  return portReason(port)
}

function isOrigin(origin: string, scheme: string, host: string, port: number): boolean {
  const url = new URL(origin)
  const defaultPort = url.protocol === 'https:' ? 443 : 80
  return url.protocol === `${scheme}:` && url.hostname === host && Number(url.port || defaultPort) === port
}

function portReason(port: number): string | null {
  const isUsual = port === 80 || port === 443 || (port >= 1024 && !DENIED_PORTS.has(port))
  return isUsual ? null : `port ${port} is not allowed for providers`
}

function readOwnAddresses(): ReadonlySet<bigint> {
  const own = new Set<bigint>()
  for (const addresses of Object.values(networkInterfaces())) {
    for (const entry of addresses ?? []) {
      const address = parseAddress(entry.address)
      if (address) own.add(address.value)
    }
  }
  return own
}
