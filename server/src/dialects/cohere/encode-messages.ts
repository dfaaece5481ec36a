/** OpenAI's messages as Cohere's: nearly the same, with thoughts and plans in places of their own. */

import type { JsonObject } from '../dialect.ts'
import { isAbsent, isObject, listOf, objectOf, textOf, unsayable } from '../framing/json-shape.ts'
import { joinReasoning } from '../reasoning/join-reasoning.ts'
import { isForeign } from '../reasoning/reasoning-format.ts'
import { COHERE_FORMAT } from './decode-answer.ts'

export type CohereMessages = {
  readonly messages: JsonObject[]
  /** Text files among the parts: Cohere takes documents beside the messages. */
  readonly documents: JsonObject[]
}

const TEXT_FILE = /^data:text\/[^;,]*((?:;[^;,]*)*),/

export function encodeMessages(messages: unknown): CohereMessages {
  if (!Array.isArray(messages)) throw unsayable('messages', 'expected a list of messages.')
  const documents: JsonObject[] = []
  const encoded = messages.map((message, i) => {
    const param = `messages[${i}]`
    if (!isObject(message)) throw unsayable(param, 'expected a message with role and content.')
    return encodeMessage(message, param, documents)
  })
  return { messages: encoded, documents }
}

function encodeMessage(message: JsonObject, param: string, documents: JsonObject[]): JsonObject {
  const content = message['content']
  switch (message['role']) {
    case 'system':
    case 'developer':
      return { role: 'system', content: textContent(content, `${param}.content`) }
    case 'user':
      return { role: 'user', content: userContent(content, `${param}.content`, documents) }
    case 'assistant':
      return assistantMessage(message, param)
    case 'tool': {
      const id = message['tool_call_id']
      if (typeof id !== 'string' || id === '')
        throw unsayable(`${param}.tool_call_id`, 'expected the id of the tool call.')
      return { role: 'tool', tool_call_id: id, content: textContent(content, `${param}.content`) }
    }
    default:
      throw unsayable(
        `${param}.role`,
        'expected system, developer, user, assistant or tool.',
        'The role function is OpenAI’s old form; use tool with tool_call_id.',
      )
  }
}

function userContent(content: unknown, param: string, documents: JsonObject[]): string | JsonObject[] {
  if (!Array.isArray(content)) return textContent(content, param)
  return content.flatMap((part, i): JsonObject[] => {
    const at = `${param}[${i}]`
    const { type, image_url: image, file } = objectOf(part)
    if (type === 'file') {
      documents.push(textDocument(objectOf(file), `${at}.file`))
      return []
    }
    if (type !== 'image_url') return [textPart(part, at)]
    const url = typeof image === 'string' ? image : objectOf(image)['url']
    if (typeof url !== 'string' || url === '') throw unsayable(`${at}.image_url.url`, 'expected the image’s address.')
    const detail = objectOf(image)['detail']
    return [{ type: 'image_url', image_url: { url, ...(isAbsent(detail) ? {} : { detail }) } }]
  })
}

/** Texts alone: a list of parts stays one, since its seams may matter to the model. */
function textContent(content: unknown, param: string): string | JsonObject[] {
  if (isAbsent(content)) return ''
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) throw unsayable(param, 'expected a text or a list of parts.')
  return content.map((part, i) => textPart(part, `${param}[${i}]`))
}

function textPart(part: unknown, param: string): JsonObject {
  if (typeof part === 'string') return { type: 'text', text: part }
  const { type, text, refusal, document } = objectOf(part)
  if (type === 'text' && typeof text === 'string') return { type: 'text', text }
  if (type === 'refusal' && typeof refusal === 'string') return { type: 'text', text: refusal }
  // Cohere's own part for tool results, which may be cited.
  if (type === 'document' && isObject(document)) return { type, document }
  throw unsayable(
    `${param}.type`,
    `parts of type ${JSON.stringify(type ?? null)} cannot be sent here to this provider.`,
    'Use text everywhere, image_url and text files in user messages.',
  )
}

function textDocument(file: JsonObject, param: string): JsonObject {
  const data = textOf(file['file_data'])
  const match = TEXT_FILE.exec(data)
  if (match === null) {
    throw unsayable(
      `${param}.file_data`,
      'only text files can be sent to this provider.',
      'Send file_data as a data URL of type text/..., or the extracted text.',
    )
  }
  const title = textOf(file['filename'])
  const text = decodeData(
    data.slice(match[0].length),
    match[1]!.toLowerCase().includes(';base64'),
    `${param}.file_data`,
  )
  return { data: { ...(title === '' ? {} : { title }), text } }
}

function decodeData(data: string, isBase64: boolean, param: string): string {
  if (isBase64) return Buffer.from(data, 'base64').toString('utf8')
  try {
    return decodeURIComponent(data)
  } catch {
    throw unsayable(param, 'the data URL is not well formed.')
  }
}

/**
 * Cohere says its thoughts as content parts and, before tool calls, as `tool_plan`. Both are `reasoning_content` to the
 * caller; what `reasoning_details` does not hold of it is the plan, so each comes back to its place.
 */
function assistantMessage(message: JsonObject, param: string): JsonObject {
  const thoughts = joinReasoning(message['reasoning_details'], { thinking: COHERE_FORMAT, redacted: COHERE_FORMAT })
    .filter((detail) => detail.type === 'thinking')
    .filter(({ text }) => text !== '')
    .map(({ text }) => ({ type: 'thinking', thinking: text }))
  const calls = isAbsent(message['tool_calls']) ? [] : listOf(message['tool_calls'])
  const said = textContent(message['content'], `${param}.content`)
  const parts = typeof said === 'string' ? (said === '' ? [] : [{ type: 'text', text: said }]) : said
  const plan = calls.length === 0 ? '' : toolPlan(message, thoughts.map(({ thinking }) => thinking).join(''))
  return {
    role: 'assistant',
    ...(thoughts.length > 0 ? { content: [...thoughts, ...parts] } : {}),
    ...(thoughts.length === 0 && (said.length > 0 || calls.length === 0) ? { content: said } : {}),
    ...(plan === '' ? {} : { tool_plan: plan }),
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call, i) => toolCall(call, `${param}.tool_calls[${i}]`)) }),
    ...(Array.isArray(message['citations']) ? { citations: message['citations'] } : {}),
  }
}

function toolPlan(message: JsonObject, thought: string): string {
  // Thoughts of another provider are no plan of Cohere's.
  if (listOf(message['reasoning_details']).some((detail) => isForeign(objectOf(detail), COHERE_FORMAT))) return ''
  const readable = textOf(message['reasoning_content'])
  return readable.startsWith(thought) ? readable.slice(thought.length) : ''
}

function toolCall(call: unknown, param: string): JsonObject {
  const { id, function: called } = objectOf(call)
  const { name, arguments: text } = objectOf(called)
  if (typeof id !== 'string' || id === '') throw unsayable(`${param}.id`, 'expected the id of the tool call.')
  if (typeof name !== 'string' || name === '') throw unsayable(`${param}.function.name`, 'expected a name.')
  return { id, type: 'function', function: { name, arguments: typeof text === 'string' && text !== '' ? text : '{}' } }
}
