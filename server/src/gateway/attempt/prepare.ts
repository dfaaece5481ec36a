/** Prepares the upstream request of one attempt: body, address, headers, credential. The caller's body is never changed. */

import type { Target } from '../../config/plan.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import { boundaryOf } from '../../core/body/multipart.ts'
import { GatewayError } from '../../core/errors.ts'
import { bearerToken, forwardable, type HeaderMap } from '../../core/headers.ts'
import { withoutPaging } from '../../core/model-shapes.ts'
import type { SentBody } from '../../core/record.ts'
import { originOf } from '../../core/request-url.ts'
import { RequestEcho } from '../../dialects/request-echo.ts'
import type { UpgradeTerms } from '../../egress/outbound.ts'
import type { AuthorizeContext, Call, Outgoing, Settings } from '../../providers/adapter.ts'
import type { ProviderServices } from '../../providers/provider-services.ts'
import type { LargeBodies } from '../large/body-workers.ts'
import type { Repeated } from '../large/jobs.ts'
import { errorReceived } from '../large/transfer-error.ts'
import type { Attached } from '../limits/attachments.ts'
import type { RequestBody } from '../receive/request-body.ts'
import type { Outbound, RequestHead } from '../request.ts'
import type { Access } from './credential.ts'
import {
  callOf,
  changeFor,
  changeParams,
  changesBody,
  type Destination,
  finalBody,
  modelIn,
  readChanged,
} from './make-body.ts'
import { isCountedHere, type Translation, translationOf } from './translation.ts'

export type PrepareRules = {
  readonly prefixes: readonly string[]
  readonly maxBodyBytes: number
  readonly bodies: LargeBodies
  readonly services: ProviderServices
  /** The largest WebSocket message. */
  readonly maxMessageBytes: number
}

export type Prepared = {
  readonly outgoing: Outgoing
  /** Set if the attempt opens a WebSocket. */
  readonly upgrade?: UpgradeTerms
  /** The parameters as they are sent, in the caller's format; null if the body has none that can be read. */
  readonly params: JsonObject | null
  /** Set if the provider's format differs from the caller's. */
  readonly translation: Translation | null
  /** The body before the translation, in the caller's format; null without a translation. */
  readonly translatedFrom: Uint8Array | null
  /** The provider's settings in effect, without those of a single provider key of a virtual key. */
  readonly settings: Settings
  /** The model that serves the attempt, if the provider's settings or path decide it; null: the model in `params`. */
  readonly servedModel: string | null
  /** True if we requested usage and the caller did not: the usage chunk is removed from the stream. */
  readonly hidesUsage: boolean
  /** Set for a large body, of which `params` is only the outline. */
  readonly attached?: Attached
  /** Set with `attached`. See `otherModels`. */
  readonly otherModels?: readonly string[] | null
  /** Set for a large body: the difference between the caller's body and the one sent. */
  readonly difference?: SentBody | null
}

export async function prepare(
  request: Outbound,
  planned: Target,
  access: Access,
  rules: PrepareRules,
): Promise<Prepared> {
  const { settings, customHost, stored } = access
  // A virtual key may have changed since the plan was made.
  const strict = strictness(request.options?.isStrict ?? null, planned.strict)
  const target =
    stored || strict !== planned.strict ? { ...planned, strict, ...(stored && { settings, customHost }) } : planned
  const { head } = request
  if (request.body.content.kind === 'stream' && changesForm(request.body, head, target))
    await request.body.bufferForm(request, rules.maxBodyBytes)
  const large = largeBody(request.body, rules.bodies)
  const { url, body, parts, warnings } = large
    ? await makeLarge(request, target, access, large, rules)
    : makeSmall(request, target, access)
  for (const warning of warnings) request.journal.warnCaller(target.configPath, warning)
  const headers = headersFor(head, request.body, rules.prefixes)
  // Guardrails cannot read a compressed response.
  if (target.guardrails !== null) headers['accept-encoding'] = 'identity'
  if (parts.translatedFrom) headers['content-type'] = 'application/json'
  const outgoing: Outgoing = { method: head.method, url, headers, body }
  const used = stored?.key.settings ?? settings
  // The gateway counts the tokens itself, so nothing is sent.
  if (isCountedHere(parts.translation)) return { ...parts, outgoing, settings: used }
  const terms = credentialTerms(request, target, access, rules)
  const authorizing = target.provider.authorize(outgoing, access.credential, settings, terms)
  if (authorizing) await authorizing
  useClientSecret(outgoing, head)
  addNamedHeaders(outgoing.headers, head, target, rules.prefixes)
  if (access.headers) Object.assign(outgoing.headers, access.headers)
  return { ...parts, outgoing, settings: used }
}

