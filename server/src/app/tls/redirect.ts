/** A port for plain HTTP that redirects browsers to https. It serves nothing else. */

import { GatewayError } from '../../core/errors.ts'
import { carriesKey, headerMap } from '../../core/headers.ts'
import { isHost, splitUrl } from '../../core/request-url.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { errorResponse } from '../route-request.ts'

const HTTPS_PORT = 443
const IDLE_SECONDS = 5
const MAX_BODY_BYTES = 1024

export function serveRedirect(
  { host, publicUrl, headerPrefixes }: Pick<GatehouseSettings, 'host' | 'publicUrl' | 'headerPrefixes'>,
  redirectPort: number,
  tlsPort: number,
): Bun.Server<undefined> {
  return Bun.serve({
    hostname: host,
    port: redirectPort,
    idleTimeout: IDLE_SECONDS,
    maxRequestBodySize: MAX_BODY_BYTES,
    fetch: (request) => redirect(request, publicUrl, headerPrefixes, tlsPort),
  })
}

function redirect(request: Request, publicUrl: string | null, prefixes: readonly string[], tlsPort: number): Response {
  const host = request.headers.get('host')
  const base = publicUrl ?? (host !== null && isHost(host) ? httpsUrl(host, tlsPort) : null)
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (base === null || !isRead || carriesKey(headerMap(request.headers), prefixes)) {
    // A client that sends its key here has a wrong URL. A redirect would hide that the key was sent unencrypted.
    const message = 'This port only redirects browsers to https. Use the https URL of the gateway.'
    return errorResponse(new GatewayError('not_found', { message }), base ?? '')
  }
  const { pathname, search } = splitUrl(request.url)
  return new Response(null, { status: 308, headers: { location: `${base}${pathname}${search}` } })
}

function httpsUrl(host: string, port: number): string {
  const name = host.replace(/:\d+$/, '')
  return `https://${name}${port === HTTPS_PORT ? '' : `:${port}`}`
}
