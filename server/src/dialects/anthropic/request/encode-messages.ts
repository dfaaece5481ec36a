/** OpenAI's list of messages as Anthropic's system blocks and alternating turns. */

import type { JsonObject } from '../../dialect.ts'
import type { LoopTurn } from '../../reasoning/tool-loop.ts'
import { cacheControlOf, isGiven, isObject, refusal, textOf } from '../json-value.ts'
import { encodeAssistant, toolId } from './encode-assistant.ts'
import { encodeContent } from './encode-parts.ts'

type Turn = { readonly role: 'user' | 'assistant'; content: JsonObject[] }

export type Conversation = { readonly system: JsonObject[]; readonly messages: LoopTurn[] }

export function encodeMessages(body: JsonObject): Conversation {
  if (!Array.isArray(body.messages))
    throw refusal('messages', '`messages` must be a list.', 'Send at least one message.')
  const system = nativeSystem(body.system)
  const turns: Turn[] = []
  for (const [index, message] of body.messages.entries()) {
    const param = `messages[${index}]`
    if (!isObject(message)) throw refusal(param, `\`${param}\` is not a message.`, 'Send { role, content }.')
    const blocks = encodeMessage(message, param)
    if (message.role === 'system' || message.role === 'developer') pushAll(system, blocks)
    else append(turns, message.role === 'assistant' ? 'assistant' : 'user', blocks)
  }
  trimPrefill(turns)
  if (turns.length > 0) return { system, messages: turns.map(finish) }
  if (system.length === 0) {
    throw refusal('messages', '`messages` has no content.', 'Send at least one message with some text.')
  }
  // Anthropic needs a turn to answer to; OpenAI's callers may send nothing but instructions.
  return { system: [], messages: [finish({ role: 'user', content: system })] }
}

function nativeSystem(system: unknown): JsonObject[] {
  if (!isGiven(system)) return []
  return encodeContent(system, 'system')
}

function encodeMessage(message: JsonObject, param: string): JsonObject[] {
  switch (message.role) {
    case 'assistant':
      return markLast(encodeAssistant(message, param), message)
    case 'tool':
      return [encodeToolResult(message, param)]
    case 'user':
    case 'system':
    case 'developer':
      return markLast(encodeContent(message.content, `${param}.content`), message)
    default:
      throw refusal(
        `${param}.role`,
        `A message of role ${JSON.stringify(message.role)} cannot be said in Anthropic's format.`,
        'Use system, developer, user, assistant or tool.',
      )
  }
}

/** A marker on the whole message stands at its end, which is what it means: cache up to here. */
function markLast(blocks: JsonObject[], message: JsonObject): JsonObject[] {
  const cache = cacheControlOf(message)
  const last = blocks.at(-1)
  if (!cache.cache_control || !last || last.cache_control) return blocks
  if (last.type === 'thinking' || last.type === 'redacted_thinking') return blocks
  return [...blocks.slice(0, -1), { ...last, ...cache }]
}

function encodeToolResult(message: JsonObject, param: string): JsonObject {
  if (typeof message.tool_call_id !== 'string') {
    throw refusal(`${param}.tool_call_id`, 'A tool message needs the id of its call.', 'Send tool_call_id.')
  }
  const content =
    typeof message.content === 'string' ? message.content : encodeContent(message.content, `${param}.content`)
  return {
    type: 'tool_result',
    tool_use_id: toolId(message.tool_call_id),
    ...(content.length > 0 && { content }),
    ...(message.is_error === true && { is_error: true }),
    ...cacheControlOf(message),
  }
}

function append(turns: Turn[], role: Turn['role'], blocks: JsonObject[]): void {
  if (blocks.length === 0) return
  const last = turns.at(-1)
  if (last?.role === role) pushAll(last.content, blocks)
  else turns.push({ role, content: [...blocks] })
}

/** One by one: a spread of very many arguments would exhaust the stack. */
function pushAll(list: JsonObject[], blocks: readonly JsonObject[]): void {
  for (const block of blocks) list.push(block)
}

/** An answer that is to be continued must not end in white space. */
function trimPrefill(turns: Turn[]): void {
  const last = turns.at(-1)
  const block = last?.content.at(-1)
  if (last?.role !== 'assistant' || block?.type !== 'text') return
  last.content = [...last.content.slice(0, -1), { ...block, text: textOf(block.text).trimEnd() }]
}

function finish(turn: Turn): LoopTurn {
  const { role, content } = turn
  const only = content.length === 1 ? content[0] : undefined
  if (only?.type === 'text' && Object.keys(only).length === 2) return { role, content: textOf(only.text) }
  // Results of tools must open the turn that follows their calls.
  const isResult = (block: JsonObject) => block.type === 'tool_result'
  if (!content.some(isResult)) return { role, content }
  return { role, content: [...content.filter(isResult), ...content.filter((block) => !isResult(block))] }
}
