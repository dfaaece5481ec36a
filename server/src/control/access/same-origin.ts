/** Protects requests with a session cookie against CSRF. */

import { GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * SameSite=Strict alone is not enough: requests from a sibling domain or another port of the same host carry the cookie.
 * A form cannot send a custom header, and a script of another origin needs a CORS preflight, which the gateway rejects.
 */
export function requireSameOrigin(method: string, headers: HeaderMap, baseUrl: string): void {
  if (SAFE.has(method)) return
  const isFromBrowserPage = headers['origin'] !== undefined || headers['sec-fetch-site'] !== undefined
  if (!isFromBrowserPage || isForeign(headers, baseUrl)) throw new GatewayError('origin_forbidden')
  if (headers['x-gateway-csrf'] !== '1') {
    throw new GatewayError('origin_forbidden', {
      param: 'x-gateway-csrf',
      message: 'Requests with a session cookie that change something need the header x-gateway-csrf: 1.',
    })
  }
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
  if (hasBody && !/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new GatewayError('origin_forbidden', {
      param: 'content-type',
      message: 'The body of a request with a session cookie must be application/json.',
      hint: 'Send Content-Type: application/json.',
    })
  }
}

/** For sign-in requests: clients that send no Origin header are allowed, pages of other origins are not. */
export function refuseForeignOrigin(headers: HeaderMap, baseUrl: string): void {
  if (isForeign(headers, baseUrl)) throw new GatewayError('origin_forbidden')
}

/** Uses headers that the browser sets and scripts cannot change. */
function isForeign(headers: HeaderMap, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return true
  const origin = headers['origin']
  if (origin === undefined) return false
  const host = hostOf(origin)
  // Compares hosts without the scheme, because a proxy that terminates TLS may not forward it. Opaque origins such as
  // `null` have no host.
  return host === null || (host !== headers['host']?.toLowerCase() && host !== hostOf(baseUrl))
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host || null : null
}
