/** Vertex AI adapter (alias `cloud-b`, settings `cloud_b_*`), with a service account or an access token. */

import { z } from 'zod'
import { type EndpointName, isGeminiEndpoint } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { geminiMethod } from '../../core/gemini-paths.ts'
import { livePath, vertexLivePath } from '../../core/live-paths.ts'
import { originOf as hostOrigin } from '../../core/request-url.ts'
import { Secret } from '../../core/secret.ts'
import { vertexEmbeddings } from '../../dialects/gemini/gemini-embeddings.ts'
import { nativeChange } from '../../dialects/generate-content/native-change.ts'
import type { Call, Credential, Outgoing, ProviderAdapter, Settings } from '../adapter.ts'
import { joinUrl } from '../join-url.ts'
import { placeBearer, requireCredential } from '../place-credential.ts'
import { headerSetting, hostLabelSetting, segmentSetting } from '../setting-schemas.ts'
import {
  looksLikeServiceAccount,
  parseServiceAccount,
  requireServiceAccount,
  SERVICE_ACCOUNT_SETTING,
} from './account-key.ts'
import { googleModelPath, isGooglePublished, publisherModel } from './publisher-models.ts'
import type { TokenSource } from './token-source.ts'

const VERSIONED = /^\/v1(?:beta1)?\//
/** Endpoints in Google's format that Vertex AI has for Google's models. Its embeddings have a different format. */
const NATIVE: ReadonlySet<EndpointName> = new Set(['gemini.generate', 'gemini.stream', 'gemini.count'])
/** Endpoints whose URL contains the model. */
const MODEL_ENDPOINTS: ReadonlySet<EndpointName> = new Set(['chat.completions', 'embeddings', 'tokens.count'])
const REQUEST_TYPE = 'x-vertex-ai-llm-request-type'
const REQUEST_TYPE_TWIN = 'x-cloud-b-llm-request-type'

export const vertexAi: ProviderAdapter = {
  slug: 'vertex-ai',
  aliases: ['cloud-b'],
  title: 'Vertex AI (cloud B)',
  telemetryName: 'gcp.vertex_ai',
  docs: 'https://cloud.google.com/vertex-ai/generative-ai/docs/reference/rest',
  settings: z.object({
    cloud_b_project_id: segmentSetting('Project id; paths that do not begin with /projects/ are put under it.'),
    cloud_b_region: hostLabelSetting('Region such as europe-west4, or global.'),
    cloud_b_llm_request_type: headerSetting('Traffic class, sent as X-Vertex-AI-LLM-Request-Type.'),
    [SERVICE_ACCOUNT_SETTING]: z
      .string()
      .refine(
        (text) => parseServiceAccount(text) !== null,
        'expected a JSON key file with client_email and private_key',
      )
      .optional()
      .describe('Service account key file as JSON; access tokens are made from it.'),
  }),
  needsCredential: true,
  signsRequests: true,
  endpoints: new Set(['chat.completions', 'embeddings']),
  sockets: new Set(['live']),
  dialects({ endpoint, model }) {
    if (endpoint === 'embeddings') return vertexEmbeddings
    if (model === null) return null
    if (endpoint === 'tokens.count') return publisherModel(model).counter?.dialect ?? null
    return endpoint === 'chat.completions' ? publisherModel(model).dialect : null
  },
  speaksGemini: ({ endpoint, model }) => NATIVE.has(endpoint) && model !== null && isGooglePublished(model),
  adapt: (call) => nativeChange(call, false),
  locate(call, settings) {
    const live = livePath(call.path)
    if (live !== null) {
      const origin = hostOf(call.customHost) ?? originOf(requireSetting(settings, 'cloud_b_region'))
      return joinUrl(origin, vertexLivePath(live), call.search)
    }
    if (NATIVE.has(call.endpoint) && call.model !== null) return locateModel(call, call.model, settings)
    if (MODEL_ENDPOINTS.has(call.endpoint)) {
      if (call.model !== null && call.model !== '') return locateModel(call, call.model, settings)
      if (call.path === '/chat/completions' || call.path === '/embeddings') throw modelMissing()
    }
    if (call.customHost !== null) return joinUrl(call.customHost, call.path, call.search)
    const region = requireSetting(settings, 'cloud_b_region')
    const origin = originOf(region)
    if (VERSIONED.test(call.path)) return joinUrl(origin, call.path, call.search)
    if (call.path.startsWith('/projects/')) return joinUrl(`${origin}/v1`, call.path, call.search)
    return joinUrl(`${origin}/v1${locationPath(settings, region)}`, call.path, call.search)
  },
  liveModel(model, settings) {
    const region = settings['cloud_b_region']
    if (region === undefined || projectOf(settings) === null) return model
    return `${locationPath(settings, region).slice(1)}/publishers/google/models/${model.slice(model.lastIndexOf('/') + 1)}`
  },
  tokenServices(settings, key) {
    const keyFile = settings[SERVICE_ACCOUNT_SETTING] ?? (key !== null && looksLikeServiceAccount(key) ? key : null)
    const account = keyFile === null ? null : parseServiceAccount(keyFile)
    return account === null ? [] : [account.tokenUrl]
  },
  async authorize(outgoing, credential, settings, context) {
    await placeToken(outgoing, credential, settings, context?.services.googleTokens)
    const { headers } = outgoing
    const requestType = headers[REQUEST_TYPE_TWIN] ?? settings['cloud_b_llm_request_type']
    delete headers[REQUEST_TYPE_TWIN]
    if (requestType !== undefined) headers[REQUEST_TYPE] ??= requestType
  },
}

