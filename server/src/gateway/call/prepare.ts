/** Makes the upstream request of one attempt: final bytes, address, headers. The caller's body itself is never changed. */

import type { Target } from '../../config/plan.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import { changeBody } from '../../core/body/change-body.ts'
import { type JsonObject, parseObject } from '../../core/body/json-text.ts'
import { boundaryOf, formFields } from '../../core/body/multipart.ts'
import { type EndpointName, pathOf } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { bearerToken, forwardable, type HeaderMap } from '../../core/headers.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { Call, Outgoing, Settings } from '../../providers/adapter.ts'
import { readLimited, takeBytes } from '../edge.ts'
import type { Exchange } from '../exchange.ts'
import { adaptBody, adaptEncoded, changeFor } from './adapt-body.ts'
import { type Access, originOf } from './credential.ts'
import { withUsageAsked } from './stream-usage.ts'
import { encodeBody, type Translation, translationOf } from './translation.ts'

export type PrepareRules = { readonly prefixes: readonly string[]; readonly maxBodyBytes: number }

export type Prepared = {
  readonly outgoing: Outgoing
  /** The parameters as they are sent, in the caller's format; null when the body has none that can be read. */
  readonly params: JsonObject | null
  /** Set when the provider speaks another format than the caller. */
  readonly translation: Translation | null
  /** The body that was translated, in the caller's format; null when the caller's bytes go up as they are. */
  readonly translatedFrom: Uint8Array | null
  /** The provider's settings in effect, without those of one provider key behind a virtual key. */
  readonly settings: Settings
  /** The model that serves the call, where the provider's settings or path decide it; null: the model in `params`. */
  readonly servedModel: string | null
  /** True when we asked for usage in the caller's stead: its chunk is not the caller's to see. */
  readonly hidesUsage: boolean
}

/** At once when nothing has to be waited for: a promise would cost more than most of the work. */
export function prepare(exchange: Exchange, planned: Target, access: Access, rules: PrepareRules): Awaitable<Prepared> {
  const { settings, customHost, stored } = access
  // A virtual key says anew at each attempt where it goes and how.
  const target = stored ? { ...planned, settings, customHost } : planned
  const given = bodyFor(exchange, target, rules)
  return given instanceof Promise
    ? prepareRead(exchange, target, access, given, rules)
    : prepareWith(exchange, target, access, given, rules)
}

async function prepareRead(
  exchange: Exchange,
  target: Target,
  access: Access,
  reading: Promise<Outgoing['body']>,
  rules: PrepareRules,
): Promise<Prepared> {
  return prepareWith(exchange, target, access, await reading, rules)
}

function prepareWith(
  exchange: Exchange,
  target: Target,
  { credential, settings, stored }: Access,
  given: Outgoing['body'],
  rules: PrepareRules,
): Awaitable<Prepared> {
  const { method, endpoint } = exchange.incoming
  const { provider } = target
  const params = paramsOf(exchange, target, given)
  const translation = translationOf(endpoint.name, provider, modelIn(params), params)
  const call = callOf(exchange, target, params, translation?.endpoint ?? endpoint.name)
  const url = provider.locate(call, settings)
  if (stored) checkOrigin(url, call, target, stored.key.customHost)
  const translatedFrom = translation && given instanceof Uint8Array ? given : null
  const encoded = translation && translatedFrom ? encodeBody(translatedFrom, translation) : null
  const counted = translation ? null : askedForUsage(exchange, target, given, params)
  const headers = headersFor(exchange, rules.prefixes)
  if (encoded) headers['content-type'] = 'application/json'
  const body = encoded
    ? adaptEncoded(encoded, call, target)
    : adaptBody(counted ?? given, call, target, exchange.formBoundary)
  const outgoing: Outgoing = { method, url, headers, body }
  const prepared: Prepared = {
    outgoing,
    params,
    translation,
    translatedFrom,
    settings: stored?.key.settings ?? settings,
    servedModel: provider.modelOf?.(call, settings) ?? null,
    hidesUsage: counted !== null,
  }
  const authorizing = provider.authorize(outgoing, credential, settings, exchange.caller?.workspaceId)
  if (authorizing) return onceAuthorized(authorizing, prepared, exchange, target, rules)
  addNamedHeaders(outgoing.headers, exchange, target, rules.prefixes)
  return prepared
}

async function onceAuthorized(
  authorizing: Promise<void>,
  prepared: Prepared,
  exchange: Exchange,
  target: Target,
  { prefixes }: PrepareRules,
): Promise<Prepared> {
  await authorizing
  addNamedHeaders(prepared.outgoing.headers, exchange, target, prefixes)
  return prepared
}

