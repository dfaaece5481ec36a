/** A route to one origin: its checked addresses and its connection pool. */

import { GatewayError } from '../core/errors.ts'
import type { Destination } from './destination.ts'
import type { ConnectionPool } from './http/connection-pool.ts'
import { type CompiledPolicy, denialReason, type TrustLevel } from './policy.ts'
import type { Resolver } from './resolve.ts'

export type Route = {
  readonly destination: Destination
  /** Connections are pooled per hostname, not per address, because TLS is negotiated per SNI. */
  readonly pool: ConnectionPool
  /** Every address has passed the policy. */
  readonly addresses: readonly string[]
  /** Index of the address in use. Advances if connecting to it fails. */
  current: number
  checkedAtMs: number
}

/**
 * Resolves a hostname and checks every address. One denied address rejects the hostname, because DNS may order the
 * addresses differently next time.
 */
export async function checkedAddresses(
  destination: Destination,
  resolver: Resolver,
  policy: CompiledPolicy,
  trust: TrustLevel,
): Promise<readonly string[]> {
  const { name, isAddress } = destination
  const addresses = isAddress ? [name] : await resolver.resolve(name)
  for (const address of addresses) {
    const reason = denialReason(destination, address, policy, trust)
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
