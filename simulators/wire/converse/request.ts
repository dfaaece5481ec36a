/**
 * Validates the body of a Converse request:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html.
 */

import { z } from 'zod'
import { checkClosed } from '../json-schema.ts'
import { SIGNATURES, type SimulatedRequest, THOUGHT } from '../reply-content.ts'
import { ToolTurns } from '../tool-turns.ts'
import { isObject, type JsonObject, readAs, refuseUnless } from '../wire-server.ts'

const cachePoint = z.strictObject({
  cachePoint: z.strictObject({ type: z.literal('default'), ttl: z.string().optional() }),
})
const text = z.strictObject({ text: z.string().regex(/\S/, 'The text field in the ContentBlock object is blank.') })
const image = z.strictObject({
  image: z.strictObject({
    format: z.enum(['png', 'jpeg', 'gif', 'webp']),
    source: z.strictObject({ bytes: z.string() }),
  }),
})
const id = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)
const name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)
const toolUse = z.strictObject({
  toolUse: z.strictObject({ toolUseId: id, name, input: z.record(z.string(), z.unknown()) }),
})
const toolResult = z.strictObject({
  toolResult: z.strictObject({
    toolUseId: id,
    content: z.array(z.union([text, image, z.strictObject({ json: z.unknown() })])).min(1),
    status: z.enum(['success', 'error']).optional(),
  }),
})
const reasoning = z.strictObject({
  reasoningContent: z.union([
    z.strictObject({ reasoningText: z.strictObject({ text: z.string(), signature: z.string().optional() }) }),
    z.strictObject({ redactedContent: z.string() }),
  ]),
})
const block = z.union([text, image, toolUse, toolResult, reasoning, cachePoint])
const message = z.strictObject({ role: z.enum(['user', 'assistant']), content: z.array(block).min(1) })
const toolSpec = z.strictObject({
  toolSpec: z.strictObject({
    name,
    description: z.string().min(1).optional(),
    inputSchema: z.strictObject({ json: z.looseObject({ type: z.literal('object') }) }),
    strict: z.boolean().optional(),
  }),
})
const body = z.strictObject({
  messages: z.array(message).min(1),
  system: z.array(z.union([text, cachePoint])).optional(),
  inferenceConfig: z
    .strictObject({
      maxTokens: z.int().min(1).optional(),
      temperature: z.number().min(0).max(1).optional(),
      topP: z.number().min(0).max(1).optional(),
      stopSequences: z.array(z.string().min(1)).optional(),
    })
    .optional(),
  toolConfig: z
    .strictObject({
      tools: z.array(z.union([toolSpec, cachePoint])).min(1),
      toolChoice: z
        .union([
          z.strictObject({ auto: z.strictObject({}) }),
          z.strictObject({ any: z.strictObject({}) }),
          z.strictObject({ tool: z.strictObject({ name }) }),
        ])
        .optional(),
    })
    .optional(),
  outputConfig: z
    .strictObject({
      textFormat: z.strictObject({
        type: z.literal('json_schema'),
        structure: z.strictObject({
          jsonSchema: z.strictObject({
            schema: z.string(),
            name: z.string().optional(),
            description: z.string().optional(),
          }),
        }),
      }),
    })
    .optional(),
  additionalModelRequestFields: z.record(z.string(), z.unknown()).optional(),
})

type Block = z.infer<typeof block>

export function readConverse(json: JsonObject, isStream: boolean): SimulatedRequest {
  const request = readAs(body, json)
  const thinking = request.additionalModelRequestFields?.['thinking']
  const thinks = isObject(thinking) && thinking['type'] !== 'disabled'
  const { maxTokens = 0, temperature = 1 } = request.inferenceConfig ?? {}
  if (thinks) {
    const budget = Number(thinking['budget_tokens'] ?? 0)
    refuseUnless(
      thinking['type'] === 'adaptive' || (budget >= 1024 && budget < maxTokens),
      'thinking.budget_tokens: out of range',
    )
    refuseUnless(temperature === 1, '`temperature` may only be set to 1 when thinking is enabled')
  }
  const blocks = request.messages.flatMap(({ content }) => content)
  const usesTools = blocks.some((one) => 'toolUse' in one || 'toolResult' in one)
  refuseUnless(
    !usesTools || request.toolConfig !== undefined,
    'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
  )
  const format = request.outputConfig?.textFormat.structure.jsonSchema.schema
  const schema: unknown = format === undefined ? null : JSON.parse(format)
  checkClosed(schema, 'outputConfig', false)
  const tools = (request.toolConfig?.tools ?? []).flatMap((tool) => ('toolSpec' in tool ? tool.toolSpec.name : []))
  const hasBudget = thinks && thinking['type'] === 'enabled'
  return { ...readTurns(request.messages, { hasBudget, thinks }), isStream, thinks, tools, schema }
}

function readTurns(
  messages: readonly z.infer<typeof message>[],
  mode: { readonly hasBudget: boolean; readonly thinks: boolean },
): Pick<SimulatedRequest, 'text' | 'results' | 'images'> {
  const turns = new ToolTurns()
  const images: { mediaType: string; base64: string }[] = []
  let last = ''
  // Claude treats all turns after the last user turn without tool results as one turn.
  const loopStart = messages.findLastIndex(({ role, content }) => role === 'user' && !hasResults(content)) + 1
  for (const [index, { role, content }] of messages.entries()) {
    const where = `messages.${index}`
    const expected = index % 2 === 0 ? 'user' : 'assistant'
    refuseUnless(
      role === expected,
      `${where}: A conversation must alternate between user and assistant roles, beginning with user.`,
    )
    if (role === 'assistant') {
      const isThought = content.some((one) => 'reasoningContent' in one)
      const begins = !mode.hasBudget || index !== loopStart || 'reasoningContent' in content[0]!
      refuseUnless(begins, `${where}: Expected \`thinking\` first`)
      refuseUnless(mode.thinks || index < loopStart || !isThought, `${where}: thinking is disabled and there is some`)
      readAssistant(content, turns, where)
      continue
    }
    turns.reset()
    for (const one of content) {
      refuseUnless(!('toolUse' in one) && !('reasoningContent' in one), `${where}: not a block of the user`)
      if ('text' in one) last = one.text
      if ('image' in one) images.push({ mediaType: `image/${one.image.format}`, base64: one.image.source.bytes })
      if ('toolResult' in one) {
        const said = one.toolResult.content.map((part) => ('text' in part ? part.text : JSON.stringify(part)))
        turns.result(one.toolResult.toolUseId, said.join(''), where)
      }
    }
    turns.close(`${where}: Expected toolResult blocks`)
  }
  refuseUnless(messages.length % 2 === 1, 'The conversation must end with a user message.')
  return { text: last, results: turns.results, images }
}

function readAssistant(content: readonly Block[], turns: ToolTurns, where: string): void {
  for (const one of content) {
    refuseUnless(!('toolResult' in one) && !('image' in one), `${where}: not a block of the assistant`)
    if ('toolUse' in one) turns.call(one.toolUse.toolUseId, one.toolUse.input, where)
    if (!('reasoningContent' in one) || !('reasoningText' in one.reasoningContent)) continue
    const { text: thought, signature } = one.reasoningContent.reasoningText
    refuseUnless(
      signature === SIGNATURES.claude && thought === THOUGHT,
      `${where}: Invalid \`signature\` in \`thinking\` block`,
    )
  }
}

function hasResults(content: readonly Block[]): boolean {
  return content.some((one) => 'toolResult' in one)
}
