/** Routes a request to the admin API, the gateway, or a public path such as /healthz. */

import { errorAnswer } from '../core/error-answer.ts'
import { GatewayError } from '../core/errors.ts'
import { isHost, splitUrl } from '../core/request-url.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type Responding = Response | Promise<Response>

export type RequestHandlers = {
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
    )
  }
  if (!METHODS.has(request.method)) {
    return errorResponse(
      new GatewayError('method_not_allowed', { message: `${request.method} is not a method the gateway accepts.` }),
    )
  }
  const { pathname } = splitUrl(request.url)
  if (pathname.startsWith('/v1/')) return handlers.control(request, pathname) ?? handlers.gateway(request)
  return handlers.open(request, pathname) ?? notFound(pathname)
}

export function notFound(pathname: string): Response {
  return errorResponse(new GatewayError('not_found', { message: `There is nothing at ${pathname.slice(0, 64)}.` }))
}

export function errorResponse(error: GatewayError): Response {
  const id = Bun.randomUUIDv7()
  const { status, headers, body } = errorAnswer(error, id, id)
  return new Response(body, { status, headers })
}
