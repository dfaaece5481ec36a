/** Calls that cost nothing by themselves, whatever they answer. */

import type { Exchange, Incoming } from '../exchange.ts'

/** As much of an exchange as tells what it asks for. */
export type AskedFor = { readonly incoming: Pick<Incoming, 'endpoint' | 'path' | 'method'> }

/** Keeping a file, asking for a batch and calling something off are free; what a batch does is charged when it is done. */
const FREE_ENDPOINTS: ReadonlySet<string> = new Set([
  'files.create',
  'batches.create',
  'batches.cancel',
  'responses.cancel',
])

/** Providers' own paths that ask for a batch. */
const BATCH_PATH = /\/(?:batches|batch)$|:batchGenerateContent$|:asyncBatchEmbedContent$|\/model-invocation-job$/
/** Paths that only count, look or call off: Anthropic's, Gemini's, OpenAI's and Converse's counters. */
const FREE_PATH =
  /\/(?:count_tokens|count-tokens|input_tokens|tokenize|detokenize|cancel)$|:(?:countTokens|cancel)$|^\/(?:files|uploads|vector_stores)(?:\/|$)/

const BATCH_WARNING =
  'usage: creating a batch costs nothing; what its lines cost is charged by the provider when they are done, and is not counted here.'

/** Reading and removing what lies at a provider costs nothing. */
export function isChargeable(exchange: AskedFor): boolean {
  const { method } = exchange.incoming
  return method !== 'GET' && method !== 'HEAD' && method !== 'DELETE' && !isFreeCall(exchange)
}

function isFreeCall({ incoming }: AskedFor): boolean {
  const { endpoint, path } = incoming
  if (FREE_ENDPOINTS.has(endpoint.name)) return true
  return endpoint.name === 'proxy' && (FREE_PATH.test(path) || BATCH_PATH.test(path))
}

/** Says of a batch that its lines are not in the books. */
export function warnOfBatch(exchange: Exchange): void {
  const { endpoint, path, method } = exchange.incoming
  if (method !== 'POST') return
  if (endpoint.name === 'batches.create' || (endpoint.name === 'proxy' && BATCH_PATH.test(path)))
    exchange.warn(BATCH_WARNING)
}
