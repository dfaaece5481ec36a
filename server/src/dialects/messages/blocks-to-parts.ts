/** Content blocks of a user's turn as OpenAI's parts and tool messages. */

import { cacheControlOf, isObject, refusal, textOf } from '../anthropic/json-value.ts'
import type { JsonObject } from '../dialect.ts'
import { splitToolId } from './signed-tool-id.ts'

export function blocksToParts(content: unknown, param: string): JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }]
  if (content === undefined || content === null) return []
  if (!Array.isArray(content)) throw refusal(param, `\`${param}\` must be text or a list of blocks.`, 'Send a string.')
  return content.flatMap((block: unknown, index) => blockToParts(block, `${param}[${index}]`))
}

function blockToParts(block: unknown, param: string): JsonObject[] {
  if (!isObject(block))
    throw refusal(param, `\`${param}\` is not a content block.`, 'Send { type: "text", text: ... }.')
  const cache = cacheControlOf(block)
  switch (block.type) {
    case 'text':
      return textOf(block.text) === '' ? [] : [{ type: 'text', text: block.text, ...cache }]
    case 'image':
      return [{ type: 'image_url', image_url: { url: imageUrl(block.source, param) }, ...cache }]
    case 'document':
      return documentToParts(block, param, cache)
    case 'search_result': {
      const text = blocksToParts(block.content, `${param}.content`).map((part) => textOf(part.text))
      return [{ type: 'text', text: [block.title, block.source, ...text].filter(Boolean).join('\n'), ...cache }]
    }
    case 'tool_reference':
      return [{ type: 'text', text: textOf(block.tool_name), ...cache }]
    default:
      throw refusal(
        `${param}.type`,
        `A block of type ${JSON.stringify(block.type)} cannot be said in OpenAI's format.`,
        'Use text, image, document, search_result and tool_result blocks, or choose an Anthropic model.',
      )
  }
}

function imageUrl(source: unknown, param: string): string {
  if (isObject(source) && source.type === 'base64')
    return `data:${textOf(source.media_type)};base64,${textOf(source.data)}`
  if (isObject(source) && source.type === 'url') return textOf(source.url)
  throw refusal(
    `${param}.source`,
    'This image source works with Anthropic only.',
    'Send the image in base64 or as a URL.',
  )
}

function documentToParts(block: JsonObject, param: string, cache: JsonObject): JsonObject[] {
  const source = isObject(block.source) ? block.source : {}
  const title = textOf(block.title)
  switch (source.type) {
    case 'base64': {
      const data = `data:${textOf(source.media_type) || 'application/pdf'};base64,${textOf(source.data)}`
      return [{ type: 'file', file: { filename: title || 'document.pdf', file_data: data }, ...cache }]
    }
    case 'url':
      return [{ type: 'file', file: { ...(title && { filename: title }), file_url: source.url }, ...cache }]
    case 'text':
      return [{ type: 'text', text: [title, block.context, source.data].filter(Boolean).join('\n'), ...cache }]
    case 'content':
      return blocksToParts(source.content, `${param}.source.content`)
    default:
      throw refusal(
        `${param}.source`,
        'This source works with Anthropic only.',
        'Send the document in base64 or as text.',
      )
  }
}

/** Results of tools become messages of their own, before the rest of the turn: OpenAI wants them right after the calls. */
export function userToChat(content: unknown, param: string): JsonObject[] {
  if (!Array.isArray(content)) return userMessage(blocksToParts(content, param))
  const results: JsonObject[] = []
  const parts: JsonObject[] = []
  for (const [index, block] of content.entries()) {
    const place = `${param}[${index}]`
    if (isObject(block) && block.type === 'tool_result') {
      const { message, attachments } = resultToChat(block, place)
      results.push(message)
      for (const attachment of attachments) parts.push(attachment)
    } else for (const part of blockToParts(block, place)) parts.push(part)
  }
  return [...results, ...userMessage(parts)]
}

function userMessage(parts: JsonObject[]): JsonObject[] {
  if (parts.length === 0) return []
  return [{ role: 'user', content: textIfPlain(parts) }]
}

/** A lone text as a string: every provider takes that form. */
export function textIfPlain(parts: JsonObject[]): unknown {
  const only = parts.length === 1 ? parts[0] : undefined
  return only?.type === 'text' && only.cache_control === undefined ? only.text : parts
}

/** A tool message holds text only; what else a tool gave is shown by the user right after, with a word on where it belongs. */
function resultToChat(block: JsonObject, param: string): { message: JsonObject; attachments: JsonObject[] } {
  if (typeof block.tool_use_id !== 'string') {
    throw refusal(`${param}.tool_use_id`, 'A tool result needs the id of its call.', 'Send tool_use_id.')
  }
  const { id } = splitToolId(block.tool_use_id)
  const parts = blocksToParts(block.content, `${param}.content`)
  const texts = parts.filter((part) => part.type === 'text')
  const others = parts.filter((part) => part.type !== 'text')
  const note = { type: 'text', text: `Attached to the result of tool call ${id}:` }
  if (others.length > 0 && texts.length === 0) texts.push({ type: 'text', text: 'The result is attached below.' })
  const last = texts.at(-1)
  if (last && last.cache_control === undefined) Object.assign(last, cacheControlOf(block))
  const content = texts.length === 0 ? '' : textIfPlain(texts)
  return {
    message: { role: 'tool', tool_call_id: id, content, ...(block.is_error === true && { is_error: true }) },
    attachments: others.length > 0 ? [note, ...others] : [],
  }
}
