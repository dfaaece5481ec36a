/**
 * Measures every dialect at n and 4n with inputs that callers and providers can make long. The dialects come from the
 * provider registry: a new one is measured with every request shape, and fails until it has response shapes.
 */

import { expect, test } from 'bun:test'
import { ENDPOINTS } from '../../server/src/core/endpoints.ts'
import { GatewayError } from '../../server/src/core/errors.ts'
import { plainChat } from '../../server/src/dialects/chat/plain-chat.ts'
import type { Dialect, DialectContext, InboundDialect } from '../../server/src/dialects/dialect.ts'
import { batchEmbedContentsInbound } from '../../server/src/dialects/generate-content/embed-content.ts'
import { generateContentInbound } from '../../server/src/dialects/generate-content/generate-content-inbound.ts'
import { toModels } from '../../server/src/dialects/generate-content/models.ts'
import { nativeChange } from '../../server/src/dialects/generate-content/native-change.ts'
import { messagesInbound } from '../../server/src/dialects/messages/messages-inbound.ts'
import { openaiTokenCounter } from '../../server/src/dialects/responses/openai-token-counter.ts'
import { responsesInbound } from '../../server/src/dialects/responses/responses-inbound.ts'
import { findProvider, providerSlugs } from '../../server/src/providers/registry.ts'
import { ANSWERS, type AnswerShapes, CHAT_ANSWERS } from './answer-shapes.ts'
import {
  CHAT_SHAPES,
  EMBEDDING_SHAPES,
  GENERATE_CONTENT_SHAPES,
  MESSAGES_SHAPES,
  RESPONSES_SHAPES,
  type Shape,
} from './chat-shapes.ts'
import { superlinear, type Work } from './measure.ts'

/** The largest n: at four times the base, requests of some megabytes. */
const MAX_SIZE = 64 * 1024

const MODELS = [
  'gemini-3-pro-preview',
  'claude-sonnet-4-5',
  'anthropic.claude-sonnet-4-5-20250929-v1:0',
  'amazon.nova-pro-v1:0',
  'amazon.titan-embed-text-v2:0',
  'cohere.embed-english-v3',
  'text-embedding-005',
  'meta/llama-3.3-70b-instruct-maas',
  'command-a-03-2025',
  null,
]

type Found = { readonly dialect: Dialect; readonly model: string; readonly shapes: Readonly<Record<string, Shape>> }

/** Endpoints that are translated and have a body. */
const REQUESTS: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  'chat.completions': CHAT_SHAPES,
  embeddings: EMBEDDING_SHAPES,
}

/** Some dialects reject some models. */
function takes(dialect: Dialect, model: string, shapes: Readonly<Record<string, Shape>>): boolean {
  return Object.values(shapes)
    .slice(0, 1)
    .every((shape) => orRefusal(() => dialect.encode(shape(4), contextOf(model, false))) !== null)
}

/** One dialect per name, from the registry. */
function dialectsOfProviders(): Map<string, Found> {
  const found = new Map<string, Found>()
  for (const slug of providerSlugs()) {
    const provider = findProvider(slug)!
    for (const { name: endpoint } of ENDPOINTS) {
      for (const model of MODELS) {
        const dialect = provider.dialects?.({ endpoint: endpoint as 'chat.completions', model })
        const shapes = REQUESTS[endpoint] ?? {}
        if (dialect && !found.has(dialect.name) && takes(dialect, model ?? '', shapes))
          found.set(dialect.name, { dialect, model: model ?? '', shapes })
      }
    }
  }
  return found
}

const DIALECTS = dialectsOfProviders()

function contextOf(model: string, isStream: boolean): DialectContext {
  return { model, provider: 'p', isStream, includeUsage: true, nowSeconds: 1, request: {} }
}

/** Rejections must also run in linear time. */
function orRefusal(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    if (error instanceof GatewayError) return null
    throw error
  }
}

/** Includes JSON parsing and serialization, as in the gateway. */
function encoding(shape: Shape, encode: (body: Record<string, unknown>) => unknown): Work {
  return (n) => {
    const text = JSON.stringify(shape(n))
    return () => orRefusal(() => JSON.stringify(encode(JSON.parse(text) as Record<string, unknown>)))
  }
}

async function expectLinear(works: Readonly<Record<string, Work>>, maxSize = MAX_SIZE): Promise<void> {
  const slow: string[] = []
  for (const [name, work] of Object.entries(works)) {
    const growth = await superlinear(work, maxSize)
    if (growth) slow.push(`${name}: ${JSON.stringify(growth)}`)
  }
  expect(slow).toEqual([])
}

function mapped<T>(shapes: Readonly<Record<string, T>>, make: (shape: T) => Work): Record<string, Work> {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, make(shape)]))
}

test('every provider dialect has response shapes', () => {
  expect([...DIALECTS.keys()].sort()).toEqual(Object.keys(ANSWERS).sort())
})

