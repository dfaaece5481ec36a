/** Handles admin API requests: authenticates, authorizes, validates, runs the operation, and audits rejected calls. */

import { errorResponse } from '../core/error-response.ts'
import { asGatewayError, GatewayError } from '../core/errors.ts'
import { type HeaderMap, headerMap } from '../core/headers.ts'
import { addAliasHeaders, aliasesIn } from '../core/options/aliases.ts'
import { splitUrl } from '../core/request-url.ts'
import type { NewAuditEntry } from '../core/stores/audit-entries.ts'
import { actingAs, anonymousPrincipal, type Principal } from './access/principal.ts'
import { findReach, namedWorkspace, permit } from './access/reach.ts'
import { AdminCall, type AdminCallPorts } from './admin-call.ts'
import { type AuditedCall, entryOfRejection } from './audit-log/audit-entry.ts'
import { type CallOriginPorts, callOrigin } from './call-origin.ts'
import type { CallOrigin, Operation } from './endpoint.ts'
import { type Intake, isForm, readBytes, readForm, readJson } from './read-body.ts'
import { readBody, readQuery } from './read-input.ts'
import { type Match, Router } from './router.ts'
import { requireConfirmed, requireEnrolled } from './second-factors/require-factor.ts'
import { acceptUnknown } from './unknown-fields.ts'

/** Memory for request bodies is limited per organisation; requests without a key share this group. */
const PUBLIC = 'public'

export type AdminApiPorts = AdminCallPorts &
  CallOriginPorts & {
    /** Authenticates the request by its API key or session. */
    readonly identify: (request: Request, headers: HeaderMap) => Promise<Principal>
    readonly prefixes: readonly string[]
    readonly intake: Intake
    readonly onDefect: (error: unknown, traceId: string) => void
  }

export class AdminApi {
  readonly #router: Router

  constructor(
    operations: readonly Operation[],
    private readonly ports: AdminApiPorts,
  ) {
    this.#router = new Router(operations)
  }

  find(method: string, pathname: string): Match | 'wrong method' | null {
    return this.#router.find(method, pathname)
  }

  async handle(match: Match | 'wrong method', request: Request): Promise<Response> {
    const headers = headerMap(request.headers)
    const sent = callOrigin(request, headers, this.ports)
    const traceId = /^[\x20-\x7e]{1,128}$/.exec(headers['x-gateway-trace-id'] ?? '')?.[0] ?? sent.requestId
    const origin = { ...sent, traceId }
    const aliases = aliasesIn(headers, this.ports.prefixes)
    try {
      const response = await this.#run(match, request, headers, origin)
      if (aliases.length > 0) {
        const twins: HeaderMap = { 'x-gateway-trace-id': origin.traceId, 'x-gateway-request-id': origin.requestId }
        addAliasHeaders(twins, aliases)
        for (const name in twins) response.headers.set(name, twins[name]!)
      }
      return response
    } catch (error) {
      const refusal = asGatewayError(error)
      if (refusal.cause !== undefined) this.ports.onDefect(refusal.cause, origin.traceId)
      const answer = errorResponse(refusal, origin.traceId, origin.requestId, origin.baseUrl)
      if (refusal.code === 'method_not_allowed')
        answer.headers['allow'] = this.#router.methodsOf(splitUrl(request.url).pathname)
      answer.headers['cache-control'] = 'no-store'
      addAliasHeaders(answer.headers, aliases)
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
    const caller = isPublic ? anonymousPrincipal() : await this.ports.identify(request, headers)
    if (match === 'wrong method') throw wrongMethod(request, this.#router.methodsOf(splitUrl(request.url).pathname))
    const { operation, params } = match
    const { permission } = operation
    const principal =
      typeof permission === 'object' ? actingAs(caller, [permission.scope, ...(permission.or ?? [])]) : caller
    const { pathname, search } = splitUrl(request.url)
    const audited: AuditedCall = { operation, principal, params, pathname, origin }
    let given: unknown = null
    const { intake } = this.ports
    const hold = isPublic ? intake.open(origin.ip, PUBLIC) : intake.open(principal.id, principal.organisationId)
    try {
      requireEnrolled(operation, principal)
      const warnings: string[] = []
      const accept = acceptUnknown({ operation, params, organisationId: principal.organisationId }, warnings)
      const query = readQuery(operation.query, search, accept)
      const bytes = operation.body === null ? null : await readBytes(request, hold, isPublic, intake)
      const isAsForm = operation.bodyFormat === 'form' && isForm(headers)
      if (operation.body !== null) given = isAsForm ? readForm(bytes) : readJson(bytes, headers)
      // Authorize before validating the body: callers without permission learn nothing about the expected fields.
      const named = namedWorkspace(params, query, isAsForm ? null : bytes, headers)
      const reach = await findReach(principal, operation, named, this.ports.store.stores)
      permit(principal, operation, reach)
      await requireConfirmed(operation, principal, origin, this.ports)
      const body = operation.body === null ? null : readBody(operation.body, given, accept)
      return await new AdminCall({ ...audited, query, body, bytes, reach, warnings }, this.ports).run()
    } catch (error) {
      const refusal = asGatewayError(error)
      if (operation.audit !== null && principal.id !== '') {
        const written = this.#auditRejection(entryOfRejection({ ...audited, given, search, refusal }), origin)
        // If the store is unavailable, the caller has already waited for it, so the entry is written in the background.
        if (refusal.code !== 'store_unavailable') await written
      }
      throw refusal
    } finally {
      hold.release()
    }
  }

  /** Audits a rejected call. If the write fails, the caller still gets the original error. */
  async #auditRejection(entry: NewAuditEntry, origin: CallOrigin): Promise<void> {
    try {
      await this.ports.store.transact((stores) => stores.auditEntries.append(entry))
    } catch (error) {
      this.ports.onDefect(error, origin.traceId)
    }
  }
}

function wrongMethod(request: Request, methods: string): GatewayError {
  const path = splitUrl(request.url).pathname.slice('/v1'.length)
  return new GatewayError('method_not_allowed', {
    message: `The admin API path /v1${path} does not support ${request.method}.`,
    hint: `It supports ${methods}. To call a provider endpoint with this path, use /v1/proxy${path}.`,
  })
}
