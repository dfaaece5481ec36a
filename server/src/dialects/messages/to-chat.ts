/** A body of Anthropic's Messages format as a chat completions body. */

import { cacheControlOf, isGiven, isObject, objectsIn, refusal, textOf } from '../anthropic/json-value.ts'
import type { JsonObject } from '../dialect.ts'
import { assistantToChat } from './assistant-to-chat.ts'
import { blocksToParts, userToChat } from './blocks-to-parts.ts'

/** Read here, or without an equal and harmless to lose; every other member goes along as it is. */
const MESSAGES_MEMBERS = new Set([
  'model',
  'messages',
  'system',
  'max_tokens',
  'stop_sequences',
  'tools',
  'tool_choice',
  'metadata',
  'output_config',
  'stream',
  'service_tier',
  'cache_control',
  'context_management',
  'diagnostics',
  'speed',
  'betas',
  'anthropic_version',
  'anthropic_beta',
])

/** Dropping one of these would change what happens with the caller's data. */
const UNSAYABLE = ['mcp_servers', 'container', 'inference_geo', 'thread'] as const

/** OpenAI's limit for `user`; coding agents send longer ones. */
const MAX_USER_LENGTH = 64

const EFFORTS: ReadonlyMap<unknown, string> = new Map([
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'xhigh'],
  ['max', 'xhigh'],
])

export function toChat(body: JsonObject): JsonObject {
  for (const member of UNSAYABLE) {
    if (isGiven(body[member]) && !(Array.isArray(body[member]) && body[member].length === 0)) {
      throw refusal(member, `\`${member}\` works with Anthropic only.`, 'Leave it out, or choose an Anthropic model.')
    }
  }
  const metadata = isObject(body.metadata) ? body.metadata : {}
  const userId = textOf(metadata.user_id)
  return {
    model: body.model,
    messages: [...systemToChat(body.system), ...messagesToChat(body.messages)],
    ...(isGiven(body.max_tokens) && { max_completion_tokens: body.max_tokens }),
    ...(Array.isArray(body.stop_sequences) && body.stop_sequences.length > 0 && { stop: body.stop_sequences }),
    ...toolsToChat(body),
    ...outputToChat(body.output_config),
    ...(userId !== '' && { user: userId.slice(0, MAX_USER_LENGTH) }),
    ...(body.service_tier === 'standard_only' && { service_tier: 'default' }),
    ...(body.stream === true && { stream: true, stream_options: { include_usage: true } }),
    ...Object.fromEntries(Object.entries(body).filter(([member]) => !isHandled(member))),
  }
}

function isHandled(member: string): boolean {
  return MESSAGES_MEMBERS.has(member) || UNSAYABLE.some((name) => name === member)
}

function systemToChat(system: unknown): JsonObject[] {
  if (!isGiven(system)) return []
  const content = blocksToParts(system, 'system')
  if (content.length === 0) return []
  // One text where possible: many providers take only a string here. Marked blocks must stay apart.
  const isMarked = content.some((part) => part.cache_control !== undefined)
  return [{ role: 'system', content: isMarked ? content : content.map((part) => textOf(part.text)).join('\n') }]
}

function messagesToChat(messages: unknown): JsonObject[] {
  if (!Array.isArray(messages)) throw refusal('messages', '`messages` must be a list.', 'Send at least one message.')
  return messages.flatMap((message: unknown, index) => {
    const param = `messages[${index}]`
    const role = isObject(message) ? message.role : undefined
    if (!isObject(message) || (role !== 'user' && role !== 'assistant' && role !== 'system')) {
      throw refusal(`${param}.role`, 'A message has the role user, assistant or system.', 'Send { role, content }.')
    }
    if (role === 'assistant') return assistantToChat(message.content, `${param}.content`)
    return role === 'system' ? systemToChat(message.content) : userToChat(message.content, `${param}.content`)
  })
}

function toolsToChat(body: JsonObject): JsonObject {
  const tools = objectsIn(body.tools).map(toolToChat)
  if (tools.length === 0) return {}
  const choice = isObject(body.tool_choice) ? body.tool_choice : null
  return {
    tools,
    ...(choice && choiceToChat(choice)),
    ...(choice?.disable_parallel_tool_use === true && { parallel_tool_calls: false }),
  }
}

function toolToChat(tool: JsonObject): JsonObject {
  // Anthropic's own tools (web_search_20250305, bash_20250124) keep their form; who cannot run them says so.
  if (isGiven(tool.type) && tool.type !== 'custom') return tool
  return {
    type: 'function',
    function: {
      name: tool.name,
      ...(isGiven(tool.description) && { description: tool.description }),
      parameters: isObject(tool.input_schema) ? tool.input_schema : { type: 'object', properties: {} },
      ...(tool.strict === true && { strict: true }),
    },
    ...cacheControlOf(tool),
  }
}

function choiceToChat(choice: JsonObject): JsonObject {
  switch (choice.type) {
    case 'auto':
    case 'none':
      return { tool_choice: choice.type }
    case 'any':
      return { tool_choice: 'required' }
    case 'tool':
      return { tool_choice: { type: 'function', function: { name: choice.name } } }
    default:
      throw refusal('tool_choice.type', 'The tool choice is not known.', 'Use auto, any, tool or none.')
  }
}

function outputToChat(config: unknown): JsonObject {
  if (!isObject(config)) return {}
  const effort = EFFORTS.get(config.effort)
  const format = isObject(config.format) && isObject(config.format.schema) ? config.format.schema : null
  return {
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(format && {
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'answer', schema: format, ...(isClosed(format) && { strict: true }) },
      },
    }),
  }
}

/** OpenAI's strict mode takes only schemas whose every property is required and where no other may appear. */
function isClosed(schema: unknown, depth = 0): boolean {
  if (depth > 100) return false
  if (Array.isArray(schema)) return schema.every((item) => isClosed(item, depth + 1))
  if (!isObject(schema)) return true
  if (isObject(schema.properties)) {
    const required = new Set(Array.isArray(schema.required) ? schema.required : [])
    if (schema.additionalProperties !== false) return false
    if (!Object.keys(schema.properties).every((name) => required.has(name))) return false
  }
  return Object.values(schema).every((value) => isClosed(value, depth + 1))
}
