/** Bodies of 20 MB in shapes that are expensive to process. */

const BODY_BYTES = 20_000_000

export type Shape = {
  readonly name: string
  readonly path: string
  readonly contentType: string
  readonly body: () => string
  /** The body is sent compressed. */
  readonly coding?: 'gzip' | 'br' | 'zstd'
  /** The number of bodies that are sent at the same time; 1 if absent. */
  readonly count?: number
}

const WORDS = 'The quick brown fox jumps over the lazy dog and says nothing of it. '

function text(bytes: number, piece = WORDS): string {
  return piece.repeat(Math.ceil(bytes / piece.length)).slice(0, bytes)
}

/** `count` elements that fill the body. `of` gets an element's index and its filler text. */
function many(count: number, framingBytes: number, of: (index: number, filling: string) => unknown): string {
  const filling = text(Math.max(1, Math.floor(BODY_BYTES / count) - framingBytes))
  return Array.from({ length: count }, (_, i) => JSON.stringify(of(i, filling))).join(',')
}

const tool = (index: number, filling: string) => ({
  name: `tool_${index}`,
  description: filling,
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
})

const message = (index: number, content: unknown) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content })

/** 48 nested lists, below the limit of 64 levels, repeated until the body is full. */
function nested(): string {
  const one = `${'['.repeat(48)}1${']'.repeat(48)}`
  return `[${Array.from({ length: Math.floor(BODY_BYTES / (one.length + 1)) }, () => one).join(',')}]`
}

const chat = (name: string, rest: () => string): Shape => ({
  name: `chat, ${name}`,
  path: '/v1/chat/completions',
  contentType: 'application/json',
  body: () => `{"model":"m","max_tokens":16,${rest()}}`,
})

const messages = (name: string, rest: () => string): Shape => ({
  name: `messages, ${name}`,
  path: '/v1/messages',
  contentType: 'application/json',
  body: () => `{"model":"m","max_tokens":16,${rest()}}`,
})

const responses = (name: string, rest: () => string): Shape => ({
  name: `responses, ${name}`,
  path: '/v1/responses',
  contentType: 'application/json',
  body: () => `{"model":"m","max_output_tokens":16,${rest()}}`,
})

const ESCAPED = '\\u00e9\\n\\"\\u4e16\\u754c\\t'
const oneMessage = (content: string) => `"messages":[{"role":"user","content":${content}}]`
const HELLO = oneMessage('"hello"')
const longText = () => `"${text(BODY_BYTES)}"`
const escapedText = () => `"${text(BODY_BYTES - (BODY_BYTES % ESCAPED.length), ESCAPED)}"`
const base64 = () => Buffer.from(text((BODY_BYTES * 3) / 4)).toString('base64')

export const SHAPES: readonly Shape[] = [
  chat('long text', () => oneMessage(longText())),
  chat('escaped text', () => oneMessage(escapedText())),
  chat('300,000 messages', () => `"messages":[${many(300_000, 36, (i, filling) => message(i, filling))}]`),
  chat('300,000 parts', () => oneMessage(`[${many(300_000, 26, (_, filling) => ({ type: 'text', text: filling }))}]`)),
  chat(
    '60,000 tools',
    () => `${HELLO},"tools":[${many(60_000, 140, (i, f) => ({ type: 'function', function: tool(i, f) }))}]`,
  ),
  chat('one image', () => oneMessage(`[{"type":"image_url","image_url":{"url":"data:image/png;base64,${base64()}"}}]`)),
  chat('deep nesting', () => `${HELLO},"metadata":{"nested":${nested()}}`),
  messages('long text', () => oneMessage(longText())),
  messages('escaped text', () => oneMessage(escapedText())),
  messages('300,000 messages', () => `"messages":[${many(300_000, 36, (i, filling) => message(i, filling))}]`),
  messages('60,000 tools', () => {
    const tools = many(60_000, 120, (i, filling) => {
      const { parameters, ...rest } = tool(i, filling)
      return { ...rest, input_schema: parameters }
    })
    return `${HELLO},"tools":[${tools}]`
  }),
  responses('long text', () => `"input":${longText()}`),
  responses('escaped text', () => `"input":${escapedText()}`),
  responses('300,000 items', () => `"input":[${many(300_000, 36, (i, filling) => message(i, filling))}]`),
  responses(
    '60,000 tools',
    () => `"input":"hello","tools":[${many(60_000, 120, (i, f) => ({ type: 'function', ...tool(i, f) }))}]`,
  ),
]