/** What a provider may use to add the credential. */
export function credentialTerms(
  { caller: { workspaceId } }: Pick<Outbound, 'caller'>,
  { provider }: Target,
  { settings, stored }: Access,
  { services }: PrepareRules,
): AuthorizeContext {
  // The right to save a key with ambient identity is checked only for adapters that declare it, so only they may use
  // it.
  const mayUseAmbientIdentity = stored !== null && provider.usesAmbientIdentity?.(settings) === true
  return { services, workspaceId, mayUseAmbientIdentity }
}

/** The client secret of a realtime session takes the place of the target's credential. */
export function useClientSecret({ headers }: Outgoing, { clientSecret }: RequestHead): void {
  if (clientSecret === undefined) return
  delete headers['api-key']
  headers['authorization'] = `Bearer ${clientSecret}`
}

/** `false` wins, whether in the header or in the config: both SDKs of Portkey send `false` with every request. */
function strictness(header: boolean | null, config: boolean | null): boolean | null {
  return header === false || config === false ? false : (header ?? config)
}

type Made = {
  readonly url: string
  readonly body: Outgoing['body']
  readonly warnings: readonly string[]
  readonly parts: Omit<Prepared, 'outgoing' | 'settings'>
}

function makeSmall(request: Outbound, target: Target, access: Access): Made {
  const given = givenBody(request, target)
  const { formBoundary: boundary, params: sent, content } = request.body
  const isChanged = changesBody(target) && sent !== null && given instanceof Uint8Array
  const params = isChanged
    ? readChanged(given, sent, boundary)
    : content.kind === 'none'
      ? withoutSlug(sent, target)
      : sent
  const { translation, call, url, servedModel } = locate(request.head, target, access, params)
  const destination = destinationOf(request.head)
  const made = finalBody({ given, params, call, destination, target, translation, boundary })
  const { isEncoded, hidesUsage, isUnnamed, warnings } = made
  const translatedFrom = isEncoded && given instanceof Uint8Array ? given : null
  const isAsSent = isUnnamed && content.kind === 'bytes' && given === content.bytes
  const body = isAsSent ? request.body.receivedBytes : made.body
  return { url, body, warnings, parts: { params, translation, translatedFrom, servedModel, hidesUsage } }
}

/** For a request without a body, whose path may name the model: removes the prefix that names a virtual key. */
function withoutSlug(params: JsonObject | null, { stripsModel }: Target): JsonObject | null {
  const named = stripsModel ? splitModel(modelIn(params)) : null
  return named ? { ...params, model: named.model } : params
}

/** A worker thread changes and translates a large body, so that the main thread can serve other requests. */
async function makeLarge(
  { head, connection, body }: Outbound,
  target: Target,
  access: Access,
  bytes: Uint8Array,
  { bodies }: PrepareRules,
): Promise<Made> {
  const { provider, settings, customHost, changes, stripsModel } = target
  const {
    outline: params,
    attached,
    otherModels,
    made,
  } = await bodies.make(connection, {
    ...destinationOf(head),
    bytes,
    provider: provider.slug,
    settings,
    customHost,
    changes,
    stripsModel,
    keepsSource: target.cache !== null,
  })
  // Errors in the URL are reported before errors of the translation, as for a small body.
  const { translation: found, url, servedModel } = locate(head, target, access, params)
  if ('code' in made) throw errorReceived(made)
  const source = made.source ?? bytes
  const translation = found && made.repeated && repeating(found, made.repeated)
  return {
    url,
    body: made.body ?? body.receivedBytes ?? bytes,
    warnings: made.warnings,
    parts: {
      params,
      translation,
      translatedFrom: translation ? source : null,
      servedModel,
      hidesUsage: made.hidesUsage,
      attached,
      otherModels,
      // The worker compares the result with the bytes it got, which may include members taken from the path.
      difference: body.receivedBytes === bytes ? made.difference : null,
    },
  }
}

