/** Cohere, in its own wire format; the base carries the current version so that `/rerank` works as written. */

import type { ProviderAdapter } from '../adapter.ts'
import { joinUrl } from '../join-url.ts'
import { NO_SETTINGS } from '../openai-like.ts'
import { placeBearer, requireCredential } from '../place-credential.ts'

const ORIGIN = 'https://api.cohere.com'
const VERSIONED = /^\/v[12]\//

export const cohere: ProviderAdapter = {
  slug: 'cohere',
  title: 'Cohere',
  docs: 'https://docs.cohere.com/reference/about',
  settings: NO_SETTINGS,
  needsCredential: true,
  endpoints: new Set(),
  locate(call) {
    if (call.customHost !== null) return joinUrl(call.customHost, call.path, call.search)
    return joinUrl(VERSIONED.test(call.path) ? ORIGIN : `${ORIGIN}/v2`, call.path, call.search)
  },
  authorize(outgoing, credential) {
    placeBearer(outgoing, requireCredential(credential))
  },
}
