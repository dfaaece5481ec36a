/** Makes the body of an upstream request: parameter changes, translation, what the provider wants otherwise. */

import type { Target } from '../../config/plan.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import { changeBody } from '../../core/body/change-body.ts'
import { type JsonObject, parseObject } from '../../core/body/json-text.ts'
import { formFields } from '../../core/body/multipart.ts'
import { type EndpointName, pathOf } from '../../core/endpoints.ts'
import type { Call, Outgoing } from '../../providers/adapter.ts'
import { adaptBody, adaptEncoded } from './adapt-body.ts'
import { withUsageAsked } from './stream-usage.ts'
import { encodeBody, type Translation } from './translation.ts'

/** Where the caller's request goes to. */
export type Asked = { readonly endpoint: EndpointName; readonly path: string; readonly search: string }

export function changesBody({ changes, stripsModel }: Pick<Target, 'changes' | 'stripsModel'>): boolean {
  return changes !== null || stripsModel
}

/** Defaults fill what is absent, overrides win, drops come last (contract 1.2). `boundary` is that of a form. */
export function changeParams(
  bytes: Uint8Array,
  params: JsonObject,
  boundary: string | null,
  { changes, stripsModel }: Pick<Target, 'changes' | 'stripsModel'>,
): Uint8Array {
  const values = new Map<string, unknown>()
  const asked = stripsModel ? splitModel(modelIn(params)) : null
  if (asked !== null) values.set('model', asked.model)
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
  asked: Asked,
  { customHost }: Pick<Target, 'customHost'>,
  params: JsonObject | null,
  endpoint: EndpointName,
): Call {
  return {
    endpoint,
    path: endpoint === asked.endpoint ? asked.path : pathOf(endpoint),
    search: asked.search,
    model: modelIn(params),
    isStream: params?.['stream'] === true,
    body: params,
    customHost,
  }
}

export function modelIn(params: JsonObject | null): string | null {
  const model = params?.['model']
  return typeof model === 'string' ? model : null
}

export type FinalBody = {
  readonly body: Outgoing['body']
  /** True when the provider's format is another than the caller's. */
  readonly isEncoded: boolean
  /** True when we asked for usage in the caller's stead. */
  readonly hidesUsage: boolean
}

type BodyParts = {
  /** After `changeParams`, like `params`. */
  readonly given: Outgoing['body']
  readonly params: JsonObject | null
  readonly call: Call
  readonly asked: Asked
  readonly target: Pick<Target, 'provider' | 'settings'>
  readonly translation: Translation | null
  readonly boundary: string | null
  /** True when nobody needs `params` afterwards: they are not parsed a second time. */
  readonly ownsParams?: boolean
}

export function finalBody(parts: BodyParts): FinalBody {
  const { given, params, call, target, translation, boundary } = parts
  if (translation && given instanceof Uint8Array) {
    const encoded = encodeBody(given, translation, parts.ownsParams ? params : null)
    return { body: adaptEncoded(encoded, call, target), isEncoded: true, hidesUsage: false }
  }
  const counted = translation ? null : usageAsked(parts)
  return { body: adaptBody(counted ?? given, call, target, boundary), isEncoded: false, hidesUsage: counted !== null }
}

function usageAsked({ given, params, asked, target, boundary }: BodyParts): Uint8Array | null {
  if (!target.provider.streamsUsage || !(given instanceof Uint8Array)) return null
  if (params === null || boundary !== null) return null
  return withUsageAsked(asked.endpoint, given, params)
}
