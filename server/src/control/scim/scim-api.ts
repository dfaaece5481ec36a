/** The SCIM 2.0 endpoint at /scim/v2 (RFC 7644). Runs each request in a transaction with its audit entry; logs it. */

import { z } from 'zod'
import { asGatewayError, GatewayError } from '../../core/errors.ts'
import { type HeaderMap, headerMap } from '../../core/headers.ts'
import { isObject, type JsonObject } from '../../core/json.ts'
import { decodedPart, splitUrl } from '../../core/request-url.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Principal } from '../access/principal.ts'
import { findReach } from '../access/reach.ts'
import type { AdminApiPorts } from '../admin-api.ts'
import { AdminCall } from '../admin-call.ts'
import { type AuditedCall, entryOfRejection } from '../audit-log/audit-entry.ts'
import { callOrigin } from '../call-origin.ts'
import { type CallOrigin, endpoint, type Operation } from '../endpoint.ts'
import { readBytes, readJson } from '../read-body.ts'
import { type Filter, matches, memberNamed, parseFilter } from './filter.ts'
import { groups } from './groups.ts'
import { type Projection, project, type Resource, readProjection } from './representation.ts'
import type { ResourceHandler, ScimCall } from './resource-handler.ts'
import { LIST_SCHEMA, MAX_RESULTS, resourceTypes, schemas, serviceProviderConfig } from './schemas.ts'
import { errorBody, fromGatewayError, ScimError } from './scim-error.ts'
import { users } from './users.ts'

export const SCIM_SCOPE = 'scim.provision'
const ROOT = '/scim/v2'
const DEFAULT_RESULTS = 100
/** Maximum number of resources to read for a filter that the store cannot apply itself. */
const MAX_SCANNED = 100_000
const SCAN_SIZE = 500
const KEPT_MS = 7 * 86_400_000
const KEPT_REQUESTS = 10_000
/** Old log entries are deleted once per this many requests. */
const SWEEP_EVERY = 100
const MAX_PATH = 512
const MAX_DETAIL = 512

export function isScimPath(pathname: string): boolean {
  return pathname === ROOT || pathname.startsWith(`${ROOT}/`)
}

type Answer = {
  readonly status: number
  readonly body: object | null
  readonly headers?: Readonly<Record<string, string>>
  /** The resource name, for the log. */
  readonly name?: string | null
}

type Requested = {
  readonly request: Request
  readonly headers: HeaderMap
  readonly origin: CallOrigin
  readonly principal: Principal
  readonly segments: readonly string[]
  readonly search: string
  readonly pathname: string
  readonly base: string
}

export class ScimApi {
  #count = 0

  constructor(private readonly ports: AdminApiPorts) {}

  async handle(request: Request): Promise<Response> {
    const startMs = performance.now()
    const headers = headerMap(request.headers)
    const origin = callOrigin(request, headers, this.ports)
    const { pathname, search } = splitUrl(request.url)
    let principal: Principal | null = null
    let answer: Answer
    try {
      principal = await this.ports.identify(request, headers)
      requireScope(principal)
      const segments = pathname
        .slice(ROOT.length)
        .split('/')
        .filter((part) => part !== '')
        .map(decodedPart)
      const base = `${origin.baseUrl}${ROOT}`
      answer = await this.#answer({ request, headers, origin, principal, segments, search, pathname, base })
    } catch (error) {
      answer = this.#refusal(error, origin)
    }
    if (principal) await this.#log(principal, request, pathname + search, answer, performance.now() - startMs)
    return respond(answer, origin)
  }

