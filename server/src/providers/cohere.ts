/** Cohere adapter. Chat and embeddings use its v2 API. The base URL includes the version, so that `/rerank` works. */

import { ENDPOINTS } from '../core/endpoints.ts'
import { cohereChat } from '../dialects/cohere/cohere-chat.ts'
import { cohereEmbeddings } from '../dialects/cohere/cohere-embeddings.ts'
import type { Call, ProviderAdapter } from './adapter.ts'
import { versionedHost } from './custom-host-version.ts'
import { joinUrl } from './join-url.ts'
import { NO_SETTINGS } from './openai-compatible.ts'
import { placeBearer, requireCredential } from './place-credential.ts'

const ORIGIN = 'https://api.cohere.com'
const VERSIONED = /^\/v[12]\//
const FIRST_CLASS_PATHS: ReadonlySet<string> = new Set(ENDPOINTS.map((row) => row.path))

export const cohere: ProviderAdapter = {
  slug: 'cohere',
  title: 'Cohere',
  docs: 'https://docs.cohere.com/reference/about',
  settings: NO_SETTINGS,
  needsCredential: true,
  endpoints: new Set(['chat.completions', 'embeddings']),
  dialects({ endpoint }) {
    if (endpoint === 'chat.completions') return cohereChat
    return endpoint === 'embeddings' ? cohereEmbeddings : null
  },
  locate(call) {
    const path = pathOf(call)
    if (call.customHost !== null) {
      const base = VERSIONED.test(path) ? call.customHost : versionedHost('cohere', call.customHost)
      return joinUrl(base, path, call.search)
    }
    return joinUrl(VERSIONED.test(path) ? ORIGIN : `${ORIGIN}/v2`, path, call.search)
  },
  authorize(outgoing, credential) {
    placeBearer(outgoing, requireCredential(credential))
  },
}

/** A translated call may have any client path (/messages, /responses). Cohere's own paths stay unchanged. */
function pathOf({ endpoint, path }: Call): string {
  if (!FIRST_CLASS_PATHS.has(path)) return path
  if (endpoint === 'chat.completions') return '/chat'
  return endpoint === 'embeddings' ? '/embed' : path
}
