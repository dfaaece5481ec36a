/** The texts of Anthropic's Messages. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import { type Kind, objects, type Parts, type Position } from '../parts.ts'

const NO_TEXT: ReadonlySet<string> = new Set(['image', 'redacted_thinking', 'container_upload'])

export function messagesRequest(params: JsonObject, parts: Parts): void {
  blocks(params['system'], 'system', { role: 'system', isLast: false }, parts)
  for (const [message, path, isLast] of objects(params['messages'], 'messages')) {
    const role = message['role'] === 'assistant' ? 'assistant' : message['role'] === 'system' ? 'system' : 'user'
    blocks(message['content'], `${path}.content`, { role, isLast }, parts)
  }
  parts.tools(params['tools'], 'tools')
  const { output_config: config } = params
  if (isObject(config)) parts.definition(config['format'], 'output_config.format')
  parts.definition(params['output_format'], 'output_format')
}

export function messagesResponse(body: JsonObject, parts: Parts): void {
  parts.requireList(body, 'content')
  blocks(body['content'], 'content', { role: 'assistant', isLast: true }, parts)
}

function blocks(value: unknown, path: string, position: Position, parts: Parts, kind: Kind = 'text'): void {
  if (typeof value === 'string') {
    if (kind === 'tool_result') parts.result(value, path, position)
    else parts.text(value, path, position, kind)
    return
  }
  if (isObject(value)) return block(value, path, position, parts, kind)
  if (!Array.isArray(value)) return
  for (const [i, item] of value.entries()) {
    if (typeof item === 'string') parts.text(item, `${path}[${i}]`, position, kind)
    else if (isObject(item)) block(item, `${path}[${i}]`, position, parts, kind)
  }
}

function block(value: JsonObject, path: string, position: Position, parts: Parts, kind: Kind): void {
  const { type } = value
  switch (type) {
    case 'text':
      for (const [citation, at] of objects(value['citations'], `${path}.citations`))
        parts.text(citation['cited_text'], `${at}.cited_text`, position, 'document')
      if (kind === 'tool_result') return parts.result(value['text'], `${path}.text`, position)
      return parts.text(value['text'], `${path}.text`, position, kind)
    case 'thinking':
      return parts.text(value['thinking'], `${path}.thinking`, position, 'reasoning')
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use':
      return parts.jsonValue(value['input'], `${path}.input`, position)
    case 'tool_result':
    case 'mcp_tool_result':
      return blocks(value['content'], `${path}.content`, { ...position, role: 'tool' }, parts, 'tool_result')
    case 'document':
      return document(value, path, position, parts)
    case 'search_result':
      parts.text(value['title'], `${path}.title`, position, 'document')
      parts.text(value['source'], `${path}.source`, position, 'document')
      return blocks(value['content'], `${path}.content`, position, parts, 'document')
    default:
      if (typeof type !== 'string' || !NO_TEXT.has(type)) parts.other(value, path, position, kind)
  }
}

function document(value: JsonObject, path: string, position: Position, parts: Parts): void {
  parts.text(value['title'], `${path}.title`, position, 'document')
  parts.text(value['context'], `${path}.context`, position, 'document')
  const { source } = value
  if (!isObject(source)) return
  const at = `${path}.source`
  if (source['type'] === 'text') parts.text(source['data'], `${at}.data`, position, 'document')
  else if (source['type'] === 'content') blocks(source['content'], `${at}.content`, position, parts, 'document')
  else if (source['type'] === 'base64') parts.base64(source['data'], source['media_type'], `${at}.data`, position)
}
