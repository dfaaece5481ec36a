/** Google Gemini API adapter, with an API key. */

import { type EndpointName, type GeminiEndpointName, isGeminiEndpoint } from '../core/endpoints.ts'
import { GatewayError } from '../core/errors.ts'
import { geminiMethod } from '../core/gemini-paths.ts'
import { geminiLivePath, livePath } from '../core/live-paths.ts'
import { originOf } from '../core/request-url.ts'
import { geminiChat } from '../dialects/gemini/gemini-chat.ts'
import { geminiEmbeddings, isBatch } from '../dialects/gemini/gemini-embeddings.ts'
import { geminiModels } from '../dialects/gemini/gemini-models.ts'
import { geminiTokenCounter } from '../dialects/gemini/gemini-token-counter.ts'
import { nativeChange } from '../dialects/generate-content/native-change.ts'
import type { Call, ProviderAdapter } from './adapter.ts'
import { versionedHost } from './custom-host-version.ts'
import { joinUrl, withParameter } from './join-url.ts'
import { NO_SETTINGS } from './openai-compatible.ts'
import { placeApiKey, requireCredential } from './place-credential.ts'

const ORIGIN = 'https://generativelanguage.googleapis.com'
/** Endpoints whose URL contains the model. */
const MODEL_ENDPOINTS: ReadonlySet<EndpointName> = new Set(['chat.completions', 'embeddings', 'tokens.count'])
const VERSIONED = /^\/(?:upload\/)?v1(?:beta|alpha)?\//

export const google: ProviderAdapter = {
  slug: 'google',
  title: 'Google Gemini API',
  telemetryName: 'gcp.gemini',
  docs: 'https://ai.google.dev/api',
  settings: NO_SETTINGS,
  needsCredential: true,
  endpoints: new Set(['chat.completions', 'embeddings', 'models', 'models.read']),
  sockets: new Set(['live']),
  dialects({ endpoint }) {
    if (endpoint === 'chat.completions') return geminiChat
    if (endpoint === 'embeddings') return geminiEmbeddings
    if (endpoint === 'tokens.count') return geminiTokenCounter
    return endpoint === 'models' || endpoint === 'models.read' ? geminiModels : null
  },
  speaksGemini: ({ endpoint }) => isGeminiEndpoint(endpoint),
  adapt: (call) => nativeChange(call, true),
  locate(call) {
    const base = call.customHost === null ? `${ORIGIN}/v1beta` : versionedHost('google', call.customHost)
    if (isGeminiEndpoint(call.endpoint)) {
      const isAlpha = call.path.startsWith('/v1alpha/') && call.customHost === null
      return joinUrl(isAlpha ? `${ORIGIN}/v1alpha` : base, nativePath(call, call.endpoint), call.search)
    }
    if (MODEL_ENDPOINTS.has(call.endpoint)) {
      // The client's query belongs to OpenAI's URL, so it is not forwarded.
      return joinUrl(base, modelPath(call), call.endpoint === 'chat.completions' && call.isStream ? '?alt=sse' : '')
    }
    if (call.endpoint === 'models') return joinUrl(base, '/models', withParameter(call.search, 'pageSize', '1000'))
    const live = livePath(call.path)
    if (live !== null) return joinUrl(originOf(call.customHost ?? ORIGIN), geminiLivePath(live), call.search)
    // If the custom host already contains the version, the path must not repeat it.
    const origin = call.customHost ?? ORIGIN
    const isVersioned = VERSIONED.test(call.path) && base !== origin
    const version = base === origin ? origin.slice(origin.lastIndexOf('/')) : ''
    const path = version !== '' && call.path.startsWith(`${version}/`) ? call.path.slice(version.length) : call.path
    return joinUrl(isVersioned ? origin : base, path, call.search)
  },
  liveModel: (model) => (model.startsWith('projects/') ? `models/${model.slice(model.lastIndexOf('/') + 1)}` : model),
  authorize(outgoing, credential) {
    // A header rather than ?key=, because URLs are often logged.
    placeApiKey(outgoing, 'x-goog-api-key', requireCredential(credential))
  },
}

function modelPath(call: Call): string {
  const model = call.model ?? ''
  if (model === '') {
    throw new GatewayError('invalid_body', {
      param: 'model',
      message: 'model: required, because the URL of the provider google contains it.',
      hint: 'Send a model such as gemini-2.5-flash.',
    })
  }
  const [, folder = 'models', name = model] = /^(models|tunedModels)\/(.+)$/.exec(model) ?? []
  const method = methodOf(call)
  return `/${folder}/${encodeURIComponent(name.toWellFormed())}${method === '' ? '' : `:${method}`}`
}

function nativePath(call: Call, endpoint: GeminiEndpointName): string {
  return endpoint === 'gemini.models' ? '/models' : modelPath(call)
}

function methodOf(call: Call): string {
  if (isGeminiEndpoint(call.endpoint)) return geminiMethod(call.endpoint) ?? ''
  if (call.endpoint === 'tokens.count') return 'countTokens'
  if (call.endpoint === 'embeddings') return isBatch(call.body) ? 'batchEmbedContents' : 'embedContent'
  return call.isStream ? 'streamGenerateContent' : 'generateContent'
}
