/** Translates Converse's complete responses and errors to OpenAI's format. */

import { completion } from '../chat/completion.ts'
import { annotationOf } from '../chat/sources.ts'
import type {
  ChatAnnotation,
  ChatCompletion,
  ChatToolCall,
  ChatUsage,
  ErrorBody,
  ErrorResponse,
  FinishReason,
  ReasoningDetail,
} from '../chat/types.ts'
import type { DialectContext } from '../dialect.ts'
import {
  countOf,
  isObject,
  listOf,
  objectOf,
  textOf,
  type Unchecked,
  type UncheckedObject,
  unreadableResponse,
} from '../json.ts'
import { reasoningFormats } from './models.ts'
import type {
  BedrockError,
  ConverseEvents,
  ConverseResponse,
  ConverseUsage,
  ReasoningContent,
  ResponseToolUse,
} from './types.ts'

/**
 * Models without native schemas return a structured response as the input of this tool, and the decoders turn the call into
 * content. The decoders recognize the tool by its name, so they need no state from the request.
 */
export const SCHEMA_TOOL = 'gatehouse_json_answer'

const FINISH_REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['guardrail_intervened', 'content_filter'],
  ['content_filtered', 'content_filter'],
])

/** A truncated or filtered response keeps that reason, even if it has tool calls. */
export function finishReason(stopReason: unknown, hasToolCalls: boolean): FinishReason {
  return FINISH_REASONS.get(textOf(stopReason)) ?? (hasToolCalls ? 'tool_calls' : 'stop')
}

export function decodeResponse(response: UncheckedObject<ConverseResponse>, context: DialectContext): ChatCompletion {
  const { message } = objectOf(response.output)
  if (!isObject(message)) throw unreadableResponse(context.provider)
  const text: string[] = []
  const toolCalls: ChatToolCall[] = []
  const reasoningText: string[] = []
  const reasoningDetails: ReasoningDetail[] = []
  const citations: unknown[] = []
  for (const item of listOf(message.content)) {
    const { text: blockText, reasoningContent, toolUse, citationsContent } = objectOf(item)
    text.push(textOf(blockText))
    if (isObject(reasoningContent)) {
      const detail = reasoningDetail(reasoningContent, context.model)
      reasoningText.push(detail.type === 'thinking' ? textOf(detail.text) : '')
      reasoningDetails.push(detail)
    }
    if (isObject(citationsContent)) {
      text.push(...listOf(citationsContent.content).map((part) => textOf(objectOf(part).text)))
      for (const citation of listOf(citationsContent.citations)) citations.push(citation)
    }
    if (isObject(toolUse) && toolUse.name === SCHEMA_TOOL) text.push(JSON.stringify(toolUse.input ?? {}))
    else if (isObject(toolUse) && isCallersTool(toolUse)) toolCalls.push(toolCall(toolUse))
  }
  const decoded = {
    text: text.join(''),
    toolCalls,
    reasoningText: reasoningText.join(''),
    reasoningDetails,
    citations,
    annotations: citations.flatMap(webAnnotation),
  }
  const reason = finishReason(response.stopReason, toolCalls.length > 0)
  return completion(context, '', decoded, reason, decodeUsage(response.usage))
}

/** The annotation for a source on the web; `[]` for a document of the caller, which has no URL. */
export function webAnnotation(citation: unknown): ChatAnnotation[] {
  const { title, location } = objectOf(citation)
  const url = textOf(objectOf(objectOf(location)['web'])['url'])
  return url === '' ? [] : [annotationOf({ url, title: textOf(title) || url, span: null })]
}

/** False for tools that Bedrock runs itself. */
export function isCallersTool(toolUse: { readonly type?: unknown }): boolean {
  return toolUse.type !== 'server_tool_use'
}

/** OpenAI's prompt_tokens include cached input, Converse's inputTokens exclude it. */
export function decodeUsage(usage: Unchecked<ConverseUsage>): ChatUsage | null {
  if (!isObject(usage)) return null
  const input = countOf(usage.inputTokens)
  const output = countOf(usage.outputTokens)
  const read = countOf(usage.cacheReadInputTokens)
  const written = countOf(usage.cacheWriteInputTokens)
  if (input === null && output === null) return null
  const prompt = (input ?? 0) + (read ?? 0) + (written ?? 0)
  const details = {
    ...(read === null ? {} : { cached_tokens: read }),
    ...(written === null ? {} : { cache_write_tokens: written }),
  }
  return {
    prompt_tokens: prompt,
    completion_tokens: output ?? 0,
    total_tokens: prompt + (output ?? 0),
    ...(Object.keys(details).length === 0 ? {} : { prompt_tokens_details: details }),
  }
}

function reasoningDetail(content: UncheckedObject<ReasoningContent>, model: string): ReasoningDetail {
  const format = reasoningFormats(model)
  const { redactedContent } = content
  if (typeof redactedContent === 'string') return { type: 'redacted', data: redactedContent, format: format.redacted }
  const { text, signature } = objectOf(content.reasoningText)
  const signed = typeof signature === 'string' ? { signature } : {}
  return { type: 'thinking', text: textOf(text), ...signed, format: format.thinking }
}

function toolCall(toolUse: UncheckedObject<ResponseToolUse>): ChatToolCall {
  const called = { name: textOf(toolUse.name), arguments: JSON.stringify(toolUse.input ?? {}) }
  return { id: textOf(toolUse.toolUseId), type: 'function', function: called }
}

/** Keyed by the exception's name in lower case without "Exception". Frames and bodies use different cases. */
const TYPES_BY_EXCEPTION: ReadonlyMap<string, string> = new Map([
  ['throttling', 'rate_limit_error'],
  ['toomanyrequests', 'rate_limit_error'],
  ['servicequotaexceeded', 'rate_limit_error'],
  ['serviceunavailable', 'overloaded_error'],
  ['modelnotready', 'overloaded_error'],
  ['validation', 'invalid_request_error'],
  ['accessdenied', 'permission_error'],
  ['unrecognizedclient', 'authentication_error'],
  ['expiredtoken', 'authentication_error'],
  ['resourcenotfound', 'not_found_error'],
])

const TYPES_BY_STATUS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  413: 'invalid_request_error',
  422: 'invalid_request_error',
  429: 'rate_limit_error',
  503: 'overloaded_error',
}

export function decodeError(status: number, body: unknown): ErrorResponse {
  const { message, Message, __type: exception }: UncheckedObject<BedrockError> = objectOf(body)
  const text = typeof body === 'string' ? body : textOf(message) || textOf(Message)
  // Some services send `com.amazonaws...#ValidationException:http://...`.
  const name = textOf(exception).split('#').at(-1)!.split(':', 1)[0]!
  return {
    error: {
      message: text.trim() === '' ? `The provider returned HTTP ${status} without a message.` : text,
      type: typeOf(name) ?? TYPES_BY_STATUS[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
      param: null,
      code: name === '' ? null : name,
    },
  }
}

/** The error of an exception frame. */
export function exceptionError(data: UncheckedObject<ConverseEvents['exception']>): ErrorBody {
  const name = textOf(data.type)
  return {
    message: textOf(data.message) || 'The provider ended its response with an error.',
    type: typeOf(name) ?? 'server_error',
    code: name === '' ? 'upstream_broken' : name,
    param: null,
  }
}

function typeOf(exception: string): string | undefined {
  return TYPES_BY_EXCEPTION.get(exception.replace(/Exception$/, '').toLowerCase())
}
