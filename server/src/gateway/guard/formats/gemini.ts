/** The texts of Gemini's generateContent, countTokens and embedContent. Google accepts members in both spellings. */

import { isObject, type JsonObject } from '../../../core/json.ts'
import { objects, type Parts, type Position } from '../parts.ts'

export function geminiRequest(params: JsonObject, parts: Parts): void {
  request(params, '', parts)
  // In countTokens, the request may be nested.
  for (const name of ['generateContentRequest', 'generate_content_request']) {
    const inner = params[name]
    if (isObject(inner)) request(inner, `${name}.`, parts)
  }
}

export function geminiEmbeds(params: JsonObject, parts: Parts): void {
  content(params['content'], 'content', { role: 'user', isLast: true }, parts)
  parts.text(params['title'], 'title', { role: 'user', isLast: true })
  for (const [entry, path] of objects(params['requests'], 'requests')) {
    content(entry['content'], `${path}.content`, { role: 'user', isLast: true }, parts)
    parts.text(entry['title'], `${path}.title`, { role: 'user', isLast: true })
  }
}

export function geminiResponse(body: JsonObject, parts: Parts): void {
  // A blocked prompt has no candidates.
  if (!isObject(body['promptFeedback'])) parts.requireList(body, 'candidates')
  for (const [candidate, path] of objects(body['candidates'], 'candidates'))
    content(candidate['content'], `${path}.content`, { role: 'assistant', isLast: true }, parts)
}

function request(params: JsonObject, prefix: string, parts: Parts): void {
  for (const name of ['systemInstruction', 'system_instruction'])
    content(params[name], `${prefix}${name}`, { role: 'system', isLast: false }, parts)
  parts.tools(params['tools'], `${prefix}tools`)
  for (const name of ['generationConfig', 'generation_config']) {
    const config = params[name]
    if (!isObject(config)) continue
    for (const schema of ['responseSchema', 'response_schema', 'responseJsonSchema', 'response_json_schema'])
      parts.definition(config[schema], `${prefix}${name}.${schema}`)
  }
  const { contents } = params
  const path = `${prefix}contents`
  if (!Array.isArray(contents)) return content(contents, path, { role: 'user', isLast: true }, parts)
  for (const [i, entry] of contents.entries()) {
    const role = isObject(entry) && entry['role'] === 'model' ? 'assistant' : 'user'
    content(entry, `${path}[${i}]`, { role, isLast: i === contents.length - 1 }, parts)
  }
}

function content(value: unknown, path: string, position: Position, parts: Parts): void {
  if (typeof value === 'string') return parts.text(value, path, position)
  if (!isObject(value)) return
  const { parts: list } = value
  if (Array.isArray(list))
    for (const [part, at] of objects(list, `${path}.parts`)) contentPart(part, at, position, parts)
  else if (isObject(list)) contentPart(list, `${path}.parts`, position, parts)
  // A part without a content object around it, which Google accepts too.
  else contentPart(value, path, position, parts)
}

function contentPart(part: JsonObject, path: string, position: Position, parts: Parts): void {
  const tool: Position = { ...position, role: 'tool' }
  parts.text(part['text'], `${path}.text`, position, part['thought'] === true ? 'reasoning' : 'text')
  for (const name of ['functionCall', 'function_call']) {
    const call = part[name]
    if (isObject(call)) parts.jsonValue(call['args'], `${path}.${name}.args`, { ...position, role: 'assistant' })
  }
  for (const name of ['functionResponse', 'function_response']) {
    const response = part[name]
    if (!isObject(response)) continue
    parts.jsonValue(response['response'], `${path}.${name}.response`, tool, 'tool_result')
    for (const [inner, at] of objects(response['parts'], `${path}.${name}.parts`)) contentPart(inner, at, tool, parts)
  }
  for (const name of ['executableCode', 'executable_code']) {
    const code = part[name]
    if (isObject(code)) parts.text(code['code'], `${path}.${name}.code`, position, 'tool_arguments')
  }
  for (const name of ['codeExecutionResult', 'code_execution_result']) {
    const result = part[name]
    if (isObject(result)) parts.text(result['output'], `${path}.${name}.output`, tool, 'tool_result')
  }
  for (const name of ['inlineData', 'inline_data']) {
    const inline = part[name]
    if (isObject(inline))
      parts.base64(inline['data'], inline['mimeType'] ?? inline['mime_type'], `${path}.${name}.data`, position)
  }
}
