/** Validates the body of a Messages request: https://docs.claude.com/en/api/messages. */

import { z } from 'zod'
import { checkClosed } from '../json-schema.ts'
import { SIGNATURES, type SimulatedRequest, THOUGHT } from '../reply-content.ts'
import { ToolTurns } from '../tool-turns.ts'
import { type JsonObject, readAs, refuseUnless } from '../wire-server.ts'

const cache_control = z.strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() }).nullish()
const text = z.strictObject({
  type: z.literal('text'),
  text: z.string().regex(/\S/, 'text must be non-whitespace'),
  // Null in every response, and therefore in assistant messages that are sent back.
  citations: z.null().optional(),
  cache_control,
})
const image = z.strictObject({
  type: z.literal('image'),
  source: z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('base64'),
      media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
      data: z.string(),
    }),
    z.strictObject({ type: z.literal('url'), url: z.url() }),
  ]),
  cache_control,
})
const toolId = z.string().regex(/^[a-zA-Z0-9_-]+$/)
const block = z.discriminatedUnion('type', [
  text,
  image,
  z.strictObject({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.strictObject({ type: z.literal('redacted_thinking'), data: z.string() }),
  z.strictObject({
    type: z.literal('tool_use'),
    id: toolId,
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
    input: z.record(z.string(), z.unknown()),
    caller: z.strictObject({ type: z.literal('direct') }).optional(),
    cache_control,
  }),
  z.strictObject({
    type: z.literal('tool_result'),
    tool_use_id: toolId,
    content: z.union([z.string(), z.array(z.discriminatedUnion('type', [text, image]))]).optional(),
    is_error: z.boolean().optional(),
    cache_control,
  }),
])
const message = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.union([z.string().regex(/\S/, 'content must be non-empty'), z.array(block).min(1)]),
})
/** Tools that Anthropic runs, with dated types: https://docs.claude.com/en/docs/agents-and-tools/tool-use/overview. */
const serverTool = z.looseObject({ type: z.string().regex(/^[a-z_]+_20\d{6}$/), name: z.string() })
const customTool = z.strictObject({
  type: z.literal('custom').nullish(),
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/),
  description: z.string().optional(),
  input_schema: z.looseObject({ type: z.literal('object') }),
  strict: z.boolean().optional(),
  cache_control,
})
const body = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  messages: z.array(message).min(1),
  system: z.union([z.string(), z.array(text).min(1)]).optional(),
  tools: z.array(z.union([customTool, serverTool])).optional(),
  tool_choice: z
    .strictObject({
      type: z.enum(['auto', 'any', 'tool', 'none']),
      name: z.string().optional(),
      disable_parallel_tool_use: z.boolean().optional(),
    })
    .optional(),
  thinking: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('enabled'), budget_tokens: z.int().min(1024), display: z.string().optional() }),
      z.strictObject({ type: z.literal('adaptive'), display: z.string().optional() }),
      z.strictObject({ type: z.literal('disabled') }),
    ])
    .optional(),
  output_config: z
    .strictObject({
      effort: z.enum(['low', 'medium', 'high', 'xhigh', 'max']).optional(),
      format: z.strictObject({ type: z.literal('json_schema'), schema: z.record(z.string(), z.unknown()) }).optional(),
    })
    .optional(),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().min(0).max(1).optional(),
  top_k: z.int().optional(),
  stop_sequences: z.array(z.string().regex(/\S/)).optional(),
  stream: z.boolean().optional(),
  metadata: z.strictObject({ user_id: z.string().max(256).nullish() }).optional(),
  service_tier: z.enum(['auto', 'standard_only']).optional(),
})

export type MessagesAsked = SimulatedRequest & { readonly model: string }
type Blocks = z.infer<typeof block>[]