/** Replaces the outline in the translation by the members of the request that the response repeats. */
function repeating(translation: Translation, { request, echo }: Repeated): Translation {
  const small = { ...translation, request, context: { ...translation.context, request } }
  if (!echo) return small
  // Messages between threads keep fields but not classes.
  return { ...small, echo: new RequestEcho(echo.members, echo.foldedTools), largeTexts: echo }
}

/** Null for a body that is small, streamed, or cannot be read. */
function largeBody({ content, params, formBoundary }: RequestBody, bodies: LargeBodies): Uint8Array | null {
  if (content.kind !== 'bytes' || params === null || formBoundary !== null) return null
  return bodies.isLarge(content.bytes) ? content.bytes : null
}

function destinationOf({ endpoint, path, search }: RequestHead): Destination {
  return { endpoint: endpoint.name, path, search: endpoint.name === 'models' ? withoutPaging(search) : search }
}

function locate(head: RequestHead, target: Target, { settings, stored }: Access, params: JsonObject | null) {
  const destination = destinationOf(head)
  const { provider } = target
  const translation = translationOf(destination.endpoint, provider, modelIn(params), params, target.strict)
  const call = callOf(destination, target, params, translation?.endpoint ?? destination.endpoint)
  if (isCountedHere(translation))
    return { translation, call, url: '', servedModel: provider.modelOf?.(call, settings) ?? null }
  const url = provider.locate(call, settings)
  if (stored) checkOrigin(url, call, target, stored.key.customHost)
  return { translation, call, url, servedModel: provider.modelOf?.(call, settings) ?? null }
}

/** A stored credential is sent only to its own origin, whatever path the request names there. */
export function checkOrigin(
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

/** The caller's body with the target's parameter changes. */
function givenBody({ body, journal }: Outbound, target: Target): Outgoing['body'] {
  const { content, params, formBoundary } = body
  if (content.kind === 'none') return null
  if (content.kind === 'bytes') {
    if (!changesBody(target)) return content.bytes
    if (params) return changeParams(content.bytes, params, formBoundary, target)
    journal.warn(`${target.configPath}: parameter changes apply to JSON and form bodies only.`)
    return content.bytes
  }
  if (target.changes) journal.warn(`${target.configPath}: parameter changes do not apply to a streamed upload.`)
  // The caller's own stream: 20 uploads of 20 MiB grow memory by 28 MiB this way, and by 100 MiB with a stream of ours.
  return body.takeStream(content.stream)
}

function changesForm({ params }: RequestBody, head: RequestHead, target: Target): boolean {
  if (boundaryOf(head.headers['content-type']) === null) return false
  return (
    changesBody(target) || changeFor(callOf(destinationOf(head), target, params, head.endpoint.name), target) !== null
  )
}

function headersFor({ headers, endpoint, method }: RequestHead, { content }: RequestBody, prefixes: readonly string[]) {
  const out = forwardable(headers, prefixes)
  // Bodies of known endpoints are decompressed.
  if (endpoint.name !== 'proxy') delete out['content-encoding']
  out['accept-encoding'] = (endpoint.name === 'proxy' && headers['accept-encoding']) || 'identity'
  if (content.kind === 'none') {
    if (method === 'GET') delete out['content-type']
  } else if (content.kind === 'stream' && content.sizeBytes !== null) {
    out['content-length'] = String(content.sizeBytes)
  }
  return out
}

/** Runs after the credential is placed: a header named in `forward_headers` never replaces it. */
export function addNamedHeaders(
  out: HeaderMap,
  { headers }: RequestHead,
  target: Target,
  prefixes: readonly string[],
): void {
  for (const name of target.forwardHeaders) {
    // The config schema knows only the default prefixes; the operator may have set others.
    if (prefixes.some((prefix) => name.startsWith(prefix))) continue
    if (Object.hasOwn(headers, name) && !Object.hasOwn(out, name)) out[name] = headers[name]!
  }
  // Schemes other than Bearer (Basic, a signature) are forwarded unchanged. The adapter has already handled a bearer token.
  const authorization = headers['authorization']
  if (target.credential.kind === 'caller' && authorization !== undefined && bearerToken(authorization) === null) {
    out['authorization'] ??= authorization
  }
}
