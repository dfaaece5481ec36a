/** The only door to the network: every outbound call is checked and pinned to the checked address here. */

import { LRUCache } from 'lru-cache'
import { GatewayError } from '../core/errors.ts'
import { originOf } from '../core/request-url.ts'
import { readDestination } from './destination.ts'
import { dial } from './dial.ts'
import { connectTimedOut, mapSendError } from './failures.ts'
import { BrokenAnswer } from './http/broken-answer.ts'
import { ConnectionPool } from './http/connection-pool.ts'
import type { CallEnd, EgressRequest, RelieveDescriptors, UpstreamResponse } from './outbound.ts'
import { compilePolicy, type EgressPolicy, type Standing } from './policy.ts'
import { createResolver, type Lookup } from './resolve.ts'
import { checkedAddresses, type Route } from './route.ts'

/** What a call is owed or denied because of the credential it carries. */
export type SendTerms = {
  readonly hasStoredCredential: boolean
  /** An origin (`https://host[:port]`) that may be a private address, for this call only. */
  readonly trustedOrigin: string | null
  /** For DNS, connecting and TLS together; without it the egress's own. */
  readonly connectTimeoutMs?: number | null
}

export interface Egress {
  /** Rejects with a GatewayError, or with the end's own reason when it came early. */
  open(request: EgressRequest, end: CallEnd, terms?: SendTerms): Promise<UpstreamResponse>
  /** The same for those who want the answer as a Response. */
  send(request: EgressRequest, signal: CallEnd, terms?: SendTerms): Promise<Response>
  /** Rejects with `address_forbidden`, or when the host has no address; to be asked before a credential is touched. */
  check(url: string): Promise<void>
  /** Closes idle connections; calls under way finish. */
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
/** From this age on a route in use is checked again in the background, so that no request waits for DNS. */
const REFRESH_AFTER_MS = 20_000
const CHECKED = Promise.resolve()

/** What one call is allowed says nothing about another's: each standing has routes and connections of its own. */
type RouteKey = `${Standing} ${string}`

function partsOf(key: RouteKey): [Standing, string] {
  const space = key.indexOf(' ')
  return [key.slice(0, space) as Standing, key.slice(space + 1)]
}

function standingOf(origin: string, terms: SendTerms | undefined): Standing {
  if (terms === undefined) return 'open'
  if (terms.trustedOrigin === origin) return 'trusted'
  return terms.hasStoredCredential ? 'stored' : 'open'
}

export function createEgress(egressPolicy: EgressPolicy, options: EgressOptions = {}): Egress {
  const policy = compilePolicy(egressPolicy)
  const now = options.now ?? (() => performance.now())
  const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS
  const resolver = createResolver(options.lookup, now, options.relieveDescriptors)
  const routes = new LRUCache<RouteKey, Route>({ max: MAX_ROUTES, dispose: (route) => route.pool.close() })
  const underway = new Map<RouteKey, Promise<Route>>()

  async function prepare(key: RouteKey, old: Route | undefined): Promise<Route> {
    try {
      const [standing, origin] = partsOf(key)
      const destination = old?.destination ?? readDestination(origin)
      const checkedAtMs = now()
      const addresses = await checkedAddresses(destination, resolver, policy, standing)
      const pool = old?.pool ?? new ConnectionPool(destination, options.roots)
      // The address in use stays while DNS still names it: its connections are warm.
      const kept = old ? addresses.indexOf(old.addresses[old.current]!) : -1
      const route: Route = { destination, pool, addresses, current: Math.max(0, kept), checkedAtMs }
      // A pool that lives on in the new route must not be closed by `dispose`.
      routes.set(key, route, { noDisposeOnSet: old !== undefined })
      return route
    } catch (error) {
      // Also when a refresh fails: an address that is no longer allowed must not be dialled again.
      if (isForbidden(error)) routes.delete(key)
      throw error
    }
  }

  function renew(key: RouteKey, old: Route | undefined): Promise<Route> {
    let preparing = underway.get(key)
    if (!preparing) {
      // Not inside `prepare`: what it throws before its first await would be removed before it is set.
      preparing = prepare(key, old).finally(() => underway.delete(key))
      underway.set(key, preparing)
    }
    return preparing
  }

  /** The route at once when it is fresh; a promise only for hosts not seen within the last minute. */
  function findRoute(key: RouteKey): Route | Promise<Route> {
    const route = routes.get(key)
    if (!route) return renew(key, undefined)
    const ageMs = now() - route.checkedAtMs
    if (ageMs >= ROUTE_TTL_MS) return renew(key, route)
    // A failed refresh is not lost: the next call after the minute asks again and reports it.
    if (ageMs >= REFRESH_AFTER_MS) renew(key, route).catch(() => undefined)
    return route
  }

  function open(request: EgressRequest, end: CallEnd, terms?: SendTerms): Promise<UpstreamResponse> {
    const origin = originOf(request.url)
    const path = request.url.slice(origin.length)
    const route = findRoute(`${standingOf(origin, terms)} ${origin}`)
    const timeoutMs = terms?.connectTimeoutMs ?? connectTimeoutMs
    const relieveDescriptors = options.relieveDescriptors ?? null
    if (!(route instanceof Promise))
      return dial(route, request, path, end, { timeoutMs, sinceMs: null, relieveDescriptors })
    const sinceMs = performance.now()
    return inTime(route, end, origin, timeoutMs).then((found) =>
      dial(found, request, path, end, { timeoutMs, sinceMs, relieveDescriptors }),
    )
  }

  return {
    open,
    send: async (request, end, terms) => asResponse(await open(request, end, terms)),
    check(url) {
      const route = findRoute(`open ${originOf(url)}`)
      return route instanceof Promise ? route.then(() => undefined) : CHECKED
    },
    close: () => routes.clear(),
  }
}

function asResponse(answer: UpstreamResponse): Response {
  const { status, headers } = answer
  if (status < 200 || status > 599) throw mapSendError(new BrokenAnswer('not_http'), 'The host')
  if (answer.isBodiless) return new Response(null, { status, headers })
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = await answer.read()
      if (chunk === null) controller.close()
      else controller.enqueue(chunk)
    },
    cancel: () => answer.cancel(),
  })
  return new Response(body, { status, headers })
}

/** Waits for the look-up until the call is ended or its time for connecting is used up; others may go on waiting. */
async function inTime(route: Promise<Route>, signal: CallEnd, origin: string, timeoutMs: number): Promise<Route> {
  if (signal.aborted) throw signal.reason
  const ended = Promise.withResolvers<never>()
  const listener = { handleEvent: () => ended.reject(signal.reason) }
  signal.addEventListener('abort', listener)
  const timer = setTimeout(() => {
    ended.reject(connectTimedOut(`The DNS look-up of ${readDestination(origin).host}`, timeoutMs))
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
