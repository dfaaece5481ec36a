/** Google Gemini API adapter, with an API key. */

import { GatewayError } from '../core/errors.ts'
import { originOf } from '../core/request-url.ts'
import { geminiChat } from '../dialects/gemini/gemini-chat.ts'
import { geminiEmbeddings, isBatch } from '../dialects/gemini/gemini-embeddings.ts'
import { geminiModels } from '../dialects/gemini/gemini-models.ts'
import type { Call, ProviderAdapter } from './adapter.ts'
import { versionedHost } from './custom-host-version.ts'
import { joinUrl, withParameter } from './join-url.ts'
import { NO_SETTINGS } from './openai-compatible.ts'
import { placeApiKey, requireCredential } from './place-credential.ts'

const ORIGIN = 'https://generativelanguage.googleapis.com'
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
    return endpoint === 'models' || endpoint === 'models.read' ? geminiModels : null
  },
  locate(call) {
    const base = call.customHost === null ? `${ORIGIN}/v1beta` : versionedHost('google', call.customHost)
    if (call.endpoint === 'chat.completions' || call.endpoint === 'embeddings') {
      // The client's query belongs to OpenAI's URL, so it is not forwarded.
      return joinUrl(base, modelPath(call), call.endpoint === 'chat.completions' && call.isStream ? '?alt=sse' : '')
    }
    if (call.endpoint === 'models') return joinUrl(base, '/models', withParameter(call.search, 'pageSize', '1000'))
    if (call.endpoint === 'live') return joinUrl(originOf(call.customHost ?? ORIGIN), call.path, call.search)
    // A custom host that contains the version gets the path after it.
    const origin = call.customHost ?? ORIGIN
    const isVersioned = VERSIONED.test(call.path) && base !== origin
    return joinUrl(isVersioned ? origin : base, call.path, call.search)
  },
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
  return `/${folder}/${encodeURIComponent(name.toWellFormed())}:${methodOf(call)}`
}

function methodOf(call: Call): string {
  if (call.endpoint === 'embeddings') return isBatch(call.body) ? 'batchEmbedContents' : 'embedContent'
  return call.isStream ? 'streamGenerateContent' : 'generateContent'
}
