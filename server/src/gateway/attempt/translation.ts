/** Decides whether a request must be translated, and translates it: caller's format -> chat -> provider's format. */

import { type JsonObject, parseObject } from '../../core/body/json-text.ts'
import { ENDPOINTS, type EndpointName, PROMPT_COMPLETIONS } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { GEMINI_ENDPOINTS } from '../../core/gemini-paths.ts'
import { isObject } from '../../core/json.ts'
import { viewCompletion, withProvider } from '../../dialects/chat/caller-view.ts'
import { withCarriedThinking } from '../../dialects/chat/carried-thinking.ts'
import { completionError } from '../../dialects/chat/failed-choice.ts'
import { plainChat } from '../../dialects/chat/plain-chat.ts'
import type { Dialect, DialectContext, InboundFormat } from '../../dialects/dialect.ts'
import { countTokensInbound } from '../../dialects/generate-content/count-tokens.ts'
import { batchEmbedContentsInbound, embedContentInbound } from '../../dialects/generate-content/embed-content.ts'
import { generateContentInbound } from '../../dialects/generate-content/generate-content-inbound.ts'
import { modelsInbound } from '../../dialects/generate-content/models.ts'
import { messagesInbound } from '../../dialects/messages/messages-inbound.ts'
import { messagesTokenCount } from '../../dialects/messages/messages-token-count.ts'
import type { RequestEcho } from '../../dialects/request-echo.ts'
import { inputTokensInbound } from '../../dialects/responses/input-tokens.ts'
import { responsesInbound } from '../../dialects/responses/responses-inbound.ts'
import type { ProviderAdapter } from '../../providers/adapter.ts'
import type { LargeTexts } from '../large/large-texts.ts'
import { TranslatedUsage } from './stream-usage.ts'

type Inbound = {
  readonly dialect: InboundFormat
  /** The endpoint that the requests are translated to. Every provider that has it can serve them. */
  readonly endpoint: EndpointName
}

const INBOUND: Partial<Record<EndpointName, Inbound>> = {
  messages: { dialect: messagesInbound, endpoint: 'chat.completions' },
  responses: { dialect: responsesInbound, endpoint: 'chat.completions' },
  'gemini.generate': { dialect: generateContentInbound, endpoint: 'chat.completions' },
  'gemini.stream': { dialect: generateContentInbound, endpoint: 'chat.completions' },
  'messages.count_tokens': { dialect: messagesTokenCount, endpoint: 'tokens.count' },
  'responses.input_tokens': { dialect: inputTokensInbound, endpoint: 'tokens.count' },
  'gemini.count': { dialect: countTokensInbound, endpoint: 'tokens.count' },
  'gemini.embed': { dialect: embedContentInbound, endpoint: 'embeddings' },
  'gemini.embedMany': { dialect: batchEmbedContentsInbound, endpoint: 'embeddings' },
  'gemini.models': { dialect: modelsInbound, endpoint: 'models' },
  'gemini.models.read': { dialect: modelsInbound, endpoint: 'models.read' },
}

/** How much of an error that is not JSON becomes the error message. */
const MAX_ERROR_BYTES = 1_000

/**
 * The format of a token-counting endpoint: `toChat` reads the request, `fromChat` gets `{ input_tokens }`. Null for
 * other endpoints.
 */
export function countingOf(endpoint: EndpointName): InboundFormat | null {
  const inbound = INBOUND[endpoint]
  return inbound?.endpoint === 'tokens.count' ? inbound.dialect : null
}

export type Translation = {
  /** The provider's endpoint. */
  readonly endpoint: EndpointName
  readonly inbound: InboundFormat | null
  readonly dialect: Dialect | null
  readonly context: DialectContext
  /** The caller's body, for responses that repeat parts of it. For a large body, only a few members. */
  readonly request: JsonObject
  /** For a large body: the members that the response repeats, with placeholders for `largeTexts`. */
  readonly echo?: RequestEcho
  readonly largeTexts?: LargeTexts
  /** True if the caller did not request the usage chunk at the end of a stream: the chunk is read, but not sent. */
  readonly hidesUsage: boolean
}

