/** Keeps other sites from acting with a signed-in person's cookie (reliability 5.2, CSRF). */

import { GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * For calls made with a session cookie. SameSite=Strict alone is not enough: a sibling on the same site, or another port
 * of the same host, sends the cookie along. A header of our own cannot be sent by a form, nor by a script of another
 * origin without a preflight, which we never grant.
 */
export function requireSameOrigin(method: string, headers: HeaderMap, baseUrl: string): void {
  if (SAFE.has(method)) return
  const isFromBrowserPage = headers['origin'] !== undefined || headers['sec-fetch-site'] !== undefined
  if (!isFromBrowserPage || isForeign(headers, baseUrl)) throw new GatewayError('origin_forbidden')
  if (headers['x-gateway-csrf'] !== '1') {
    throw new GatewayError('origin_forbidden', {
      param: 'x-gateway-csrf',
      message: 'A change made with a session needs the header x-gateway-csrf: 1.',
    })
  }
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
  if (hasBody && !/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new GatewayError('origin_forbidden', {
      param: 'content-type',
      message: 'A change made with a session takes application/json only.',
      hint: 'Send Content-Type: application/json.',
    })
  }
}

/** For calls that sign somebody in: programs say nothing of an origin, but another site's page may not. */
export function refuseForeignOrigin(headers: HeaderMap, baseUrl: string): void {
  if (isForeign(headers, baseUrl)) throw new GatewayError('origin_forbidden')
}

/** What the browser itself says; a page cannot change these headers. */
function isForeign(headers: HeaderMap, baseUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return true
  const origin = headers['origin']
  if (origin === undefined) return false
  const host = hostOf(origin)
  // The scheme is left out: a proxy that ends TLS may not tell us. `null` and other opaque origins have no host.
  return host === null || (host !== headers['host']?.toLowerCase() && host !== hostOf(baseUrl))
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host || null : null
}
