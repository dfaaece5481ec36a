/** Validates the body of a Responses request: https://platform.openai.com/docs/api-reference/responses/create. */

import { z } from 'zod'
import { checkClosed } from '../json-schema.ts'
import { SIGNATURES, type SimulatedRequest } from '../reply-content.ts'
import { ToolTurns } from '../tool-turns.ts'
import { type JsonObject, readAs, refuseUnless } from '../wire-server.ts'

const inputPart = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('input_text'), text: z.string() }),
  z.strictObject({
    type: z.literal('input_image'),
    image_url: z.string(),
    detail: z.enum(['auto', 'low', 'high']).optional(),
  }),
])
const message = z.strictObject({
  type: z.literal('message').optional(),
  role: z.enum(['user', 'system', 'developer']),
  content: z.union([z.string(), z.array(inputPart).min(1)]),
})
const item = z.union([
  message,
  z.looseObject({ type: z.literal('message'), role: z.literal('assistant') }),
  z.strictObject({
    type: z.literal('function_call'),
    id: z.string().startsWith('fc_').optional(),
    call_id: z.string().min(1),
    name: z.string(),
    arguments: z.string(),
    status: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string().startsWith('rs_'),
    summary: z.array(z.unknown()),
    encrypted_content: z.string().nullish(),
    status: z.string().optional(),
  }),
])
const body = z.strictObject({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(item).min(1)]),
  instructions: z.string().nullish(),
  stream: z.boolean().optional(),
  store: z.boolean().optional(),
  include: z.array(z.string()).optional(),
  max_output_tokens: z.int().min(16).nullish(),
  reasoning: z.strictObject({ effort: z.string().nullish(), summary: z.string().nullish() }).nullish(),
  parallel_tool_calls: z.boolean().optional(),
  tool_choice: z.unknown().optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        name: z.string(),
        description: z.string().nullish(),
        parameters: z.record(z.string(), z.unknown()),
        strict: z.boolean().nullish(),
      }),
    )
    .optional(),
  text: z
    .strictObject({
      format: z
        .discriminatedUnion('type', [
          z.strictObject({ type: z.literal('text') }),
          z.strictObject({
            type: z.literal('json_schema'),
            name: z.string(),
            schema: z.record(z.string(), z.unknown()),
            strict: z.boolean().nullish(),
            description: z.string().optional(),
          }),
        ])
        .optional(),
      verbosity: z.string().optional(),
    })
    .optional(),
})

export type ResponsesAsked = SimulatedRequest & { readonly model: string }

export function readResponses(json: JsonObject): ResponsesAsked {
  const request = readAs(body, json)
  const format = request.text?.format
  if (format?.type === 'json_schema' && format.strict) checkClosed(format.schema, 'text.format.schema', true)
  return {
    ...readInput(request.input),
    model: request.model,
    isStream: request.stream === true,
    thinks: request.include?.includes('reasoning.encrypted_content') === true,
    tools: (request.tools ?? []).map((tool) => tool.name),
    schema: format?.type === 'json_schema' ? format.schema : null,
  }
}

function readInput(input: z.infer<typeof body>['input']): Pick<SimulatedRequest, 'text' | 'results' | 'images'> {
  if (typeof input === 'string') return { text: input, results: [], images: [] }
  const turns = new ToolTurns()
  const images: { mediaType: string; base64: string }[] = []
  let text = ''
  for (const [index, one] of input.entries()) {
    const where = `input.${index}`
    if (one.type === 'function_call') turns.call(one.call_id, JSON.parse(one.arguments), where)
    else if (one.type === 'function_call_output') turns.result(one.call_id, one.output, where)
    else if (one.type === 'reasoning') {
      refuseUnless(one.encrypted_content === SIGNATURES.openai, `${where}.encrypted_content could not be verified`)
    } else if (one.role === 'user') {
      turns.reset()
      const parts = typeof one.content === 'string' ? [{ type: 'input_text' as const, text: one.content }] : one.content
      for (const part of parts as z.infer<typeof inputPart>[]) {
        if (part.type === 'input_text') text = part.text
        else images.push(readImage(part.image_url, where))
      }
    }
  }
  turns.close('input')
  return { text, results: turns.results, images }
}

function readImage(url: string, where: string): { mediaType: string; base64: string } {
  const [, mediaType, base64] = /^data:([a-z/]+);base64,(.+)$/.exec(url) ?? []
  refuseUnless(mediaType !== undefined && base64 !== undefined, `${where}: the image is no data URL`)
  return { mediaType, base64 }
}
