/** Classifies requests by how they are priced. Pass-through requests are recognised by their paths. */

import type { EndpointName } from '../../core/endpoints.ts'
import { modelDecidedByPath } from '../../core/request-url.ts'
import type { RequestHead } from '../request.ts'

/**
 * `free`: costs nothing. `session`: a WebSocket whose turns are held one by one. `unknown`: no bound on its cost is known,
 * so a key with a budget may not send it.
 */
export type PricedFormat =
  | 'free'
  | 'session'
  | 'text'
  | 'embeddings'
  | 'moderation'
  | 'rerank'
  | 'images'
  | 'speech'
  | 'transcription'
  | 'unknown'

/** The model in the path of a pass-through request, if the path decides it: then a model in the body has no effect. */
export function modelPassedIn({ endpoint, path }: Omit<RequestKind, 'method'>): string | null {
  return endpoint.name === 'proxy' ? modelDecidedByPath(path) : null
}

type RequestKind = Pick<RequestHead, 'method' | 'path' | 'socket'> & {
  readonly endpoint: { readonly name: EndpointName }
}

const ENDPOINTS: ReadonlyMap<EndpointName, PricedFormat> = new Map<EndpointName, PricedFormat>([
  ['chat.completions', 'text'],
  ['completions', 'text'],
  ['messages', 'text'],
  ['responses', 'text'],
  ['gemini.generate', 'text'],
  ['gemini.stream', 'text'],
  ['embeddings', 'embeddings'],
  ['gemini.embed', 'embeddings'],
  ['gemini.embedMany', 'embeddings'],
  ['moderations', 'moderation'],
  ['images.generations', 'images'],
  ['images.edits', 'images'],
  ['audio.speech', 'speech'],
  ['audio.transcriptions', 'transcription'],
  ['audio.translations', 'transcription'],
  // The cost is known only after the provider has run the batch.
  ['batches.create', 'unknown'],
])

/** Providers' own paths that create a batch. */
const BATCH_PATH = /\/(?:batches|batch)$|:batchGenerateContent$|:asyncBatchEmbedContent$|\/model-invocation-job$/

const PATHS: readonly (readonly [pattern: RegExp, format: PricedFormat])[] = [
  [BATCH_PATH, 'unknown'],
  [/\/(?:chat|chat\/completions|completions|messages|responses|complete|generate)$/, 'text'],
  [/:(?:generateContent|streamGenerateContent|rawPredict|streamRawPredict)$/, 'text'],
  [/\/model\/[^/]+\/(?:converse|converse-stream|invoke|invoke-with-response-stream)$/, 'text'],
  [/\/(?:embeddings|embed)$|:(?:embedContent|batchEmbedContents)$/, 'embeddings'],
  [/\/rerank$/, 'rerank'],
  [/\/moderations$/, 'moderation'],
  [/\/images\/(?:generations|edits|variations)$/, 'images'],
  [/\/audio\/speech$/, 'speech'],
  [/\/audio\/(?:transcriptions|translations)$/, 'transcription'],
]

export function formatOf(head: RequestKind): PricedFormat {
  const { endpoint, path, method, socket } = head
  if (socket !== undefined) return socket === 'opaque' ? 'unknown' : 'session'
  const known = ENDPOINTS.get(endpoint.name)
  if (known !== undefined) return known
  const named = PATHS.find(([pattern]) => pattern.test(path))?.[1]
  if (named === 'unknown' && method === 'POST') return 'unknown'
  if (!isChargeable(head)) return 'free'
  return named ?? 'unknown'
}

/**
 * Storing a file, creating a batch, cancelling and counting tokens cost nothing. A batch is charged when it has run.
 */
const FREE_ENDPOINTS: ReadonlySet<string> = new Set([
  'files.create',
  'batches.create',
  'batches.cancel',
  'responses.cancel',
  'messages.count_tokens',
  'responses.input_tokens',
  'gemini.count',
])

/**
 * Paths of Anthropic, Gemini, OpenAI and Converse that only count tokens, store files, create client secrets, cancel,
 * or start WebRTC calls. Each turn of a call has its own hold.
 */
const FREE_PATH =
  /\/realtime\/(?:client_secrets|sessions|transcription_sessions|calls|calls\/[\w-]+\/(?:hangup|reject))$|\/(?:count_tokens|count-tokens|input_tokens|tokenize|detokenize|cancel)$|:(?:countTokens|cancel)$|^\/(?:files|uploads|vector_stores)(?:\/|$)/

/** Reading and deleting objects at a provider costs nothing. */
export function isChargeable({ method, endpoint, path }: RequestKind): boolean {
  if (method === 'GET' || method === 'HEAD' || method === 'DELETE' || FREE_ENDPOINTS.has(endpoint.name)) return false
  return endpoint.name !== 'proxy' || !(FREE_PATH.test(path) || BATCH_PATH.test(path))
}

export const BATCH_WARNING =
  'usage: creating a batch costs nothing; what its lines cost is charged by the provider when they are done, and is not counted here.'

export function createsBatch({ method, endpoint, path }: RequestKind): boolean {
  if (method !== 'POST') return false
  return endpoint.name === 'batches.create' || (endpoint.name === 'proxy' && BATCH_PATH.test(path))
}
