/**
 * Counts the tokens of a request if the provider cannot: an estimate with OpenAI's tokenizer, about which the caller
 * gets a warning. The tokenizer runs in a worker thread.
 */

import type { Target } from '../../config/plan.ts'
import { attachedTo } from '../limits/attachments.ts'
import type { LocalCounter } from '../meter/local/token-counter.ts'
import { textBytesIn } from '../meter/request-texts.ts'
import type { Outbound } from '../request.ts'
import type { Access } from './credential.ts'
import { modelIn } from './make-body.ts'
import type { Prepared } from './prepare.ts'
import type { ProviderResponse } from './provider-response.ts'
import { countingOf } from './translation.ts'

/** How long a caller waits for the tokenizer, which takes most of a second to load. */
const COUNT_MS = 10_000
/** A longer text would block the tokenizer, and other requests that wait for it, for more than a second. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024
const BYTES_PER_TOKEN = 4
/** As in `token-worker.ts`. */
const TOKENS_PER_MEDIUM = 765

/** Statuses of a host that has no token counter, or of a credential that may not use it. */
const MISSING_STATUSES: ReadonlySet<number> = new Set([403, 404, 405, 501])
/** Bedrock has a counter for some models, and refuses the others with status 400. */
const NOT_COUNTABLE = /support counting tokens/i
/** Members of a Responses request whose tokens only the provider knows. */
const STORED_MEMBERS = ['previous_response_id', 'conversation', 'prompt'] as const

/** Why the provider's counter cannot be used; null if it can, or if the request is not a count. */
export function missingCounter(
  { head }: Outbound,
  { translation, params }: Prepared,
  { customHost }: Pick<Access, 'customHost'>,
  { status, body }: ProviderResponse,
): string | null {
  if (countingOf(head.endpoint.name) === null) return null
  // Anthropic and OpenAI always have a token counter, so their 404 means an unknown model. A custom host may have none.
  if (translation === null && (customHost === null || STORED_MEMBERS.some((name) => params?.[name] != null)))
    return null
  const text = status === 400 && body instanceof Uint8Array ? Buffer.from(body).toString('utf8') : ''
  if (!MISSING_STATUSES.has(status) && !NOT_COUNTABLE.test(text)) return null
  return `returned HTTP ${status} to a request for a token count`
}

export async function countHere(
  { head, body, journal }: Outbound,
  target: Target,
  { params, outgoing, attached }: Prepared,
  reason: string,
  tokenizer: Pick<LocalCounter, 'count'>,
): Promise<ProviderResponse> {
  const { configPath, provider } = target
  const textBytes = body.facts?.textBytes ?? textBytesIn(params)
  const request = outgoing.body instanceof Uint8Array && textBytes <= MAX_TEXT_BYTES ? outgoing.body : null
  const model = modelIn(params) ?? ''
  const counted = request && (await tokenizer.count({ model, request, response: null }, COUNT_MS))
  let tokens = counted?.inputTokens ?? null
  if (tokens === null) {
    const { images } = attached ?? attachedTo(params)
    tokens = Math.ceil(textBytes / BYTES_PER_TOKEN) + images * TOKENS_PER_MEDIUM
  }
  const how = counted?.inputTokens == null ? 'four bytes a token' : "OpenAI's tokenizer"
  journal.warnCaller(configPath, `The token count is an estimate with ${how}: ${provider.slug} ${reason}.`)
  journal.decide('attempt', configPath, `counted here: ${tokens} input tokens`)
  return {
    target,
    status: 200,
    headers: { 'content-type': 'application/json' },
    isEventStream: false,
    body: Buffer.from(JSON.stringify(countingOf(head.endpoint.name)?.fromChat({ input_tokens: tokens }, {}))),
    hasErrorEvent: false,
    attempt: null,
    firstByteMs: journal.elapsedMs(),
    reportResult: null,
  }
}