export function readMessages(json: JsonObject): MessagesAsked {
  const request = readAs(body, json)
  const { thinking, tool_choice: choice, output_config: output } = request
  const hasBudget = thinking?.type === 'enabled'
  const thinks = hasBudget || thinking?.type === 'adaptive'
  if (hasBudget) {
    refuseUnless(thinking.budget_tokens < request.max_tokens, 'max_tokens must be greater than thinking.budget_tokens')
  }
  if (thinks) {
    refuseUnless(
      choice?.type !== 'any' && choice?.type !== 'tool',
      'Thinking may not be enabled when tool_choice forces tool use.',
    )
    refuseUnless((request.temperature ?? 1) === 1, 'temperature may only be set to 1 when thinking is enabled')
    refuseUnless(request.top_k === undefined, 'top_k must be unset when thinking is enabled')
  }
  refuseUnless(
    choice === undefined || (request.tools ?? []).length > 0,
    'tool_choice may only be specified while providing tools.',
  )
  if (output?.format) checkClosed(output.format.schema, 'output_config.format.schema', false)
  return {
    ...readTurns(request.messages, { hasBudget, thinks }),
    model: request.model,
    isStream: request.stream === true,
    thinks,
    tools: (request.tools ?? []).map(({ name }) => name),
    schema: output?.format?.schema ?? null,
  }
}

function readTurns(
  messages: readonly z.infer<typeof message>[],
  mode: { readonly hasBudget: boolean; readonly thinks: boolean },
): Pick<SimulatedRequest, 'text' | 'results' | 'images'> {
  refuseUnless(messages[0]?.role === 'user', 'messages: first message must use the "user" role')
  const turns = new ToolTurns()
  const images: { mediaType: string; base64: string }[] = []
  let last = ''
  // Claude treats all turns after the last user turn without tool results as one turn.
  const loopStart = messages.findLastIndex(({ role, content }) => role === 'user' && !hasResults(content)) + 1
  for (const [index, { role, content }] of messages.entries()) {
    const where = `messages.${index}`
    const blocks: Blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content
    if (role === 'assistant') {
      if (mode.hasBudget && index === loopStart) checkLoopBegins(blocks, where)
      const isSilent = mode.thinks || index < loopStart || !blocks.some(({ type }) => type === 'thinking')
      refuseUnless(isSilent, `${where}: When thinking is disabled, a final message cannot contain \`thinking\`.`)
      readAssistant(blocks, turns, where)
      continue
    }
    const firstOther = blocks.findIndex(({ type }) => type !== 'tool_result')
    const lastResult = blocks.findLastIndex(({ type }) => type === 'tool_result')
    refuseUnless(firstOther === -1 || lastResult < firstOther, `${where}: tool_result blocks must come first`)
    turns.reset()
    for (const one of blocks) {
      if (one.type === 'tool_result') turns.result(one.tool_use_id, textOf(one.content ?? ''), where)
      else if (one.type === 'text') last = one.text
      else if (one.type === 'image' && one.source.type === 'base64') {
        images.push({ mediaType: one.source.media_type, base64: one.source.data })
      } else refuseUnless(one.type === 'image', `${where}: ${one.type} blocks are not allowed in a user message`)
    }
    turns.close(`${where}: tool_use ids were found without tool_result blocks immediately after`)
  }
  return { text: last, results: turns.results, images }
}

/**
 * Thinking blocks must be sent back unmodified, before the calls they led to:
 * https://docs.claude.com/en/docs/build-with-claude/extended-thinking.
 */
function readAssistant(blocks: Blocks, turns: ToolTurns, where: string): void {
  const calls = blocks.filter((one) => one.type === 'tool_use')
  for (const one of blocks) {
    refuseUnless(one.type !== 'tool_result' && one.type !== 'image', `${where}: ${one.type} in an assistant message`)
    if (one.type !== 'thinking') continue
    refuseUnless(one.signature === SIGNATURES.claude, `${where}: Invalid \`signature\` in \`thinking\` block`)
    refuseUnless(one.thinking === THOUGHT, `${where}: thinking blocks cannot be modified`)
  }
  for (const call of calls) turns.call(call.id, call.input, where)
}

function checkLoopBegins(blocks: Blocks, where: string): void {
  const first = blocks[0]?.type
  refuseUnless(
    first === 'thinking' || first === 'redacted_thinking',
    `${where}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first}\``,
  )
}

function hasResults(content: string | Blocks): boolean {
  return typeof content !== 'string' && content.some(({ type }) => type === 'tool_result')
}

function textOf(content: string | readonly { readonly type: string; readonly text?: unknown }[]): string {
  return typeof content === 'string' ? content : content.map((part) => String(part.text ?? '')).join('')
}
