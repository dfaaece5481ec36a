/** Costs at hosts with OpenAI's format, which count tokens differently, and responses with impossible counts. */

import {
  at,
  chat,
  chunk,
  chunks,
  completion,
  embeddings,
  type GoldenCase,
  json,
  perHour,
  perMillion,
  perThousand,
} from './golden-case.ts'

const USED = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 }

function form(model: string): FormData {
  const data = new FormData()
  data.set('model', model)
  data.set('file', new Blob([new Uint8Array(16)], { type: 'audio/wav' }), 'a.wav')
  return data
}

const hostile = (name: string, usage: object, nanoUsd: number, warns: string, more: object = {}): GoldenCase =>
  chat(`a hostile count: ${name}`, 'openai', 'gpt-4o', completion('gpt-4o', usage), nanoUsd, { warns, ...more })

export const HOST_CASES: readonly GoldenCase[] = [
  chat(
    'xAI counts reasoning beside the output',
    'x-ai',
    'grok-3-mini',
    completion('grok-3-mini', {
      prompt_tokens: 12,
      completion_tokens: 1,
      total_tokens: 241,
      prompt_tokens_details: { text_tokens: 12, cached_tokens: 2 },
      completion_tokens_details: { reasoning_tokens: 228 },
    }),
    10 * perMillion(0.3) + 2 * perMillion(0.075) + (1 + 228) * perMillion(0.5),
  ),
  chat(
    // The list price depends on the time of day, so the case sets a fixed price.
    'DeepSeek’s own word for cached, at a custom price',
    'deepseek',
    'own-deepseek',
    completion('own-deepseek', { ...USED, prompt_cache_hit_tokens: 400, prompt_cache_miss_tokens: 600 }),
    600 * perMillion(0.27) + 400 * perMillion(0.07) + 200 * perMillion(1.1),
  ),
  chat(
    'Moonshot’s own word for cached',
    'moonshot',
    'kimi-k2-0711-preview',
    completion('kimi-k2-0711-preview', { ...USED, cached_tokens: 400 }),
    600 * perMillion(0.6) + 400 * perMillion(0.15) + 200 * perMillion(2.5),
  ),
  chat(
    'Groq counts in a member of its own',
    'groq',
    'llama-3.3-70b-versatile',
    chunks(
      chunk('llama-3.3-70b-versatile', { content: 'Good day.' }),
      chunk('llama-3.3-70b-versatile', {}, { x_groq: { id: 'r', usage: { queue_time: 0.04, ...USED } } }),
    ),
    1_000 * perMillion(0.59) + 200 * perMillion(0.79),
    { body: { stream: true } },
  ),
  chat(
    'Groq, cached',
    'groq',
    'openai/gpt-oss-120b',
    completion('openai/gpt-oss-120b', { ...USED, prompt_tokens_details: { cached_tokens: 400 } }),
    600 * perMillion(0.15) + 400 * perMillion(0.075) + 200 * perMillion(0.6),
  ),
  at('/v1/audio/transcriptions')(
    'Groq transcribes',
    'groq',
    'whisper-large-v3',
    json({ text: 'hello', duration: 72, x_groq: { id: 'r' } }),
    72 * perHour(0.111),
    { body: form('whisper-large-v3') },
  ),
  chat(
    'Mistral',
    'mistral-ai',
    'mistral-large-latest',
    completion('mistral-large-latest', USED),
    1_000 * perMillion(2) + 200 * perMillion(6),
  ),
  at('/v1/audio/transcriptions')(
    'Mistral transcribes by the second, whatever its tokens',
    'mistral-ai',
    'voxtral-mini-latest',
    json({
      model: 'voxtral-mini-latest',
      text: 'hello',
      usage: { prompt_audio_seconds: 36, prompt_tokens: 13, completion_tokens: 151, total_tokens: 164 },
    }),
    36 * perHour(0.18),
    { body: form('voxtral-mini-latest') },
  ),
  chat(
    'Perplexity takes a fee for each request',
    'perplexity-ai',
    'sonar',
    completion('sonar', { ...USED, search_context_size: 'low' }),
    1_000 * perMillion(1) + 200 * perMillion(1) + perThousand(12),
  ),
  chat(
    'Perplexity’s deep research: citations, reasoning and searches',
    'perplexity-ai',
    'sonar-deep-research',
    completion('sonar-deep-research', {
      prompt_tokens: 19,
      completion_tokens: 498,
      total_tokens: 517,
      citation_tokens: 12_000,
      num_search_queries: 21,
      reasoning_tokens: 90_000,
    }),
    (19 + 12_000) * perMillion(2) + 498 * perMillion(8) + 90_000 * perMillion(3) + 21 * perThousand(5),
  ),
  chat(
    'a deployment is priced by the model it says it is',
    'azure-openai',
    'our-deployment',
    completion('gpt-4o-2024-08-06', { ...USED, prompt_tokens_details: { cached_tokens: 400 } }),
    600 * perMillion(2.5) + 400 * perMillion(1.25) + 200 * perMillion(10),
  ),
  chat(
    'Together',
    'together-ai',
    'meta-llama/Llama-3.3-70B-Instruct-Turbo',
    completion('meta-llama/Llama-3.3-70B-Instruct-Turbo', USED),
    1_200 * perMillion(0.88),
  ),
  chat(
    'Cerebras',
    'cerebras',
    'gpt-oss-120b',
    completion('gpt-oss-120b', USED),
    1_000 * perMillion(0.35) + 200 * perMillion(0.75),
  ),
  chat(
    'Fireworks, cached',
    'fireworks-ai',
    'accounts/fireworks/models/gpt-oss-120b',
    completion('accounts/fireworks/models/gpt-oss-120b', { ...USED, prompt_tokens_details: { cached_tokens: 400 } }),
    600 * perMillion(0.15) + 400 * perMillion(0.014) + 200 * perMillion(0.6),
  ),
  chat(
    'OpenRouter writes to Claude’s cache',
    'openrouter',
    'anthropic/claude-sonnet-4.5',
    completion('anthropic/claude-sonnet-4.5', {
      ...USED,
      prompt_tokens_details: { cached_tokens: 100, cache_write_tokens: 600 },
    }),
    300 * perMillion(3) + 100 * perMillion(0.3) + 600 * perMillion(3.75) + 200 * perMillion(15),
  ),
  embeddings(
    'Voyage tells the total alone',
    'voyage',
    'voyage-3.5',
    json({ object: 'list', data: [{ object: 'embedding', index: 0, embedding: [0.5] }], usage: { total_tokens: 700 } }),
    700 * perMillion(0.06),
  ),
  chat('a host without a list', 'ollama', 'llama3', completion('llama3', USED), null),
  hostile(
    'negative output',
    { ...USED, completion_tokens: -200, total_tokens: 800 },
    1_000 * perMillion(2.5) + 3 * perMillion(10),
    'completion_tokens is not a valid count: -200',
  ),
  hostile(
    'a fraction',
    { prompt_tokens: 1_000, completion_tokens: 1.5 },
    1_000 * perMillion(2.5) + 3 * perMillion(10),
    'completion_tokens is not a valid count: 1.5',
  ),
  hostile(
    'a text',
    { prompt_tokens: '1000', completion_tokens: 200 },
    14 * perMillion(2.5) + 200 * perMillion(10),
    'prompt_tokens is not a valid count: "1000"',
  ),
  hostile(
    'beyond all bounds',
    { prompt_tokens: 1e15, completion_tokens: 200 },
    14 * perMillion(2.5) + 200 * perMillion(10),
    'prompt_tokens is not a valid count',
  ),
  hostile(
    'a half is missing',
    { prompt_tokens: 1_000, total_tokens: 1_200 },
    1_000 * perMillion(2.5) + 200 * perMillion(10),
    '',
    { warns: undefined },
  ),
  hostile(
    'a total that contradicts',
    { ...USED, total_tokens: 5 },
    1_000 * perMillion(2.5) + 200 * perMillion(10),
    'the total of 5 tokens is not the sum',
  ),
  hostile(
    'more cached than read',
    { ...USED, prompt_tokens_details: { cached_tokens: 5_000 } },
    1_000 * perMillion(1.25) + 200 * perMillion(10),
    '5000 are more than the 1000',
  ),
]
