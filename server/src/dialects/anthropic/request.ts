/** Translates a chat request to the body of Anthropic's Messages endpoint. */

import { cacheControlOf } from '../chat/request.ts'
import { withoutLoopThinking } from '../chat/tool-loop.ts'
import type { ChatBody, ChatResponseFormat, ChatTool, ChatToolChoice } from '../chat/types.ts'
import type { DialectContext, JsonObject } from '../dialect.ts'
import {
  invalidBody,
  isAbsent,
  isObject,
  objectOf,
  objectsIn,
  textOf,
  type Unchecked,
  type UncheckedObject,
} from '../json.ts'
import { encodeMessages } from './messages.ts'
import { type ModelTraits, modelTraits } from './models.ts'
import { BLOCK_KINDS, encodeSampling, encodeThinking, isThinking } from './thinking.ts'
import type { MessagesRequest, MessagesTool, MessagesToolChoice, OutputConfig } from './types.ts'

/** Members that are translated here, or dropped because Anthropic has no equivalent. All others are forwarded unchanged. */
const TRANSLATED_MEMBERS = new Set([
  'model',
  'messages',
  'system',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'temperature',
  'top_p',
  'top_k',
  'stop',
  'n',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'response_format',
  'reasoning_effort',
  'thinking',
  'output_config',
  'user',
  'safety_identifier',
  'metadata',
  'service_tier',
  'modalities',
  'audio',
  'web_search_options',
  'frequency_penalty',
  'presence_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'store',
  'prediction',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'verbosity',
  'moderation',
])

const JSON_INSTRUCTION = 'Answer with a single valid JSON object and nothing else: no prose around it, no code fence.'

export function encodeRequest(body: ChatBody, context: DialectContext): UncheckedObject<MessagesRequest> {
  rejectUnsupported(body)
  const traits = modelTraits(context.model)
  const { system, messages: turns } = encodeMessages(body)
  const tools = encodeTools(body, traits)
  const { maxTokens, thinking, effort } = encodeThinking(body, traits, { choice: tools.tool_choice, turns })
  const mayThink = isThinking(thinking) || !traits.canStopThinking
  const messages = mayThink ? turns : withoutLoopThinking(turns, BLOCK_KINDS)
  const output = encodeOutput(body, effort)
  // Anthropic has no JSON mode without a schema, so an instruction replaces it.
  if (objectOf(body.response_format).type === 'json_object') system.push({ type: 'text', text: JSON_INSTRUCTION })
  const stop = encodeStop(body.stop)
  return {
    model: context.model,
    max_tokens: maxTokens,
    ...(system.length > 0 && { system }),
    messages,
    ...tools,
    ...(thinking && { thinking }),
    ...(output && { output_config: output }),
    ...encodeSampling(body, traits, thinking),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...encodeIdentity(body),
    ...encodeServiceTier(body.service_tier),
    ...Object.fromEntries(Object.entries(body).filter(([member]) => !TRANSLATED_MEMBERS.has(member))),
    ...(context.isStream && { stream: true }),
  }
}

/** Rejects members that Anthropic does not have and whose loss would change the response. */
function rejectUnsupported(body: ChatBody): void {
  if (!isAbsent(body.n) && body.n !== 1) {
    throw invalidBody('n', 'Anthropic returns one choice per request.', 'Leave `n` out and send several requests.')
  }
  if (Array.isArray(body.modalities) && body.modalities.some((modality) => modality !== 'text')) {
    throw invalidBody('modalities', 'Anthropic returns text only.', 'Leave `modalities` out, or use another provider.')
  }
  if (!isAbsent(body.functions) || !isAbsent(body.function_call)) {
    throw invalidBody(
      'functions',
      '`functions` and `function_call` were replaced in OpenAI’s format.',
      'Use `tools` and `tool_choice`.',
    )
  }
}

/** Members of the caller's own output_config override the translated ones. */
function encodeOutput(body: ChatBody, effort: string | null): UncheckedObject<OutputConfig> | null {
  const format = encodeFormat(body.response_format)
  const output = { ...(effort !== null && { effort }), ...(format && { format }), ...objectOf(body.output_config) }
  return Object.keys(output).length > 0 ? output : null
}

function encodeFormat(value: Unchecked<ChatResponseFormat>): OutputConfig['format'] | null {
  if (!isObject(value)) return null
  const { type, json_schema: definition } = value
  if (type === 'text' || type === 'json_object') return null
  const { schema } = objectOf(definition)
  if (type === 'json_schema' && isObject(schema)) return { type: 'json_schema', schema: strictSchema(schema) }
  throw invalidBody(
    'response_format',
    'Anthropic’s format has no equivalent of this response format.',
    'Use text, json_object, or json_schema with json_schema.schema.',
  )
}