/** Null if no translation is needed. Throws if the provider cannot serve the endpoint even with one. */
export function translationOf(
  endpoint: EndpointName,
  provider: ProviderAdapter,
  model: string | null,
  params: JsonObject | null,
  strict: boolean | null = null,
): Translation | null {
  if (endpoint === 'proxy' || provider.speaksGemini?.({ endpoint, model })) return null
  const own = provider.dialects?.({ endpoint, model }) ?? null
  if (own === null && provider.endpoints.has(endpoint)) return null
  if (own !== null) return translation(endpoint, null, own, provider, model, params, strict)
  const inbound = INBOUND[endpoint]
  if (!inbound || !isServed(inbound, provider, model)) throw unsupported(endpoint, provider, model)
  const dialect = provider.dialects?.({ endpoint: inbound.endpoint, model }) ?? null
  return translation(inbound.endpoint, inbound.dialect, dialect, provider, model, params, null)
}

function isServed({ endpoint }: Inbound, provider: ProviderAdapter, model: string | null): boolean {
  // The tokens of every chat request can be counted, by the provider or by the gateway.
  const isCount = endpoint === 'tokens.count'
  return hasEndpoint(provider, endpoint, model) || (isCount && hasEndpoint(provider, 'chat.completions', model))
}

function hasEndpoint(provider: ProviderAdapter, endpoint: EndpointName, model: string | null): boolean {
  return provider.endpoints.has(endpoint) || (provider.dialects?.({ endpoint, model }) ?? null) !== null
}

function translation(
  endpoint: EndpointName,
  inbound: InboundFormat | null,
  dialect: Dialect | null,
  provider: ProviderAdapter,
  model: string | null,
  params: JsonObject | null,
  strict: boolean | null,
): Translation {
  const request = params ?? {}
  const isStream = request['stream'] === true
  const options = request['stream_options']
  const wantsUsage = isObject(options) && options['include_usage'] === true
  const context: DialectContext = {
    model: model ?? '',
    provider: provider.slug,
    isStream,
    // Always requested: usage is counted even if the caller does not want to see it.
    includeUsage: true,
    nowSeconds: Math.floor(Date.now() / 1000),
    request,
    strict,
  }
  return { endpoint, inbound, dialect, context, request, hidesUsage: inbound === null && !wantsUsage }
}

/** True if the provider has no token counter: the gateway counts the tokens of the chat request. */
export function isCountedHere(translation: Translation | null): boolean {
  return translation?.endpoint === 'tokens.count' && translation.dialect === null
}

/** The result of `encodeParams` as JSON bytes. */
export function encodeBody(bytes: Uint8Array, translation: Translation, parsed: JsonObject | null = null): Uint8Array {
  return Buffer.from(JSON.stringify(encodeParams(bytes, translation, parsed)))
}

/**
 * The body in the provider's format. `bytes` is the body with the config's changes; `parsed` is the same body, if it is
 * parsed already. `warn` gets what the translation of a Messages, Responses or Gemini request leaves out; members of a
 * chat request that the provider's format does not have are left out without a warning.
 */
export function encodeParams(
  bytes: Uint8Array,
  { endpoint, inbound, dialect, context }: Translation,
  parsed: JsonObject | null,
  warn: (warning: string) => void = () => {},
): JsonObject {
  const params = parsed ?? parseObject(bytes)
  if (typeof params === 'string')
    throw new GatewayError('invalid_json', {
      param: 'body',
      message: `The request body is not a JSON object: ${params}.`,
    })
  const webSearch = dialect?.webSearch ?? null
  const hasAnthropicTools = dialect?.hasAnthropicTools ?? false
  const chat = inbound
    ? withUsage(
        inbound.toChat(params, { webSearch, hasAnthropicTools, provider: context.provider, warn }),
        context.isStream,
      )
    : params
  // Hosts with OpenAI's format refuse the members that only other formats have.
  const plain = inbound && !dialect ? plainChat(chat) : chat
  const hub = !inbound && endpoint === 'chat.completions' ? withCarriedThinking(plain) : plain
  return dialect ? dialect.encode(hub, context) : hub
}

