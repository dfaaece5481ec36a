/** The texts of OpenAI's chat completions and text completions. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import { objects, type Parts, type Position, type Role } from '../parts.ts'

/** Message parts that contain no text. */
const MEDIA: ReadonlySet<string> = new Set(['image_url', 'input_audio', 'image', 'audio', 'video_url', 'input_image'])

export function chatRequest(params: JsonObject, parts: Parts): void {
  for (const [message, path, isLast] of objects(params['messages'], 'messages'))
    chatMessage(message, path, { role: roleOf(message['role']), isLast }, parts)
  const { prediction } = params
  if (isObject(prediction)) content(prediction['content'], 'prediction.content', { role: 'user', isLast: false }, parts)
  const { documents } = params
  if (Array.isArray(documents)) parts.jsonValue(documents, 'documents', { role: 'user', isLast: false }, 'document')
  parts.tools(params['tools'], 'tools')
  parts.tools(params['functions'], 'functions')
  parts.definition(params['response_format'], 'response_format')
}

export function chatResponse(body: JsonObject, parts: Parts): void {
  parts.requireList(body, 'choices')
  for (const [choice, path] of objects(body['choices'], 'choices')) {
    const { message } = choice
    if (isObject(message)) chatMessage(message, `${path}.message`, { role: 'assistant', isLast: true }, parts)
    parts.text(choice['text'], `${path}.text`, { role: 'assistant', isLast: true })
  }
}

export function completionRequest(params: JsonObject, parts: Parts): void {
  const position: Position = { role: 'user', isLast: true }
  textList(params['prompt'], 'prompt', position, parts)
  parts.text(params['suffix'], 'suffix', position)
}

/** Adds a text or a list of texts. Token ids cannot be read. */
export function textList(value: unknown, path: string, position: Position, parts: Parts): void {
  if (!Array.isArray(value)) return parts.text(value, path, position)
  for (const [i, item] of value.entries()) {
    if (typeof item === 'string') parts.text(item, `${path}[${i}]`, position)
    else if (typeof item === 'number' || Array.isArray(item))
      parts.unreadable ??= `${path} has token ids, which cannot be read.`
    else if (isObject(item)) contentBlock(item, `${path}[${i}]`, position, parts)
  }
}

function chatMessage(message: JsonObject, path: string, position: Position, parts: Parts): void {
  parts.text(message['name'], `${path}.name`, { ...position, isLast: false })
  parts.text(message['reasoning_content'], `${path}.reasoning_content`, position, 'reasoning')
  parts.text(message['reasoning'], `${path}.reasoning`, position, 'reasoning')
  for (const [detail, at] of objects(message['reasoning_details'], `${path}.reasoning_details`)) {
    parts.text(detail['text'], `${at}.text`, position, 'reasoning')
    parts.text(detail['summary'], `${at}.summary`, position, 'reasoning')
  }
  for (const [block, at] of objects(message['content_blocks'], `${path}.content_blocks`))
    contentBlock(block, at, position, parts)
  content(message['content'], `${path}.content`, position, parts)
  parts.text(message['refusal'], `${path}.refusal`, position)
  const { audio } = message
  if (isObject(audio)) parts.text(audio['transcript'], `${path}.audio.transcript`, position)
  for (const [call, at] of objects(message['tool_calls'], `${path}.tool_calls`)) toolCall(call, at, position, parts)
  const { function_call: called } = message
  if (isObject(called)) parts.jsonText(called['arguments'], `${path}.function_call.arguments`, position)
}

function toolCall(call: JsonObject, path: string, position: Position, parts: Parts): void {
  const { function: called, custom } = call
  if (isObject(called)) parts.jsonText(called['arguments'], `${path}.function.arguments`, position)
  if (isObject(custom)) parts.text(custom['input'], `${path}.custom.input`, position, 'tool_arguments')
}

function content(value: unknown, path: string, position: Position, parts: Parts): void {
  if (typeof value === 'string') {
    if (position.role === 'tool') parts.result(value, path, position)
    else parts.text(value, path, position)
    return
  }
  if (isObject(value)) return contentBlock(value, path, position, parts)
  if (!Array.isArray(value)) return
  for (const [i, block] of value.entries()) {
    if (typeof block === 'string') parts.text(block, `${path}[${i}]`, position)
    else if (isObject(block)) contentBlock(block, `${path}[${i}]`, position, parts)
  }
}

function contentBlock(block: JsonObject, path: string, position: Position, parts: Parts): void {
  const { type, file } = block
  if (typeof type === 'string' && MEDIA.has(type)) return
  if (isObject(file)) {
    parts.dataUrl(file['file_data'], `${path}.file.file_data`, position)
    return
  }
  if (type === 'text' || type === undefined) {
    if (position.role === 'tool') parts.result(block['text'], `${path}.text`, position)
    else parts.text(block['text'], `${path}.text`, position)
    if (type !== undefined) return
  }
  if (type === 'refusal') return parts.text(block['refusal'], `${path}.refusal`, position)
  if (type === 'thinking') return parts.text(block['thinking'], `${path}.thinking`, position, 'reasoning')
  if (type === undefined && typeof block['text'] === 'string') return
  parts.other(block, path, position)
}

function roleOf(role: unknown): Role {
  if (role === 'system' || role === 'developer') return 'system'
  if (role === 'assistant') return 'assistant'
  return role === 'tool' || role === 'function' ? 'tool' : 'user'
}