  #refusal(error: unknown, origin: CallOrigin): Answer {
    const known = error instanceof ScimError ? error : null
    const failure = known ? null : asGatewayError(error)
    if (failure?.cause !== undefined) this.ports.onDefect(failure.cause, origin.traceId)
    const refusal = known ?? fromGatewayError(failure!)
    const headers = refusal.status === 401 ? { 'www-authenticate': 'Bearer realm="scim"' } : {}
    return { status: refusal.status, body: errorBody(refusal), headers }
  }

  async #answer(requested: Requested): Promise<Answer> {
    const { segments, request, base } = requested
    const [first = '', id, ...rest] = segments
    const { method } = request
    if (rest.length > 0) throw notFound(requested)
    switch (first) {
      case '.search':
        if (method !== 'POST' || id !== undefined) throw notFound(requested)
        return this.#search([users, groups], requested)
      case 'ServiceProviderConfig':
        if (id !== undefined) throw notFound(requested)
        return readable(method, { status: 200, body: serviceProviderConfig(base) })
      case 'ResourceTypes':
        return readable(method, discovered(requested, resourceTypes(base), id))
      case 'Schemas':
        return readable(method, discovered(requested, schemas(base), id))
      case 'Users':
      case 'Groups': {
        const handler = first === 'Users' ? users : groups
        if (id === undefined) return this.#collection(handler, requested)
        if (id === '.search' && method === 'POST') return this.#search([handler], requested)
        return this.#resource(handler, id, requested)
      }
      case 'Bulk':
      case 'Me':
        throw new ScimError(501, `${first} is not supported.`)
      default:
        throw notFound(requested)
    }
  }

  async #collection(handler: ResourceHandler, requested: Requested): Promise<Answer> {
    const { request, search } = requested
    if (request.method === 'POST') return this.#change(handler, requested, null)
    if (request.method !== 'GET') throw wrongMethod(requested, 'GET, POST')
    const query = new URLSearchParams(search)
    return this.#list([handler], requested, {
      filter: query.get('filter'),
      startIndex: query.get('startIndex'),
      count: query.get('count'),
      ...projectionOf(query),
    })
  }

  /** Reads the list parameters from the body, because filters may be too long or too private for a URL. */
  async #search(handlers: readonly ResourceHandler[], requested: Requested): Promise<Answer> {
    const body = await this.#read(requested)
    const text = (name: string) => {
      const value = memberNamed(body, name.toLowerCase())
      return value === undefined || value === null ? null : String(value)
    }
    const list = (name: string) => {
      const value = memberNamed(body, name.toLowerCase())
      return Array.isArray(value) ? value.map(String) : []
    }
    return this.#list(handlers, requested, {
      filter: text('filter'),
      startIndex: text('startIndex'),
      count: text('count'),
      only: list('attributes'),
      without: list('excludedAttributes'),
    })
  }

  async #list(handlers: readonly ResourceHandler[], { principal, base }: Requested, given: ListQuery): Promise<Answer> {
    const { stores } = this.ports.store
    const { organisationId } = principal
    const projection = readProjection(given.only, given.without)
    const filter = given.filter === null || given.filter.trim() === '' ? null : parseFilter(given.filter)
    const startIndex = Math.max(1, numberOf('startIndex', given.startIndex) ?? 1)
    const count = Math.min(MAX_RESULTS, Math.max(0, numberOf('count', given.count) ?? DEFAULT_RESULTS))
    const slice = { offset: startIndex - 1, limit: count }
    const [only, another] = handlers
    const direct =
      only && another === undefined
        ? await only.list(stores, organisationId, filter, slice, { base, projection })
        : null
    const { total, resources } = direct?.isFiltered
      ? direct
      : await scan(handlers, stores, organisationId, filter, slice, base)
    const body = {
      schemas: [LIST_SCHEMA],
      totalResults: total,
      startIndex,
      itemsPerPage: resources.length,
      Resources: resources.map((one) => project(one, projection)),
    }
    return { status: 200, body, name: given.filter?.slice(0, 256) ?? null }
  }

  async #resource(handler: ResourceHandler, id: string, requested: Requested): Promise<Answer> {
    const { request, principal, base, search, headers } = requested
    if (request.method !== 'GET') {
      if (!['PUT', 'PATCH', 'DELETE'].includes(request.method)) throw wrongMethod(requested, 'GET, PUT, PATCH, DELETE')
      return this.#change(handler, requested, id)
    }
    const { only, without } = projectionOf(new URLSearchParams(search))
    const projection = readProjection(only, without)
    const found = await handler.find(this.ports.store.stores, principal.organisationId, id, { base, projection })
    if (found === null) throw new ScimError(404, `No ${handler.type.toLowerCase()} has the id ${id.slice(0, 64)}.`)
    const { version } = found.meta
    if (isNamed(headers['if-none-match'], version)) return { status: 304, body: null, headers: { etag: version } }
    return { status: 200, body: project(found, projection), headers: { etag: version }, name: nameOf(found) }
  }

  async #change(handler: ResourceHandler, requested: Requested, id: string | null): Promise<Answer> {
    const { principal, origin, pathname, request, search } = requested
    const operation = operationOf(handler, request.method)
    const params: Readonly<Record<string, string>> = id === null ? {} : { id }
    const audited: AuditedCall = { operation, principal, params, pathname, origin }
    let given: JsonObject = {}
    try {
      const { only, without } = projectionOf(new URLSearchParams(search))
      const projection = readProjection(only, without)
      if (request.method !== 'DELETE') given = await this.#read(requested)
      const reach = await findReach(principal, operation, null, this.ports.store.stores)
      const admin = new AdminCall({ ...audited, query: {}, body: given, bytes: null, reach, warnings: [] }, this.ports)
      const call = scimCall(admin, requested)
      return await admin.change(async (stores) => {
        if (id === null) return shown(await handler.create(call, stores, given), 201, projection)
        if (request.method === 'PUT') return shown(await handler.replace(call, stores, id, given), 200, projection)
        if (request.method === 'PATCH') return shown(await handler.patch(call, stores, id, given), 200, projection)
        await handler.remove(call, stores, id)
        return { status: 204, body: null, name: null }
      })
    } catch (error) {
      const refusal = error instanceof ScimError ? asRefusal(error) : asGatewayError(error)
      await this.#auditRejection({ ...audited, given, search, refusal }, origin)
      throw error
    }
  }

  async #auditRejection(refused: Parameters<typeof entryOfRejection>[0], origin: CallOrigin): Promise<void> {
    try {
      await this.ports.store.transact((stores) => stores.auditEntries.append(entryOfRejection(refused)))
    } catch (error) {
      this.ports.onDefect(error, origin.traceId)
    }
  }

  async #read({ request, headers, principal }: Requested): Promise<JsonObject> {
    const { intake } = this.ports
    const hold = intake.open(principal.id, principal.organisationId)
    try {
      const body = readJson(await readBytes(request, hold, false, intake), headers)
      if (!isObject(body)) throw new ScimError(400, 'The body must be a JSON object.', 'invalidSyntax')
      return body
    } finally {
      hold.release()
    }
  }

  /** If the log cannot be written, the request does not fail, because the audit log has every change. */
  async #log(principal: Principal, request: Request, path: string, answer: Answer, durationMs: number): Promise<void> {
    const { detail } = (answer.status >= 400 ? answer.body : {}) as { readonly detail?: string }
    const atMs = Date.now()
    try {
      const { scim } = this.ports.store.stores
      await scim.addRequest({
        id: Bun.randomUUIDv7(),
        organisationId: principal.organisationId,
        atMs,
        keyId: principal.id,
        keyName: principal.name,
        method: request.method,
        path: path.slice(0, MAX_PATH).toWellFormed(),
        status: answer.status,
        detail: detail?.slice(0, MAX_DETAIL).toWellFormed() ?? null,
        resourceName: answer.name ?? null,
        durationMs: Math.round(durationMs),
      })
      if (this.#count++ % SWEEP_EVERY === 0) await scim.removeRequests(atMs - KEPT_MS, KEPT_REQUESTS)
    } catch (error) {
      this.ports.onDefect(error, 'none')
    }
  }
}

