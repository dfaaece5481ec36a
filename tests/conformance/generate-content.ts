/** Features of Gemini's format at /v1beta/models/{model}:{method}, tested with Google's client. */

import { expect } from 'bun:test'
import { ApiError, type Content, FunctionCallingConfigMode, type GenerateContentResponse, Type } from '@google/genai'
import { vectorOf } from '../../simulators/wire/openai/openai.ts'
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

const CONFIG = { systemInstruction: 'Be brief.', maxOutputTokens: 4_096 }
const TOOLS = {
  ...CONFIG,
  tools: [
    { functionDeclarations: [{ name: 'warmth', description: 'Degrees now.', parametersJsonSchema: PARAMETERS }] },
  ],
  toolConfig: { functionCallingConfig: { mode: FunctionCallingConfigMode.AUTO } },
  thinkingConfig: { includeThoughts: true, thinkingBudget: 2_048 },
}
const SCHEMA = {
  type: Type.OBJECT,
  properties: { city: { type: Type.STRING }, population: { type: Type.NUMBER } },
  required: ['city', 'population'],
}

function ask({ subject }: Scene, text: string) {
  return { model: subject.model, contents: text, config: CONFIG }
}

async function pieces(stream: AsyncIterable<GenerateContentResponse>): Promise<GenerateContentResponse[]> {
  const all: GenerateContentResponse[] = []
  for await (const piece of stream) all.push(piece)
  return all
}

export const GENERATE_CONTENT: Readonly<Record<Feature, (scene: Scene) => Promise<void>>> = {
  async plain(scene) {
    const response = await scene.google.models.generateContent({
      ...ask(scene, 'hello'),
      config: { ...CONFIG, stopSequences: ['END'] },
    })
    expect(response.text).toBe(GREETING)
    expect(response.candidates?.[0]).toMatchObject({ content: { role: 'model' }, finishReason: 'STOP' })
  },
  async stream(scene) {
    const all = await pieces(await scene.google.models.generateContentStream(ask(scene, 'hello')))
    expect(all.filter(({ text }) => text).length).toBeGreaterThan(2)
    expect(all.map(({ text }) => text ?? '').join('')).toBe(GREETING)
    expect(all.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP' as never)
  },
  async tools(scene) {
    const asked: Content[] = [{ role: 'user', parts: [{ text: QUESTION }] }]
    const request = { model: scene.subject.model, config: TOOLS }
    const first = await scene.google.models.generateContent({ ...request, contents: asked })
    const contents = afterCalls(scene, asked, first.candidates?.[0]?.content)
    const second = await scene.google.models.generateContent({ ...request, contents })
    expect(second.text).toBe(REPORT)
    expectSignatureBack(scene)
  },
  async 'tools streamed'(scene) {
    const asked: Content[] = [{ role: 'user', parts: [{ text: QUESTION }] }]
    const request = { model: scene.subject.model, config: TOOLS }
    const first = await pieces(await scene.google.models.generateContentStream({ ...request, contents: asked }))
    const parts = first.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
    // Gemini's own command line keeps the calls with their signatures, and drops the thoughts.
    const contents = afterCalls(scene, asked, { role: 'model', parts }, (part) => part.thought !== true)
    const second = await pieces(await scene.google.models.generateContentStream({ ...request, contents }))
    expect(second.map(({ text }) => text ?? '').join('')).toBe(REPORT)
    expectSignatureBack(scene)
  },
  async 'image in'(scene) {
    const image = { inlineData: { mimeType: 'image/png', data: PNG.toString('base64') } }
    const contents = [{ role: 'user', parts: [{ text: 'What is this?' }, image] }]
    const response = await scene.google.models.generateContent({ model: scene.subject.model, contents, config: CONFIG })
    expect(response.text).toBe(SEEN)
  },
  async 'JSON schema'(scene) {
    const config = { ...CONFIG, responseMimeType: 'application/json', responseSchema: SCHEMA }
    const response = await scene.google.models.generateContent({ ...ask(scene, 'Which city?'), config })
    expect(response.text).toBe(SCHEMA_ANSWER)
  },
  async error(scene) {
    const limited = await failureOf(scene.google.models.generateContent(ask(scene, 'fail 429')))
    expect(limited).toBeInstanceOf(ApiError)
    expect(String(limited)).toContain('simulated failure 429')
    expect(String(limited)).toContain('RESOURCE_EXHAUSTED')
    expect(limited).toMatchObject({ status: 429 })
    const bad = await failureOf(scene.google.models.generateContent(ask(scene, 'fail 400')))
    expect(bad).toMatchObject({ status: 400, message: expect.stringContaining('INVALID_ARGUMENT') })
    const midway = scene.google.models.generateContentStream(ask(scene, 'fail midway')).then(pieces)
    expect(await failureOf(midway)).toBeInstanceOf(Error)
  },
  async usage(scene) {
    const plain = await scene.google.models.generateContent(ask(scene, 'hello'))
    const streamed = await pieces(await scene.google.models.generateContentStream(ask(scene, 'hello')))
    for (const usage of [plain.usageMetadata, streamed.at(-1)?.usageMetadata]) {
      expect(usage?.promptTokenCount).toBe(USAGE.prompt)
      expect((usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0)).toBe(USAGE.completion)
      expect(usage?.totalTokenCount).toBe(USAGE.prompt + USAGE.completion)
      if (scene.subject.countsCache) expect(usage?.cachedContentTokenCount).toBe(USAGE.cacheRead)
    }
  },
}

export const EMBED_CONTENT: Readonly<Partial<Record<Feature, (scene: Scene) => Promise<void>>>> = {
  async plain({ google, subject }) {
    const model = subject.embeddingModel!
    const contents = subject.embedsMany === false ? ['äpfel'] : ['äpfel', 'pears']
    const { embeddings } = await google.models.embedContent({ model, contents })
    expect(embeddings?.map(({ values }) => values)).toEqual(contents.map(vectorOf))
  },
  async error(scene) {
    const failure = await failureOf(
      scene.google.models.embedContent({ model: scene.subject.embeddingModel!, contents: [''] }),
    )
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ status: 400, message: expect.stringContaining('INVALID_ARGUMENT') })
  },
}

function afterCalls(
  scene: Scene,
  asked: Content[],
  answer: Content | undefined,
  isKept: (part: NonNullable<Content['parts']>[number]) => boolean = () => true,
): Content[] {
  const parts = answer?.parts ?? []
  const calls = parts.flatMap(({ functionCall }) => functionCall ?? [])
  expect(calls.map(({ name }) => name)).toEqual(['warmth', 'warmth'])
  if (scene.subject.thinks) {
    const thoughts = parts.filter(({ thought }) => thought).map(({ text }) => text)
    expect(thoughts.join('')).toContain(THOUGHT)
  }
  const results = calls.map(({ id, name, args }) => ({
    functionResponse: { ...(id !== undefined && { id }), name: name!, response: { output: warmthOf(args) } },
  }))
  return [...asked, { role: 'model', parts: parts.filter(isKept) }, { role: 'user', parts: results }]
}
