/** Refuses upgrades at paths and providers that have no WebSocket. */

import type { Target } from '../../config/plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import type { GatewayOptions } from '../../core/options/gateway-options.ts'
import type { ProviderAdapter } from '../../providers/adapter.ts'
import { findProvider } from '../../providers/registry.ts'
import type { RequestHead } from '../request.ts'

/** An error if no provider has a WebSocket at this path; null otherwise. */
export function pathRefusal({ endpoint, pathname }: RequestHead): GatewayError | null {
  if (endpoint.name !== 'proxy' || pathname.startsWith('/v1/proxy/')) return null
  return new GatewayError('websocket_unsupported', { message: `There is no WebSocket at ${pathname.slice(0, 128)}.` })
}

/** An error if the provider has no WebSocket at the path of the request; null otherwise. */
export function socketRefusal(head: RequestHead, { provider, configPath }: Target): GatewayError | null {
  if (head.socket === undefined || hasSocket(head, provider)) return null
  return noSocket(head, provider, configPath)
}

/**
 * The error for an upgrade whose plan could not be made. If none of the providers that the request names has a
 * WebSocket, the error says so: a credential would not help.
 */
export function planRefusal(error: unknown, head: RequestHead, options: GatewayOptions): unknown {
  if (!(error instanceof GatewayError) || !UNPLANNED.has(error.code)) return error
  const named = namedProviders(options).map((name) => findProvider(name))
  const [first] = named
  if (!first || named.some((provider) => provider === undefined || hasSocket(head, provider))) return error
  return noSocket(head, first, 'config')
}

const UNPLANNED: ReadonlySet<string> = new Set(['credential_missing', 'config_invalid'])

/** Under /v1/proxy every path may have a WebSocket, except at providers without a host (`none`). */
function hasSocket({ socket, endpoint }: RequestHead, { sockets }: ProviderAdapter): boolean {
  if (endpoint.name === 'proxy') return !sockets?.has('none')
  return socket !== undefined && socket !== 'opaque' && sockets?.has(socket) === true
}

function noSocket({ endpoint, path }: RequestHead, { slug }: ProviderAdapter, param: string): GatewayError {
  const where = endpoint.name === 'proxy' ? path.slice(0, 128) : endpoint.path
  return new GatewayError('websocket_unsupported', { param, message: `Provider ${slug} has no WebSocket at ${where}.` })
}

/** The providers of the targets of a config in the request, or the provider that a header names. */
function namedProviders({ config, provider }: GatewayOptions): readonly string[] {
  const inherited = provider === null ? [] : [provider]
  if (config === null) return inherited
  try {
    const parsed: unknown = JSON.parse(config)
    return isObject(parsed) ? providersIn(parsed, inherited) : []
  } catch {
    return []
  }
}

function providersIn(config: JsonObject, inherited: readonly string[]): readonly string[] {
  const { provider, targets } = config
  const own = typeof provider === 'string' ? [provider] : inherited
  if (!Array.isArray(targets) || targets.length === 0) return own
  return targets.filter(isObject).flatMap((target) => providersIn(target, own))
}