type ListQuery = {
  readonly filter: string | null
  readonly startIndex: string | null
  readonly count: string | null
  readonly only: readonly string[]
  readonly without: readonly string[]
}

/** Applies a filter that the store cannot apply, by reading all resources in order. */
async function scan(
  handlers: readonly ResourceHandler[],
  stores: Stores,
  organisationId: string,
  filter: Filter | null,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  base: string,
): Promise<{ readonly total: number; readonly resources: readonly Resource[] }> {
  const resources: Resource[] = []
  let total = 0
  let scanned = 0
  for (const handler of handlers) {
    for (let read = 0; ; read += SCAN_SIZE) {
      const slice = { offset: read, limit: SCAN_SIZE }
      const page = await handler.list(stores, organisationId, null, slice, { base, projection: null, needsAll: true })
      for (const one of page.resources) {
        if (filter !== null && !matches(filter, one)) continue
        if (total >= offset && resources.length < limit) resources.push(one)
        total++
      }
      if (page.resources.length < SCAN_SIZE) break
      scanned += SCAN_SIZE
      if (scanned >= MAX_SCANNED) throw tooMany()
    }
  }
  return { total, resources }
}

function tooMany(): ScimError {
  return new ScimError(
    400,
    `The search reads more than ${MAX_SCANNED} resources. Filter by userName, externalId, displayName or id with eq.`,
    'tooMany',
  )
}

/** Accepts only keys, so that a browser cannot provision users with its cookie. */
function requireScope(principal: Principal): void {
  if (principal.type !== 'api_key')
    throw new ScimError(401, 'Send an Admin API key as bearer token. Sessions cannot use SCIM.')
  if (!principal.isOrganisationWide || !principal.holds(SCIM_SCOPE, null))
    throw new ScimError(403, `This key may not use SCIM: it needs to be an Admin key with the scope ${SCIM_SCOPE}.`)
}

