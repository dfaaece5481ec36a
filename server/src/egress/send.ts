/** Sends all outbound requests. Checks each host's addresses and connects only to a checked address (DNS pinning). */

import { LRUCache } from 'lru-cache'
import { GatewayError } from '../core/errors.ts'
import { originOf } from '../core/request-url.ts'
import { atMost } from '../core/runtime/at-most.ts'
import { readDestination } from './destination.ts'
import { dial } from './dial.ts'
import { connectTimedOut, mapSendError } from './failures.ts'
import { ConnectionPool } from './http/connection-pool.ts'
import { InvalidResponse } from './http/invalid-response.ts'
import type { AbortSource, EgressRequest, RelieveDescriptors, UpstreamResponse } from './outbound.ts'
import { compilePolicy, type EgressPolicy, type TrustLevel } from './policy.ts'
import { createResolver, type Lookup } from './resolve.ts'
import { checkedAddresses, type Route } from './route.ts'

/** Per-call permissions and limits. */
export type SendTerms = {
  readonly hasStoredCredential: boolean
  /** An origin (`https://host[:port]`) that may resolve to a private address, for this call only. */
  readonly trustedOrigin: string | null
  /** The gateway requests a token of its own identity. Never set for a request of a caller. */
  readonly isIdentityRequest?: boolean
  /** Covers DNS, connecting and TLS. Default: `connectTimeoutMs` of EgressOptions. */
  readonly connectTimeoutMs?: number | null
}

export interface Egress {
  /** Rejects with a GatewayError, or with the abort reason if the call was aborted. */
  open(request: EgressRequest, end: AbortSource, terms?: SendTerms): Promise<UpstreamResponse>
  /** Same as `open`, but returns a standard Response. */
  send(request: EgressRequest, signal: AbortSource, terms?: SendTerms): Promise<Response>
  /** Rejects with `address_forbidden`, or if the host cannot be resolved. Call it before reading a credential. */
  check(url: string): Promise<void>
  /** Closes idle connections. Active calls finish. */
  close(): void
}

export type EgressOptions = {
  readonly lookup?: Lookup
  /** PEM certificates that replace the system's roots. */
  readonly roots?: string
  readonly now?: () => number
  /** GATEWAY_CONNECT_TIMEOUT_MS. */
  readonly connectTimeoutMs?: number
  readonly relieveDescriptors?: RelieveDescriptors
}

const CONNECT_TIMEOUT_MS = 5_000

const MAX_ROUTES = 1_000
const ROUTE_TTL_MS = 45_000
/** A route of this age is checked again in the background, so that requests do not wait for DNS. */
const REFRESH_AFTER_MS = 20_000

/**
 * Each trust level has its own routes and connections, so that no call uses a connection it would not be allowed to
 * open.
 */
type RouteKey = `${TrustLevel} ${string}`

function partsOf(key: RouteKey): [TrustLevel, string] {
  const space = key.indexOf(' ')
  return [key.slice(0, space) as TrustLevel, key.slice(space + 1)]
}

function trustLevelOf(origin: string, terms: SendTerms | undefined): TrustLevel {
  if (terms === undefined) return 'open'
  if (terms.isIdentityRequest) return 'identity'
  if (terms.trustedOrigin === origin) return 'trusted'
  return terms.hasStoredCredential ? 'stored' : 'open'
}

