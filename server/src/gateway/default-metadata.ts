/** Labels a key, its workspace and its organisation put on every request, below the request's own. */

import type { Caller } from '../core/caller.ts'
import type { GatewayOptions } from '../core/options/gateway-options.ts'

export function withDefaultMetadata(options: GatewayOptions, caller: Caller): GatewayOptions {
  const { metadata } = caller.defaults
  for (const _ in metadata) return { ...options, metadata: { ...metadata, ...options.metadata } }
  return options
}
