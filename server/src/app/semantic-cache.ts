/** Builds the semantic cache: selects the embedder and opens the store of its questions. */

import { resolve } from 'node:path'
import { SemanticCache } from '../cache/semantic/semantic-cache.ts'
import type { CacheStore } from '../core/ports.ts'
import { originOf } from '../core/request-url.ts'
import type { Embedder } from '../core/semantic/embedder.ts'
import type { Egress } from '../egress/send.ts'
import { httpEmbedder } from '../embedders/http-embedder.ts'
import { localEmbedder } from '../embedders/onnx/local-embedder.ts'
import type { InternalRequests } from '../gateway/internal-requests.ts'
import type { GatehouseSettings } from '../settings.ts'
import { QuestionFile } from '../stores/sql/semantic/question-file.ts'

/**
 * A vector that arrives after the lookup timed out is still used to store the response. This bounds how long to wait.
 */
const MAX_EMBEDDING_MS = 10_000

const SENDER = { keyId: 'semantic-cache', keyName: 'semantic cache' }

export type SemanticParts = {
  readonly settings: GatehouseSettings
  readonly answers: CacheStore
  readonly egress: Egress
  readonly inside: InternalRequests
}

export function openSemanticCache(parts: SemanticParts): SemanticCache {
  const { settings, answers } = parts
  const embedder = embedderOf(parts)
  return new SemanticCache({
    embedder,
    answers,
    store: embedder ? new QuestionFile(settings.dataDirectory) : null,
    maxBytes: settings.semanticCacheBytes,
    timeoutMs: settings.embedderTimeoutMs,
    nowMs: () => Date.now(),
  })
}

function embedderOf({ settings, egress, inside }: SemanticParts): Embedder | null {
  const { embedder: source, embedderDimensions: dimensions } = settings
  if (source === null) return null
  if (source.kind === 'folder') return localEmbedder(resolve(source.folder))
  const { model } = source
  const cut = dimensions === null ? '' : ` in ${dimensions}`
  if (source.kind === 'virtual_key') {
    const headers = {
      'x-gateway-virtual-key': source.virtualKey,
      'x-gateway-metadata': '{"purpose":"semantic cache"}',
      'x-gateway-request-timeout': String(MAX_EMBEDDING_MS),
    }
    return httpEmbedder({
      identity: `virtual key ${source.virtualKey} ${model}${cut}`,
      model,
      dimensions,
      post: (body, owner) => inside.post({ sender: SENDER, path: '/v1/embeddings', headers, body, owner }),
    })
  }
  const { url, apiKey } = source
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
  }
  // The operator configured this URL, so private addresses are allowed.
  const terms = { hasStoredCredential: true, trustedOrigin: originOf(url) }
  return httpEmbedder({
    identity: `${url} ${model}${cut}`,
    model,
    dimensions,
    post: (body) =>
      egress.send(
        { method: 'POST', url: `${url}/embeddings`, headers: { ...headers }, body },
        AbortSignal.timeout(MAX_EMBEDDING_MS),
        terms,
      ),
  })
}
