/** Responds to GET /v1/models and /v1/models/{id} with the models that the key may use, in the caller's format. */

import type { JsonObject } from '../../core/body/json-text.ts'
import { parseObject } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { type ModelShape, shapedList, shapedModel } from '../../core/model-shapes.ts'
import { decodedPart } from '../../core/request-url.ts'
import { servesModel } from '../../core/stores/virtual-keys.ts'
import { toModel, toModels } from '../../dialects/generate-content/models.ts'
import type { ProviderResponse } from '../attempt/provider-response.ts'
import { ResponseBody } from '../relay/response-body.ts'
import type { Attempted, RequestHead } from '../request.ts'
import { bytesOf, isModel, modelsIn } from './model-lists.ts'
import { configuredModels, findReachable, type ReachablePorts, reachableModels } from './reachable-models.ts'

/** A response in Gemini's format is already translated. It is built again only if models are added or removed. */
type Shape = ModelShape | 'gemini'

const MAX_MODELS = 10_000
/** The id of a virtual key whose provider has no model list. It stands for all models `@slug/model`. */
const UNLISTED = /^@[^/]+$/

export function isModelRead({ endpoint }: RequestHead): boolean {
  return isList(endpoint.name) || endpoint.name === 'models.read' || endpoint.name === 'gemini.models.read'
}

function isList(name: EndpointName): boolean {
  return name === 'models' || name === 'gemini.models'
}

/** Anthropic's clients always send this header. */
function shapeOf({ headers, gemini }: RequestHead): Shape {
  if (gemini) return 'gemini'
  return headers['anthropic-version'] === undefined ? 'openai' : 'anthropic'
}

export async function modelsResponse(
  request: Attempted,
  response: ProviderResponse,
  ports: ReachablePorts,
): Promise<ProviderResponse> {
  const isWhole = isList(request.head.endpoint.name)
  if (request.listsReachable)
    return isWhole ? listReachable(request, response, ports) : readReachable(request, response, ports)
  return isWhole ? listOfTarget(request, response, ports) : readOfTarget(request, response)
}

async function listReachable(request: Attempted, response: ProviderResponse, ports: ReachablePorts) {
  const { head, journal } = request
  const bytes = await requiredBytes(response)
  const base = modelsIn(bytes)
  if (response.status !== 200 || base === null) return { ...response, body: bytes }
  const shape = shapeOf(head)
  const isHasty = shape === 'anthropic'
  const reachable = await reachableModels(request, isHasty ? [] : base, isHasty, ports)
  // Anthropic's clients show this list to people, so it has only names that work as `model` unchanged.
  const data = isHasty ? reachable.filter(({ id }) => !UNLISTED.test(String(id))) : reachable
  if (data.length > MAX_MODELS)
    journal.warn(`models: the response has the first ${MAX_MODELS} of ${data.length} models.`)
  return withBody(response, inShape(data.slice(0, MAX_MODELS), shape, 'gatehouse', head.search))
}

/** Responds with one model: a virtual model, `@slug/model`, or a model of the provider that every key may use. */
async function readReachable(request: Attempted, response: ProviderResponse, ports: ReachablePorts) {
  const found = await findReachable(request, nameIn(request.head), ports)
  if (found === 'elsewhere') return readOfTarget(request, response)
  discard(response)
  if (found === null) {
    throw new GatewayError('not_found', {
      message: 'The key may not use a model with this name.',
      param: 'model',
      hint: 'GET /v1/models lists the models that the key may use.',
    })
  }
  return withBody({ ...response, status: 200 }, oneInShape(found, shapeOf(request.head), 'gatehouse'))
}

