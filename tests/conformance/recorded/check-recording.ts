/** Runs one recorded answer through every decoder it can meet and says what got lost on the way. */

import { anthropicChat } from '../../../server/src/dialects/anthropic/anthropic-chat.ts'
import { cohereChat } from '../../../server/src/dialects/cohere/cohere-chat.ts'
import { converseChat } from '../../../server/src/dialects/bedrock/converse-chat.ts'
import type { Dialect, DialectContext, InboundDialect } from '../../../server/src/dialects/dialect.ts'
import { SseEvents } from '../../../server/src/dialects/framing/sse-events.ts'
import { geminiChat } from '../../../server/src/dialects/gemini/gemini-chat.ts'
import { messagesInbound } from '../../../server/src/dialects/messages/messages-inbound.ts'
import { responsesInbound } from '../../../server/src/dialects/responses/responses-inbound.ts'
import { type JsonObject, lossesOf, objectOf } from './facts.ts'
import { type FormatName, factsIn, formatOf } from './formats.ts'

export type Outcome = {
  readonly format: FormatName | 'error' | null
  /** Translations that were tried. */
  readonly tried: number
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
]
const ASKED = { model: 'm', max_tokens: 1, messages: [], input: 'x', stream: true }

/** `isStream` when the file has one event per line. */
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
  // What is no chat goes to the caller byte for byte, as Responses do of a provider that has them.
  if (format === null || format === 'responses') return { format, tried: 0, losses: [] }
  const losses = answersIn(events).flatMap((answer) => checkAnswer(format, answer, isStream))
  return { format, tried: 1 + INBOUND.length, losses }
}

/** Some recordings hold a whole conversation: the next answer begins after the last one's end. */
function answersIn(events: readonly JsonObject[]): JsonObject[][] {
  const answers: JsonObject[][] = [[]]
  let isOver = false
  for (const event of events) {
    if (isOver && event['type'] === 'message_start') answers.push([])
    isOver = event['type'] === 'message_stop'
    answers.at(-1)!.push(event)
  }
  return answers
}

function checkAnswer(format: FormatName, events: readonly JsonObject[], isStream: boolean): string[] {
  const chat = toChat(format, events, isStream)
  const said = factsIn('chat', chat)
  const losses = lossesOf(factsIn(format, events), said).map((loss) => `chat: ${loss}`)
  for (const [name, inbound] of INBOUND) {
    const after = factsIn(name, isStream ? framed(inbound, chat) : [inbound.fromChat(chat[0]!, ASKED)])
    losses.push(...lossesOf(said, after).map((loss) => `${name}: ${loss}`))
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
    request: ASKED,
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
  const encoder = inbound.stream(ASKED)
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

/** Every decoder must find words in every error. */
function checkError(body: JsonObject): Outcome {
  const losses = Object.entries(DIALECTS).flatMap(([name, dialect]) => {
    const { message } = objectOf(dialect.decodeError(429, body)['error'])
    return typeof message === 'string' && message !== '' ? [] : [`${name}: an error without a message`]
  })
  return { format: 'error', tried: Object.keys(DIALECTS).length, losses }
}
