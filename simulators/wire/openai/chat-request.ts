/** Validates the body of a chat completions request: https://platform.openai.com/docs/api-reference/chat/create. */

import { z } from 'zod'
import { checkClosed } from '../json-schema.ts'
import type { SimulatedRequest } from '../reply-content.ts'
import { ToolTurns } from '../tool-turns.ts'
import { type JsonObject, readAs, refuseUnless } from '../wire-server.ts'

const text = z.strictObject({ type: z.literal('text'), text: z.string().min(1) })
const image = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() }),
})
const file = z.strictObject({
  type: z.literal('file'),
  file: z.strictObject({
    file_data: z.string().optional(),
    file_id: z.string().optional(),
    filename: z.string().optional(),
  }),
})
const words = z.union([z.string(), z.array(text).min(1)])
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)
const call = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name, arguments: z.string() }),
})
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: words, name: name.optional() }),
  z.strictObject({ role: z.literal('developer'), content: words, name: name.optional() }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image, file])).min(1)]),
    name: name.optional(),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: words.nullish(),
    refusal: z.string().nullish(),
    annotations: z.array(z.unknown()).optional(),
    tool_calls: z.array(call).min(1).optional(),
    name: name.optional(),
  }),
  z.strictObject({ role: z.literal('tool'), content: words, tool_call_id: z.string() }),
])
const schema = z.strictObject({
  name,
  description: z.string().optional(),
  schema: z.record(z.string(), z.unknown()),
  strict: z.boolean().nullish(),
})
const body = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean() }).nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
  n: z.int().min(1).nullish(),
  seed: z.int().nullish(),
  user: z.string().max(64).optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name,
          description: z.string().optional(),
          parameters: z.record(z.string(), z.unknown()).optional(),
          strict: z.boolean().nullish(),
        }),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z
    .union([
      z.enum(['none', 'auto', 'required']),
      z.strictObject({ type: z.literal('function'), function: z.strictObject({ name }) }),
    ])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  response_format: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text') }),
      z.strictObject({ type: z.literal('json_object') }),
      z.strictObject({ type: z.literal('json_schema'), json_schema: schema }),
    ])
    .optional(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  service_tier: z.string().nullish(),
  store: z.boolean().nullish(),
  verbosity: z.enum(['low', 'medium', 'high']).nullish(),
  prompt_cache_key: z.string().optional(),
  safety_identifier: z.string().optional(),
})

export type ChatAsked = SimulatedRequest & { readonly model: string; readonly includesUsage: boolean }

export function readChat(json: JsonObject): ChatAsked {
  const request = readAs(body, json)
  refuseUnless(!request.stream_options || request.stream === true, 'stream_options: only allowed when stream is true')
  refuseUnless(request.tool_choice === undefined || request.tools !== undefined, 'tool_choice: only with tools')
  refuseUnless(
    request.parallel_tool_calls === undefined || request.tools !== undefined,
    'parallel_tool_calls: only with tools',
  )
  for (const tool of request.tools ?? []) {
    if (tool.function.strict) checkClosed(tool.function.parameters, `tools.${tool.function.name}`, true)
  }
  const format = request.response_format
  if (format?.type === 'json_schema' && format.json_schema.strict) {
    checkClosed(format.json_schema.schema, 'response_format.json_schema.schema', true)
  }
  return {
    ...readMessages(request.messages),
    model: request.model,
    isStream: request.stream === true,
    thinks: false,
    tools: (request.tools ?? []).map((tool) => tool.function.name),
    schema: format?.type === 'json_schema' ? format.json_schema.schema : null,
    includesUsage: request.stream_options?.include_usage === true,
  }
}

function readMessages(messages: z.infer<typeof message>[]): Pick<SimulatedRequest, 'text' | 'results' | 'images'> {
  const turns = new ToolTurns()
  const images: { mediaType: string; base64: string }[] = []
  let last = ''
  for (const [index, one] of messages.entries()) {
    const where = `messages.${index}`
    if (one.role === 'tool') {
      turns.result(one.tool_call_id, textOf(one.content), where)
      continue
    }
    turns.close(where)
    if (one.role === 'assistant') {
      refuseUnless(one.tool_calls !== undefined || textOf(one.content ?? '') !== '', `${where}: content is empty`)
      turns.reset()
      for (const { id, function: called } of one.tool_calls ?? []) turns.call(id, JSON.parse(called.arguments), where)
    }
    if (one.role !== 'user') continue
    turns.reset()
    last = textOf(one.content)
    for (const part of typeof one.content === 'string' ? [] : one.content) {
      if (part.type !== 'image_url') continue
      const [, mediaType, base64] = /^data:([a-z/]+);base64,(.+)$/.exec(part.image_url.url) ?? []
      refuseUnless(mediaType !== undefined && base64 !== undefined, `${where}: the image is no data URL`)
      images.push({ mediaType, base64 })
    }
  }
  turns.close('messages')
  return { text: last, results: turns.results, images }
}

function textOf(content: string | readonly { readonly type: string; readonly text?: unknown }[]): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? String(part.text) : '')).join('')
}
