/** Settings of the embedder for the semantic cache. */

export type EmbedderSettings =
  | { readonly kind: 'virtual_key'; readonly virtualKey: string; readonly model: string }
  | { readonly kind: 'url'; readonly url: string; readonly model: string; readonly apiKey: string | null }
  | { readonly kind: 'folder'; readonly folder: string }

export const EMBEDDER_ENVIRONMENT = [
  [
    'GATEWAY_EMBEDDER_VIRTUAL_KEY',
    'none',
    'Semantic cache: slug of the virtual key whose provider makes the embeddings; every workspace that uses the cache needs it.',
  ],
  ['GATEWAY_EMBEDDER_URL', 'none', 'Semantic cache: base URL, with /v1, of an OpenAI-compatible embeddings server.'],
  ['GATEWAY_EMBEDDER_API_KEY', 'none', 'Credential for GATEWAY_EMBEDDER_URL.'],
  ['GATEWAY_EMBEDDER_MODEL', 'none', 'Model of the virtual key or server above.'],
  ['GATEWAY_EMBEDDER_DIMENSIONS', 'the model’s default', 'Vector size, for models that support shorter vectors.'],
  ['GATEWAY_EMBEDDER_FOLDER', 'none', 'Semantic cache: folder of a local encoder (model.onnx, vocab.txt).'],
  ['GATEWAY_EMBEDDER_TIMEOUT_MS', '300', 'Maximum wait for an embedding before the lookup is a miss.'],
  [
    'GATEWAY_CACHE_THRESHOLD',
    '0.95',
    'Minimum similarity of a semantic hit; configs sent with a request can only raise it.',
  ],
  ['GATEWAY_SEMANTIC_CACHE_BYTES', '67108864', 'Memory of the semantic cache, excluding the cached responses.'],
] as const

type ReadText = (name: (typeof EMBEDDER_ENVIRONMENT)[number][0]) => string | null

/** Rejects more than one source and incomplete sources. */
export function readEmbedder(text: ReadText, refuse: (message: string) => never): EmbedderSettings | null {
  const virtualKey = text('GATEWAY_EMBEDDER_VIRTUAL_KEY')
  const url = text('GATEWAY_EMBEDDER_URL')
  const folder = text('GATEWAY_EMBEDDER_FOLDER')
  const model = text('GATEWAY_EMBEDDER_MODEL')
  if ([virtualKey, url, folder].filter((source) => source !== null).length > 1)
    refuse('Set only one of GATEWAY_EMBEDDER_VIRTUAL_KEY, GATEWAY_EMBEDDER_URL and GATEWAY_EMBEDDER_FOLDER.')
  if (folder !== null) return { kind: 'folder', folder }
  if (virtualKey === null && url === null) return null
  if (model === null) return refuse('GATEWAY_EMBEDDER_MODEL must name the embedding model.')
  if (virtualKey !== null) return { kind: 'virtual_key', virtualKey, model }
  const base = (url ?? '').replace(/\/+$/, '')
  if (!/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(base))
    refuse('GATEWAY_EMBEDDER_URL must be http(s)://host[:port][/path] without a query.')
  return { kind: 'url', url: base, model, apiKey: text('GATEWAY_EMBEDDER_API_KEY') }
}

export function readThreshold(text: ReadText, refuse: (message: string) => never): number {
  const given = text('GATEWAY_CACHE_THRESHOLD')
  if (given === null) return 0.95
  const threshold = /^(0(\.\d+)?|1(\.0+)?)$/.test(given) ? Number(given) : Number.NaN
  return threshold >= 0.5 ? threshold : refuse('GATEWAY_CACHE_THRESHOLD must be a number from 0.5 to 1.')
}
