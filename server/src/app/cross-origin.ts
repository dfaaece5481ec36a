/** Lets pages of named origins call the data plane from a browser; without a name nothing is put in the way. */

type Answer = Response | Promise<Response>
type Room = (request: Request) => Answer

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE'
/** Chromium keeps no preflight longer. */
const KEPT_SECONDS = '7200'
const HEADER_NAMES = /^[!#$%&'*+.^_`|~0-9a-z-]+( *, *[!#$%&'*+.^_`|~0-9a-z-]+)*$/i

/**
 * Stands around the data plane alone, so the admin interface and its cookies never come here. Credentials are not
 * allowed to any origin: a page brings a key of its own, and no answer to a cookie can be read by it.
 */
export function crossOrigin(origins: readonly string[], room: Room): Room {
  if (origins.length === 0) return room
  const known: ReadonlySet<string> = new Set(origins)
  return (request) => {
    const { headers } = request
    const origin = headers.get('origin')
    const isKnown = origin !== null && known.has(origin)
    if (isKnown && request.method === 'OPTIONS' && headers.has('access-control-request-method'))
      return preflight(origin, headers)
    const answer = room(request)
    return answer instanceof Promise
      ? answer.then((one) => readable(one, isKnown, origin))
      : readable(answer, isKnown, origin)
  }
}

/** Asked by the browser before the request, without a key. */
function preflight(origin: string, asked: Headers): Response {
  const names = asked.get('access-control-request-headers') ?? ''
  const headers = new Headers({
    'access-control-allow-origin': origin,
    'access-control-allow-methods': METHODS,
    'access-control-max-age': KEPT_SECONDS,
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  })
  // By name: the star does not stand for Authorization.
  if (HEADER_NAMES.test(names)) headers.set('access-control-allow-headers', names)
  // A public page asks for leave to reach an address of this machine or network.
  if (asked.get('access-control-request-private-network') === 'true')
    headers.set('access-control-allow-private-network', 'true')
  return new Response(null, { status: 204, headers })
}

/** A cache between us must not give one origin's answer to another, nor to those that have none. */
function readable(response: Response, isKnown: boolean, origin: string | null): Response {
  response.headers.append('vary', 'Origin')
  if (isKnown && origin !== null) {
    response.headers.set('access-control-allow-origin', origin)
    response.headers.set('access-control-expose-headers', '*')
  }
  return response
}
