/** Makes the upstream request of one attempt: final bytes, address, headers. The caller's body itself is never changed. */

import type { Target } from '../../config/plan.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import { boundaryOf } from '../../core/body/multipart.ts'
import { GatewayError } from '../../core/errors.ts'
import { bearerToken, forwardable, type HeaderMap } from '../../core/headers.ts'
import type { Awaitable } from '../../core/ports.ts'
import type { SentBody } from '../../core/record.ts'
import { RequestEcho } from '../../dialects/request-echo.ts'
import type { Call, Outgoing, Settings } from '../../providers/adapter.ts'
import { readLimited, takeBytes } from '../edge.ts'
import type { Exchange } from '../exchange.ts'
import type { LargeBodies } from '../large/body-workers.ts'
import type { Repeated } from '../large/jobs.ts'
import { errorReceived } from '../large/transfer-error.ts'
import type { Attached } from '../limits/attachments.ts'
import { changeFor } from './adapt-body.ts'
import { type Access, originOf } from './credential.ts'
import { type Asked, callOf, changeParams, changesBody, finalBody, modelIn, readChanged } from './make-body.ts'
import { type Translation, translationOf } from './translation.ts'

export type PrepareRules = {
  readonly prefixes: readonly string[]
  readonly maxBodyBytes: number
  readonly bodies: LargeBodies
}

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
  /** Of a large body, of which `params` is only the outline. */
  readonly attached?: Attached
  /** Of a large body: what was sent compared with what the caller sent. */
  readonly difference?: SentBody | null
}

/** At once when nothing has to be waited for: a promise would cost more than most of the work. */
export function prepare(exchange: Exchange, planned: Target, access: Access, rules: PrepareRules): Awaitable<Prepared> {
  const { settings, customHost, stored } = access
  // A virtual key says anew at each attempt where it goes and how.
  const target = stored ? { ...planned, settings, customHost } : planned
  const large = largeBody(exchange, rules)
  if (large) return prepareLarge(exchange, target, access, large, rules)
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
  access: Access,
  given: Outgoing['body'],
  rules: PrepareRules,
): Awaitable<Prepared> {
  const { formBoundary } = exchange
  const params = paramsOf(exchange, target, given)
  const { translation, call, url, servedModel } = locate(exchange, target, access, params)
  const { body, isEncoded, hidesUsage } = finalBody({
    given,
    params,
    call,
    asked: askedOf(exchange),
    target,
    translation,
    boundary: formBoundary,
  })
  const translatedFrom = isEncoded && given instanceof Uint8Array ? given : null
  return authorized(exchange, target, access, rules, {
    url,
    body,
    params,
    translation,
    translatedFrom,
    servedModel,
    hidesUsage,
  })
}

/** A large body is changed and translated by a worker: meanwhile the main thread serves others. */
async function prepareLarge(
  exchange: Exchange,
  target: Target,
  access: Access,
  bytes: Uint8Array,
  rules: PrepareRules,
): Promise<Prepared> {
  const { provider, settings, customHost, changes, stripsModel } = target
  const {
    outline: params,
    attached,
    made,
  } = await rules.bodies.make(exchange, {
    ...askedOf(exchange),
    bytes,
    provider: provider.slug,
    settings,
    customHost,
    changes,
    stripsModel,
    keepsSource: target.cache !== null,
  })
  // Its errors come before those of the translation, as they do for a small body.
  const { translation: found, url, servedModel } = locate(exchange, target, access, params)
  if ('code' in made) throw errorReceived(made)
  const source = made.source ?? bytes
  const translation = found && made.repeated && repeating(found, made.repeated)
  return authorized(exchange, target, access, rules, {
    url,
    body: made.body ?? bytes,
    params,
    translation,
    translatedFrom: translation ? source : null,
    servedModel,
    hidesUsage: made.hidesUsage,
    attached,
    difference: made.difference,
  })
}

