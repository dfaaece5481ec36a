/**
 * Costs of OpenAI's other endpoints. List prices in US dollars: gpt-4.1 2 / 0.50 cached / 8, gpt-image-1 5 / 10 for
 * images / 40, whisper-1 0.36 per hour.
 */

import {
  at,
  embeddings,
  events,
  type GoldenCase,
  json,
  perHour,
  perMillion,
  perThousand,
  responses,
} from './golden-case.ts'

const USED = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 }
const images = at('/v1/images/generations', { prompt: 'a door', n: 1 })
const responseUsage = {
  input_tokens: 800,
  input_tokens_details: { cached_tokens: 500 },
  output_tokens: 300,
  output_tokens_details: { reasoning_tokens: 250 },
  total_tokens: 1_100,
}

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  data.set('file', new Blob([new Uint8Array(16)], { type: 'audio/wav' }), 'a.wav')
  return data
}

export const OPENAI_CASES: readonly GoldenCase[] = [
  at('/v1/completions', { prompt: 'hello' })(
    'text completion',
    'openai',
    'gpt-3.5-turbo-instruct',
    json({ object: 'text_completion', model: 'gpt-3.5-turbo-instruct', choices: [{ text: 'day' }], usage: USED }),
    1_000 * perMillion(1.5) + 200 * perMillion(2),
  ),
  embeddings(
    'embeddings',
    'openai',
    'text-embedding-3-large',
    json({ data: [], model: 'text-embedding-3-large', usage: { prompt_tokens: 800, total_tokens: 800 } }),
    800 * perMillion(0.13),
  ),
  at('/v1/moderations', { input: 'x' })(
    'moderation is free',
    'openai',
    'omni-moderation-latest',
    json({ id: 'm', model: 'omni-moderation-latest', results: [] }),
    0,
  ),
  images(
    'images by tokens',
    'openai',
    'gpt-image-1',
    json({
      created: 1,
      data: [{ b64_json: 'AAAA' }],
      usage: {
        input_tokens: 60,
        input_tokens_details: { image_tokens: 10, text_tokens: 50 },
        output_tokens: 4_160,
        total_tokens: 4_220,
      },
    }),
    50 * perMillion(5) + 10 * perMillion(10) + 4_160 * perMillion(40),
    { usage: { images: 1, image_output_tokens: 4_160 } },
  ),
  images(
    'a stream of images',
    'openai',
    'gpt-image-1-mini',
    events(
      { type: 'image_generation.partial_image', b64_json: 'AAAA', partial_image_index: 0 },
      {
        type: 'image_generation.completed',
        b64_json: 'AAAA',
        usage: {
          input_tokens: 50,
          input_tokens_details: { image_tokens: 0, text_tokens: 50 },
          output_tokens: 272,
          total_tokens: 322,
        },
      },
    ),
    50 * perMillion(2) + 272 * perMillion(8),
    { body: { stream: true } },
  ),
  images('images without a price', 'openai', 'dall-e-3', json({ created: 1, data: [{ url: 'x' }] }), null, {
    usage: { images: 1 },
  }),
  at('/v1/audio/transcriptions')(
    'transcription by the second',
    'openai',
    'whisper-1',
    json({ text: 'hello', usage: { type: 'duration', seconds: 37 } }),
    37 * perHour(0.36),
    { body: form({ model: 'whisper-1' }), usage: { audio_seconds: 37 } },
  ),
  at('/v1/audio/transcriptions')(
    'transcription that tells its length only',
    'openai',
    'whisper-1',
    json({ task: 'transcribe', language: 'english', duration: 8.47, text: 'hello', segments: [] }),
    9 * perHour(0.36),
    { body: form({ model: 'whisper-1', response_format: 'verbose_json' }) },
  ),
  at('/v1/audio/transcriptions')(
    'transcription by tokens',
    'openai',
    'gpt-4o-transcribe',
    json({
      text: 'hello',
      usage: {
        type: 'tokens',
        input_tokens: 140,
        input_token_details: { text_tokens: 20, audio_tokens: 120 },
        output_tokens: 30,
        total_tokens: 170,
      },
    }),
    20 * perMillion(2.5) + 120 * perMillion(6) + 30 * perMillion(10),
    { body: form({ model: 'gpt-4o-transcribe' }) },
  ),
  at('/v1/audio/speech', { input: 'hello', voice: 'alloy' })(
    'speech as events',
    'openai',
    'gpt-4o-mini-tts',
    events(
      { type: 'speech.audio.delta', audio: 'AAAA' },
      { type: 'speech.audio.done', usage: { input_tokens: 14, output_tokens: 101, total_tokens: 115 } },
    ),
    14 * perMillion(0.6) + 101 * perMillion(12),
    { body: { stream_format: 'sse' }, usage: { characters: 5 } },
  ),
  at('/v1/audio/speech', { input: 'hello', voice: 'alloy' })(
    'speech by the character, at a custom price',
    'openai',
    'own-speech',
    { type: 'audio/mpeg', body: new Uint8Array(8) },
    5 * 15_000,
    { usage: { characters: 5 } },
  ),
  responses(
    'Responses',
    'openai',
    'gpt-4.1',
    json({ id: 'r', object: 'response', model: 'gpt-4.1', status: 'completed', output: [], usage: responseUsage }),
    300 * perMillion(2) + 500 * perMillion(0.5) + 300 * perMillion(8),
    { usage: { cached_tokens: 500, reasoning_tokens: 250 } },
  ),
  responses(
    'a Responses stream that searched the web twice',
    'openai',
    'gpt-4.1',
    events(
      { type: 'response.created', response: { id: 'r', model: 'gpt-4.1', usage: null } },
      {
        type: 'response.completed',
        response: { id: 'r', tool_usage: { web_search: { num_requests: 2 } }, usage: responseUsage },
      },
    ),
    300 * perMillion(2) + 500 * perMillion(0.5) + 300 * perMillion(8) + 2 * perThousand(10),
    { body: { stream: true }, usage: { search_units: 2 } },
  ),
  responses(
    'a Responses stream whose caller disconnects',
    'openai',
    'gpt-4.1',
    {
      ...events(
        { type: 'response.created', response: { id: 'r', model: 'gpt-4.1', usage: null } },
        { type: 'response.output_text.delta', delta: 'one two three' },
      ),
      stalls: true,
    },
    7 * perMillion(2) + 3 * perMillion(8),
    { body: { stream: true }, leavesAfter: 'output_text.delta', usage: { output_tokens: 3, is_estimate: true } },
  ),
  responses(
    'an answer in the background',
    'openai',
    'gpt-4.1',
    json({ id: 'r', object: 'response', model: 'gpt-4.1', status: 'queued', output: [], usage: null }),
    null,
    { body: { background: true }, warns: 'background', usage: null },
  ),
  at('/v1/batches', { input_file_id: 'f', endpoint: '/v1/chat/completions', completion_window: '24h' })(
    'creating a batch',
    'openai',
    'gpt-4o',
    json({ id: 'b', object: 'batch', status: 'validating' }),
    0,
    { warns: 'creating a batch costs nothing', usage: null },
  ),
]