function scimCall(admin: AdminCall, { principal, headers, base }: Requested): ScimCall {
  return {
    nowMs: admin.nowMs,
    announce: admin.announce,
    note: admin.note,
    organisationId: principal.organisationId,
    base,
    requireVersion: (version) => {
      const wanted = headers['if-match']
      if (wanted !== undefined && !isNamed(wanted, version))
        throw new ScimError(412, 'The resource has changed since it was read. Read it again, then repeat the change.')
    },
  }
}

/** Whether a list of entity tags contains this version. Weak and strong tags are equal here: each names one version. */
function isNamed(tags: string | undefined, version: string): boolean {
  if (tags === undefined) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return tags.split(',', 100).some((tag) => tag.trim() === '*' || bare(tag) === bare(version))
}

const VERBS = { POST: 'create', PUT: 'update', PATCH: 'update', DELETE: 'delete' } as const

/** The operation named in the audit log. It is not registered in the router of the admin API. */
function operationOf({ type, path }: ResourceHandler, method: string): Operation {
  const kind = `scim_${type.toLowerCase()}`
  const verb = VERBS[method as keyof typeof VERBS]
  return {
    ...endpoint({
      name: `${kind}s.${verb}`,
      // The admin API has no PATCH. The cast lets the audit log show the method that was sent.
      method: method as Operation['method'],
      path: `${ROOT}/${path}`,
      summary: `${verb} a SCIM ${type.toLowerCase()}`,
      permission: { scope: SCIM_SCOPE },
      audit: `${kind}.${verb}`,
      reply: z.object({}),
      handle: async () => ({}),
    }),
  }
}

function asRefusal({ status, detail }: ScimError): GatewayError {
  const code = status === 404 ? 'not_found' : status === 409 ? 'conflict' : 'invalid_body'
  return new GatewayError(code, { message: detail })
}

function shown(resource: Resource, status: number, projection: Projection): Answer {
  const { version, location } = resource.meta as { readonly version: string; readonly location: string }
  const headers = { etag: version, ...(status === 201 && { location }) }
  return { status, body: project(resource, projection), headers, name: nameOf(resource) }
}

function nameOf(resource: Resource): string | null {
  const name = resource['userName'] ?? resource['displayName']
  return typeof name === 'string' ? name : null
}

function readable(method: string, answer: Answer): Answer {
  if (method === 'GET') return answer
  throw new ScimError(405, `This path supports GET only, not ${method}.`)
}

function discovered(
  requested: Requested,
  all: readonly (object & { readonly id: string })[],
  id: string | undefined,
): Answer {
  if (new URLSearchParams(requested.search).has('filter'))
    throw new ScimError(403, 'ResourceTypes and Schemas cannot be filtered.')
  if (id === undefined) {
    const body = {
      schemas: [LIST_SCHEMA],
      totalResults: all.length,
      startIndex: 1,
      itemsPerPage: all.length,
      Resources: all,
    }
    return { status: 200, body }
  }
  const found = all.find((one) => one.id.toLowerCase() === id.toLowerCase())
  if (!found) throw notFound(requested)
  return { status: 200, body: found }
}

function projectionOf(query: URLSearchParams): Pick<ListQuery, 'only' | 'without'> {
  const list = (name: string) =>
    (query.get(name) ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
  return { only: list('attributes'), without: list('excludedAttributes') }
}

function numberOf(name: string, text: string | null): number | null {
  if (text === null || text === '') return null
  if (!/^-?\d{1,9}$/.test(text)) throw new ScimError(400, `${name} must be a whole number.`, 'invalidValue')
  return Number(text)
}

function notFound({ pathname }: Requested): ScimError {
  return new ScimError(404, `No endpoint at ${pathname.slice(0, 128)}.`)
}

function wrongMethod({ pathname, request }: Requested, allowed: string): ScimError {
  return new ScimError(405, `${pathname.slice(0, 128)} does not support ${request.method}. It supports ${allowed}.`)
}

function respond({ status, body, headers }: Answer, { requestId, traceId }: CallOrigin): Response {
  return new Response(body === null ? null : JSON.stringify(body), {
    status,
    headers: {
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-gateway-trace-id': traceId,
      'x-gateway-request-id': requestId,
      ...(body !== null && { 'content-type': 'application/scim+json; charset=utf-8' }),
      ...headers,
    },
  })
}
