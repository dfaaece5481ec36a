/** Which addresses the gateway may connect to, decided on the resolved address and never on the spelling of a host. */

import { networkInterfaces } from 'node:os'
import { type AddressClass, classify, parseAddress, unmapped } from './address.ts'
import { compileTrustedHosts, type TrustedHosts } from './trusted-hosts.ts'

export type EgressPolicy = {
  /** True where every caller is on this machine and can reach its loopback anyway. */
  readonly isLoopbackOpen: boolean
  /** GATEWAY_TRUSTED_HOSTS: hosts, `*.domain`, addresses or CIDRs, each with an optional `:port`. */
  readonly trustedHosts: readonly string[]
  /** Ports we listen on: refused at every address of this machine, or the gateway would call itself. */
  readonly ownPorts: readonly number[]
  /** PostgreSQL and Redis: refused by name, and their ports at every address that is not public. */
  readonly stores: readonly { readonly host: string; readonly port: number }[]
  /** The built-in mock's `http://127.0.0.1:port`, always allowed; null when it does not run. */
  readonly mockOrigin: string | null
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

/** Ports above 1023 where infrastructure listens that takes commands from whoever connects. */
const DENIED_PORTS: ReadonlySet<number> = new Set([
  2375, 2376, 2379, 2380, 3306, 5432, 6379, 6443, 9200, 9300, 10250, 11211, 27017,
])

export function compilePolicy(policy: EgressPolicy): CompiledPolicy {
  return { ...policy, isTrusted: compileTrustedHosts(policy.trustedHosts), ownAddresses: readOwnAddresses }
}

/**
 * What is known of a call besides its address: `open`, a credential of the caller's own or none; `stored`, one of ours
 * that must not travel in clear text over the internet; `trusted`, an Admin key saved this very origin.
 */
export type Standing = 'open' | 'stored' | 'trusted'

export type Place = { readonly scheme: 'http' | 'https'; readonly name: string; readonly port: number }

/** Why this connection is refused, in words that follow "because"; null allows it. */
export function judge(
  { scheme, name: host, port }: Place,
  addressText: string,
  policy: CompiledPolicy,
  standing: Standing = 'open',
): string | null {
  const parsed = parseAddress(addressText)
  if (!parsed) return 'its address cannot be read'
  const address = unmapped(parsed)
  const kind = classify(address)
  const never = NEVER.get(kind)
  if (never !== undefined) return never
  if (port < 1 || port > 65_535) return `port ${port} is not a port`
  if (`http://${addressText}:${port}` === policy.mockOrigin) return null
  if (policy.ownPorts.includes(port) && (kind === 'loopback' || policy.ownAddresses().has(address.value))) {
    return 'it is the gateway itself'
  }
  for (const store of policy.stores) {
    if (store.port === port && (kind !== 'public' || store.host === host))
      return `port ${port} is a store of the gateway`
  }
  if (standing === 'trusted' || policy.isTrusted(host, address, port)) return null
  if (kind === 'loopback' && !policy.isLoopbackOpen) return 'it is a loopback address'
  if (kind === 'private' || kind === 'cgnat') return 'it is a private address'
  if (kind === 'public' && standing === 'stored' && scheme === 'http')
    return 'a stored credential would travel there in clear text'
  return portReason(port)
}

function portReason(port: number): string | null {
  const isUsual = port === 80 || port === 443 || (port >= 1024 && !DENIED_PORTS.has(port))
  return isUsual ? null : `port ${port} is not one that providers use`
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
