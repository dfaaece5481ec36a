/** Reads members of a chat request for several encoders: tools, stop sequences, arguments and unknown members. */

import type { JsonObject } from '../dialect.ts'
import {
  invalidMember,
  isAbsent,
  isObject,
  listOf,
  objectOf,
  textOf,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import type { ChatBody, ChatRequest, ChatTool, ChatToolChoice } from './types.ts'

/** All members in https://platform.openai.com/docs/api-reference/chat/create. */
export const CHAT_MEMBERS: ReadonlySet<string> = new Set([
  'audio',
  'frequency_penalty',
  'function_call',
  'functions',
  'logit_bias',
  'logprobs',
  'max_completion_tokens',
  'max_tokens',
  'messages',
  'metadata',
  'modalities',
  'model',
  'n',
  'parallel_tool_calls',
  'prediction',
  'presence_penalty',
  'prompt_cache_key',
  'prompt_cache_retention',
  'reasoning_effort',
  'response_format',
  'safety_identifier',
  'seed',
  'service_tier',
  'stop',
  'store',
  'stream',
  'stream_options',
  'temperature',
  'tool_choice',
  'tools',
  'top_logprobs',
  'top_p',
  'user',
  'verbosity',
  'web_search_options',
] satisfies (keyof ChatRequest)[])

/** The members that OpenAI's format does not define. They are forwarded unchanged. */
export function extraMembers(body: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !CHAT_MEMBERS.has(name) && value !== undefined),
  )
}

/** Rejects members that the provider does not have and whose loss would change the response. */
export function rejectUnsupported(body: ChatBody): void {
  const { n, modalities, audio, web_search_options: search } = body
  if (!isAbsent(n) && n !== 1) {
    throw invalidMember('n', 'this provider returns one choice per request.', 'Send n: 1, or several requests.')
  }
  const wantsAudio = Array.isArray(modalities) && modalities.some((modality) => modality !== 'text')
  if (wantsAudio || !isAbsent(audio)) {
    throw invalidMember(
      wantsAudio ? 'modalities' : 'audio',
      'this provider returns text only.',
      'Send modalities: ["text"].',
    )
  }
  if (!isAbsent(search)) {
    throw invalidMember(
      'web_search_options',
      'this provider has no web search (web_search_options, or the tool web_search).',
      'Leave it out, or choose a provider with web search.',
    )
  }
}

export type FunctionTool = {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  readonly strict: boolean
  readonly cacheControl: unknown
}

export type ToolMode = 'auto' | 'none' | 'required' | { readonly name: string }

export type OtherTool = { readonly tool: UncheckedObject<ChatTool>; readonly param: string }

export type RequestedTools = {
  readonly functions: readonly FunctionTool[]
  /** Tools of other types, such as the provider's own. */
  readonly others: readonly OtherTool[]
  readonly mode: ToolMode
}

/** The schema of a function without parameters. */
const NO_PARAMETERS: JsonObject = { type: 'object', properties: {} }

/** Reads `tools` and `tool_choice`. `allowed_tools` removes the functions it does not name. */
export function readTools(body: ChatBody): RequestedTools {
  for (const old of ['functions', 'function_call'] as const) {
    if (!isAbsent(body[old]))
      throw invalidMember(old, 'was replaced in OpenAI’s format.', 'Send tools and tool_choice.')
  }
  const functions: FunctionTool[] = []
  const others: OtherTool[] = []
  const { tools } = body
  if (!isAbsent(tools) && !Array.isArray(tools)) throw invalidMember('tools', 'expected a list of tools.')
  for (const [i, tool] of (tools ?? []).entries()) {
    const param = `tools[${i}]`
    if (!isObject(tool)) throw invalidMember(param, 'expected a tool.')
    if (tool.type === 'function') functions.push(readFunction(tool, param))
    else others.push({ tool, param })
  }
  const { mode, allowed } = readChoice(body.tool_choice)
  return { functions: allowed ? functions.filter(({ name }) => allowed.has(name)) : functions, others, mode }
}

function readFunction(tool: UncheckedObject<ChatTool>, param: string): FunctionTool {
  const { name, description, parameters, strict, cache_control: cacheControl } = objectOf(tool.function)
  if (typeof name !== 'string' || name === '') throw invalidMember(`${param}.function.name`, 'expected a name.')
  return {
    name,
    description: textOf(description),
    parameters: isObject(parameters) ? parameters : NO_PARAMETERS,
    strict: strict === true,
    cacheControl: tool.cache_control ?? cacheControl,
  }
}

type Choice = { readonly mode: ToolMode; readonly allowed?: ReadonlySet<string> }

function readChoice(choice: Unchecked<ChatToolChoice>): Choice {
  if (isAbsent(choice)) return { mode: 'auto' }
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { mode: choice }
  const { type, function: called, allowed_tools: allowed } = objectOf(choice)
  const name = textOf(objectOf(called).name)
  if (type === 'function' && name !== '') return { mode: { name } }
  if (type === 'allowed_tools') {
    const { mode, tools } = objectOf(allowed)
    const names = listOf(tools).map((tool) => textOf(objectOf(objectOf(tool).function).name))
    return { mode: mode === 'required' ? 'required' : 'auto', allowed: new Set(names) }
  }
  throw invalidMember(
    'tool_choice',
    'expected "auto", "none", "required" or {"type":"function","function":{"name":...}}.',
  )
}

/** `stop` is a string or a list of strings. */
export function stopSequences(stop: unknown): string[] {
  if (isAbsent(stop)) return []
  const texts: unknown[] = Array.isArray(stop) ? stop : [stop]
  if (texts.every((text) => typeof text === 'string')) return texts
  throw invalidMember('stop', 'expected a string or a list of strings.')
}

/** The arguments of a tool call as an object. Models write '' or `null` for a call without arguments. */
export function parseArguments(text: unknown, param: string): JsonObject {
  if (isAbsent(text) || text === '') return {}
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : text
    if (value === null) return {}
    if (isObject(value)) return value
  } catch {
    // Invalid JSON gets the same error as JSON that is not an object.
  }
  throw invalidMember(
    param,
    'expected a JSON object as text.',
    'This provider takes the arguments as JSON; repair or leave out the broken tool call.',
  )
}

/** Some models write `null` for a call without arguments. */
export function isNoArguments(text: string): boolean {
  return text.length < 16 && text.trim() === 'null'
}

/**
 * The arguments of a tool call as an object, for Anthropic's format. A model may have written text that is not a JSON
 * object. Such text is sent in the member `arguments`, because an error here would end the caller's conversation.
 */
export function argumentsOrText(value: unknown): JsonObject {
  if (isObject(value)) return value
  const text = textOf(value)
  if (text.trim() === '' || isNoArguments(text)) return {}
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? parsed : { arguments: parsed }
  } catch {
    return { arguments: text }
  }
}

/** The member `cache_control`, unchanged; `{}` if it is not an object. */
export function cacheControlOf(source: { readonly cache_control?: unknown }): { cache_control?: JsonObject } {
  return isObject(source.cache_control) ? { cache_control: source.cache_control } : {}
}