/** With the members of the request that the answer repeats, in place of the outline. */
function repeating(translation: Translation, { request, echo }: Repeated): Translation {
  const small = { ...translation, request, context: { ...translation.context, request } }
  if (!echo) return small
  return { ...small, echo: new RequestEcho(echo.members, echo.customTools), largeTexts: echo }
}

/** Null for a body that is small, streamed, or cannot be read. */
function largeBody({ body, params, formBoundary }: Exchange, { bodies }: PrepareRules): Uint8Array | null {
  if (body.kind !== 'bytes' || params === null || formBoundary !== null) return null
  return bodies.isLarge(body.bytes) ? body.bytes : null
}

function askedOf({ incoming }: Exchange): Asked {
  const { endpoint, path, search } = incoming
  return { endpoint: endpoint.name, path, search }
}

function locate(exchange: Exchange, target: Target, { settings, stored }: Access, params: JsonObject | null) {
  const asked = askedOf(exchange)
  const { provider } = target
  const translation = translationOf(asked.endpoint, provider, modelIn(params), params)
  const call = callOf(asked, target, params, translation?.endpoint ?? asked.endpoint)
  const url = provider.locate(call, settings)
  if (stored) checkOrigin(url, call, target, stored.key.customHost)
  return { translation, call, url, servedModel: provider.modelOf?.(call, settings) ?? null }
}

type Parts = Omit<Prepared, 'outgoing' | 'settings'> & { readonly url: string; readonly body: Outgoing['body'] }

function authorized(
  exchange: Exchange,
  target: Target,
  { credential, settings, stored }: Access,
  rules: PrepareRules,
  { url, body, ...rest }: Parts,
): Awaitable<Prepared> {
  const headers = headersFor(exchange, rules.prefixes)
  if (rest.translatedFrom) headers['content-type'] = 'application/json'
  const outgoing: Outgoing = { method: exchange.incoming.method, url, headers, body }
  const prepared: Prepared = { outgoing, ...rest, settings: stored?.key.settings ?? settings }
  const authorizing = target.provider.authorize(outgoing, credential, settings, exchange.caller?.workspaceId)
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
function checkOrigin(
  url: string,
  call: Call,
  { provider, settings, configPath }: Target,
  ownHost: string | null,
): void {
  if (call.customHost === ownHost) return
  let own: string | null
  try {
    own = originOf(provider.locate({ ...call, customHost: ownHost }, settings))
  } catch {
    own = null
  }
  if (own === originOf(url)) return
  throw new GatewayError('credential_origin_mismatch', {
    param: configPath,
    message: `The credential of this virtual key goes to ${own ?? 'its own host'} only, not to ${originOf(url)}.`,
  })
}

/** The parameters as they will be sent. */
function paramsOf(exchange: Exchange, target: Target, given: Outgoing['body']): JsonObject | null {
  const { params, formBoundary } = exchange
  if (!changesBody(target) || params === null || !(given instanceof Uint8Array)) return params
  return readChanged(given, params, formBoundary)
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
    changesBody(target) || changeFor(callOf(askedOf(exchange), target, exchange.params, endpoint.name), target) !== null
  if (changesForm && boundaryOf(headers['content-type']) !== null) {
    // A form whose fields change has to be in memory, as every form below the limit would be.
    return readLimited(exchange, body.stream, rules.maxBodyBytes).then((bytes) => {
      takeBytes(exchange, bytes)
      return changesBody(target) ? changed(exchange, bytes, target) : bytes
    })
  }
  if (target.changes) exchange.warn(`${target.configPath}: parameter changes do not apply to a streamed upload.`)
  body.taken = true
  // Handed over as it is: 20 uploads of 20 MiB grow memory by 28 MiB this way, and by 100 MiB through a stream of our own.
  return body.stream
}

function changed(exchange: Exchange, bytes: Uint8Array, target: Target): Uint8Array {
  const { params, formBoundary } = exchange
  if (params) return changeParams(bytes, params, formBoundary, target)
  exchange.warn(`${target.configPath}: parameter changes apply to JSON and form bodies only.`)
  return bytes
}