/** A stream in the caller's format always ends with usage, so the chat stream must have it. */
function withUsage(chat: JsonObject, isStream: boolean): JsonObject {
  return isStream ? { ...chat, stream_options: { include_usage: true } } : chat
}

/** A complete response in the caller's format, possibly with placeholders. `onUsage` gets the usage that the provider reports. */
export function decodeResponse(
  status: number,
  bytes: Uint8Array,
  { endpoint, inbound, dialect, context, request, echo }: Translation,
  onUsage: (usage: unknown) => void = () => {},
): Uint8Array {
  const response = parseObject(bytes)
  const isGood = status >= 200 && status < 300
  if (isGood && typeof response === 'string') {
    throw new GatewayError('upstream_broken', {
      message: `${context.provider} returned HTTP ${status} with a body that is not JSON: ${response}.`,
    })
  }
  if (isGood && typeof response !== 'string') {
    const chat = dialect ? dialect.decode(response, context) : response
    onUsage(usageIn(response, chat))
    if (inbound && endpoint === 'chat.completions') refuseFailed(chat)
    return Buffer.from(
      JSON.stringify(inbound ? inbound.fromChat(chat, echo ?? request) : viewResponse(chat, endpoint, context)),
    )
  }
  const error = dialect
    ? dialect.decodeError(status, typeof response === 'string' ? Buffer.from(bytes).toString('utf8') : response)
    : response
  if (typeof error === 'string') {
    if (!inbound) return bytes
    // The caller's client expects its own format, whatever a proxy in front of the provider sends.
    const text = Buffer.from(bytes.subarray(0, MAX_ERROR_BYTES)).toString('utf8').trim()
    const message = text === '' ? `${context.provider} returned HTTP ${status} without a message.` : text
    return Buffer.from(JSON.stringify(inbound.fromError(status, { message })))
  }
  return Buffer.from(JSON.stringify(inbound ? inbound.fromError(status, error) : withProvider(error, context)))
}

/** For formats other than chat, which have no finish reason for a failure. Chat callers get the provider's reason. */
function refuseFailed(completion: JsonObject): void {
  const error = completionError(completion)
  if (error) throw new GatewayError('upstream_broken', { message: String(error['message']) })
}

function viewResponse(response: JsonObject, endpoint: EndpointName, context: DialectContext): JsonObject {
  if (endpoint === 'chat.completions') return viewCompletion(response, context)
  // Model lists have a provider for each model.
  return endpoint === 'embeddings' ? withProvider(response, context) : response
}

/** The provider's own usage object if the response has one, else the counts that the dialect collected. */
function usageIn(response: JsonObject, chat: JsonObject): TranslatedUsage {
  const usage = new TranslatedUsage()
  const reported = [response['usage'], response['usageMetadata'], response['meta'], chat['usage']].find(isObject)
  usage.counted = reported ?? null
  const { model } = chat
  if (typeof model === 'string' && model !== '') usage.model = model
  usage.isFinal = true
  usage.isFinished = true
  return usage
}

/** The paths that callers use, by endpoint. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ...[...ENDPOINTS, PROMPT_COMPLETIONS].map(({ name, method, path }) => [name, `${method} /v1${path}`] as const),
  ...GEMINI_ENDPOINTS.map(({ name, method, path }) => [name, `${method} /v1beta${path}`] as const),
])

function unsupported(endpoint: EndpointName, provider: ProviderAdapter, model: string | null): GatewayError {
  const isSupported = (name: EndpointName) => {
    const inbound = INBOUND[name]
    return hasEndpoint(provider, name, model) || (inbound !== undefined && isServed(inbound, provider, model))
  }
  const supported = ENDPOINTS.flatMap(({ name }) => (isSupported(name) ? [PATHS.get(name)] : [])).join(', ')
  return new GatewayError('endpoint_unsupported', {
    message: `Provider ${provider.slug} does not support ${PATHS.get(endpoint)}. It supports ${supported || 'only /v1/proxy/<path>'}.`,
    hint: 'Choose another provider, or call the provider’s own path at /v1/proxy/<path>.',
  })
}
