/** Routes a request to the admin API, the gateway, or a public path such as /healthz. */

import { isAzureRoot } from '../core/azure-paths.ts'
import { errorResponse as describeError } from '../core/error-response.ts'
import { GatewayError } from '../core/errors.ts'
import { isGeminiPath } from '../core/gemini-paths.ts'
import { isHost, splitUrl } from '../core/request-url.ts'
import { isSocketPath, opensSocket } from '../gateway/sockets/socket-request.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type Responding = Response | Promise<Response>

export type RequestHandlers = {
  /** The address under which the caller reaches this gateway. */
  readonly baseUrlOf: (request: Request) => string
  /** Returns null if no admin operation has this path. */
  readonly control: (request: Request, pathname: string) => Responding | null
  readonly gateway: (request: Request) => Responding
  /** Paths outside /v1: health, documents, pages. Returns null if the path is unknown. */
  readonly open: (request: Request, pathname: string) => Responding | null
}

export function routeRequest(request: Request, handlers: RequestHandlers): Responding {
  if (!isHost(request.headers.get('host'))) {
    return errorResponse(
      new GatewayError('invalid_header', {
        param: 'host',
        message: 'The Host header is not a valid host.',
        hint: 'Send one Host header: name or address, optional port.',
      }),
      handlers.baseUrlOf(request),
    )
  }
  if (!METHODS.has(request.method)) {
    return errorResponse(
      new GatewayError('method_not_allowed', { message: `${request.method} is not a method the gateway accepts.` }),
      handlers.baseUrlOf(request),
    )
  }
  const { pathname } = splitUrl(request.url)
  if (opensSocket(request) && isSocketPath(pathname)) return handlers.gateway(request)
  if (pathname.startsWith('/v1/')) return handlers.control(request, pathname) ?? handlers.gateway(request)
  if (isGeminiPath(pathname) || isAzureRoot(pathname)) return handlers.gateway(request)
  return handlers.open(request, pathname) ?? notFound(pathname, handlers.baseUrlOf(request))
}

export function notFound(pathname: string, baseUrl: string): Response {
  const error = new GatewayError('not_found', { message: `No endpoint at ${pathname.slice(0, 64)}.` })
  return errorResponse(error, baseUrl)
}

export function errorResponse(error: GatewayError, baseUrl: string): Response {
  const id = Bun.randomUUIDv7()
  const { status, headers, body } = describeError(error, id, id, baseUrl)
  return new Response(body, { status, headers })
}
