/** Checks one recorded provider response: its wire types, and that decoding and translating it loses nothing. */

import { anthropicChat } from '../../../server/src/dialects/anthropic/anthropic-chat.ts'
import { converseChat } from '../../../server/src/dialects/bedrock/converse-chat.ts'
import { cohereChat } from '../../../server/src/dialects/cohere/cohere-chat.ts'
import type { Dialect, DialectContext, InboundDialect } from '../../../server/src/dialects/dialect.ts'
import { SseEvents } from '../../../server/src/dialects/framing/sse-events.ts'
import { geminiChat } from '../../../server/src/dialects/gemini/gemini-chat.ts'
import { generateContentInbound } from '../../../server/src/dialects/generate-content/generate-content-inbound.ts'
import { messagesInbound } from '../../../server/src/dialects/messages/messages-inbound.ts'
import { responsesInbound } from '../../../server/src/dialects/responses/responses-inbound.ts'
import { type JsonObject, lossesOf, objectOf } from './facts.ts'
import { type FormatName, factsIn, formatOf } from './formats.ts'
import { typeMismatches } from './wire-types.ts'

export type Outcome = {
  readonly format: FormatName | 'error' | null
  /** The number of translations that ran. */
  readonly tried: number
  /** What the translations lost, and differences from the wire types. */
  readonly losses: readonly string[]
}

const DIALECTS: Partial<Record<FormatName, Dialect>> = {
  anthropic: anthropicChat,
  converse: converseChat,
  gemini: geminiChat,
  cohere: cohereChat,
}
const INBOUND: readonly (readonly [FormatName, InboundDialect])[] = [
  ['anthropic', messagesInbound],
  ['responses', responsesInbound],
  ['gemini', generateContentInbound],
]
const REQUEST = { model: 'm', max_tokens: 1, messages: [], input: 'x', stream: true }

/** `isStream` if the text has one event per line. */
export function checkRecording(text: string, isStream: boolean): Outcome {
  const events = isStream
    ? text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => objectOf(JSON.parse(line)))
    : [objectOf(JSON.parse(text))]
  const first = events[0] ?? {}
  if (!isStream && (first['error'] || first['type'] === 'error')) return checkError(first)
  const format = formatOf(first)
  // Not a chat response. The gateway forwards it byte for byte.
  if (format === null) return { format, tried: 0, losses: [] }
  const mismatches = checkTypes(format, events, isStream)
  // The gateway also forwards Responses of a provider that has this endpoint byte for byte.
  if (format === 'responses') return { format, tried: 0, losses: mismatches }
  const losses = splitResponses(events).flatMap((response) => checkResponse(format, response, isStream))
  return { format, tried: 1 + INBOUND.length, losses: [...mismatches, ...losses] }
}

/** Some recordings hold a whole conversation: the next response begins after the end of the last one. */
function splitResponses(events: readonly JsonObject[]): JsonObject[][] {
  const responses: JsonObject[][] = [[]]
  let isOver = false
  for (const event of events) {
    if (isOver && event['type'] === 'message_start') responses.push([])
    isOver = event['type'] === 'message_stop'
    responses.at(-1)!.push(event)
  }
  return responses
}

/** Checks the events against the format's types. A chat chunk with an error has no type of its own. */
function checkTypes(format: FormatName, events: readonly JsonObject[], isStream: boolean): string[] {
  return events
    .filter((event) => format !== 'chat' || event['error'] === undefined)
    .flatMap((event) => typeMismatches(format, event, isStream))
    .map((mismatch) => `${format} types: ${mismatch}`)
}

function checkResponse(format: FormatName, events: readonly JsonObject[], isStream: boolean): string[] {
  const chat = toChat(format, events, isStream)
  const facts = factsIn('chat', chat)
  const losses = lossesOf(factsIn(format, events), facts).map((loss) => `chat: ${loss}`)
  if (format !== 'chat') losses.push(...checkTypes('chat', chat, isStream))
  for (const [name, inbound] of INBOUND) {
    const translated = isStream ? framed(inbound, chat) : [inbound.fromChat(chat[0]!, REQUEST)]
    losses.push(...lossesOf(facts, factsIn(name, translated)).map((loss) => `${name}: ${loss}`))
    losses.push(...checkTypes(name, translated, isStream))
  }
  return losses
}

function toChat(format: FormatName, events: readonly JsonObject[], isStream: boolean): JsonObject[] {
  const dialect = DIALECTS[format]
  if (!dialect) return [...events]
  const context: DialectContext = {
    model: 'm',
    provider: 'p',
    isStream,
    includeUsage: true,
    nowSeconds: 0,
    request: REQUEST,
  }
  if (!isStream) return [dialect.decode(events[0]!, context)]
  const stream = dialect.stream!(context)
  const chunks: JsonObject[] = []
  for (const event of events) {
    const name = format === 'converse' ? (Object.keys(event)[0] ?? '') : String(event['type'] ?? '')
    chunks.push(...stream.event(name, format === 'converse' ? objectOf(event[name]) : event))
  }
  chunks.push(...stream.end())
  return chunks
}

function framed(inbound: InboundDialect, chunks: readonly JsonObject[]): JsonObject[] {
  const encoder = inbound.stream(REQUEST)
  let text = ''
  let isOver = false
  for (const chunk of chunks) {
    if (isOver) break
    isOver = chunk['error'] !== undefined
    text += isOver ? encoder.error(objectOf(chunk['error'])) : encoder.chunk(chunk)
  }
  if (!isOver) text += encoder.end()
  return new SseEvents().push(Buffer.from(text)).map(({ data }) => objectOf(JSON.parse(data)))
}

/** Every decoder must find a message in every error. */
function checkError(body: JsonObject): Outcome {
  const losses = Object.entries(DIALECTS).flatMap(([name, dialect]) => {
    const { message } = objectOf(dialect.decodeError(429, body)['error'])
    return typeof message === 'string' && message !== '' ? [] : [`${name}: an error without a message`]
  })
  return { format: 'error', tried: Object.keys(DIALECTS).length, losses }
}