for (const [name, { dialect, model, shapes }] of DIALECTS) {
  const answers: AnswerShapes | undefined = ANSWERS[name]

  test(`${name} encodes requests in linear time`, async () => {
    await expectLinear(
      mapped(shapes, (shape) => encoding(shape, (body) => dialect.encode(body, contextOf(model, false)))),
    )
  })

  test(`${name} decodes responses in linear time`, async () => {
    const whole = answers?.whole ?? {}
    for (const shape of Object.values(whole)) expect(dialect.decode(shape(4), contextOf(model, false))).toBeObject()
    await expectLinear(
      mapped(whole, (shape) => encoding(shape, (body) => dialect.decode(body, contextOf(model, false)))),
    )
  })

  if (!dialect.stream) continue
  test(`${name} decodes streams in linear time`, async () => {
    const streams = answers?.streams ?? {}
    expect(Object.keys(streams).length).toBeGreaterThan(0)
    await expectLinear(
      mapped(streams, (shape) => (n) => {
        const events = shape(n)
        return () => {
          const decoder = dialect.stream!(contextOf(model, true))
          let count = 0
          for (const [event, data] of events) {
            for (const piece of decoder.event(event, data)) count += JSON.stringify(piece).length
            // The gateway calls this after every chunk.
            decoder.counted()
          }
          return count + decoder.end().length
        }
      }),
      MAX_SIZE / 2,
    )
  })
}

// The counters of other providers take the body of a completion, which is measured above.
test('OpenAI’s token counter encodes requests in linear time', async () => {
  await expectLinear(
    mapped(CHAT_SHAPES, (shape) =>
      encoding(shape, (body) => openaiTokenCounter.encode(body, contextOf('gpt-5', false))),
    ),
  )
})

const INBOUND: readonly (readonly [InboundDialect, Readonly<Record<string, Shape>>])[] = [
  [messagesInbound, MESSAGES_SHAPES],
  [responsesInbound, RESPONSES_SHAPES],
  [generateContentInbound, GENERATE_CONTENT_SHAPES],
]

test('every inbound format is measured', async () => {
  const files = new Bun.Glob('server/src/dialects/**/*.ts').scan({ cwd: `${import.meta.dir}/../..` })
  const names: string[] = []
  for await (const file of files) {
    const text = await Bun.file(`${import.meta.dir}/../../${file}`).text()
    for (const [, name] of text.matchAll(/export const (\w+): InboundDialect/g)) names.push(name!)
  }
  // Counters read requests as the formats they belong to.
  expect(names.sort()).toEqual([
    'countTokensInbound',
    'generateContentInbound',
    'inputTokensInbound',
    'messagesInbound',
    'messagesTokenCount',
    'responsesInbound',
  ])
})

for (const [inbound, shapes] of INBOUND) {
  test(`${inbound.name} becomes chat in linear time`, async () => {
    expect(inbound.toChat(Object.values(shapes)[0]!(4))).toBeObject()
    await expectLinear(mapped(shapes, (shape) => encoding(shape, (body) => plainChat(inbound.toChat(body)))))
  })

  test(`chat becomes ${inbound.name} in linear time`, async () => {
    await expectLinear(mapped(CHAT_ANSWERS.whole, (shape) => encoding(shape, (body) => inbound.fromChat(body, {}))))
  })

  test(`a chat stream becomes ${inbound.name} in linear time`, async () => {
    await expectLinear(
      mapped(CHAT_ANSWERS.streams, (shape) => (n) => {
        const events = shape(n)
        return () => {
          const encoder = inbound.stream({})
          let length = 0
          for (const [, data] of events) length += Buffer.byteLength(encoder.chunk(data))
          return length + Buffer.byteLength(encoder.end())
        }
      }),
      MAX_SIZE / 2,
    )
  })
}

test('the other formats of Gemini’s callers are translated in linear time', async () => {
  const requests = (n: number) => ({
    requests: Array.from({ length: n }, () => ({ model: 'models/m', content: { parts: [{ text: 'x' }] } })),
  })
  const vectors = (n: number) => ({ data: Array.from({ length: n }, (_, index) => ({ index, embedding: [1] })) })
  const models = (n: number) => ({ data: Array.from({ length: n }, (_, i) => ({ id: `m-${i}` })) })
  await expectLinear({
    requests: encoding(requests, (body) => batchEmbedContentsInbound.toChat(body)),
    vectors: encoding(vectors, (body) => batchEmbedContentsInbound.fromChat(body, {})),
    models: encoding(models, (body) => toModels(body['data'] as Record<string, unknown>[])),
  })
})

test('requests for Google are cleaned in linear time', async () => {
  const call = { endpoint: 'gemini.generate', model: 'gemini-3-pro-preview' } as const
  await expectLinear(
    mapped(GENERATE_CONTENT_SHAPES, (shape) =>
      encoding(shape, (body) => nativeChange({ ...call, body }, false)?.set.size),
    ),
    MAX_SIZE / 2,
  )
})

/** Adapters read only messages, calls and thinking. */
const ADAPTED = /message|call|thought|one long text/

test('adapters change requests in linear time', async () => {
  const seen = new Set<string>()
  for (const slug of providerSlugs()) {
    const { adapt } = findProvider(slug)!
    // Most providers share one function; it does the most work with Mistral's settings.
    if (!adapt || (seen.has(String(adapt)) && slug !== 'mistral-ai')) continue
    seen.add(String(adapt))
    for (const [endpoint, shapes] of [
      ['chat.completions', CHAT_SHAPES],
      ['messages', MESSAGES_SHAPES],
    ] as const) {
      const adapted = Object.fromEntries(Object.entries(shapes).filter(([name]) => ADAPTED.test(name)))
      const call = { endpoint, method: 'POST', path: '/x', search: '', model: 'm', isStream: false } as const
      await expectLinear(
        mapped(adapted, (shape) => encoding(shape, (body) => adapt({ ...call, body } as never, {}))),
        MAX_SIZE / 4,
      )
    }
  }
  expect(seen.size).toBeGreaterThan(0)
})