function encodeStop(stop: unknown): string[] {
  const sequences: unknown[] = Array.isArray(stop) ? stop : [stop]
  // Anthropic rejects sequences without a visible character.
  return sequences.filter((sequence): sequence is string => typeof sequence === 'string' && sequence.trim() !== '')
}

/** Anthropic's metadata has only `user_id`. OpenAI's free-form labels are dropped. */
function encodeIdentity(body: ChatBody): Pick<MessagesRequest, 'metadata'> {
  const own = objectOf(body.metadata)['user_id']
  const user = [own, body.user, body.safety_identifier].find((value) => typeof value === 'string' && value !== '')
  return typeof user === 'string' ? { metadata: { user_id: user } } : {}
}

function encodeServiceTier(tier: unknown): Pick<MessagesRequest, 'service_tier'> {
  if (tier === 'auto' || tier === 'standard_only') return { service_tier: tier }
  return tier === 'default' ? { service_tier: 'standard_only' } : {}
}

/** Anthropic's members of a tool that a caller may set on OpenAI's tool object. */
const NATIVE_TOOL_MEMBERS = ['defer_loading', 'allowed_callers', 'input_examples', 'eager_input_streaming'] as const

// platform.claude.com/docs/en/build-with-claude/structured-outputs: maximum number of strict tools in a request.
const MAX_STRICT_TOOLS = 20

const CHOICE_TYPES: ReadonlySet<string> = new Set([
  'auto',
  'any',
  'tool',
  'none',
] satisfies MessagesToolChoice['type'][])

/** A tool from the caller. It may have Anthropic's members or be entirely in Anthropic's format. */
type IncomingTool = UncheckedObject<ChatTool & Omit<MessagesTool, 'type'>>

type ToolMembers = {
  tools?: UncheckedObject<MessagesTool>[]
  tool_choice?: UncheckedObject<MessagesToolChoice>
}

function encodeTools(body: ChatBody, traits: ModelTraits): ToolMembers {
  const search = webSearchTool(body)
  if (isAbsent(body.tools)) return search === null ? {} : { tools: [search] }
  if (!Array.isArray(body.tools)) throw invalidBody('tools', '`tools` must be a list.', 'Send a list of tools.')
  const allowed = allowedNames(body.tool_choice)
  const all: IncomingTool[] = objectsIn(body.tools)
  const given = all.filter((tool) => allowed === null || allowed.has(nameOf(tool)))
  const strictCount = given.filter((tool) => objectOf(tool.function).strict === true).length
  const isStrictTaken = traits.takesStrictTools && strictCount <= MAX_STRICT_TOOLS
  const tools = given.map((tool, index) => encodeTool(tool, `tools[${index}]`, isStrictTaken))
  if (search !== null) tools.push(search)
  // Anthropic rejects a tool choice without tools.
  if (tools.length === 0) return {}
  const choice = encodeChoice(body.tool_choice, body.parallel_tool_calls === false)
  return { tools, ...(choice && { tool_choice: choice }) }
}

/** OpenAI enables web search with a member of the request; Anthropic offers it as a tool that Anthropic runs. */
function webSearchTool(body: ChatBody): UncheckedObject<MessagesTool> | null {
  if (isAbsent(body.web_search_options)) return null
  const { user_location: location, allowed_domains: domains } = objectOf(body.web_search_options)
  const { approximate } = objectOf(location)
  return {
    type: 'web_search_20250305',
    name: 'web_search',
    ...(isObject(approximate) && { user_location: { ...approximate, type: 'approximate' } }),
    ...(Array.isArray(domains) && { allowed_domains: domains }),
  }
}

function nameOf(tool: IncomingTool): string {
  return isObject(tool.function) ? textOf(tool.function.name) : textOf(tool.name)
}

function encodeTool(tool: IncomingTool, param: string, isStrictTaken: boolean): UncheckedObject<MessagesTool> {
  if (tool.type === 'custom' && isObject(tool.custom)) {
    throw invalidBody(param, 'Anthropic has no custom tools with free text.', 'Use a function tool.')
  }
  // A tool in Anthropic's format (web_search_20250305, bash_20250124, { name, input_schema }) is forwarded unchanged.
  if (!isObject(tool.function)) return tool
  const { name, description, parameters, strict } = tool.function
  if (typeof name !== 'string')
    throw invalidBody(`${param}.function.name`, 'A function needs a name.', 'Send its name.')
  const schema: JsonObject = { type: 'object', ...(isObject(parameters) ? parameters : { properties: {} }) }
  const isStrict = strict === true && isStrictTaken
  const native = NATIVE_TOOL_MEMBERS.filter((member) => !isAbsent(tool[member])).map((member) => [member, tool[member]])
  return {
    name,
    ...(typeof description === 'string' && { description }),
    input_schema: isStrict ? strictSchema(schema) : schema,
    ...(isStrict && { strict: true }),
    ...Object.fromEntries(native),
    ...cacheControlOf(tool.function),
    ...cacheControlOf(tool),
  }
}

