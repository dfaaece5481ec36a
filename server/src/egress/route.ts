/** A checked way to one origin: the address to dial, the name to show, and the connections already open to it. */

import { GatewayError } from '../core/errors.ts'
import type { Destination } from './destination.ts'
import type { ConnectionPool } from './http/connection-pool.ts'
import { type CompiledPolicy, judge, type Standing } from './policy.ts'
import type { Resolver } from './resolve.ts'

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
