/** Features of /v1/messages, tested with Anthropic's client. */

import { expect } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { GREETING, SCHEMA_ANSWER, THOUGHT, USAGE } from '../../simulators/wire/reply-content.ts'
import type { Feature } from './matrix.ts'
import {
  expectSignatureBack,
  failureOf,
  PARAMETERS,
  PNG,
  QUESTION,
  REPORT,
  type Scene,
  SEEN,
  warmthOf,
} from './scene.ts'

const TOOLS: Anthropic.Tool[] = [
  { name: 'warmth', description: 'Degrees now.', input_schema: PARAMETERS, cache_control: { type: 'ephemeral' } },
]
const SCHEMA = {
  type: 'object',
  properties: { city: { type: 'string' }, population: { type: 'number' } },
  required: ['city', 'population'],
  additionalProperties: false,
}

function ask(scene: Scene, content: Anthropic.MessageParam['content']) {
  const system = [{ type: 'text' as const, text: 'Be brief.', cache_control: { type: 'ephemeral' as const } }]
  return { model: scene.subject.model, max_tokens: 4_096, system, messages: [{ role: 'user' as const, content }] }
}

function askForTools(scene: Scene) {
  return { ...ask(scene, QUESTION), tools: TOOLS, thinking: { type: 'enabled' as const, budget_tokens: 2_048 } }
}

export const MESSAGES: Readonly<Record<Feature, (scene: Scene) => Promise<void>>> = {
  async plain(scene) {
    const message = await scene.anthropic.messages.create({ ...ask(scene, 'hello'), stop_sequences: ['END'] })
    expect(message).toMatchObject({ type: 'message', role: 'assistant', stop_reason: 'end_turn' })
    expect(textOf(message)).toBe(GREETING)
  },
  async stream(scene) {
    const stream = scene.anthropic.messages.stream(ask(scene, 'hello'))
    const pieces: string[] = []
    stream.on('text', (piece) => pieces.push(piece))
    const message = await stream.finalMessage()
    expect(message.stop_reason).toBe('end_turn')
    expect(pieces.length).toBeGreaterThan(2)
    expect([pieces.join(''), textOf(message)]).toEqual([GREETING, GREETING])
  },
  async tools(scene) {
    const request = askForTools(scene)
    const first = await scene.anthropic.messages.create(request)
    const second = await scene.anthropic.messages.create({
      ...request,
      messages: afterCalls(scene, request.messages, first),
    })
    expect([second.stop_reason, textOf(second)]).toEqual(['end_turn', REPORT])
    expectSignatureBack(scene)
  },
  async 'tools streamed'(scene) {
    const request = askForTools(scene)
    const first = await scene.anthropic.messages.stream(request).finalMessage()
    const last = scene.anthropic.messages.stream({ ...request, messages: afterCalls(scene, request.messages, first) })
    expect(await last.finalText()).toBe(REPORT)
    expectSignatureBack(scene)
  },
  async 'image in'(scene) {
    const source = { type: 'base64' as const, media_type: 'image/png' as const, data: PNG.toString('base64') }
    const content: Anthropic.ContentBlockParam[] = [
      { type: 'text', text: 'What is this?' },
      { type: 'image', source },
    ]
    expect(textOf(await scene.anthropic.messages.create(ask(scene, content)))).toBe(SEEN)
  },
  async 'JSON schema'(scene) {
    const output_config = { format: { type: 'json_schema' as const, schema: SCHEMA } }
    const message = await scene.anthropic.messages.create({ ...ask(scene, 'Which city?'), output_config })
    expect(textOf(message)).toBe(SCHEMA_ANSWER)
  },
  async error(scene) {
    const limited = await failureOf(scene.anthropic.messages.create(ask(scene, 'fail 429')))
    expect(limited).toBeInstanceOf(Anthropic.RateLimitError)
    const shape = { type: 'error', error: { type: 'rate_limit_error', message: 'simulated failure 429' } }
    expect(limited).toMatchObject({ status: 429, error: shape })
    const bad = await failureOf(scene.anthropic.messages.create(ask(scene, 'fail 400')))
    expect(bad).toBeInstanceOf(Anthropic.BadRequestError)
    expect(bad).toMatchObject({ error: { error: { type: 'invalid_request_error', message: 'simulated failure 400' } } })
    const midway = scene.anthropic.messages.stream(ask(scene, 'fail midway'))
    expect(await failureOf(midway.finalMessage())).toBeInstanceOf(Anthropic.APIError)
  },
  async usage(scene) {
    const plain = await scene.anthropic.messages.create(ask(scene, 'hello'))
    const streamed = await scene.anthropic.messages.stream(ask(scene, 'hello')).finalMessage()
    for (const { usage } of [plain, streamed]) {
      const { input_tokens: fresh, cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage
      expect(usage.output_tokens).toBe(USAGE.completion)
      if (scene.subject.countsCache) expect(read).toBe(USAGE.cacheRead)
      expect(fresh + (read ?? 0) + (written ?? 0)).toBe(USAGE.prompt)
    }
  },
}

function textOf(message: Anthropic.Message): string {
  return message.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
}

function afterCalls(
  scene: Scene,
  asked: Anthropic.MessageParam[],
  answer: Anthropic.Message,
): Anthropic.MessageParam[] {
  expect(answer.stop_reason).toBe('tool_use')
  const calls = answer.content.filter((block) => block.type === 'tool_use')
  expect(calls.map((call) => call.name)).toEqual(['warmth', 'warmth'])
  if (scene.subject.thinks) {
    const thinking = answer.content[0]
    expect(thinking?.type === 'thinking' && thinking.thinking).toContain(THOUGHT)
  }
  const results = calls.map((call) => ({
    type: 'tool_result' as const,
    tool_use_id: call.id,
    content: warmthOf(call.input),
    // Coding agents mark their last turns like this.
    cache_control: { type: 'ephemeral' as const },
  }))
  return [...asked, { role: 'assistant', content: answer.content }, { role: 'user', content: results }]
}
