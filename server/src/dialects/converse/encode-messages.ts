/** OpenAI's messages as Converse's: system apart, turns of one side joined, tool results in the user's turn. */

import type { JsonObject } from '../dialect.ts'
import { argumentsOf, isAbsent, isObject, listOf, objectOf, unsayable } from '../framing/json-shape.ts'
import { joinReasoning } from '../reasoning/join-reasoning.ts'
import type { LoopWords } from '../reasoning/tool-loop.ts'
import { contentBlocks, DocumentNames } from './encode-content.ts'
import { familyOf, reasoningFormats } from './model-family.ts'

export type Conversation = {
  readonly system: JsonObject[]
  readonly messages: Turn[]
  /** The tools that were called so far: Converse wants toolConfig as soon as the history has tool blocks. */
  readonly calledTools: ReadonlySet<string>
}

type Side = 'user' | 'assistant'
type Turn = { readonly role: Side; readonly content: JsonObject[] }

export function encodeMessages(messages: unknown, model: string): Conversation {
  if (!Array.isArray(messages)) throw unsayable('messages', 'expected a list of messages.')
  const system: JsonObject[] = []
  const turns: Turn[] = []
  const calledTools = new Set<string>()
  const names = new DocumentNames()
  const say = (role: Side, blocks: JsonObject[]) => {
    if (blocks.length === 0) return
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...blocks)
    else turns.push({ role, content: blocks })
  }
  for (const [i, message] of messages.entries()) {
    const param = `messages[${i}]`
    if (!isObject(message)) throw unsayable(param, 'expected a message with role and content.')
    const content = () => contentBlocks(message['content'], `${param}.content`, names)
    switch (message['role']) {
      case 'system':
      case 'developer':
        system.push(...content())
        break
      case 'user':
        say('user', content())
        break
      case 'assistant':
        say('assistant', [
          ...reasoningBlocks(message['reasoning_details'], model),
          ...content(),
          ...toolUseBlocks(message['tool_calls'], `${param}.tool_calls`, calledTools),
        ])
        break
      case 'tool':
        say('user', toolResult(message, content(), param))
        break
      default:
        throw unsayable(
          `${param}.role`,
          'expected system, developer, user, assistant or tool.',
          'The role function is OpenAI’s old form; use tool with tool_call_id.',
        )
    }
  }
  return { system, messages: turns, calledTools }
}

export const LOOP_WORDS: LoopWords = {
  isResult: (block) => 'toolResult' in block,
  isThinking: (block) => 'reasoningContent' in block,
}

/** What the model thought before must come back unchanged, or it refuses the turn. */
function reasoningBlocks(details: unknown, model: string): JsonObject[] {
  return joinReasoning(details, reasoningFormats(model)).flatMap((detail): JsonObject[] => {
    if (detail.type === 'redacted') return [{ reasoningContent: { redactedContent: detail.data } }]
    const { text, signature } = detail
    // Claude refuses thinking without its signature: it is another provider's, and cannot be said here.
    if (signature === '' && familyOf(model) === 'claude') return []
    return [{ reasoningContent: { reasoningText: { text, ...(signature === '' ? {} : { signature }) } } }]
  })
}

function toolUseBlocks(calls: unknown, param: string, calledTools: Set<string>): JsonObject[] {
  if (isAbsent(calls)) return []
  return listOf(calls).map((call, i) => {
    const { id, function: called, type } = objectOf(call)
    const at = `${param}[${i}]`
    const { name, arguments: text } = objectOf(called)
    if (typeof name !== 'string' || name === '' || (type !== undefined && type !== 'function')) {
      throw unsayable(`${at}.function.name`, 'expected the call of a function by its name.')
    }
    if (typeof id !== 'string' || id === '') throw unsayable(`${at}.id`, 'expected the id of the tool call.')
    calledTools.add(name)
    return { toolUse: { toolUseId: toolUseId(id), name, input: argumentsOf(text, `${at}.function.arguments`) } }
  })
}

function toolResult(message: JsonObject, blocks: JsonObject[], param: string): JsonObject[] {
  const id = message['tool_call_id']
  if (typeof id !== 'string' || id === '') throw unsayable(`${param}.tool_call_id`, 'expected the id of the tool call.')
  const content = blocks.filter((block) => !('cachePoint' in block))
  const result = {
    toolUseId: toolUseId(id),
    // Converse refuses an empty text, but a tool may well have nothing to say.
    content: content.length === 0 ? [{ text: '(no output)' }] : content,
    ...(message['is_error'] === true ? { status: 'error' } : {}),
  }
  // A cache point stands beside a result, never in it.
  return [{ toolResult: result }, ...blocks.filter((block) => 'cachePoint' in block)]
}

const TOOL_USE_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Ids of Converse come back as they were; another provider's may hold characters it refuses, and are renamed alike on both sides. */
function toolUseId(id: string): string {
  if (TOOL_USE_ID.test(id)) return id
  return `${id.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 40)}_${Bun.hash(id).toString(36)}`
}
