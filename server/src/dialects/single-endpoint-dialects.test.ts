import { expect, test } from 'bun:test'
import type { Dialect, JsonObject } from './dialect.ts'
import { segmindImages, stabilityImages } from './images.ts'
import { nomicEmbeddings } from './nomic-embeddings.ts'
import { tritonCompletions } from './triton-completions.ts'

const CONTEXT = { model: 'm', provider: 'p', isStream: false, includeUsage: true, nowSeconds: 1_700_000_000 }

const WRITTEN: readonly [Dialect, JsonObject, JsonObject][] = [
  [segmindImages, { model: 'm', prompt: 'a' }, { prompt: 'a', base64: true }],
  [
    segmindImages,
    { model: 'm', prompt: 'a', n: 2, size: '512x768', response_format: 'b64_json', user: 'u', scheduler: 'UniPC' },
    { prompt: 'a', samples: 2, img_width: 512, img_height: 768, base64: true, scheduler: 'UniPC' },
  ],
  [
    stabilityImages,
    { prompt: 'a', size: 'auto', cfg_scale: 7 },
    { text_prompts: [{ text: 'a', weight: 1 }], cfg_scale: 7 },
  ],
  [nomicEmbeddings, { model: 'm', input: 'a', user: 'u' }, { model: 'm', texts: ['a'] }],
  [
    nomicEmbeddings,
    { input: ['a', 'b'], dimensions: 256, task_type: 'search_query' },
    { model: 'm', texts: ['a', 'b'], dimensionality: 256, task_type: 'search_query' },
  ],
  [
    tritonCompletions,
    { model: 'm', prompt: ['a'], stop: 'END', n: 1, max_tokens: 9, bad_words: ['x'] },
    { text_input: 'a', stop_words: ['END'], max_tokens: 9, bad_words: ['x'] },
  ],
]

test.each(WRITTEN.map((row) => [row[0].name, ...row] as const))('%s is written', (_name, dialect, body, expected) => {
  expect(dialect.encode(body, CONTEXT)).toEqual(expected)
})

test.each<[string, Dialect, JsonObject]>([
  ['prompt', segmindImages, {}],
  ['stream', segmindImages, { prompt: 'a', stream: true }],
  ['response_format', stabilityImages, { prompt: 'a', response_format: 'url' }],
  ['size', stabilityImages, { prompt: 'a', size: 'large' }],
  ['input', nomicEmbeddings, { input: [1, 2] }],
  ['encoding_format', nomicEmbeddings, { input: 'a', encoding_format: 'int8' }],
  ['prompt', tritonCompletions, { prompt: ['a', 'b'] }],
  ['n', tritonCompletions, { prompt: 'a', n: 2 }],
])('%s that cannot be translated is rejected', (param, dialect, body) => {
  expect(() => dialect.encode(body, CONTEXT)).toThrow(expect.objectContaining({ code: 'invalid_body', param }))
})

const UNREADABLE: readonly [Dialect, JsonObject][] = [
  [segmindImages, {}],
  [segmindImages, { image: ['x', 7] }],
  [stabilityImages, { artifacts: [] }],
  [stabilityImages, { artifacts: [{ seed: 1 }] }],
  [nomicEmbeddings, { embeddings: 'x' }],
  [tritonCompletions, { text_output: null }],
]

test.each(UNREADABLE.map((row) => [row[0].name, ...row] as const))(
  '%s: an unknown format is an error of the provider',
  (_name, dialect, response) => {
    expect(() => dialect.decode(response, CONTEXT)).toThrow(expect.objectContaining({ code: 'upstream_broken' }))
  },
)
