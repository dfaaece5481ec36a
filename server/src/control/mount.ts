/** Answers administrative requests: who, may it, is the input right, then the operation; refusals are written down too. */

import { errorAnswer } from '../core/error-answer.ts'
import { asGatewayError, GatewayError } from '../core/errors.ts'
import { type HeaderMap, headerMap } from '../core/headers.ts'
import { addTwins, aliasesIn } from '../core/options/aliases.ts'
import { splitUrl } from '../core/request-url.ts'
import type { NewAuditEntry } from '../core/stores/audit-entries.ts'
import { nobody, type Principal } from './access/principal.ts'
import { findReach, namedWorkspace, permit } from './access/reach.ts'
import { type AuditedCall, entryOfRefusal } from './audit-trail.ts'
import type { CallOrigin, Operation } from './endpoint.ts'
import { readBody, readQuery } from './read-input.ts'
import { type Intake, readBytes, readJson } from './read-json.ts'
import { type Match, Router } from './router.ts'
import { RunningCall, type RunningPorts } from './running-call.ts'

/** Calls without a key count together. */
const PUBLIC = 'public'

export type ControlPorts = RunningPorts & {
  /** Who sent it: the holder of a key, or a signed-in person. */
  readonly identify: (request: Request, headers: HeaderMap) => Promise<Principal>
  readonly prefixes: readonly string[]
  /** The sender's address: the socket's, or what a trusted proxy says. */
  readonly addressOf: (request: Request) => string
  readonly baseUrlOf: (request: Request) => string
  readonly intake: Intake
  readonly onDefect: (error: unknown, traceId: string) => void
}

export class Control {
  readonly #router: Router

  constructor(
    operations: readonly Operation[],
    private readonly ports: ControlPorts,
  ) {
    this.#router = new Router(operations)
  }

  find(method: string, pathname: string): Match | 'wrong method' | null {
    return this.#router.find(method, pathname)
  }

  async answer(match: Match | 'wrong method', request: Request): Promise<Response> {
    const headers = headerMap(request.headers)
    const origin = this.#originOf(request, headers)
    const aliases = aliasesIn(headers, this.ports.prefixes)
    try {
      const response = await this.#run(match, request, headers, origin)
      if (aliases.length > 0) {
        const twins: HeaderMap = { 'x-gateway-trace-id': origin.traceId, 'x-gateway-request-id': origin.requestId }
        addTwins(twins, aliases)
        for (const name in twins) response.headers.set(name, twins[name]!)
      }
      return response
    } catch (error) {
      const refusal = asGatewayError(error)
      if (refusal.cause !== undefined) this.ports.onDefect(refusal.cause, origin.traceId)
      const answer = errorAnswer(refusal, origin.traceId, origin.requestId)
      if (refusal.code === 'method_not_allowed')
        answer.headers['allow'] = this.#router.methodsOf(splitUrl(request.url).pathname)
      answer.headers['cache-control'] = 'no-store'
      addTwins(answer.headers, aliases)
      return new Response(answer.body, { status: answer.status, headers: answer.headers })
    }
  }

  async #run(
    match: Match | 'wrong method',
    request: Request,
    headers: HeaderMap,
    origin: CallOrigin,
  ): Promise<Response> {
    const isPublic = match !== 'wrong method' && match.operation.permission === 'public'
    const principal = isPublic ? nobody() : await this.ports.identify(request, headers)
    if (match === 'wrong method') throw wrongMethod(request)
    const { operation, params } = match
    const { pathname, search } = splitUrl(request.url)
    const audited: AuditedCall = { operation, principal, params, pathname, origin }
    let given: unknown = null
    const { intake } = this.ports
    const hold = isPublic ? intake.open(origin.ip, PUBLIC) : intake.open(principal.id, principal.organisationId)
    try {
      const query = readQuery(operation.query, search)
      const bytes = operation.body === null ? null : await readBytes(request, hold, isPublic, intake)
      if (operation.body !== null) given = readJson(bytes, headers)
      // Before the body is judged: whoever may not call learns nothing about what it takes.
      const named = namedWorkspace(params, query, bytes, headers)
      const reach = await findReach(principal, operation, named, this.ports.store.stores)
      permit(principal, operation, reach)
      const body = operation.body === null ? null : readBody(operation.body, given)
      return await new RunningCall({ ...audited, query, body, bytes, reach }, this.ports).answer()
    } catch (error) {
      const refusal = asGatewayError(error)
      if (operation.audit !== null && principal.id !== '') {
        const written = this.#writeDown(entryOfRefusal({ ...audited, given, search, refusal }), origin)
        // The store has kept the caller waiting for as long as it may: its entry is written once the store is back.
        if (refusal.code !== 'store_unavailable') await written
      }
      throw refusal
    } finally {
      hold.release()
    }
  }

  /** What was tried and not allowed is written down as well; that it could not be written never hides the refusal. */
  async #writeDown(entry: NewAuditEntry, origin: CallOrigin): Promise<void> {
    try {
      await this.ports.store.transact((stores) => stores.auditEntries.append(entry))
    } catch (error) {
      this.ports.onDefect(error, origin.traceId)
    }
  }

  #originOf(request: Request, headers: HeaderMap): CallOrigin {
    const requestId = Bun.randomUUIDv7()
    return {
      ip: this.ports.addressOf(request),
      userAgent: headers['user-agent']?.slice(0, 256) ?? null,
      requestId,
      traceId: /^[\x20-\x7e]{1,128}$/.exec(headers['x-gateway-trace-id'] ?? '')?.[0] ?? requestId,
      baseUrl: this.ports.baseUrlOf(request),
      headers,
    }
  }
}

function wrongMethod(request: Request): GatewayError {
  const path = splitUrl(request.url).pathname.slice('/v1'.length)
  return new GatewayError('method_not_allowed', {
    message: `/v1${path} is an administrative address and does not take ${request.method}.`,
    hint: `To reach a provider endpoint of that name use /v1/proxy${path}.`,
  })
}