/** A stored credential goes only to its own origin, whatever path the request asks for there. */
function checkOrigin(url: string, call: Call, { provider, settings, place }: Target, ownHost: string | null): void {
  if (call.customHost === ownHost) return
  let own: string | null
  try {
    own = originOf(provider.locate({ ...call, customHost: ownHost }, settings))
  } catch {
    own = null
  }
  if (own === originOf(url)) return
  throw new GatewayError('credential_origin_mismatch', {
    param: place,
    message: `The credential of this virtual key goes to ${own ?? 'its own host'} only, not to ${originOf(url)}.`,
  })
}

function callOf(exchange: Exchange, target: Target, params: JsonObject | null, endpoint: EndpointName): Call {
  const { path, search, endpoint: asked } = exchange.incoming
  return {
    endpoint,
    path: endpoint === asked.name ? path : pathOf(endpoint),
    search,
    model: modelIn(params),
    isStream: params?.['stream'] === true,
    body: params,
    customHost: target.customHost,
  }
}

/** The parameters as they will be sent. */
function paramsOf(exchange: Exchange, target: Target, given: Outgoing['body']): JsonObject | null {
  const { params, formBoundary } = exchange
  if (!changesBody(target) || params === null || !(given instanceof Uint8Array)) return params
  if (formBoundary !== null) return formFields(given, formBoundary)
  const changed = parseObject(given)
  return typeof changed === 'string' ? params : changed
}

function modelIn(params: JsonObject | null): string | null {
  const model = params?.['model']
  return typeof model === 'string' ? model : null
}

function askedForUsage(
  exchange: Exchange,
  target: Target,
  given: Outgoing['body'],
  params: JsonObject | null,
): Uint8Array | null {
  if (!target.provider.streamsUsage || !(given instanceof Uint8Array)) return null
  if (params === null || exchange.formBoundary !== null) return null
  return withUsageAsked(exchange.incoming.endpoint.name, given, params)
}

/** After the credential is in place: what `forward_headers` names may stand beside it but never replace it. */
function addNamedHeaders(out: HeaderMap, exchange: Exchange, target: Target, prefixes: readonly string[]): void {
  const { headers } = exchange.incoming
  for (const name of target.forwardHeaders) {
    // The config's own check knows the usual prefixes; an operator may have set others.
    if (prefixes.some((prefix) => name.startsWith(prefix))) continue
    if (Object.hasOwn(headers, name) && !Object.hasOwn(out, name)) out[name] = headers[name]!
  }
  // A caller's own scheme (Basic, a signature) goes on as it is; a bearer value was placed by the adapter.
  const authorization = headers['authorization']
  if (target.credential.kind === 'caller' && authorization !== undefined && bearerToken(authorization) === null) {
    out['authorization'] ??= authorization
  }
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

function bodyFor(exchange: Exchange, target: Target, rules: PrepareRules): Awaitable<Outgoing['body']> {
  const { body } = exchange
  if (body.kind === 'none') return null
  if (body.kind === 'bytes') return changesBody(target) ? changed(exchange, body.bytes, target) : body.bytes
  const { endpoint, headers } = exchange.incoming
  const changesForm =
    changesBody(target) || changeFor(callOf(exchange, target, exchange.params, endpoint.name), target) !== null
  if (changesForm && boundaryOf(headers['content-type']) !== null) {
    // A form whose fields change has to be in memory, as every form below the limit would be.
    return readLimited(exchange, body.stream, rules.maxBodyBytes).then((bytes) => {
      takeBytes(exchange, bytes)
      return changesBody(target) ? changed(exchange, bytes, target) : bytes
    })
  }
  if (target.changes) exchange.warn(`${target.place}: parameter changes do not apply to a streamed upload.`)
  body.taken = true
  // Handed over as it is: 20 uploads of 20 MiB grow memory by 28 MiB this way, and by 100 MiB through a stream of our own.
  return body.stream
}

function changesBody({ changes, stripsModel }: Target): boolean {
  return changes !== null || stripsModel
}

/** Defaults fill what is absent, overrides win, drops come last (contract 1.2). */
function changed(exchange: Exchange, bytes: Uint8Array, { changes, stripsModel, place }: Target): Uint8Array {
  const { params, formBoundary } = exchange
  if (!params) {
    exchange.warn(`${place}: parameter changes apply to JSON and form bodies only.`)
    return bytes
  }
  const values = new Map<string, unknown>()
  const asked = stripsModel ? splitModel(exchange.model) : null
  if (asked !== null) values.set('model', asked.model)
  for (const [key, value] of changes?.defaults ?? []) if (!Object.hasOwn(params, key)) values.set(key, value)
  for (const [key, value] of changes?.overrides ?? []) values.set(key, value)
  return changeBody(bytes, formBoundary, values, changes?.drops ?? [])
}
