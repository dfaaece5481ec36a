/** Makes the upstream request of one attempt: final bytes, address, headers. The caller's body itself is never changed. */

import type { ParamChanges, Target } from '../../config/plan.ts'
import { dropPaths, setMembers } from '../../core/body/json-text.ts'
import { boundaryOf, changeForm } from '../../core/body/multipart.ts'
import { GatewayError } from '../../core/errors.ts'
import { bearerToken, forwardable, type HeaderMap } from '../../core/headers.ts'
import type { Outgoing } from '../../providers/adapter.ts'
import { readLimited, takeBytes } from '../edge.ts'
import type { Exchange, RequestBody } from '../exchange.ts'
import type { Load } from '../load.ts'
import { credentialOf } from './credential.ts'
import { withUsageAsked } from './stream-usage.ts'

export type PrepareRules = { readonly prefixes: readonly string[]; readonly maxBodyBytes: number; readonly load: Load }

export type Prepared = {
  readonly outgoing: Outgoing
  /** True when we asked for usage in the caller's stead: its chunk is not the caller's to see. */
  readonly hidesUsage: boolean
}

export async function prepare(exchange: Exchange, target: Target, rules: PrepareRules): Promise<Prepared> {
  const { method, endpoint, path, search } = exchange.incoming
  const { provider, settings } = target
  if (endpoint.name !== 'proxy' && !provider.endpoints.has(endpoint.name)) throw unsupported(exchange, target)
  const credential = credentialOf(exchange, target)
  const url = provider.locate(
    {
      endpoint: endpoint.name,
      path,
      search,
      model: modelOf(exchange, target),
      isStream: exchange.params?.['stream'] === true,
      body: exchange.params,
      customHost: target.customHost,
    },
    settings,
  )
  const given = await bodyFor(exchange, target, rules)
  const counted =
    provider.streamsUsage && given instanceof Uint8Array && exchange.params && exchange.formBoundary === null
      ? withUsageAsked(endpoint.name, given, exchange.params)
      : null
  const outgoing: Outgoing = { method, url, headers: headersFor(exchange, rules.prefixes), body: counted ?? given }
  await provider.authorize(outgoing, credential, settings)
  addNamedHeaders(outgoing.headers, exchange, target, rules.prefixes)
  return { outgoing, hidesUsage: counted !== null }
}

/** After the credential is in place: what `forward_headers` names may stand beside it but never replace it. */
function addNamedHeaders(out: HeaderMap, exchange: Exchange, target: Target, prefixes: readonly string[]): void {
  const { headers } = exchange.incoming
  for (const name of target.forwardHeaders) {
    // The config's own check knows the usual prefixes; an operator may have set others.
    if (prefixes.some((prefix) => name.startsWith(prefix))) continue
    const value = headers[name]
    if (value !== undefined && out[name] === undefined) out[name] = value
  }
  // A caller's own scheme (Basic, a signature) goes on as it is; a bearer value was placed by the adapter.
  const authorization = headers['authorization']
  if (target.credential.kind === 'caller' && authorization !== undefined && bearerToken(authorization) === null) {
    out['authorization'] ??= authorization
  }
}

function unsupported(exchange: Exchange, target: Target): GatewayError {
  const { endpoint, path } = exchange.incoming
  const known = [...target.provider.endpoints].join(', ')
  return new GatewayError('endpoint_unsupported', {
    param: target.place,
    message: `Provider ${target.provider.slug} has no ${endpoint.name}; it has ${known || 'pass-through only'}.`,
    hint: `Choose another provider, or reach the provider's own path as it is at /v1/proxy${path}.`,
  })
}

function headersFor(exchange: Exchange, prefixes: readonly string[]): HeaderMap {
  const { headers, endpoint } = exchange.incoming
  const out = forwardable(headers, prefixes)
  out['accept-encoding'] = (endpoint.name === 'proxy' && headers['accept-encoding']) || 'identity'
  if (exchange.body.kind === 'none') {
    if (exchange.incoming.method === 'GET') delete out['content-type']
  } else if (exchange.body.kind === 'stream' && exchange.body.sizeBytes !== null) {
    out['content-length'] = String(exchange.body.sizeBytes)
  }
  return out
}

async function bodyFor(
  exchange: Exchange,
  target: Target,
  rules: PrepareRules,
): Promise<Uint8Array | ReadableStream<Uint8Array> | null> {
  const { body } = exchange
  if (body.kind === 'none') return null
  if (body.kind === 'bytes')
    return target.changes ? changed(exchange, body.bytes, target.changes, target.place) : body.bytes
  if (target.changes && boundaryOf(exchange.incoming.headers['content-type']) !== null) {
    // A form whose fields change has to be in memory, as every form below the limit would be.
    const bytes = await readLimited(exchange, body.stream, rules.maxBodyBytes, rules.load)
    takeBytes(exchange, bytes)
    return changed(exchange, bytes, target.changes, target.place)
  }
  if (target.changes) exchange.warn(`${target.place}: parameter changes do not apply to a streamed upload.`)
  return moving(exchange, body)
}

/** An upload that moves is no silent provider, however long it takes. */
function moving(exchange: Exchange, body: RequestBody & { kind: 'stream' }): ReadableStream<Uint8Array> {
  let reader: { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> } | null = null
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Only now: a target that refused the connection has taken nothing.
        reader ??= body.stream.getReader()
        body.taken = true
        const { done, value } = await reader.read()
        exchange.touch()
        if (done || value === undefined) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Defaults fill what is absent, overrides win, drops come last (contract 1.2). */
function changed(exchange: Exchange, bytes: Uint8Array, changes: ParamChanges, place: string): Uint8Array {
  const { params, formBoundary } = exchange
  if (!params) {
    exchange.warn(`${place}: parameter changes apply to JSON and form bodies only.`)
    return bytes
  }
  const values = new Map<string, unknown>()
  for (const [key, value] of changes.defaults) if (!Object.hasOwn(params, key)) values.set(key, value)
  for (const [key, value] of changes.overrides) values.set(key, value)
  if (formBoundary !== null) {
    const drops = new Set(changes.drops.filter((path) => path.length === 1).map((path) => String(path[0])))
    return changeForm(bytes, formBoundary, values, drops) ?? bytes
  }
  const set = values.size > 0 ? setMembers(bytes, values) : bytes
  return changes.drops.length > 0 ? dropPaths(set, changes.drops) : set
}

function modelOf(exchange: Exchange, target: Target): string | null {
  const override =
    target.changes?.overrides.get('model') ??
    (exchange.model === null ? target.changes?.defaults.get('model') : undefined)
  return typeof override === 'string' ? override : exchange.model
}
