/** Request and response bodies of demo requests, in the wire format of their endpoint. */

import type { RecordBodies } from '../../core/record.ts'
import type { SeededRandom } from './seeded-random.ts'

export type DemoEndpoint = 'chat.completions' | 'messages' | 'embeddings'

export const PATHS: Readonly<Record<DemoEndpoint, string>> = {
  'chat.completions': '/v1/chat/completions',
  messages: '/v1/messages',
  embeddings: '/v1/embeddings',
}

type Exchange = {
  readonly endpoint: DemoEndpoint
  readonly model: string
  readonly responseModel: string
  readonly system: string | null
  readonly asks: string
  readonly says: string
  readonly isStream: boolean
  readonly inputTokens: number
  readonly outputTokens: number
  readonly status: number
}

export function demoBodies(exchange: Exchange, random: SeededRandom): RecordBodies {
  const encoder = new TextEncoder()
  const response =
    exchange.status < 400
      ? responseText(exchange, random)
      : JSON.stringify(errorBody(exchange.status, exchange.endpoint))
  return { request: encoder.encode(JSON.stringify(requestBody(exchange))), response: encoder.encode(response) }
}

function requestBody({ endpoint, model, system, asks, isStream }: Exchange): object {
  if (endpoint === 'embeddings') return { model, input: asks }
  const user = { role: 'user', content: asks }
  if (endpoint === 'messages') return { model, max_tokens: 4096, ...(system !== null && { system }), messages: [user] }
  const messages = system === null ? [user] : [{ role: 'system', content: system }, user]
  return { model, messages, ...(isStream && { stream: true }) }
}

function responseText(exchange: Exchange, random: SeededRandom): string {
  const { endpoint, responseModel: model, says, inputTokens, outputTokens, isStream } = exchange
  const usage = {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
  }
  if (endpoint === 'embeddings') {
    const embedding = Array.from({ length: 8 }, () => Number(random.between(-0.1, 0.1).toFixed(6)))
    const data = [{ object: 'embedding', index: 0, embedding }]
    return JSON.stringify({
      object: 'list',
      data,
      model,
      usage: { prompt_tokens: inputTokens, total_tokens: inputTokens },
    })
  }
  const id = random.hex(24)
  if (endpoint === 'messages')
    return JSON.stringify({
      id: `msg_${id}`,
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text: says }],
      stop_reason: 'end_turn',
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
    })
  const base = { id: `chatcmpl-${id}`, model }
  if (isStream) return streamText(base, says, usage)
  const message = { role: 'assistant', content: says }
  const choices = [{ index: 0, message, finish_reason: 'stop' }]
  return JSON.stringify({ ...base, object: 'chat.completion', choices, usage })
}

function streamText(base: object, says: string, usage: object): string {
  const chunk = (delta: object, finish: string | null) => ({
    ...base,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const words = says.split(/(?<= )/)
  const events = [
    chunk({ role: 'assistant', content: '' }, null),
    ...words.map((content) => chunk({ content }, null)),
    { ...chunk({}, 'stop'), usage },
  ]
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
}

const MESSAGES: Readonly<Record<number, string>> = {
  400: 'This model’s maximum context length is 128000 tokens. Reduce the length of the messages.',
  429: 'Rate limit reached for requests.',
  499: 'The caller disconnected.',
  500: 'An internal error has occurred.',
  503: 'The server is overloaded. Try again later.',
  529: 'Overloaded',
}

export function errorBody(status: number, endpoint: DemoEndpoint): object {
  const message = MESSAGES[status] ?? 'The request failed.'
  const type = status === 400 ? 'invalid_request_error' : status === 429 ? 'rate_limit_error' : 'server_error'
  return endpoint === 'messages'
    ? { type: 'error', error: { type, message } }
    : { error: { message, type, code: null } }
}