export function createEgress(egressPolicy: EgressPolicy, options: EgressOptions = {}): Egress {
  const policy = compilePolicy(egressPolicy)
  const now = options.now ?? (() => performance.now())
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS
  const resolver = createResolver(options.lookup, now, options.relieveDescriptors)
  const routes = new LRUCache<RouteKey, Route>({ ...atMost(MAX_ROUTES), dispose: (route) => route.pool.close() })
  const pending = new Map<RouteKey, Promise<Route>>()

  async function prepare(key: RouteKey, old: Route | undefined): Promise<Route> {
    try {
      const [trust, origin] = partsOf(key)
      const destination = old?.destination ?? readDestination(origin)
      const checkedAtMs = now()
      const addresses = await checkedAddresses(destination, resolver, policy, trust)
      const pool = old?.pool ?? new ConnectionPool(destination, options.roots)
      // Keep using the same address while DNS still lists it, because it has idle connections.
      const current = old ? addresses.indexOf(old.addresses[old.current]!) : -1
      const route: Route = { destination, pool, addresses, current: Math.max(0, current), checkedAtMs }
      // The new route reuses the pool, so `dispose` must not close it.
      routes.set(key, route, { noDisposeOnSet: old !== undefined })
      return route
    } catch (error) {
      // Also after a refresh: an address that is no longer allowed must not be used again.
      if (isForbidden(error)) routes.delete(key)
      throw error
    }
  }

  function renew(key: RouteKey): Promise<Route> {
    let preparing = pending.get(key)
    if (!preparing) {
      // `finally` is not inside `prepare`: if `prepare` threw before its first await, the entry would be deleted before
      // it is set.
      preparing = prepare(key, routes.get(key)).finally(() => pending.delete(key))
      pending.set(key, preparing)
    }
    return preparing
  }

  /** Null if the host was not checked within ROUTE_TTL_MS. */
  function freshRoute(key: RouteKey): Route | null {
    const route = routes.get(key)
    if (!route) return null
    const ageMs = now() - route.checkedAtMs
    if (ageMs >= ROUTE_TTL_MS) return null
    // Errors of a background refresh are ignored. The next call after ROUTE_TTL_MS resolves again and reports them.
    if (ageMs >= REFRESH_AFTER_MS) renew(key).catch(() => undefined)
    return route
  }

  function open(request: EgressRequest, end: AbortSource, terms?: SendTerms): Promise<UpstreamResponse> {
    const origin = originOf(request.url)
    const path = request.url.slice(origin.length)
    const key: RouteKey = `${trustLevelOf(origin, terms)} ${origin}`
    const timeoutMs = terms?.connectTimeoutMs ?? connectTimeoutMs
    const relieveDescriptors = options.relieveDescriptors ?? null
    const route = freshRoute(key)
    if (route) return dial(route, request, path, end, { timeoutMs, sinceMs: null, relieveDescriptors })
    const sinceMs = performance.now()
    return waitForRoute(renew(key), end, origin, timeoutMs).then((found) =>
      dial(found, request, path, end, { timeoutMs, sinceMs, relieveDescriptors }),
    )
  }

  return {
    open,
    send: async (request, end, terms) => asResponse(await open(request, end, terms)),
    async check(url) {
      const key: RouteKey = `open ${originOf(url)}`
      if (!freshRoute(key)) await renew(key)
    },
    close: () => routes.clear(),
  }
}

function asResponse(upstream: UpstreamResponse): Response {
  const { status, headers } = upstream
  if (status < 200 || status > 599) throw mapSendError(new InvalidResponse('not_http'), 'The host')
  if (upstream.isBodiless) return new Response(null, { status, headers })
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await upstream.read()
      if (chunk === null) controller.close()
      else controller.enqueue(chunk)
    },
    cancel: () => upstream.cancel(),
  })
  return new Response(body, { status, headers })
}

/**
 * Waits for a route until the call is aborted or its connect timeout expires. Other calls may keep waiting for the same
 * route.
 */
async function waitForRoute(
  route: Promise<Route>,
  signal: AbortSource,
  origin: string,
  timeoutMs: number,
): Promise<Route> {
  if (signal.aborted) throw signal.reason
  const ended = Promise.withResolvers<never>()
  const listener = { handleEvent: () => ended.reject(signal.reason) }
  signal.addEventListener('abort', listener)
  const timer = setTimeout(() => {
    ended.reject(connectTimedOut(`The DNS lookup of ${readDestination(origin).host}`, timeoutMs))
  }, timeoutMs)
  try {
    return await Promise.race([route, ended.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', listener)
  }
}

function isForbidden(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'address_forbidden'
}
