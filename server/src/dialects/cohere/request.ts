/** Translates a chat request to the body of Cohere's v2 chat. */

import { isForeign, joinReasoning } from '../chat/reasoning.ts'
import { extraMembers, type FunctionTool, readTools, rejectUnsupported, stopSequences } from '../chat/request.ts'
import type {
  AssistantMessage,
  ChatBody,
  ChatFile,
  ChatMessage,
  ChatPart,
  ChatResponseFormat,
  ChatToolCall,
} from '../chat/types.ts'
import type { DialectContext } from '../dialect.ts'
import {
  invalidMember,
  isAbsent,
  isObject,
  listOf,
  numberMember,
  objectOf,
  textOf,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import { COHERE_FORMAT } from './response.ts'
import type { CohereDocument, CohereMessage, CoherePart, CohereRequest, CohereTool, CohereToolCall } from './types.ts'

const EFFORT_BUDGETS: Readonly<Record<string, number>> = { minimal: 512, low: 2048, medium: 8192 }

export function encodeRequest(body: ChatBody, { model, isStream }: DialectContext): CohereRequest {
  rejectUnsupported(body)
  const { messages, documents } = encodeMessages(body.messages)
  const { thinking: _, top_k: topK, documents: ownDocuments, ...extra } = extraMembers(body)
  const stop = stopSequences(body.stop)
  const allDocuments = [...listOf(ownDocuments), ...documents]
  return {
    model,
    messages,
    stream: isStream,
    ...encodeTools(body),
    ...encodeFormat(body.response_format),
    ...encodeThinking(body, model),
    ...given('max_tokens', numberMember(body, 'max_completion_tokens') ?? numberMember(body, 'max_tokens')),
    ...given('temperature', numberMember(body, 'temperature')),
    ...given('p', numberMember(body, 'top_p')),
    ...given('k', typeof topK === 'number' ? topK : undefined),
    ...given('seed', numberMember(body, 'seed')),
    ...given('frequency_penalty', penalty(body, 'frequency_penalty')),
    ...given('presence_penalty', penalty(body, 'presence_penalty')),
    ...given('logprobs', body.logprobs === true ? true : undefined),
    ...given('stop_sequences', stop.length === 0 ? undefined : stop),
    ...given('documents', allDocuments.length === 0 ? undefined : allDocuments),
    // Cohere's own members override the translated ones.
    ...extra,
  }
}

function given<K extends keyof CohereRequest>(name: K, value: CohereRequest[K] | undefined): Partial<CohereRequest> {
  return value === undefined ? {} : { [name]: value }
}

/** OpenAI's penalties range from -2 to 2, Cohere's from 0 to 1. */
function penalty(body: ChatBody, name: 'frequency_penalty' | 'presence_penalty'): number | undefined {
  const value = numberMember(body, name)
  return value === undefined ? undefined : Math.min(Math.max(value, 0), 1)
}

function encodeTools(body: ChatBody): Pick<CohereRequest, 'tools' | 'tool_choice' | 'strict_tools'> {
  const { functions, others, mode } = readTools(body)
  const [unsupported] = others
  if (unsupported) {
    throw invalidMember(
      `${unsupported.param}.type`,
      `tools of type ${JSON.stringify(unsupported.tool.type ?? null)} cannot be sent to this provider.`,
      'Send function tools.',
    )
  }
  // Cohere cannot force a tool by name. Offering only this tool and requiring a call has the same effect.
  const offered = typeof mode === 'object' ? functions.filter(({ name }) => name === mode.name) : functions
  if (typeof mode === 'object' && offered.length === 0) {
    throw invalidMember('tool_choice.function.name', 'names a function that is not among the tools.')
  }
  if (offered.length === 0) return {}
  const choice = mode === 'auto' ? null : mode === 'none' ? 'NONE' : 'REQUIRED'
  return {
    tools: offered.map(encodeTool),
    ...(choice === null ? {} : { tool_choice: choice }),
    // Cohere's strictness applies to all tools.
    ...(offered.every(({ strict }) => strict) ? { strict_tools: true } : {}),
  }
}

function encodeTool({ name, description, parameters }: FunctionTool): CohereTool {
  return { type: 'function', function: { name, ...(description === '' ? {} : { description }), parameters } }
}

function encodeFormat(format: Unchecked<ChatResponseFormat>): Pick<CohereRequest, 'response_format'> {
  if (isAbsent(format)) return {}
  const { type, json_schema: definition } = objectOf(format)
  if (type === 'text') return {}
  if (type === 'json_object') {
    // In Cohere's format, `json_schema` is the schema itself.
    return { response_format: { type, ...(isObject(definition) ? { json_schema: definition } : {}) } }
  }
  const { schema } = objectOf(definition)
  if (type === 'json_schema' && isObject(schema)) {
    return { response_format: { type: 'json_object', json_schema: schema } }
  }
  throw invalidMember('response_format', 'expected text, json_object, or json_schema with a schema.')
}

/** Accepts `thinking` in Anthropic's or Cohere's form. Effort is only sent to reasoning models: others reject `thinking`. */
function encodeThinking(body: ChatBody, model: string): Pick<CohereRequest, 'thinking'> {
  const { thinking, reasoning_effort: effort } = body
  if (isObject(thinking)) {
    const budget = thinking.token_budget ?? thinking.budget_tokens
    const type = thinking.type === 'disabled' ? 'disabled' : 'enabled'
    return { thinking: { type, ...(typeof budget === 'number' ? { token_budget: budget } : {}) } }
  }
  if (typeof effort !== 'string' || !model.includes('reasoning')) return {}
  if (effort === 'none') return { thinking: { type: 'disabled' } }
  const budget = Object.hasOwn(EFFORT_BUDGETS, effort) ? EFFORT_BUDGETS[effort] : undefined
  return { thinking: { type: 'enabled', ...(budget === undefined ? {} : { token_budget: budget }) } }
}

type CohereMessages = {
  readonly messages: CohereMessage[]
  /** Text files among the parts. Cohere takes documents separately from the messages. */
  readonly documents: CohereDocument[]
}

const TEXT_FILE = /^data:text\/[^;,]*((?:;[^;,]*)*),/

function encodeMessages(messages: ChatBody['messages']): CohereMessages {
  if (!Array.isArray(messages)) throw invalidMember('messages', 'expected a list of messages.')
  const documents: CohereDocument[] = []
  const encoded = messages.map((message, i) => {
    const param = `messages[${i}]`
    if (!isObject(message)) throw invalidMember(param, 'expected a message with role and content.')
    return encodeMessage(message, param, documents)
  })
  return { messages: encoded, documents }
}

function encodeMessage(
  message: UncheckedObject<ChatMessage>,
  param: string,
  documents: CohereDocument[],
): CohereMessage {
  const { content } = message
  switch (message.role) {
    case 'system':
    case 'developer':
      return { role: 'system', content: textContent(content, `${param}.content`) }
    case 'user':
      return { role: 'user', content: userContent(content, `${param}.content`, documents) }
    case 'assistant':
      return assistantMessage(message, param)
    case 'tool': {
      const id = message.tool_call_id
      if (typeof id !== 'string' || id === '') {
        throw invalidMember(`${param}.tool_call_id`, 'expected the id of the tool call.')
      }
      return { role: 'tool', tool_call_id: id, content: textContent(content, `${param}.content`) }
    }
    default:
      throw invalidMember(
        `${param}.role`,
        'expected system, developer, user, assistant or tool.',
        'The role function was replaced in OpenAI’s format; use tool with tool_call_id.',
      )
  }
}

type Content = UncheckedObject<ChatMessage>['content']

function userContent(content: Content, param: string, documents: CohereDocument[]): string | CoherePart[] {
  if (!Array.isArray(content)) return textContent(content, param)
  return content.flatMap((part, i): CoherePart[] => {
    const at = `${param}[${i}]`
    const { type, image_url: image, file } = objectOf(part)
    if (type === 'file') {
      documents.push(textDocument(objectOf(file), `${at}.file`))
      return []
    }
    if (type !== 'image_url') return [textPart(part, at)]
    const url = typeof image === 'string' ? image : objectOf(image).url
    if (typeof url !== 'string' || url === '') throw invalidMember(`${at}.image_url.url`, 'expected the image’s URL.')
    const { detail } = objectOf(image)
    return [{ type: 'image_url', image_url: { url, ...(isAbsent(detail) ? {} : { detail }) } }]
  })
}

/** Content that may only be text. A list of parts stays a list, because the boundaries may matter to the model. */
function textContent(content: Content, param: string): string | CoherePart[] {
  if (isAbsent(content)) return ''
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) throw invalidMember(param, 'expected a string or a list of parts.')
  return content.map((part, i) => textPart(part, `${param}[${i}]`))
}