/** The model list of the provider that the request or the config of its key names. */
async function listOfTarget(request: Attempted, response: ProviderResponse, ports: ReachablePorts) {
  const { target, status } = response
  const shape = shapeOf(request.head)
  const granted = await grantedModels(request, response, ports)
  if (granted.named !== null) {
    discard(response)
    return withBody({ ...response, status: 200 }, listed(request, granted.named, response))
  }
  if (status !== 200) return response
  // The provider's own bytes are sent, unless they have another format or contain models that the key may not use.
  const isOwn = shape === 'gemini' || (shape === 'openai' && target.provider.slug !== 'anthropic')
  const isSent = isOwn && granted.serves === null
  if (isSent) return response
  const bytes = await requiredBytes(response)
  const models = modelsIn(bytes)
  if (models === null) return { ...response, body: bytes }
  const { serves } = granted
  const allowed = serves ? models.filter(({ id }) => serves(String(id))) : models
  return withBody(response, listed(request, allowed, response))
}

function listed({ head }: Attempted, models: readonly JsonObject[], { target }: ProviderResponse): JsonObject {
  return inShape(models.slice(0, MAX_MODELS), shapeOf(head), target.provider.slug, head.search)
}

/** Models that the virtual key may not use were refused before the attempt. */
async function readOfTarget({ head }: Attempted, response: ProviderResponse) {
  const { target, status } = response
  const shape = shapeOf(head)
  if (status !== 200) return response
  if (shape === 'gemini' || (shape === 'openai' && target.provider.slug !== 'anthropic')) return response
  const bytes = await requiredBytes(response)
  const model = parseObject(bytes)
  if (!isModel(model)) return { ...response, body: bytes }
  return withBody(response, oneInShape(model, shape, target.provider.slug))
}

function nameIn({ gemini, path }: RequestHead): string {
  return gemini?.model ?? decodedPart(path.slice('/models/'.length))
}

function inShape(models: readonly JsonObject[], shape: Shape, owner: string, search: string): JsonObject {
  if (shape === 'gemini') return toModels(models)
  return shapedList(
    models.map((model) => shapedModel(model, shape, owner)),
    shape,
    search,
  )
}

function oneInShape(model: JsonObject, shape: Shape, owner: string): JsonObject {
  return shape === 'gemini' ? toModel(model) : shapedModel(model, shape, owner)
}

type Granted = {
  /** Null: every model of the provider may be used. */
  readonly serves: ((model: string) => boolean) | null
  /** Set if the settings of the virtual key name every model that may be used. */
  readonly named: readonly JsonObject[] | null
}

async function grantedModels(
  { caller }: Attempted,
  { target }: ProviderResponse,
  { virtualKeys }: ReachablePorts,
): Promise<Granted> {
  const { credential, provider } = target
  const key =
    credential.kind === 'virtual_key' ? await virtualKeys.find(caller.workspaceId, credential.slug) : undefined
  if (!key) return { serves: null, named: null }
  const grant = key.integration
  const names = configuredModels(provider, key)
  return {
    serves: grant && !(grant.allowsAllModels && grant.exceptions.size === 0) ? (id) => servesModel(grant, id) : null,
    named: names?.map((id) => ({ id, object: 'model', created: 0, owned_by: provider.slug })) ?? null,
  }
}

/** Ends a response that is not sent. A response that was read completely has already ended. */
function discard({ body, attempt, status, reportResult }: ProviderResponse): void {
  if (!(body instanceof ResponseBody)) return
  attempt?.end(status, null)
  attempt?.abort()
  reportResult?.('success')
}

async function requiredBytes(response: ProviderResponse): Promise<Uint8Array> {
  const bytes = await bytesOf(response).catch((error: unknown) => {
    response.reportResult?.('failure')
    throw error
  })
  response.reportResult?.('success')
  if (bytes !== null) return bytes
  throw new GatewayError('upstream_broken', { message: 'The model list of the provider is too large to be read.' })
}

function withBody(response: ProviderResponse, body: JsonObject): ProviderResponse {
  const headers = { ...response.headers, 'content-type': 'application/json' }
  return { ...response, headers, body: Buffer.from(JSON.stringify(body)) }
}
