/** CORS for the data plane: allows browser calls from the configured origins. Without any, no CORS header is sent. */

type Responding = Response | Promise<Response>
type Handler = (request: Request) => Responding

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** Chromium caches a preflight for at most two hours. */
const MAX_AGE_SECONDS = '7200'
const HEADER_NAMES = /^[!#$%&'*+.^_`|~0-9a-z-]+( *, *[!#$%&'*+.^_`|~0-9a-z-]+)*$/i

/**
 * Applies to the data plane only, so the admin API and its cookies are never exposed. Access-Control-Allow-Credentials
 * is not sent: a page must send its own key, and cannot read a response to a request with cookies.
 */
export function crossOrigin(origins: readonly string[], handler: Handler): Handler {
  if (origins.length === 0) return handler
  const known: ReadonlySet<string> = new Set(origins)
  return async (request) => {
    const { headers } = request
    const origin = headers.get('origin')
    const isKnown = origin !== null && known.has(origin)
    if (isKnown && request.method === 'OPTIONS' && headers.has('access-control-request-method'))
      return preflight(origin, headers)
    return readable(await handler(request), isKnown, origin)
  }
}

/** The browser sends a preflight before the request, without the key. */
function preflight(origin: string, requested: Headers): Response {
  const names = requested.get('access-control-request-headers') ?? ''
  const headers = new Headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': METHODS,
    'access-control-max-age': MAX_AGE_SECONDS,
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  })
  // Names are listed because `*` does not cover Authorization.
  if (HEADER_NAMES.test(names)) headers.set('access-control-allow-headers', names)
  // Private Network Access: a public page needs permission to reach a private address.
  if (requested.get('access-control-request-private-network') === 'true')
    headers.set('access-control-allow-private-network', 'true')
  return new Response(null, { status: 204, headers })
}

/** Vary keeps a shared cache from serving one origin's response to another. */
function readable(response: Response, isKnown: boolean, origin: string | null): Response {
  response.headers.append('vary', 'Origin')
  if (isKnown && origin !== null) {
    response.headers.set('access-control-allow-origin', origin)
    response.headers.set('access-control-expose-headers', '*')
  }
  return response
}
