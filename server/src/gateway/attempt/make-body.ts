/** Makes the body of an upstream request: parameter changes, translation, and the changes that the provider's adapter needs. */

import type { Target } from '../../config/plan.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import { changeBody } from '../../core/body/change-body.ts'
import { dropPaths, type JsonObject, parseObject } from '../../core/body/json-text.ts'
import { formFields } from '../../core/body/multipart.ts'
import { type EndpointName, isGeminiEndpoint, pathOf } from '../../core/endpoints.ts'
import type { BodyChange, Call, Outgoing } from '../../providers/adapter.ts'
import { withUsageRequested } from './stream-usage.ts'
import { encodeParams, type Translation } from './translation.ts'

/** The endpoint, path and query of the caller's request. */
export type Destination = { readonly endpoint: EndpointName; readonly path: string; readonly search: string }

type AdaptTarget = Pick<Target, 'provider' | 'settings'>

export function changesBody({ changes, stripsModel }: Pick<Target, 'changes' | 'stripsModel'>): boolean {
  return changes !== null || stripsModel
}

/** Defaults apply to absent members, overrides always, drops come last. `boundary`: of a form; null for JSON. */
export function changeParams(
  bytes: Uint8Array,
  params: JsonObject,
  boundary: string | null,
  { changes, stripsModel }: Pick<Target, 'changes' | 'stripsModel'>,
): Uint8Array {
  const values = new Map<string, unknown>()
  const named = stripsModel ? splitModel(modelIn(params)) : null
  if (named !== null) values.set('model', named.model)
  for (const [key, value] of changes?.defaults ?? []) if (!Object.hasOwn(params, key)) values.set(key, value)
  for (const [key, value] of changes?.overrides ?? []) values.set(key, value)
  return changeBody(bytes, boundary, values, changes?.drops ?? [])
}

/** The parameters after `changeParams`. */
export function readChanged(changed: Uint8Array, params: JsonObject, boundary: string | null): JsonObject | null {
  if (boundary !== null) return formFields(changed, boundary)
  const read = parseObject(changed)
  return typeof read === 'string' ? params : read
}

export function callOf(
  destination: Destination,
  { customHost }: Pick<Target, 'customHost'>,
  params: JsonObject | null,
  endpoint: EndpointName,
): Call {
  return {
    endpoint,
    path: endpoint === destination.endpoint ? destination.path : pathFor(endpoint, modelIn(params)),
    // Google's parameters (`alt`, `pageSize`) mean nothing to other providers.
    search: endpoint !== destination.endpoint && isGeminiEndpoint(destination.endpoint) ? '' : destination.search,
    model: modelIn(params),
    isStream: params?.['stream'] === true,
    body: params,
    customHost,
  }
}

/** Only Google's `GET /v1beta/models/{model}` is translated to an endpoint with an id. */
function pathFor(endpoint: EndpointName, model: string | null): string {
  return pathOf(endpoint).replace('{id}', () => encodeURIComponent(model ?? ''))
}

export function modelIn(params: JsonObject | null): string | null {
  const model = params?.['model']
  return typeof model === 'string' ? model : null
}

export type FinalBody = {
  readonly body: Outgoing['body']
  /** True if the provider's format differs from the caller's. */
  readonly isEncoded: boolean
  /** True if we requested usage and the caller did not: the usage chunk is removed from the stream. */
  readonly hidesUsage: boolean
  /** True if `body` is `given` without the members that came from the path. */
  readonly isUnnamed?: boolean
  /** What the translation left out. */
  readonly warnings: readonly string[]
}

const NO_WARNINGS: readonly string[] = []

type BodyParts = {
  /** The body after `changeParams`. */
  readonly given: Outgoing['body']
  /** Parsed from `given`. Not changed here. */
  readonly params: JsonObject | null
  readonly call: Call
  readonly destination: Destination
  readonly target: AdaptTarget
  readonly translation: Translation | null
  readonly boundary: string | null
}

/** Google's API takes these members from the path, and refuses `stream` in a body. */
const PATH_MEMBERS = [['model'], ['stream']] as const

export function finalBody(parts: BodyParts): FinalBody {
  const { given, params, call, target, translation, boundary } = parts
  if (translation && given instanceof Uint8Array) {
    const warnings: string[] = []
    const encoded = encodeParams(given, translation, boundary === null ? params : null, (text) => warnings.push(text))
    return { body: encodedBytes(encoded, call, target), isEncoded: true, hidesUsage: false, warnings }
  }
  if (isGeminiEndpoint(parts.destination.endpoint) && given instanceof Uint8Array) {
    const body = dropPaths(given, PATH_MEMBERS)
    const isUnnamed = changeFor(call, target) === null
    return {
      body: adaptBody(body, call, target, null),
      isEncoded: false,
      hidesUsage: false,
      isUnnamed,
      warnings: NO_WARNINGS,
    }
  }
  const counted = translation ? null : withUsage(parts)
  const body = adaptBody(counted ?? given, call, target, boundary)
  return { body, isEncoded: false, hidesUsage: counted !== null, warnings: NO_WARNINGS }
}

function withUsage({ given, params, destination, target, boundary }: BodyParts): Uint8Array | null {
  if (!target.provider.streamsUsage || !(given instanceof Uint8Array)) return null
  if (params === null || boundary !== null) return null
  return withUsageRequested(destination.endpoint, given, params)
}

/** The changes that the provider's adapter makes to a body. */
export function changeFor(call: Call, { provider, settings }: AdaptTarget): BodyChange | null {
  return call.endpoint === 'proxy' ? null : (provider.adapt?.(call, settings) ?? null)
}

/** Changes only the members that the adapter names, and no other byte. `boundary`: of a form; null for JSON. */
function adaptBody(body: Outgoing['body'], call: Call, target: AdaptTarget, boundary: string | null): Outgoing['body'] {
  if (!(body instanceof Uint8Array)) return body
  const change = changeFor(call, target)
  if (change === null) return body
  const drops = [...change.drop].map((name) => [name])
  return changeBody(body, boundary, change.set, drops)
}

/** The JSON of a translated body, with the changes of the provider's adapter. */
function encodedBytes(encoded: JsonObject, call: Call, target: AdaptTarget): Uint8Array {
  if (target.provider.adapt === undefined) return Buffer.from(JSON.stringify(encoded))
  // Adapters test for absent members: undefined ones, which JSON omits, must be absent here too.
  // No prototype, so that a member named __proto__ is an ordinary member.
  const body = Object.create(null) as JsonObject
  for (const name of Object.keys(encoded)) if (encoded[name] !== undefined) body[name] = encoded[name]
  const change = changeFor({ ...call, body }, target)
  for (const [name, value] of change?.set ?? []) body[name] = value
  for (const name of change?.drop ?? []) delete body[name]
  return Buffer.from(JSON.stringify(body))
}
