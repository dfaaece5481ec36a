/** Whether a request must be translated on its way to a provider, and how: caller's format -> chat -> provider's format. */

import { type JsonObject, parseObject } from '../../core/body/json-text.ts'
import type { EndpointName } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { isObject } from '../../core/money/usage-counts.ts'
import { plainChat } from '../../dialects/chat/plain-chat.ts'
import type { Dialect, DialectContext, InboundDialect } from '../../dialects/dialect.ts'
import { messagesInbound } from '../../dialects/messages/messages-inbound.ts'
import type { RequestEcho } from '../../dialects/request-echo.ts'
import { responsesInbound } from '../../dialects/responses/responses-inbound.ts'
import type { ProviderAdapter } from '../../providers/adapter.ts'
import type { LargeTexts } from '../large/large-texts.ts'
import { TranslatedUsage } from './stream-usage.ts'

/** Formats callers speak that every chat provider can serve. */
const INBOUND: Partial<Record<EndpointName, InboundDialect>> = {
  messages: messagesInbound,
  responses: responsesInbound,
}

export type Translation = {
  /** The endpoint as the provider knows it. */
  readonly endpoint: EndpointName
  readonly inbound: InboundDialect | null
  readonly dialect: Dialect | null
  readonly context: DialectContext
  /** The caller's own body, for answers that repeat parts of it. */
  readonly request: JsonObject
  /** Of a large body, of which `request` has but a few members: what the answer repeats, with stand-ins for `largeTexts`. */
  readonly echo?: RequestEcho
  readonly largeTexts?: LargeTexts
  /** True when the caller did not ask for the usage chunk a stream ends with: it is read and kept back. */
  readonly hidesUsage: boolean
}

/** Null when the caller's bytes go up as they are; refuses what the provider cannot do in any way. */
export function translationOf(
  endpoint: EndpointName,
  provider: ProviderAdapter,
  model: string | null,
  params: JsonObject | null,
): Translation | null {
  if (endpoint === 'proxy') return null
  const own = provider.dialects?.({ endpoint, model }) ?? null
  if (own === null && provider.endpoints.has(endpoint)) return null
  if (own !== null) return translation(endpoint, null, own, provider, model, params)
  const inbound = INBOUND[endpoint] ?? null
  const chat = provider.dialects?.({ endpoint: 'chat.completions', model }) ?? null
  if (inbound && (chat !== null || provider.endpoints.has('chat.completions'))) {
    return translation('chat.completions', inbound, chat, provider, model, params)
  }
  throw unsupported(endpoint, provider)
}

function translation(
  endpoint: EndpointName,
  inbound: InboundDialect | null,
  dialect: Dialect | null,
  provider: ProviderAdapter,
  model: string | null,
  params: JsonObject | null,
): Translation {
  const request = params ?? {}
  const isStream = request['stream'] === true
  const options = request['stream_options']
  const asksUsage = typeof options === 'object' && options !== null && (options as JsonObject)['include_usage'] === true
  const context: DialectContext = {
    model: model ?? '',
    provider: provider.slug,
    isStream,
    // Always asked for: what the caller did not want to see is still counted.
    includeUsage: true,
    nowSeconds: Math.floor(Date.now() / 1000),
    request,
  }
  return { endpoint, inbound, dialect, context, request, hidesUsage: inbound === null && !asksUsage }
}

/** The provider's body for the caller's (already changed) bytes, as JSON. */
export function encodeBody(bytes: Uint8Array, translation: Translation, parsed: JsonObject | null = null): Uint8Array {
  return Buffer.from(JSON.stringify(encodeParams(bytes, translation, parsed)))
}

/** The provider's body for the caller's (already changed) bytes. `parsed`: their parameters if they are parsed already; they are not changed. */
export function encodeParams(
  bytes: Uint8Array,
  { inbound, dialect, context }: Translation,
  parsed: JsonObject | null,
): JsonObject {
  const params = parsed ?? parseObject(bytes)
  if (typeof params === 'string')
    throw new GatewayError('invalid_json', {
      param: 'body',
      message: `The request body is not a JSON object: ${params}.`,
    })
  const chat = inbound ? withUsage(inbound.toChat(params), context.isStream) : params
  // Hosts that speak OpenAI's format refuse the members only other formats know.
  const hub = inbound && !dialect ? plainChat(chat) : chat
  return dialect ? dialect.encode(hub, context) : hub
}

/** The caller's format always ends with usage, so the chat stream below it must. */
function withUsage(chat: JsonObject, isStream: boolean): JsonObject {
  return isStream ? { ...chat, stream_options: { include_usage: true } } : chat
}

/** A whole answer in the caller's format, with the stand-ins it may have. `onUsage` is told what the provider counted. */
export function decodeAnswer(
  status: number,
  bytes: Uint8Array,
  { inbound, dialect, context, request, echo }: Translation,
  onUsage: (usage: unknown) => void = () => {},
): Uint8Array {
  const answer = parseObject(bytes)
  const isGood = status >= 200 && status < 300
  if (isGood && typeof answer === 'string') {
    throw new GatewayError('upstream_broken', {
      message: `${context.provider} answered ${status} with a body that is not JSON: ${answer}.`,
    })
  }
  if (isGood && typeof answer !== 'string') {
    const chat = dialect ? dialect.decode(answer, context) : answer
    onUsage(usageOfWhole(answer, chat))
    return Buffer.from(JSON.stringify(inbound ? inbound.fromChat(chat, echo ?? request) : chat))
  }
  const error = dialect
    ? dialect.decodeError(status, typeof answer === 'string' ? Buffer.from(bytes).toString('utf8') : answer)
    : answer
  if (typeof error === 'string') return bytes
  return Buffer.from(JSON.stringify(inbound ? inbound.fromError(status, error) : error))
}

/** In the provider's own words where it has them in one place; some dialects gather the counts. */
function usageOfWhole(answer: JsonObject, chat: JsonObject): TranslatedUsage {
  const usage = new TranslatedUsage()
  const told = [answer['usage'], answer['usageMetadata'], answer['meta'], chat['usage']].find(isObject)
  usage.counted = told ?? null
  const { model } = chat
  if (typeof model === 'string' && model !== '') usage.model = model
  usage.isFinal = true
  usage.isFinished = true
  return usage
}

function unsupported(endpoint: EndpointName, provider: ProviderAdapter): GatewayError {
  const known = [...provider.endpoints].join(', ')
  return new GatewayError('endpoint_unsupported', {
    message: `Provider ${provider.slug} has no ${endpoint}; it has ${known || 'pass-through only'}.`,
    hint: 'Choose another provider, or reach the provider’s own path as it is at /v1/proxy/<path>.',
  })
}
