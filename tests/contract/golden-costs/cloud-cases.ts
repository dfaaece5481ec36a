/** Costs at Gemini, cloud C and Cohere by list price, in their own formats and translated. */

import { gzipSync } from 'node:zlib'
import {
  at,
  chat,
  chunks,
  embeddings,
  events,
  frames,
  type GoldenCase,
  json,
  messages,
  perMillion,
  sse,
} from './golden-case.ts'

const PRO = 'gemini-2.5-pro'
const gemini = (usageMetadata: object, model = PRO) => ({
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Good day.' }] }, finishReason: 'STOP' }],
  usageMetadata,
  modelVersion: model,
  responseId: 'r',
})
const THOUGHT = { promptTokenCount: 400, candidatesTokenCount: 50, thoughtsTokenCount: 150, totalTokenCount: 600 }
const THOUGHT_COST = 400 * perMillion(1.25) + (50 + 150) * perMillion(10)
const native = (path: string) =>
  at(`/v1/proxy/models/${path}`, { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] })

const CLAUDE = 'anthropic.claude-sonnet-4-5-20250929-v1:0'
const converse = (usage: object) =>
  json({
    output: { message: { role: 'assistant', content: [{ text: 'Good day.' }] } },
    stopReason: 'end_turn',
    usage,
    metrics: { latencyMs: 1 },
  })
const CACHED = {
  inputTokens: 100,
  outputTokens: 50,
  cacheReadInputTokens: 2_000,
  cacheWriteInputTokens: 500,
  totalTokens: 2_650,
}
const CACHED_COST = 100 * perMillion(3.3) + 2_000 * perMillion(0.33) + 500 * perMillion(4.125) + 50 * perMillion(16.5)

const BILLED = {
  billed_units: { input_tokens: 12, output_tokens: 7 },
  tokens: { input_tokens: 507, output_tokens: 10 },
}
const BILLED_COST = 12 * perMillion(2.5) + 7 * perMillion(10)
const cohereMessage = { role: 'assistant', content: [{ type: 'text', text: 'Good day.' }] }