function encodeChoice(
  choice: Unchecked<ChatToolChoice>,
  isSerial: boolean,
): UncheckedObject<MessagesToolChoice> | null {
  const encoded = choiceOf(choice)
  if (!isSerial || encoded?.type === 'none') return encoded
  return { ...(encoded ?? { type: 'auto' }), disable_parallel_tool_use: true }
}

function choiceOf(choice: Unchecked<ChatToolChoice>): UncheckedObject<MessagesToolChoice> | null {
  if (isAbsent(choice)) return null
  if (choice === 'auto' || choice === 'none') return { type: choice }
  if (choice === 'required') return { type: 'any' }
  if (isObject(choice)) {
    if (isObject(choice.function)) return { type: 'tool', name: textOf(choice.function.name) }
    if (choice.type === 'allowed_tools') return { type: allowedTools(choice).mode === 'required' ? 'any' : 'auto' }
    if (typeof choice.type === 'string' && CHOICE_TYPES.has(choice.type)) return choice
  }
  throw invalidBody(
    'tool_choice',
    `Anthropic's format has no equivalent of the tool choice ${JSON.stringify(choice)}.`,
    'Use auto, none, required, or { type: "function", function: { name } }.',
  )
}

/** The names in `allowed_tools`, or null. Anthropic has no such choice, so the other tools are left out of the request. */
function allowedNames(choice: Unchecked<ChatToolChoice>): Set<string> | null {
  if (!isObject(choice) || choice.type !== 'allowed_tools') return null
  return new Set(objectsIn(allowedTools(choice).tools).map(nameOf))
}

type AllowedTools = { mode?: string; tools?: ChatTool[] }

/** Some clients put the members of `allowed_tools` next to `type`. */
function allowedTools(choice: { readonly allowed_tools?: unknown }): UncheckedObject<AllowedTools> {
  return isObject(choice.allowed_tools) ? choice.allowed_tools : (choice as UncheckedObject<AllowedTools>)
}

// platform.claude.com/docs/en/build-with-claude/structured-outputs, "JSON schema limitations".
const SCHEMA_MEMBERS = new Set(['type', 'enum', 'const', 'description', 'title', 'default', 'required', '$ref'])
const NESTED_LISTS = new Set(['anyOf', 'allOf'])
const NESTED_MAPS = new Set(['properties', '$defs', 'definitions'])
const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'])
/** Protects the stack from hostile schemas. */
const MAX_SCHEMA_DEPTH = 100

/** Reduces a JSON schema to the subset that Anthropic's constrained decoding accepts; the rest moves into the description. */
function strictSchema(schema: JsonObject, depth = 0): JsonObject {
  if (depth > MAX_SCHEMA_DEPTH) return schema
  const inner = (value: unknown) => (isObject(value) ? strictSchema(value, depth + 1) : value)
  const strict: [string, unknown][] = []
  const unsupported: string[] = []
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$schema' || key === 'additionalProperties') continue
    if (key === 'oneOf' && Array.isArray(value)) strict.push(['anyOf', value.map(inner)])
    else if (NESTED_LISTS.has(key) && Array.isArray(value)) strict.push([key, value.map(inner)])
    else if (NESTED_MAPS.has(key) && isObject(value)) {
      strict.push([key, Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inner(member)]))])
    } else if (key === 'items') strict.push([key, inner(value)])
    else if (SCHEMA_MEMBERS.has(key) || isSupported(key, value)) strict.push([key, value])
    else unsupported.push(`${key}: ${JSON.stringify(value)}`)
  }
  const result: JsonObject = Object.fromEntries(strict)
  if (isObjectSchema(schema)) result['additionalProperties'] = false
  if (unsupported.length > 0) {
    const description = textOf(schema['description'])
    result['description'] = `${description}${description && '\n\n'}{${unsupported.join(', ')}}`
  }
  return result
}

function isSupported(key: string, value: unknown): boolean {
  if (key === 'format') return typeof value === 'string' && FORMATS.has(value)
  return key === 'minItems' && (value === 0 || value === 1)
}

function isObjectSchema({ type }: JsonObject): boolean {
  return type === 'object' || (Array.isArray(type) && type.includes('object'))
}