function textPart(part: Unchecked<ChatPart>, param: string): CoherePart {
  if (typeof part === 'string') return { type: 'text', text: part }
  const { type, text, refusal, document } = objectOf(part)
  if (type === 'text' && typeof text === 'string') return { type: 'text', text }
  if (type === 'refusal' && typeof refusal === 'string') return { type: 'text', text: refusal }
  if (type === 'document' && isObject(document)) return { type, document }
  throw invalidMember(
    `${param}.type`,
    `parts of type ${JSON.stringify(type ?? null)} cannot be sent here to this provider.`,
    'Use text everywhere, image_url and text files in user messages.',
  )
}

function textDocument(file: UncheckedObject<ChatFile>, param: string): CohereDocument {
  const data = textOf(file.file_data)
  const match = TEXT_FILE.exec(data)
  if (match === null) {
    throw invalidMember(
      `${param}.file_data`,
      'only text files can be sent to this provider.',
      'Send file_data as a data URL of type text/..., or the extracted text.',
    )
  }
  const title = textOf(file.filename)
  const isBase64 = match[1]!.toLowerCase().includes(';base64')
  const text = decodeData(data.slice(match[0].length), isBase64, `${param}.file_data`)
  return { data: { ...(title === '' ? {} : { title }), text } }
}

