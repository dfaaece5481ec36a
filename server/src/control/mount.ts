/** Answers administrative requests: finds the operation, checks key, scope and query, and gives its reply as JSON. */

import type { z } from 'zod'
import type { Caller } from '../core/caller.ts'
import { errorAnswer } from '../core/error-answer.ts'
import { asGatewayError, GatewayError } from '../core/errors.ts'
import { type HeaderMap, headerMap } from '../core/headers.ts'
import { addTwins, aliasesIn } from '../core/options/aliases.ts'
import { splitUrl } from '../core/request-url.ts'
import { didYouMean } from '../core/suggest.ts'
import type { Operation } from './endpoint.ts'
import { ALL_SCOPES } from './scopes.ts'

export type ControlPorts = {
  readonly authenticate: (headers: HeaderMap) => Promise<Caller>
  readonly prefixes: readonly string[]
  readonly onDefect: (error: unknown, traceId: string) => void
}

type Match = { readonly operation: Operation; readonly id: string }

export class Control {
  readonly #routes: { readonly pattern: RegExp; readonly operation: Operation }[]

  readonly #resources: ReadonlySet<string>

  constructor(
    operations: readonly Operation[],
    private readonly ports: ControlPorts,
  ) {
    this.#routes = operations.map((operation) => ({
      pattern: new RegExp(`^/v1${operation.path.replace('{id}', '([^/]+)')}$`),
      operation,
    }))
    this.#resources = new Set(operations.map((operation) => firstSegment(`/v1${operation.path}`)))
  }

  /** The operation of this method and path, 'wrong method' when only the path is ours, or null. */
  find(method: string, pathname: string): Match | 'wrong method' | null {
    // Most requests are for providers: one look at the first segment tells.
    if (!this.#resources.has(firstSegment(pathname))) return null
    let isOurs = false
    for (const { pattern, operation } of this.#routes) {
      const match = pattern.exec(pathname)
      if (!match) continue
      if (operation.method === method) return { operation, id: match[1] ?? '' }
      isOurs = true
    }
    return isOurs ? 'wrong method' : null
  }

  #methodsOf(request: Request): string {
    const { pathname } = splitUrl(request.url)
    return this.#routes
      .filter(({ pattern }) => pattern.test(pathname))
      .map(({ operation }) => operation.method)
      .join(', ')
  }

  async answer(match: Match | 'wrong method', request: Request): Promise<Response> {
    const requestId = Bun.randomUUIDv7()
    const headers = headerMap(request.headers)
    const traceId = /^[\x20-\x7e]{1,128}$/.exec(headers['x-gateway-trace-id'] ?? '')?.[0] ?? requestId
    const aliases = aliasesIn(headers, this.ports.prefixes)
    try {
      const caller = await this.ports.authenticate(headers)
      if (match === 'wrong method') throw wrongMethod(request)
      const { operation, id } = match
      permit(caller, operation)
      const query = readQuery(operation.query, new URLSearchParams(splitUrl(request.url).search))
      const reply = await operation.handle({ caller, query, id })
      const own: HeaderMap = {
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-gateway-trace-id': traceId,
        'x-gateway-request-id': requestId,
      }
      addTwins(own, aliases)
      return Response.json(reply, { headers: own })
    } catch (error) {
      const refusal = asGatewayError(error)
      if (refusal.code === 'internal_error') this.ports.onDefect(refusal.cause, traceId)
      const answer = errorAnswer(refusal, traceId, requestId)
      if (refusal.code === 'method_not_allowed') answer.headers['allow'] = this.#methodsOf(request)
      addTwins(answer.headers, aliases)
      return new Response(answer.body, { status: answer.status, headers: answer.headers })
    }
  }
}

/** `logs` of `/v1/logs/17`. */
function firstSegment(pathname: string): string {
  const end = pathname.indexOf('/', 4)
  return end < 0 ? pathname.slice(4) : pathname.slice(4, end)
}

function wrongMethod(request: Request): GatewayError {
  const path = splitUrl(request.url).pathname.slice('/v1'.length)
  return new GatewayError('method_not_allowed', {
    message: `/v1${path} is an administrative address and does not take ${request.method}.`,
    hint: `To reach a provider endpoint of that name use /v1/proxy${path}.`,
  })
}

function permit(caller: Caller, operation: Operation): void {
  const { permission } = operation
  if (permission === 'admin key') {
    if (caller.kind === 'admin') return
    throw new GatewayError('scope_missing', {
      message: `Only an Admin key may ${operation.summary.toLowerCase()}.`,
      hint: 'Use an Admin key.',
    })
  }
  if (permission === 'any key' || caller.scopes.has(ALL_SCOPES) || caller.scopes.has(permission.scope)) return
  throw new GatewayError('scope_missing', {
    message: `This key may not ${operation.summary.toLowerCase()}; it needs the scope ${permission.scope}.`,
  })
}

function readQuery(schema: z.ZodObject, search: URLSearchParams): unknown {
  const given: Record<string, string> = {}
  for (const [name, value] of search) {
    if (!Object.hasOwn(schema.shape, name)) {
      const known = Object.keys(schema.shape)
      throw new GatewayError('invalid_parameter', {
        param: name.slice(0, 64),
        message: `There is no parameter "${name.slice(0, 64)}".${didYouMean(name, known)}`,
        hint: known.length > 0 ? `Known parameters: ${known.join(', ')}.` : 'This address takes no parameters.',
      })
    }
    if (Object.hasOwn(given, name))
      throw new GatewayError('invalid_parameter', { param: name, message: `Parameter ${name} was sent twice.` })
    given[name] = value
  }
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const param = String(issue?.path[0] ?? 'query')
  throw new GatewayError('invalid_parameter', { param, message: `${param}: ${issue?.message ?? 'not valid'}.` })
}