function locateModel(call: Call, model: string, settings: Settings): string {
  const method = isGeminiEndpoint(call.endpoint) ? geminiMethod(call.endpoint) : null
  const target = call.endpoint === 'embeddings' || method !== null ? null : publisherModel(model)
  const counter = call.endpoint === 'tokens.count' ? target?.counter : undefined
  const path = counter?.path ?? (target ? target.path(call.isStream) : googleModelPath(model, method ?? 'predict'))
  const search = method !== null ? call.search : call.isStream && !counter ? (target?.search ?? '') : ''
  if (call.customHost !== null) {
    // The server behind a custom host may not use projects, so region and project are optional here.
    const region = settings['cloud_b_region']
    const isPlaced = region !== undefined && projectOf(settings) !== null
    return joinUrl(call.customHost, (isPlaced ? locationPath(settings, region) : '') + path, search)
  }
  const region = requireSetting(settings, 'cloud_b_region')
  return joinUrl(`${originOf(region)}/${target?.version ?? 'v1'}${locationPath(settings, region)}`, path, search)
}

/** `us` and `eu` are multi-regions with a different host pattern. The schema limits a region to one hostname label. */
function originOf(region: string): string {
  if (region === 'global') return 'https://aiplatform.googleapis.com'
  if (region === 'us' || region === 'eu') return `https://aiplatform.${region}.rep.googleapis.com`
  return `https://${region}-aiplatform.googleapis.com`
}

function hostOf(customHost: string | null): string | null {
  return customHost === null ? null : hostOrigin(customHost)
}

function locationPath(settings: Settings, region: string): string {
  const project = projectOf(settings) ?? requireSetting(settings, 'cloud_b_project_id')
  return `/projects/${encodeURIComponent(project)}/locations/${region}`
}

function projectOf(settings: Settings): string | null {
  const keyFile = settings[SERVICE_ACCOUNT_SETTING]
  return settings['cloud_b_project_id'] ?? (keyFile === undefined ? null : requireServiceAccount(keyFile).projectId)
}

/** Sends the credential as an access token, or a token exchanged for the service account in settings or credential. */
async function placeToken(
  outgoing: Outgoing,
  credential: Credential | null,
  settings: Settings,
  tokens: TokenSource | undefined,
): Promise<void> {
  const keyFile = settings[SERVICE_ACCOUNT_SETTING] ?? keyFileIn(credential)
  if (keyFile === null) return placeBearer(outgoing, requireCredential(credential))
  const account = requireServiceAccount(keyFile)
  if (tokens === undefined) throw new Error('a service account needs a token source')
  const token = await tokens.tokenOf(account)
  placeBearer(outgoing, { secret: new Secret(token) })
  outgoing.discardToken = () => tokens.discard(account, token)
}

function keyFileIn(credential: Credential | null): string | null {
  const text = credential?.secret.reveal()
  return text !== undefined && looksLikeServiceAccount(text) ? text : null
}

function modelMissing(): GatewayError {
  return new GatewayError('invalid_body', {
    param: 'model',
    message: 'model: required, because the URL of the provider vertex-ai contains it.',
    hint: 'Send a model such as gemini-2.5-flash or anthropic.claude-sonnet-4-5.',
  })
}

function requireSetting(settings: Settings, key: string): string {
  const value = settings[key]
  if (value !== undefined) return value
  throw new GatewayError('provider_settings_invalid', {
    message: `The provider vertex-ai needs ${key}.`,
    param: key,
    hint: `Send it as config key ${key} or header x-gateway-${key.replaceAll('_', '-')}.`,
  })
}