function decodeData(data: string, isBase64: boolean, param: string): string {
  if (isBase64) return Buffer.from(data, 'base64').toString('utf8')
  try {
    return decodeURIComponent(data)
  } catch {
    throw invalidMember(param, 'the data URL is malformed.')
  }
}

/**
 * Cohere sends thinking as content parts and, before tool calls, as `tool_plan`. The chat message has both in
 * `reasoning_content`, and only the parts in `reasoning_details`. The plan is the rest of `reasoning_content`.
 */
function assistantMessage(message: UncheckedObject<AssistantMessage>, param: string): CohereMessage {
  const thoughts = joinReasoning(message.reasoning_details, { thinking: COHERE_FORMAT, redacted: COHERE_FORMAT })
    .filter((detail) => detail.type === 'thinking')
    .filter(({ text }) => text !== '')
    .map(({ text }) => ({ type: 'thinking' as const, thinking: text }))
  const calls = listOf(message.tool_calls)
  const content = textContent(message.content, `${param}.content`)
  const plan = calls.length === 0 ? '' : toolPlan(message, thoughts.map(({ thinking }) => thinking).join(''))
  return {
    role: 'assistant',
    ...(thoughts.length > 0 ? { content: [...thoughts, ...partsOf(content)] } : {}),
    ...(thoughts.length === 0 && (content.length > 0 || calls.length === 0) ? { content } : {}),
    ...(plan === '' ? {} : { tool_plan: plan }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call, i) => toolCall(call, `${param}.tool_calls[${i}]`)) }),
    ...(Array.isArray(message.citations) ? { citations: message.citations } : {}),
  }
}

function partsOf(content: string | CoherePart[]): CoherePart[] {
  if (typeof content !== 'string') return content
  return content === '' ? [] : [{ type: 'text', text: content }]
}

function toolPlan(message: UncheckedObject<AssistantMessage>, thinking: string): string {
  // The thinking of another provider is not Cohere's plan.
  if (listOf(message.reasoning_details).some((detail) => isForeign(objectOf(detail), COHERE_FORMAT))) return ''
  const readable = textOf(message.reasoning_content)
  return readable.startsWith(thinking) ? readable.slice(thinking.length) : ''
}

function toolCall(call: Unchecked<ChatToolCall>, param: string): CohereToolCall {
  const { id, function: called } = objectOf(call)
  const { name, arguments: text } = objectOf(called)
  if (typeof id !== 'string' || id === '') throw invalidMember(`${param}.id`, 'expected the id of the tool call.')
  if (typeof name !== 'string' || name === '') throw invalidMember(`${param}.function.name`, 'expected a name.')
  return { id, type: 'function', function: { name, arguments: typeof text === 'string' && text !== '' ? text : '{}' } }
}