export const CLOUD_CASES: readonly GoldenCase[] = [
  chat('Gemini, with thoughts', 'google', PRO, json(gemini(THOUGHT)), THOUGHT_COST, {
    usage: { reasoning_tokens: 150 },
  }),
  messages('Gemini for a caller of Messages', 'google', PRO, json(gemini(THOUGHT)), THOUGHT_COST),
  chat(
    'a Gemini stream counts up to its last event',
    'google',
    PRO,
    sse(
      [{ ...THOUGHT, candidatesTokenCount: 1, totalTokenCount: 551 }, THOUGHT]
        .map((usage) => `data: ${JSON.stringify(gemini(usage))}\n\n`)
        .join(''),
    ),
    THOUGHT_COST,
    { body: { stream: true } },
  ),
  chat(
    'Gemini, cached',
    'google',
    PRO,
    json(
      gemini({
        promptTokenCount: 5_000,
        cachedContentTokenCount: 4_000,
        candidatesTokenCount: 20,
        totalTokenCount: 5_020,
      }),
    ),
    1_000 * perMillion(1.25) + 4_000 * perMillion(0.125) + 20 * perMillion(10),
  ),
  chat(
    'Gemini beyond 200,000 tokens',
    'google',
    PRO,
    json(gemini({ promptTokenCount: 200_001, candidatesTokenCount: 20, totalTokenCount: 200_021 })),
    200_001 * perMillion(2.5) + 20 * perMillion(15),
  ),
  chat(
    'Gemini hears',
    'google',
    'gemini-2.5-flash',
    json(
      gemini(
        {
          promptTokenCount: 330,
          promptTokensDetails: [
            { modality: 'TEXT', tokenCount: 10 },
            { modality: 'AUDIO', tokenCount: 320 },
          ],
          candidatesTokenCount: 20,
          totalTokenCount: 350,
        },
        'gemini-2.5-flash',
      ),
    ),
    10 * perMillion(0.3) + 320 * perMillion(1) + 20 * perMillion(2.5),
  ),
  chat(
    'Gemini draws',
    'google',
    'gemini-2.5-flash-image',
    json(
      gemini(
        {
          promptTokenCount: 10,
          candidatesTokenCount: 1_300,
          candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1_290 }],
          totalTokenCount: 1_310,
        },
        'gemini-2.5-flash-image',
      ),
    ),
    10 * perMillion(0.3) + 1_290 * perMillion(30) + 10 * perMillion(2.5),
  ),
  chat(
    'Gemini reads what its tools found',
    'google',
    PRO,
    json(gemini({ promptTokenCount: 10, toolUsePromptTokenCount: 90, candidatesTokenCount: 20, totalTokenCount: 120 })),
    (10 + 90) * perMillion(1.25) + 20 * perMillion(10),
  ),
  native(`${PRO}:generateContent`)('Gemini as it is', 'google', PRO, json(gemini(THOUGHT)), THOUGHT_COST),
  native(`${PRO}:streamGenerateContent?alt=sse`)(
    'a Gemini stream as it is',
    'google',
    PRO,
    sse(`data: ${JSON.stringify(gemini(THOUGHT))}\n\n`),
    THOUGHT_COST,
  ),
  native(`${PRO}:generateContent`)(
    'Gemini as it is, compressed',
    'google',
    PRO,
    json({}, { body: gzipSync(JSON.stringify(gemini(THOUGHT))), headers: { 'content-encoding': 'gzip' } }),
    THOUGHT_COST,
  ),
  embeddings(
    'Gemini embeddings',
    'google',
    'gemini-embedding-001',
    json({ embedding: { values: [0.5] }, usageMetadata: { promptTokenCount: 9, totalTokenCount: 9 } }),
    9 * perMillion(0.15),
  ),
  chat(
    'Converse',
    'bedrock',
    CLAUDE,
    converse({ inputTokens: 1_000, outputTokens: 200, totalTokens: 1_200 }),
    1_000 * perMillion(3.3) + 200 * perMillion(16.5),
  ),
  chat('Converse, cached', 'bedrock', CLAUDE, converse(CACHED), CACHED_COST),
  messages('Converse for a caller of Messages', 'bedrock', CLAUDE, converse(CACHED), CACHED_COST),
  chat(
    'Converse, written for an hour: twice the input',
    'bedrock',
    CLAUDE,
    converse({
      ...CACHED,
      cacheDetails: [
        { ttl: '1h', inputTokens: 300 },
        { ttl: '5m', inputTokens: 200 },
      ],
    }),
    100 * perMillion(3.3) +
      2_000 * perMillion(0.33) +
      200 * perMillion(4.125) +
      300 * perMillion(6.6) +
      50 * perMillion(16.5),
  ),
  chat(
    'a Converse stream',
    'bedrock',
    CLAUDE,
    frames(
      ['messageStart', { role: 'assistant' }],
      ['contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Good day.' } }],
      ['contentBlockStop', { contentBlockIndex: 0 }],
      ['messageStop', { stopReason: 'end_turn' }],
      ['metadata', { usage: CACHED, metrics: { latencyMs: 1 } }],
    ),
    CACHED_COST,
    { body: { stream: true } },
  ),
  at(`/v1/proxy/model/${encodeURIComponent(CLAUDE)}/converse`, { messages: [] })(
    'Converse as it is',
    'bedrock',
    CLAUDE,
    converse(CACHED),
    CACHED_COST,
  ),
  chat(
    'Nova',
    'bedrock',
    'amazon.nova-pro-v1:0',
    converse({ inputTokens: 1_000, outputTokens: 200, totalTokens: 1_200 }),
    1_000 * perMillion(0.8) + 200 * perMillion(3.2),
  ),
  embeddings(
    'Titan embeddings',
    'bedrock',
    'amazon.titan-embed-text-v2:0',
    json({ embedding: [0.5], inputTextTokenCount: 40 }),
    40 * perMillion(0.1),
  ),
  chat(
    'Cohere: what it bills, not what its model saw',
    'cohere',
    'command-a-03-2025',
    json({ id: 'c', finish_reason: 'COMPLETE', message: cohereMessage, usage: BILLED }),
    BILLED_COST,
  ),
  chat(
    'a Cohere stream',
    'cohere',
    'command-a-03-2025',
    events(
      { type: 'message-start', id: 'c', delta: { message: { role: 'assistant' } } },
      { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Good day.' } } } },
      { type: 'content-end', index: 0 },
      { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: BILLED } },
    ),
    BILLED_COST,
    { body: { stream: true } },
  ),
  at('/v1/proxy/chat', { messages: [] })(
    'Cohere as it is',
    'cohere',
    'command-a-03-2025',
    json({ id: 'c', finish_reason: 'COMPLETE', message: cohereMessage, usage: BILLED }),
    BILLED_COST,
  ),
  embeddings(
    'Cohere embeddings',
    'cohere',
    'embed-v4.0',
    json({ id: 'e', embeddings: { float: [[0.5]] }, meta: { billed_units: { input_tokens: 250 } } }),
    250 * perMillion(0.12),
  ),
  at('/v1/rerank', { query: 'q', documents: ['d'] })(
    'a rerank, at a custom price for each search',
    'cohere',
    'own-rerank',
    json({ results: [], meta: { api_version: { version: '2' }, billed_units: { search_units: 2 } } }),
    2 * 2_000_000,
    { usage: { search_units: 2 } },
  ),
  at('/v1/rerank', { query: 'q', documents: ['d'] })(
    'a rerank without a price',
    'cohere',
    'rerank-v3.5',
    json({ results: [], meta: { billed_units: { search_units: 1 } } }),
    null,
    { usage: { search_units: 1 } },
  ),
  at('/v1/proxy/chat/completions', {
    messages: [{ role: 'user', content: 'hello world, this is a test' }],
    stream: true,
  })(
    'a pass-through stream without usage',
    'openai',
    'gpt-4o',
    chunks({ object: 'chat.completion.chunk', model: 'gpt-4o', choices: [{ delta: { content: 'one two three' } }] }),
    14 * perMillion(2.5) + 3 * perMillion(10),
    { usage: { input_tokens: 14, output_tokens: 3, is_estimate: true } },
  ),
]
