import { afterAll, expect, test } from 'bun:test'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { embed, embedMany, generateObject, stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'
import { vectorOf } from '../../simulators/wire/openai/openai.ts'
import { GREETING } from '../../simulators/wire/reply-content.ts'
import { startWireSimulator } from '../../simulators/wire/wire-server.ts'
import { shareGateway } from '../harness/share-gateway.ts'
import { QUESTION, REPORT, warmthOf } from './scene.ts'
import { SUBJECTS, type Subject } from './subject.ts'

const gateway = await shareGateway()
const NAMES = ['openai', 'anthropic', 'google', 'vertex-ai (Claude)', 'bedrock', 'cohere']
const rows = SUBJECTS.filter(({ name }) => NAMES.includes(name)).map((subject) => {
  const simulator = startWireSimulator(subject.wire)
  afterAll(() => simulator[Symbol.asyncDispose]())
  return [subject.name, subject, simulator.url] as const
})

function providerFor(subject: Subject, url: string) {
  const headers = { 'x-gateway-config': JSON.stringify(subject.target(url)) }
  return createOpenAI({ baseURL: gateway.baseURL, apiKey: gateway.workspaceKey, headers })
}

const warmth = tool({
  description: 'Degrees now.',
  inputSchema: z.object({ city: z.string(), note: z.string() }),
  execute: (input) => warmthOf(input),
})

test.each(rows)('%s / chat/completions / stream, with the Vercel AI SDK', async (_name, subject, url) => {
  const result = streamText({ model: providerFor(subject, url).chat(subject.model), prompt: 'hello', maxRetries: 0 })
  expect(await result.text).toBe(GREETING)
  expect(await result.finishReason).toBe('stop')
  expect((await result.usage).totalTokens).toBe(144)
})

test.each(rows)('%s / chat/completions / tools streamed, with the Vercel AI SDK', async (_name, subject, url) => {
  const model = providerFor(subject, url).chat(subject.model)
  const result = streamText({ model, prompt: QUESTION, tools: { warmth }, stopWhen: stepCountIs(3), maxRetries: 0 })
  expect(await result.text).toBe(REPORT)
  expect((await result.steps).map((step) => step.finishReason)).toEqual(['tool-calls', 'stop'])
})

test.each(rows)('%s / chat/completions / JSON schema, with the Vercel AI SDK', async (_name, subject, url) => {
  const schema = z.object({ city: z.string(), population: z.number() })
  const model = providerFor(subject, url).chat(subject.model)
  const { object } = await generateObject({ model, schema, prompt: 'Which city?', maxRetries: 0 })
  expect(object).toEqual({ city: 'Paris', population: 2_102_650 })
})

test.each(rows)('%s / responses / tools streamed, with the Vercel AI SDK', async (_name, subject, url) => {
  const model = providerFor(subject, url).responses(subject.model)
  const providerOptions = {
    openai: { store: false, include: ['reasoning.encrypted_content'], reasoningEffort: 'high' },
  }
  const result = streamText({
    model,
    prompt: QUESTION,
    tools: { warmth },
    stopWhen: stepCountIs(3),
    maxRetries: 0,
    maxOutputTokens: 8_000,
    providerOptions,
  })
  expect(await result.text).toBe(REPORT)
})

function googleFor(subject: Subject, url: string) {
  const headers = { 'x-gateway-config': JSON.stringify(subject.target(url)) }
  return createGoogleGenerativeAI({ baseURL: `${gateway.url}/v1beta`, apiKey: gateway.workspaceKey, headers })
}

test.each(rows)('%s / generateContent / tools streamed, with the Vercel AI SDK', async (_name, subject, url) => {
  const model = googleFor(subject, url)(subject.model)
  const providerOptions = { google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 2_048 } } }
  const result = streamText({
    model,
    prompt: QUESTION,
    tools: { warmth },
    stopWhen: stepCountIs(3),
    maxRetries: 0,
    maxOutputTokens: 8_000,
    providerOptions,
  })
  expect(await result.text).toBe(REPORT)
  expect((await result.steps).map((step) => step.finishReason)).toEqual(['tool-calls', 'stop'])
})

test.each(rows)('%s / generateContent / JSON schema, with the Vercel AI SDK', async (_name, subject, url) => {
  const schema = z.object({ city: z.string(), population: z.number() })
  const model = googleFor(subject, url)(subject.model)
  const { object, usage } = await generateObject({ model, schema, prompt: 'Which city?', maxRetries: 0 })
  expect(object).toEqual({ city: 'Paris', population: 2_102_650 })
  expect(usage.totalTokens).toBe(144)
})

test.each(rows.filter(([, subject]) => subject.embeddingModel !== null))(
  '%s / embedContent, with the Vercel AI SDK',
  async (_name, subject, url) => {
    const model = googleFor(subject, url).embedding(subject.embeddingModel!)
    expect((await embed({ model, value: 'pears', maxRetries: 0 })).embedding).toEqual(vectorOf('pears'))
    expect((await embedMany({ model, values: ['a', 'b'], maxRetries: 0 })).embeddings).toEqual(['a', 'b'].map(vectorOf))
  },
)
