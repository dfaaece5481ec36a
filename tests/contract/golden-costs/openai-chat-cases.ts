/**
 * Costs of OpenAI's chat. List prices in US dollars: gpt-4o 2.50 / 1.25 cached / 10, o3 2 / 0.50 / 8,
 * gpt-5 1.25 / 0.125 / 10, gpt-4.1 2 / 0.50 / 8.
 */

import { chat, chunk, chunks, completion, type GoldenCase, json, perMillion, sse, usageChunk } from './golden-case.ts'

const USED = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 }
const CACHED = { ...USED, prompt_tokens_details: { cached_tokens: 400, audio_tokens: 0 } }
const hello = (model: string, more: object = {}) => chunk(model, { content: 'Good day.' }, more)
const PLAIN_4O = 1_000 * perMillion(2.5) + 200 * perMillion(10)

export const OPENAI_CHAT_CASES: readonly GoldenCase[] = [
  chat('chat', 'openai', 'gpt-4o', completion('gpt-4o-2024-08-06', USED), PLAIN_4O),
  chat(
    'chat with cached input',
    'openai',
    'gpt-4o',
    completion('gpt-4o', CACHED),
    600 * perMillion(2.5) + 400 * perMillion(1.25) + 200 * perMillion(10),
  ),
  chat(
    'a stream without requested usage',
    'openai',
    'gpt-4o',
    chunks(hello('gpt-4o', { usage: null }), usageChunk('gpt-4o', USED)),
    PLAIN_4O,
    { body: { stream: true }, usage: { is_estimate: false } },
  ),
  chat(
    'a stream that counts itself',
    'openai',
    'gpt-4o',
    chunks(hello('gpt-4o', { usage: null }), usageChunk('gpt-4o', CACHED)),
    600 * perMillion(2.5) + 400 * perMillion(1.25) + 200 * perMillion(10),
    { body: { stream: true, stream_options: { include_usage: true } } },
  ),
  ...[false, null].map((none) =>
    chat(
      `a stream whose caller says include_usage: ${none}`,
      'openai',
      'gpt-4o',
      chunks(hello('gpt-4o', { usage: null }), usageChunk('gpt-4o', CACHED)),
      600 * perMillion(2.5) + 400 * perMillion(1.25) + 200 * perMillion(10),
      { body: { stream: true, stream_options: { include_usage: none } }, usage: { is_estimate: false } },
    ),
  ),
  chat(
    'a pass-through stream whose caller forbids counting',
    'openai',
    'gpt-4o',
    chunks(chunk('gpt-4o', { content: 'one two three four five' }), chunk('gpt-4o', { content: ' six seven' })),
    // 7 tokens of text, 4 around the message, 3 before the response; seven words of output.
    (7 + 4 + 3) * perMillion(2.5) + 7 * perMillion(10),
    {
      path: '/v1/proxy/chat/completions',
      body: { stream: true, stream_options: { include_usage: false } },
      usage: { input_tokens: 14, output_tokens: 7, is_estimate: true },
    },
  ),
  chat(
    'a stream of tool calls alone, uncounted',
    'openai',
    'gpt-4o',
    chunks(
      chunk('gpt-4o', { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: 'one two' } }] }),
      chunk('gpt-4o', { tool_calls: [{ index: 0, function: { arguments: ' three' } }] }),
    ),
    14 * perMillion(2.5) + 3 * perMillion(10),
    {
      path: '/v1/proxy/chat/completions',
      body: { stream: true, stream_options: { include_usage: false } },
      usage: { output_tokens: 3, is_estimate: true },
    },
  ),
  chat(
    'a stream of a refusal alone, uncounted',
    'openai',
    'gpt-4o',
    chunks(chunk('gpt-4o', { refusal: 'one two three four' })),
    14 * perMillion(2.5) + 4 * perMillion(10),
    {
      path: '/v1/proxy/chat/completions',
      body: { stream: true, stream_options: { include_usage: false } },
      usage: { output_tokens: 4, is_estimate: true },
    },
  ),
  chat(
    'a stream the caller leaves',
    'openai',
    'gpt-4o',
    sse(
      `data: ${JSON.stringify(chunk('gpt-4o', { content: 'one two three four five six seven eight nine ten' }))}\n\n`,
      {
        stalls: true,
      },
    ),
    14 * perMillion(2.5) + 10 * perMillion(10),
    { body: { stream: true }, leavesAfter: 'nine ten', usage: { output_tokens: 10, is_estimate: true } },
  ),
  chat(
    'several choices',
    'openai',
    'gpt-4o',
    completion('gpt-4o', { ...USED, completion_tokens: 600, total_tokens: 1_600 }),
    1_000 * perMillion(2.5) + 600 * perMillion(10),
    { body: { n: 3 } },
  ),
  chat(
    'reasoning within the output',
    'openai',
    'o3',
    completion('o3-2025-04-16', { ...USED, completion_tokens_details: { reasoning_tokens: 150 } }),
    1_000 * perMillion(2) + 200 * perMillion(8),
    { usage: { reasoning_tokens: 150 } },
  ),
  chat(
    'rejected predictions are output',
    'openai',
    'gpt-5',
    completion('gpt-5', {
      ...CACHED,
      completion_tokens_details: {
        accepted_prediction_tokens: 20,
        rejected_prediction_tokens: 30,
        reasoning_tokens: 0,
      },
    }),
    600 * perMillion(1.25) + 400 * perMillion(0.125) + 200 * perMillion(10),
  ),
  chat(
    'audio in and out',
    'openai',
    'gpt-audio',
    completion('gpt-audio', {
      ...USED,
      prompt_tokens_details: { audio_tokens: 900, cached_tokens: 0 },
      completion_tokens_details: { audio_tokens: 120, reasoning_tokens: 0 },
    }),
    100 * perMillion(2.5) + 900 * perMillion(32) + 80 * perMillion(10) + 120 * perMillion(64),
  ),
  chat(
    'audio of a model whose list has no price for it',
    'openai',
    'gpt-4o-audio-preview',
    completion('gpt-4o-audio-preview', { ...USED, prompt_tokens_details: { audio_tokens: 900 } }),
    1_000 * perMillion(2.5) + 200 * perMillion(10),
    { warns: '900 audio_input_tokens' },
  ),
  chat(
    'a long prompt, at the edge of the dearer tier',
    'openai',
    'gpt-5.5',
    completion('gpt-5.5', { prompt_tokens: 271_999, completion_tokens: 10, total_tokens: 272_009 }),
    271_999 * perMillion(5) + 10 * perMillion(30),
  ),
  chat(
    'a long prompt, beyond the edge',
    'openai',
    'gpt-5.5',
    completion('gpt-5.5', { prompt_tokens: 272_000, completion_tokens: 10, total_tokens: 272_010 }),
    272_000 * perMillion(10) + 10 * perMillion(45),
  ),
  chat('flex: half the price', 'openai', 'o3', completion('o3', USED, { service_tier: 'flex' }), 1_800_000, {
    body: { service_tier: 'flex' },
  }),
  chat(
    'priority: o3 costs $3.50 and $14',
    'openai',
    'o3',
    completion('o3', USED, { service_tier: 'priority' }),
    1_000 * perMillion(3.5) + 200 * perMillion(14),
    { body: { service_tier: 'priority' } },
  ),
  chat(
    'priority by the project’s setting, which the request does not mention',
    'openai',
    'gpt-5.5',
    completion('gpt-5.5', USED, { service_tier: 'priority' }),
    1_000 * perMillion(12.5) + 200 * perMillion(75),
  ),
  chat(
    'priority of a model whose price is not listed',
    'openai',
    'gpt-3.5-turbo',
    completion('gpt-3.5-turbo', USED, { service_tier: 'priority' }),
    2.5 * (1_000 * perMillion(0.5) + 200 * perMillion(1.5)),
    { warns: 'tier priority' },
  ),
  chat(
    'flex asked for, standard served',
    'openai',
    'o3',
    completion('o3', USED, { service_tier: 'default' }),
    3_600_000,
    {
      body: { service_tier: 'flex' },
    },
  ),
  chat(
    'batch rates of a custom price',
    'openai',
    'own-batch',
    completion('own-batch', USED, { service_tier: 'flex' }),
    70_000,
    {
      // The test's price is 100 and 400 nano-USD per token, and half of that in batches: 1,000 x 50 + 200 x 100.
      body: { service_tier: 'flex' },
    },
  ),
  chat('an unknown model', 'openai', 'nobody-knows-it', completion('nobody-knows-it', USED), null),
  chat(
    'the second of two targets answers',
    'openai',
    'gpt-4o',
    [json({ error: { message: 'down' }, usage: CACHED }, { status: 500 }), completion('gpt-4o', USED)],
    PLAIN_4O,
    { config: { strategy: { mode: 'fallback', on_status_codes: [500] } } },
  ),
  chat(
    'a retry after a stream that failed at its head',
    'openai',
    'gpt-4o',
    [
      sse(
        `data: ${JSON.stringify(usageChunk('gpt-4o', { prompt_tokens: 9e6, completion_tokens: 9e6, total_tokens: 18e6 }))}\n\n` +
          'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n',
      ),
      chunks(hello('gpt-4o')),
    ],
    14 * perMillion(2.5) + 3 * perMillion(10),
    {
      body: { stream: true },
      config: { retry: { attempts: 1, on_status_codes: ['502'] } },
      // The gateway must not use the first call's counts for the second call, which reported none.
      usage: { input_tokens: 14, output_tokens: 3, is_estimate: true },
    },
  ),
  chat(
    'an error costs nothing',
    'openai',
    'gpt-4o',
    json({ error: { message: 'no' }, usage: USED }, { status: 400 }),
    0,
  ),
]