/** This model makes the upstream send one event of 20 MB. */
export const LARGE_EVENT_MODEL = 'large-event'
/** The saved prompt that the runner creates. Rendered prompts are limited to 8 MiB; the variables here have 20 MB. */
export const PROMPT = { name: 'bench', model: 'm', string: [{ role: 'user', content: '{{text}}' }] }
/** Placeholder for the prompt's slug. */
export const PROMPT_SLUG = 'PROMPT'
const RENDERED_BYTES = 7_000_000

const streamed = ({ name, body, ...rest }: Shape): Shape => ({
  ...rest,
  name: `${name}, streamed`,
  body: () => body().replace('{', '{"stream":true,'),
})
const largeEvent = (name: string, path: string, rest: string): Shape => ({
  name: `${name}, event of 20 MB`,
  path,
  contentType: 'application/json',
  body: () => `{"model":"${LARGE_EVENT_MODEL}","stream":true,${rest}}`,
})

export const STREAMS: readonly Shape[] = [
  ...SHAPES.filter(({ name }) => /^responses, (long text|60,000 tools)$/.test(name)).map(streamed),
  streamed(responses('long instructions', () => `"input":"hello","instructions":${longText()}`)),
  largeEvent('chat', '/v1/chat/completions', HELLO),
  largeEvent('messages', '/v1/messages', `"max_tokens":16,${HELLO}`),
  largeEvent('responses', '/v1/responses', '"input":"hello"'),
]

const COMPRESSED_BYTES = 31_000_000

/** Four bodies at a time, each just under the limit of 32 MB for a decompressed body. */
export const COMPRESSED: readonly Shape[] = (['gzip', 'br', 'zstd'] as const).flatMap((coding) => [
  { ...messages(`4 x 31 MB ${coding}, text`, () => oneMessage(`"${text(COMPRESSED_BYTES)}"`)), coding, count: 4 },
  {
    ...messages(
      `4 x 31 MB ${coding}, image`,
      () =>
        `"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"${noise((COMPRESSED_BYTES * 3) / 4)}"}}]}]`,
    ),
    coding,
    count: 4,
  },
])

/** Base64 that hardly compresses. */
function noise(bytes: number): string {
  const filling = Buffer.alloc(bytes)
  for (let at = 0; at < bytes; at += 32_768)
    filling.set(crypto.getRandomValues(new Uint8Array(Math.min(32_768, bytes - at))), at)
  return filling.toString('base64')
}

export const PROMPTS: readonly Shape[] = [
  {
    name: 'prompt, long text',
    path: `/v1/prompts/${PROMPT_SLUG}/completions`,
    contentType: 'application/json',
    body: () => `{"variables":{"text":"${text(RENDERED_BYTES)}","other":"${text(BODY_BYTES - RENDERED_BYTES)}"}}`,
  },
  {
    name: 'prompt, 300,000 variables',
    path: `/v1/prompts/${PROMPT_SLUG}/completions`,
    contentType: 'application/json',
    body: () => {
      const filling = text(Math.floor(BODY_BYTES / 300_000) - 16)
      return `{"variables":{"text":"hi",${Array.from({ length: 300_000 }, (_, i) => `"v${i}":"${filling}"`).join(',')}}}`
    },
  },
]

const CONFIG_BYTES = 1_000_000
const config = (name: string, members: () => string): Shape => ({
  name: `config, ${name}`,
  path: '/v1/configs/validate',
  contentType: 'application/json',
  body: () => `{"config":{${members()}}}`,
})

/** Bodies of admin API calls are limited to 1 MiB. */
export const ADMIN: readonly Shape[] = [
  config('60,000 members', () => Array.from({ length: 60_000 }, (_, i) => `"m${i}":1`).join(',')),
  config('9,000 members', () => Array.from({ length: 9_000 }, (_, i) => `"m${i}":1`).join(',')),
  config('45,000 targets', () => `"targets":[${Array.from({ length: 45_000 }, () => '{}').join(',')}]`),
  config('long text', () => `"name":"${text(CONFIG_BYTES)}"`),
  config('deep nesting', () => `"a":[${nested().slice(0, 97 * 10_000)}1]`),
]

const BOUNDARY = 'x-bench-boundary'

export const FORM: Shape = {
  name: 'form, one file',
  path: '/v1/audio/transcriptions',
  contentType: `multipart/form-data; boundary=${BOUNDARY}`,
  body: () =>
    [
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="model"\r\n\r\nm\r\n`,
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n`,
      `${text(BODY_BYTES)}\r\n--${BOUNDARY}--\r\n`,
    ].join(''),
}
