/** The texts of OpenAI's Responses. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import { type Kind, objects, type Parts, type Position, type Role } from '../parts.ts'

/** Items that hold no text, or none that the gateway could read. */
const NO_TEXT: ReadonlySet<string> = new Set([
  'item_reference',
  'compaction',
  'image_generation_call',
  'computer_call_output',
])

export function responsesRequest(params: JsonObject, parts: Parts): void {
  const { input, prompt } = params
  parts.text(params['instructions'], 'instructions', { role: 'system', isLast: false })
  if (isObject(prompt)) parts.jsonValue(prompt['variables'], 'prompt.variables', { role: 'user', isLast: true }, 'text')
  parts.tools(params['tools'], 'tools')
  const { text } = params
  if (isObject(text)) parts.definition(text['format'], 'text.format')
  if (typeof input === 'string') return parts.text(input, 'input', { role: 'user', isLast: true })
  for (const [entry, path, isLast] of objects(input, 'input')) item(entry, path, isLast, 'user', parts)
}

export function responsesResponse(body: JsonObject, parts: Parts): void {
  parts.requireList(body, 'output')
  for (const [entry, path] of objects(body['output'], 'output')) item(entry, path, true, 'assistant', parts)
}

/** GET /v1/responses/{id}/input_items. */
export function responsesItems(body: JsonObject, parts: Parts): void {
  parts.requireList(body, 'data')
  for (const [entry, path] of objects(body['data'], 'data')) item(entry, path, true, 'user', parts)
}

function item(value: JsonObject, path: string, isLast: boolean, role: Role, parts: Parts): void {
  const { type } = value
  const caller: Position = { role: 'assistant', isLast }
  const tool: Position = { role: 'tool', isLast }
  switch (type) {
    case undefined:
    case 'message':
      return content(value['content'], `${path}.content`, { role: roleOf(value['role'], role), isLast }, 'text', parts)
    case 'function_call':
      return parts.jsonText(value['arguments'], `${path}.arguments`, caller)
    case 'custom_tool_call':
      return parts.text(value['input'], `${path}.input`, caller, 'tool_arguments')
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
      return content(value['output'], `${path}.output`, tool, 'tool_result', parts)
    case 'mcp_call':
      parts.jsonText(value['arguments'], `${path}.arguments`, caller)
      content(value['error'], `${path}.error`, tool, 'tool_result', parts)
      return content(value['output'], `${path}.output`, tool, 'tool_result', parts)
    case 'mcp_approval_request':
      return parts.jsonText(value['arguments'], `${path}.arguments`, caller)
    case 'reasoning':
      for (const name of ['summary', 'content'])
        for (const [block, at] of objects(value[name], `${path}.${name}`))
          parts.text(block['text'], `${at}.text`, caller, 'reasoning')
      return
    default:
      if (typeof type === 'string' && NO_TEXT.has(type)) return
      // Calls of built-in tools: code, commands, queries, patches.
      return parts.other(value, path, String(type).endsWith('_output') ? tool : caller, 'tool_arguments')
  }
}

function content(value: unknown, path: string, position: Position, kind: Kind, parts: Parts): void {
  if (typeof value === 'string') {
    if (kind === 'tool_result') parts.result(value, path, position)
    else parts.text(value, path, position, kind)
    return
  }
  if (isObject(value)) return parts.other(value, path, position, kind)
  if (!Array.isArray(value)) return
  for (const [i, block] of value.entries()) {
    if (typeof block === 'string') parts.text(block, `${path}[${i}]`, position, kind)
    else if (isObject(block)) contentBlock(block, `${path}[${i}]`, position, kind, parts)
  }
}

function contentBlock(block: JsonObject, path: string, position: Position, kind: Kind, parts: Parts): void {
  switch (block['type']) {
    case 'input_text':
    case 'output_text':
    case 'text':
    case 'summary_text':
    case 'reasoning_text':
      if (kind === 'tool_result') return parts.result(block['text'], `${path}.text`, position)
      return parts.text(block['text'], `${path}.text`, position, kind)
    case 'refusal':
      return parts.text(block['refusal'], `${path}.refusal`, position, kind)
    case 'input_file':
      return parts.dataUrl(block['file_data'], `${path}.file_data`, position)
    case 'input_image':
    case 'input_audio':
      return
    default:
      return parts.other(block, path, position, kind)
  }
}

function roleOf(role: unknown, byDefault: Role): Role {
  if (role === 'system' || role === 'developer') return 'system'
  if (role === 'assistant') return 'assistant'
  return role === 'user' ? 'user' : byDefault
}
