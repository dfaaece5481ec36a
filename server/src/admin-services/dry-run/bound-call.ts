/** Computes the maximum cost of one attempt at a target, which is the amount a budget would hold. Sends nothing. */

import type { Target } from '../../config/plan.ts'
import type { JsonObject } from '../../core/body/json-text.ts'
import type { ConfigWorkspace, DryRequest } from '../../core/configs/config-examiner.ts'
import { COMPLETIONS, type Endpoint, findEndpoint, PROXY } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Prices } from '../../core/money/prices.ts'
import type { PromptContent } from '../../core/prompts/prompts.ts'
import { modelInPath } from '../../core/request-url.ts'
import { callOf, changeParams, changesBody, finalBody, modelIn, readChanged } from '../../gateway/attempt/make-body.ts'
import { translationOf } from '../../gateway/attempt/translation.ts'
import { boundCost } from '../../gateway/limits/bound-cost.ts'
import { boundUsage } from '../../gateway/limits/bound-usage.ts'
import { formatOf, modelPassedIn } from '../../gateway/meter/priced-format.ts'
import { requestedTier } from '../../gateway/meter/service-tier.ts'
import { highestCard } from '../../pricing/tier-prices.ts'

/** The parts of a prompt that decide the size of a request. */
export type SizedPrompt = Pick<PromptContent, 'string' | 'parameters' | 'model' | 'tools' | 'functions'>

type CallBound =
  | { readonly kind: 'known'; readonly nanoUsd: number }
  /** `why` continues a sentence that names the target's config path. */
  | { readonly kind: 'unknown'; readonly why: string }
  /** The gateway would refuse the request. */
  | { readonly kind: 'refused'; readonly why: string }

type BoundInput = { readonly home: ConfigWorkspace; readonly request: DryRequest; readonly prompt: SizedPrompt | null }

export function boundCall(
  target: Target,
  { home, request, prompt }: BoundInput,
  prices: Pick<Prices, 'priceOf'>,
): CallBound {
  const { path, endpoint, format } = calledBy(request)
  if (format === 'free') return { kind: 'known', nanoUsd: 0 }
  if (format === 'unknown') return { kind: 'unknown', why: `the cost of ${path.slice(0, 128)} is not known in advance` }
  if (endpoint.body === 'multipart') return { kind: 'unknown', why: 'the cost depends on the upload' }
  try {
    const { params, sizeBytes, servedModel } = outgoing(target, endpoint, path, withPrompt(request.params, prompt))
    const model = servedModel ?? modelPassedIn({ endpoint, path }) ?? modelIn(params) ?? modelInPath(path)
    const virtualKey = target.credential.kind === 'virtual_key' ? target.credential.slug : null
    const called = { ...home, virtualKey, provider: target.provider.slug, model, responseModel: null }
    const found = prices.priceOf(called, Date.now())
    const { slug } = target.provider
    const card = found && highestCard(found, slug, model, requestedTier(slug, params, {}))
    const nanoUsd = card && boundCost(boundUsage({ format, params, sizeBytes, model }), card)
    return nanoUsd === null
      ? { kind: 'unknown', why: `${inWords(model, target)} has no price` }
      : { kind: 'known', nanoUsd }
  } catch (error) {
    if (error instanceof GatewayError) return { kind: 'refused', why: error.message }
    throw error
  }
}

/** The model that a request to the target would name. Returns null if the gateway would refuse the request. */
export function modelOfCall(
  target: Target,
  { request, prompt }: Pick<BoundInput, 'request' | 'prompt'>,
): { readonly model: string | null; readonly isFree: boolean } | null {
  const { path, endpoint, format } = calledBy(request)
  try {
    const { params, servedModel } = outgoing(target, endpoint, path, withPrompt(request.params, prompt))
    return { model: servedModel ?? modelIn(params) ?? modelInPath(path), isFree: format === 'free' }
  } catch (error) {
    if (error instanceof GatewayError) return null
    throw error
  }
}

export function calledBy(request: DryRequest) {
  const path = request.pathname.replace(/^\/v1(?:\/proxy(?=\/))?/, '')
  const named = request.pathname.startsWith('/v1/proxy/') ? null : findEndpoint('POST', path)
  const endpoint = named?.name === 'prompts.completions' ? COMPLETIONS.chat : (named ?? PROXY)
  return { path, endpoint, format: formatOf({ endpoint, path, method: 'POST' }) }
}

/** The parameters as they would be sent to the target, in the caller's format. */
export function paramsOf(target: Target, { params }: DryRequest, prompt: SizedPrompt | null): JsonObject {
  const given = withPrompt(params, prompt)
  if (!changesBody(target)) return given
  return readChanged(changeParams(Buffer.from(JSON.stringify(given)), given, null, target), given, null) ?? given
}

function inWords(model: string | null, { provider }: Target): string {
  return model === null
    ? `a call to ${provider.slug} without a model`
    : `model "${model.slice(0, 128)}" of ${provider.slug}`
}

/** Uses the unrendered template as the message. `params` contains the variables, so their values count too. */
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

/** The body that `prepare` would make from these parameters. */
function outgoing(target: Target, endpoint: Endpoint, path: string, given: JsonObject) {
  const written = Buffer.from(JSON.stringify(given))
  const bytes = changesBody(target) ? changeParams(written, given, null, target) : written
  const params = readChanged(bytes, given, null) ?? given
  const translation = translationOf(endpoint.name, target.provider, modelIn(params), params)
  const destination = { endpoint: endpoint.name, path, search: '' }
  const call = callOf(destination, target, params, translation?.endpoint ?? endpoint.name)
  const { body } = finalBody({ given: bytes, params, call, destination, target, translation, boundary: null })
  const servedModel = target.provider.modelOf?.(call, target.settings) ?? null
  return { params, sizeBytes: body instanceof Uint8Array ? body.length : bytes.length, servedModel }
}
