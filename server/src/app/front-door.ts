/** Which part of the house answers a request: the admin interface, the gateway, or one of the few open addresses. */

import { errorAnswer } from '../core/error-answer.ts'
import { GatewayError } from '../core/errors.ts'
import { isHost, splitUrl } from '../core/request-url.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type Answer = Response | Promise<Response>

export type RequestHandlers = {
  /** Null when no administrative operation has this address. */
  readonly control: (request: Request, pathname: string) => Answer | null
  readonly gateway: (request: Request) => Answer
  /** Everything outside /v1: health, documents, pages. Null: nothing is there. */
  readonly open: (request: Request, pathname: string) => Answer | null
}

export function answerAtTheDoor(request: Request, rooms: RequestHandlers): Answer {
  if (!isHost(request.headers.get('host'))) {
    return refusal(
      new GatewayError('invalid_header', {
        param: 'host',
        message: 'The Host header is not a host.',
        hint: 'Send one Host header: name or address, optional port.',
      }),
    )
  }
  if (!METHODS.has(request.method)) {
    return refusal(
      new GatewayError('method_not_allowed', { message: `${request.method} is not a method the gateway takes.` }),
    )
  }
  const { pathname } = splitUrl(request.url)
  if (pathname.startsWith('/v1/')) return rooms.control(request, pathname) ?? rooms.gateway(request)
  return rooms.open(request, pathname) ?? nothingAt(pathname)
}

export function nothingAt(pathname: string): Response {
  return refusal(new GatewayError('not_found', { message: `There is nothing at ${pathname.slice(0, 64)}.` }))
}

export function refusal(error: GatewayError): Response {
  const id = Bun.randomUUIDv7()
  const { status, headers, body } = errorAnswer(error, id, id)
  return new Response(body, { status, headers })
}
