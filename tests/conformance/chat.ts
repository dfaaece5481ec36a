/** Features of /v1/chat/completions, tested with the official OpenAI client. */

import { expect } from 'bun:test'
import OpenAI from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { z } from 'zod'
import { GREETING, THOUGHT, USAGE } from '../../simulators/wire/reply-content.ts'
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

type Message = OpenAI.ChatCompletionMessageParam
type Detail = { readonly index: number; readonly text?: string; readonly signature?: string }
type Call = OpenAI.ChatCompletionMessageToolCall
const ANSWER = z.object({ city: z.string(), population: z.number() })

const TOOLS: OpenAI.ChatCompletionTool[] = [
  { type: 'function', function: { name: 'warmth', description: 'Degrees now.', parameters: PARAMETERS } },
]
const THINKING = { reasoning_effort: 'high' as const, max_completion_tokens: 8_000 }

function ask(content: string): Message[] {
  return [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content },
  ]
}

export const CHAT: Readonly<Record<Feature, (scene: Scene) => Promise<void>>> = {
  async plain({ openai, subject }) {
    const completion = await openai.chat.completions.create({
      model: subject.model,
      messages: ask('hello'),
      stop: ['END'],
    })
    expect(completion).toMatchObject({ object: 'chat.completion', choices: [{ index: 0, finish_reason: 'stop' }] })
    expect(completion.choices[0]?.message).toMatchObject({ role: 'assistant', content: GREETING })
  },
  async stream({ openai, subject }) {
    const stream = openai.chat.completions.stream({ model: subject.model, messages: ask('hello') })
    const pieces: string[] = []
    stream.on('content', (piece) => pieces.push(piece))
    const completion = await stream.finalChatCompletion()
    expect(completion.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: GREETING } })
    expect(pieces.length).toBeGreaterThan(2)
    expect(pieces.join('')).toBe(GREETING)
  },
  async tools(scene) {
    const { openai, subject } = scene
    const request = { model: subject.model, tools: TOOLS, ...THINKING }
    const messages = ask(QUESTION)
    const first = await openai.chat.completions.create({ ...request, messages })
    const { message, finish_reason } = first.choices[0]!
    expect(finish_reason).toBe('tool_calls')
    if (subject.thinks) expect(thoughtOf(message)).toContain(THOUGHT)
    const second = await openai.chat.completions.create({
      ...request,
      messages: [...messages, message, ...resultsOf(message.tool_calls ?? [])],
    })
    expect(second.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: REPORT } })
    expectSignatureBack(scene)
  },
  async 'tools streamed'(scene) {
    const { openai, subject } = scene
    const request = { model: subject.model, tools: TOOLS, ...THINKING }
    const messages = ask(QUESTION)
    const stream = openai.chat.completions.stream({ ...request, messages })
    const details: Detail[] = []
    stream.on('chunk', (chunk) => addDetails(details, chunk))
    const { message, finish_reason } = (await stream.finalChatCompletion()).choices[0]!
    expect(finish_reason).toBe('tool_calls')
    // The helper keeps only the last value of each unknown member, and adds one that OpenAI rejects in a request.
    const { parsed: _, ...plain } = message
    const kept = { ...plain, ...(details.length > 0 && { reasoning_details: details }) }
    const last = openai.chat.completions.stream({
      ...request,
      messages: [...messages, kept, ...resultsOf(message.tool_calls ?? [])],
    })
    expect(await last.finalContent()).toBe(REPORT)
    expectSignatureBack(scene)
  },
  async 'image in'({ openai, subject }) {
    const url = `data:image/png;base64,${PNG.toString('base64')}`
    const content: OpenAI.ChatCompletionContentPart[] = [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url } },
    ]
    const completion = await openai.chat.completions.create({
      model: subject.model,
      messages: [{ role: 'user', content }],
    })
    expect(completion.choices[0]?.message.content).toBe(SEEN)
  },
  async 'JSON schema'({ openai, subject }) {
    const completion = await openai.chat.completions.parse({
      model: subject.model,
      messages: ask('Which city?'),
      response_format: zodResponseFormat(ANSWER, 'answer'),
    })
    expect(completion.choices[0]?.message.parsed).toEqual({ city: 'Paris', population: 2_102_650 })
  },
  async error({ openai, subject }) {
    const call = (text: string) => openai.chat.completions.create({ model: subject.model, messages: ask(text) })
    const limited = await failureOf(call('fail 429'))
    expect(limited).toBeInstanceOf(OpenAI.RateLimitError)
    expect(limited).toMatchObject({
      status: 429,
      error: { message: 'simulated failure 429', type: expect.any(String) },
    })
    const bad = await failureOf(call('fail 400'))
    expect(bad).toBeInstanceOf(OpenAI.BadRequestError)
    expect(bad).toMatchObject({
      error: { message: 'simulated failure 400', type: 'invalid_request_error', param: null },
    })
    const midway = openai.chat.completions.stream({ model: subject.model, messages: ask('fail midway') })
    expect(await failureOf(midway.finalContent())).toBeInstanceOf(OpenAI.APIError)
  },
  async usage({ openai, subject }) {
    const request = { model: subject.model, messages: ask('hello') }
    const expected = {
      prompt_tokens: USAGE.prompt,
      completion_tokens: USAGE.completion,
      total_tokens: USAGE.prompt + USAGE.completion,
      ...(subject.countsCache && { prompt_tokens_details: { cached_tokens: USAGE.cacheRead } }),
    }
    expect((await openai.chat.completions.create(request)).usage).toMatchObject(expected)
    const asked = { ...request, stream: true as const, stream_options: { include_usage: true } }
    expect(await usagesIn(await openai.chat.completions.create(asked))).toMatchObject([expected])
    const unasked = await usagesIn(await openai.chat.completions.create({ ...request, stream: true }))
    expect(unasked).toHaveLength(subject.alwaysCounts ? 1 : 0)
  },
}

function resultsOf(calls: readonly Call[]): Message[] {
  expect(calls).toHaveLength(2)
  const results = calls.map((call): Message => {
    if (call.type !== 'function') throw new Error(`a call of type ${call.type}`)
    return { role: 'tool', tool_call_id: call.id, content: warmthOf(JSON.parse(call.function.arguments)) }
  })
  return results
}

function thoughtOf(message: OpenAI.ChatCompletionMessage): string | undefined {
  return (message as { reasoning_content?: string }).reasoning_content
}

/** Joins stream pieces by their index. */
function addDetails(details: Detail[], chunk: OpenAI.ChatCompletionChunk): void {
  const delta = (chunk.choices[0]?.delta ?? {}) as { reasoning_details?: Detail[] }
  for (const piece of delta.reasoning_details ?? []) {
    const known = details.find(({ index }) => index === piece.index)
    if (!known) details.push({ ...piece })
    else Object.assign(known, piece, { text: `${known.text ?? ''}${piece.text ?? ''}` })
  }
}

async function usagesIn(stream: AsyncIterable<OpenAI.ChatCompletionChunk>): Promise<unknown[]> {
  const usages: unknown[] = []
  for await (const chunk of stream) if (chunk.usage) usages.push(chunk.usage)
  return usages
}
