/** Validates the body of a Cohere v2 chat request: https://docs.cohere.com/v2/reference/chat. */

import { z } from 'zod'
import { type SimulatedRequest, THOUGHT } from '../reply-content.ts'
import { ToolTurns } from '../tool-turns.ts'
import { type JsonObject, readAs, refuseUnless } from '../wire-server.ts'

const text = z.strictObject({ type: z.literal('text'), text: z.string() })
const image = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string(), detail: z.enum(['auto', 'low', 'high']).optional() }),
})
const thinking = z.strictObject({ type: z.literal('thinking'), thinking: z.string() })
const document = z.strictObject({
  type: z.literal('document'),
  document: z.strictObject({ data: z.record(z.string(), z.unknown()), id: z.string().optional() }),
})
const call = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({ name: z.string(), arguments: z.string() }),
})
const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.union([z.string(), z.array(text).min(1)]) }),
  z.strictObject({
    role: z.literal('user'),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image])).min(1)]),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, thinking])).min(1)]).optional(),
    tool_calls: z.array(call).min(1).optional(),
    tool_plan: z.string().optional(),
    citations: z.array(z.unknown()).optional(),
  }),
  z.strictObject({
    role: z.literal('tool'),
    tool_call_id: z.string(),
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, document])).min(1)]),
  }),
])
const body = z.strictObject({
  model: z.string().min(1),
  messages: z.array(message).min(1),
  stream: z.boolean(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        function: z.strictObject({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.looseObject({ type: z.literal('object') }),
        }),
      }),
    )
    .min(1)
    .optional(),
  tool_choice: z.enum(['REQUIRED', 'NONE']).optional(),
  strict_tools: z.boolean().optional(),
  response_format: z
    .strictObject({
      type: z.enum(['text', 'json_object']),
      json_schema: z.looseObject({ type: z.literal('object'), required: z.array(z.string()).min(1) }).optional(),
    })
    .optional(),
  thinking: z
    .strictObject({ type: z.enum(['enabled', 'disabled']), token_budget: z.int().min(1).optional() })
    .optional(),
  max_tokens: z.int().min(1).optional(),
  temperature: z.number().min(0).optional(),
  p: z.number().min(0.01).max(0.99).optional(),
  k: z.number().min(0).max(500).optional(),
  seed: z.int().optional(),
  stop_sequences: z.array(z.string()).max(5).optional(),
  frequency_penalty: z.number().min(0).max(1).optional(),
  presence_penalty: z.number().min(0).max(1).optional(),
})

export function readCohereChat(json: JsonObject): SimulatedRequest {
  const request = readAs(body, json)
  const format = request.response_format
  refuseUnless(
    format?.json_schema === undefined || request.tools === undefined,
    'response_format is not supported with tools',
  )
  return {
    ...readMessages(request.messages),
    isStream: request.stream,
    thinks: request.thinking?.type === 'enabled',
    tools: (request.tools ?? []).map((tool) => tool.function.name),
    schema: format?.json_schema ?? null,
  }
}

function readMessages(
  messages: readonly z.infer<typeof message>[],
): Pick<SimulatedRequest, 'text' | 'results' | 'images'> {
  const turns = new ToolTurns()
  const images: { mediaType: string; base64: string }[] = []
  let last = ''
  for (const [index, one] of messages.entries()) {
    const where = `messages.${index}`
    if (one.role === 'tool') {
      turns.result(one.tool_call_id, resultText(one.content), where)
      continue
    }
    turns.close(where)
    turns.reset()
    if (one.role === 'assistant') {
      refuseUnless(
        one.content !== undefined || one.tool_calls !== undefined,
        `${where}: content or tool_calls must be given`,
      )
      for (const { id, function: called } of one.tool_calls ?? []) turns.call(id, JSON.parse(called.arguments), where)
      const thoughts = typeof one.content === 'string' ? [] : (one.content ?? []).filter(isThinking)
      const thought = thoughts.map((part) => part.thinking).join('')
      refuseUnless(thoughts.length === 0 || thought.startsWith(THOUGHT), `${where}: the thinking was lost: ${thought}`)
    }
    if (one.role !== 'user') continue
    for (const part of typeof one.content === 'string' ? [{ type: 'text' as const, text: one.content }] : one.content) {
      if (part.type === 'text') last = part.text
      else {
        const [, mediaType, base64] = /^data:([a-z/]+);base64,(.+)$/.exec(part.image_url.url) ?? []
        refuseUnless(mediaType !== undefined && base64 !== undefined, `${where}: the image is no data URL`)
        images.push({ mediaType, base64 })
      }
    }
  }
  turns.close('messages')
  return { text: last, results: turns.results, images }
}

function resultText(content: string | readonly (z.infer<typeof text> | z.infer<typeof document>)[]): string {
  if (typeof content === 'string') return content
  return content.map((part) => (part.type === 'text' ? part.text : Object.values(part.document.data).join(''))).join('')
}

function isThinking(part: { readonly type: string }): part is z.infer<typeof thinking> {
  return part.type === 'thinking'
}
