/** Features of /v1/responses, tested with the official OpenAI client. */

import { expect } from 'bun:test'
import OpenAI from 'openai'
import { zodTextFormat } from 'openai/helpers/zod'
import { z } from 'zod'
import { GREETING, USAGE } from '../../simulators/wire/reply-content.ts'
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

type Item = OpenAI.Responses.ResponseInputItem
const ANSWER = z.object({ city: z.string(), population: z.number() })
const TOOL = {
  type: 'function' as const,
  name: 'warmth',
  description: 'Degrees now.',
  parameters: PARAMETERS,
  strict: true,
}

function askForTools(scene: Scene) {
  return {
    model: scene.subject.model,
    instructions: 'Be brief.',
    tools: [TOOL],
    store: false,
    include: ['reasoning.encrypted_content' as const],
    reasoning: { effort: 'high' as const },
    max_output_tokens: 8_000,
  }
}

export const RESPONSES: Readonly<Record<Feature, (scene: Scene) => Promise<void>>> = {
  async plain({ openai, subject }) {
    const response = await openai.responses.create({ model: subject.model, instructions: 'Be brief.', input: 'hello' })
    expect(response).toMatchObject({ object: 'response', status: 'completed', error: null })
    expect(response.output_text).toBe(GREETING)
  },
  async stream({ openai, subject }) {
    const stream = openai.responses.stream({ model: subject.model, input: 'hello' })
    const pieces: string[] = []
    stream.on('response.output_text.delta', ({ delta }) => pieces.push(delta))
    const response = await stream.finalResponse()
    expect([response.status, response.output_text]).toEqual(['completed', GREETING])
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.join('')).toBe(GREETING)
  },
  async tools(scene) {
    const request = askForTools(scene)
    const asked: Item[] = [{ role: 'user', content: QUESTION }]
    const first = await scene.openai.responses.create({ ...request, input: asked })
    const second = await scene.openai.responses.create({ ...request, input: [...asked, ...afterCalls(first)] })
    expect(second.output_text).toBe(REPORT)
    expectSignatureBack(scene)
  },
  async 'tools streamed'(scene) {
    const request = askForTools(scene)
    const asked: Item[] = [{ role: 'user', content: QUESTION }]
    const first = await scene.openai.responses.stream({ ...request, input: asked }).finalResponse()
    const last = scene.openai.responses.stream({ ...request, input: [...asked, ...afterCalls(first)] })
    expect((await last.finalResponse()).output_text).toBe(REPORT)
    expectSignatureBack(scene)
  },
  async 'image in'({ openai, subject }) {
    const image_url = `data:image/png;base64,${PNG.toString('base64')}`
    const content = [
      { type: 'input_text' as const, text: 'What is this?' },
      { type: 'input_image' as const, image_url, detail: 'auto' as const },
    ]
    const response = await openai.responses.create({ model: subject.model, input: [{ role: 'user', content }] })
    expect(response.output_text).toBe(SEEN)
  },
  async 'JSON schema'({ openai, subject }) {
    const response = await openai.responses.parse({
      model: subject.model,
      input: 'Which city?',
      text: { format: zodTextFormat(ANSWER, 'answer') },
    })
    expect(response.output_parsed).toEqual({ city: 'Paris', population: 2_102_650 })
  },
  async error({ openai, subject }) {
    const limited = await failureOf(openai.responses.create({ model: subject.model, input: 'fail 429' }))
    expect(limited).toBeInstanceOf(OpenAI.RateLimitError)
    expect(limited).toMatchObject({ status: 429, error: { message: 'simulated failure 429' } })
    const bad = await failureOf(openai.responses.create({ model: subject.model, input: 'fail 400' }))
    expect(bad).toBeInstanceOf(OpenAI.BadRequestError)
    expect(bad).toMatchObject({ error: { message: 'simulated failure 400', type: 'invalid_request_error' } })
    const events = await openai.responses.create({ model: subject.model, input: 'fail midway', stream: true })
    expect(await endingOf(events)).toMatch(/^(error|response\.failed|thrown)$/)
  },
  async usage({ openai, subject }) {
    const request = { model: subject.model, input: 'hello' }
    const plain = await openai.responses.create(request)
    const streamed = await openai.responses.stream(request).finalResponse()
    for (const { usage } of [plain, streamed]) {
      expect(usage).toMatchObject({
        input_tokens: USAGE.prompt,
        output_tokens: USAGE.completion,
        total_tokens: USAGE.prompt + USAGE.completion,
        ...(subject.countsCache && { input_tokens_details: { cached_tokens: USAGE.cacheRead } }),
      })
    }
  },
}

/** The last event's type, or 'thrown' if the client threw. */
async function endingOf(events: AsyncIterable<{ readonly type: string }>): Promise<string> {
  let last = ''
  try {
    for await (const event of events) last = event.type
    return last
  } catch (error) {
    return error instanceof OpenAI.APIError ? 'thrown' : String(error)
  }
}

/** Sends all items back unchanged, with reasoning, as a client without stored state does. */
function afterCalls(response: OpenAI.Responses.Response): Item[] {
  const calls = response.output.filter((item) => item.type === 'function_call')
  expect(calls.map((call) => call.name)).toEqual(['warmth', 'warmth'])
  const outputs = calls.map((call): Item => {
    const output = warmthOf(JSON.parse(call.arguments))
    return { type: 'function_call_output', call_id: call.call_id, output }
  })
  // The helper adds `parsed_arguments`, which is not a member of the format.
  const items = response.output.map((item) => {
    const { parsed_arguments: _, ...rest } = item as unknown as Record<string, unknown>
    return rest as unknown as Item
  })
  return [...items, ...outputs]
}
