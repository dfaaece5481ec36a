/** The most one call to a target can cost: what the money desk would set aside for it, without sending anything. */

import type { Target } from '../../config/plan.ts'
import { splitModel } from '../../config/saved/split-model.ts'
import { changeBody } from '../../core/body/change-body.ts'
import { type JsonObject, parseObject } from '../../core/body/json-text.ts'
import type { ConfigHome, DryRequest } from '../../core/configs/config-examiner.ts'
import { COMPLETIONS, type Endpoint, findEndpoint, PROXY, pathOf } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Prices } from '../../core/money/prices.ts'
import type { PromptContent } from '../../core/prompts/prompts.ts'
import { modelInPath } from '../../core/request-url.ts'
import { adaptBody, adaptEncoded } from '../../gateway/call/adapt-body.ts'
import { withUsageAsked } from '../../gateway/call/stream-usage.ts'
import { encodeBody, translationOf } from '../../gateway/call/translation.ts'
import { boundCost } from '../../gateway/limits/bound-cost.ts'
import { boundUsage } from '../../gateway/limits/bound-usage.ts'
import { formatOf } from '../../gateway/limits/priced-format.ts'
import { askedTier } from '../../gateway/meter/rate-tier.ts'
import { dearestCard } from '../../pricing/tier-prices.ts'

/** What of a prompt decides the size of a call. */
export type SizedPrompt = Pick<PromptContent, 'string' | 'parameters' | 'model' | 'tools' | 'functions'>

type CallBound =
  | { readonly kind: 'known'; readonly nanoUsd: number }
  /** `why` goes on after the target's place. */
  | { readonly kind: 'unknown'; readonly why: string }
  /** The gateway would refuse the call itself. */
  | { readonly kind: 'refused'; readonly why: string }

type Asked = { readonly home: ConfigHome; readonly request: DryRequest; readonly prompt: SizedPrompt | null }

export function boundCall(
  target: Target,
  { home, request, prompt }: Asked,
  prices: Pick<Prices, 'priceOf'>,
): CallBound {
  const path = request.pathname.replace(/^\/v1(?:\/proxy(?=\/))?/, '')
  const named = request.pathname.startsWith('/v1/proxy/') ? null : findEndpoint('POST', path)
  const endpoint = named?.name === 'prompts.completions' ? COMPLETIONS.chat : (named ?? PROXY)
  const format = formatOf({ incoming: { endpoint, path, method: 'POST' } })
  if (format === 'free') return { kind: 'known', nanoUsd: 0 }
  if (format === 'unknown') return { kind: 'unknown', why: `what ${path.slice(0, 128)} costs is not known before` }
  if (endpoint.body === 'multipart') return { kind: 'unknown', why: 'what it costs depends on the upload' }
  try {
    const { params, sizeBytes, servedModel } = outgoing(target, endpoint, path, withPrompt(request.params, prompt))
    const model = servedModel ?? modelIn(params) ?? modelInPath(path)
    const virtualKey = target.credential.kind === 'virtual_key' ? target.credential.slug : null
    const called = { ...home, virtualKey, provider: target.provider.slug, model, responseModel: null }
    const found = prices.priceOf(called, Date.now())
    const { slug } = target.provider
    const card = found && dearestCard(found, slug, model, askedTier(slug, params, {}))
    const nanoUsd = card && boundCost(boundUsage({ format, params, sizeBytes, model }), card)
    return nanoUsd === null
      ? { kind: 'unknown', why: `${inWords(model, target)} has no price` }
      : { kind: 'known', nanoUsd }
  } catch (error) {
    if (error instanceof GatewayError) return { kind: 'refused', why: error.message }
    throw error
  }
}

function inWords(model: string | null, { provider }: Target): string {
  return model === null
    ? `a call to ${provider.slug} without a model`
    : `model "${model.slice(0, 128)}" of ${provider.slug}`
}

/** A prompt's template stands for what is rendered from it; values of variables come with the request and count as its own. */
function withPrompt(params: DryRequest['params'], prompt: SizedPrompt | null): JsonObject {
  if (prompt === null) return { ...params }
  const { string, parameters, model, tools, functions } = prompt
  return {
    ...(model !== null && { model }),
    ...(tools !== null && { tools }),
    ...(functions !== null && { functions }),
    messages: [{ role: 'user', content: string }],
    ...parameters,
    ...params,
  }
}

/** As `prepare` makes it, from parameters alone. */
function outgoing(target: Target, endpoint: Endpoint, path: string, asked: JsonObject) {
  const bytes = changed(target, asked)
  const params = read(bytes, asked)
  const model = modelIn(params)
  const translation = translationOf(endpoint.name, target.provider, model, params)
  const name = translation?.endpoint ?? endpoint.name
  const call = {
    endpoint: name,
    path: name === endpoint.name ? path : pathOf(name),
    search: '',
    model,
    isStream: params['stream'] === true,
    body: params,
    customHost: target.customHost,
  }
  const counted = target.provider.streamsUsage ? withUsageAsked(endpoint.name, bytes, params) : null
  const body = translation
    ? adaptEncoded(encodeBody(bytes, translation), call, target)
    : adaptBody(counted ?? bytes, call, target, null)
  const servedModel = target.provider.modelOf?.(call, target.settings) ?? null
  return { params, sizeBytes: body instanceof Uint8Array ? body.length : bytes.length, servedModel }
}

function changed({ changes, stripsModel }: Target, params: JsonObject): Uint8Array {
  const values = new Map<string, unknown>()
  const asked = stripsModel ? splitModel(params['model']) : null
  if (asked) values.set('model', asked.model)
  for (const [key, value] of changes?.defaults ?? []) if (!Object.hasOwn(params, key)) values.set(key, value)
  for (const [key, value] of changes?.overrides ?? []) values.set(key, value)
  return changeBody(Buffer.from(JSON.stringify(params)), null, values, changes?.drops ?? [])
}

function read(bytes: Uint8Array, otherwise: JsonObject): JsonObject {
  const params = parseObject(bytes)
  return typeof params === 'string' ? otherwise : params
}

function modelIn(params: JsonObject): string | null {
  return typeof params['model'] === 'string' ? params['model'] : null
}
