import { expect, test } from 'bun:test'
import { anthropicChat } from '../../../server/src/dialects/anthropic/anthropic-chat.ts'
import { converseChat } from '../../../server/src/dialects/bedrock/converse-chat.ts'
import { cohereChat } from '../../../server/src/dialects/cohere/cohere-chat.ts'
import type { Dialect } from '../../../server/src/dialects/dialect.ts'
import { geminiChat } from '../../../server/src/dialects/gemini/gemini-chat.ts'
import { generateContentInbound } from '../../../server/src/dialects/generate-content/generate-content-inbound.ts'
import { messagesInbound } from '../../../server/src/dialects/messages/messages-inbound.ts'
import { responsesInbound } from '../../../server/src/dialects/responses/responses-inbound.ts'
import { translateStream } from '../../../server/src/gateway/attempt/translated-stream.ts'
import type { Translation } from '../../../server/src/gateway/attempt/translation.ts'
import { ResponseBody } from '../../../server/src/gateway/relay/response-body.ts'
import { eventFrame } from '../../../simulators/wire/converse/event-frames.ts'
import type { JsonObject } from './facts.ts'
import type { FormatName } from './formats.ts'
import { SAMPLES } from './samples.ts'

const DIALECTS: readonly (readonly [FormatName, Dialect | null])[] = [
  ['chat', null],
  ['anthropic', anthropicChat],
  ['gemini', geminiChat],
  ['cohere', cohereChat],
  ['converse', converseChat],
]
const FORMATS = [messagesInbound, responsesInbound, generateContentInbound]
const CELLS = DIALECTS.flatMap(([name, dialect]) => FORMATS.map((inbound) => ({ name, dialect, inbound })))

function bytesOf(format: FormatName, events: readonly JsonObject[]): Buffer {
  if (format !== 'converse') {
    return Buffer.from(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''))
  }
  return Buffer.concat(
    events.map((event) => {
      const [name = ''] = Object.keys(event)
      return eventFrame(name, event[name] as JsonObject)
    }),
  )
}

async function translated(cell: (typeof CELLS)[number], chunks: readonly Uint8Array[]): Promise<string> {
  const { dialect, inbound } = cell
  const request = { model: 'm', stream: true, input: 'x', messages: [], contents: [] }
  const context = { model: 'm', provider: 'p', isStream: true, includeUsage: true, nowSeconds: 1, request }
  const translation: Translation = {
    endpoint: 'chat.completions',
    inbound,
    dialect,
    context,
    request,
    hidesUsage: false,
  }
  const left = [...chunks]
  const body = translateStream(new ResponseBody(async () => left.shift() ?? null), translation, {
    onUsage: () => {},
    isLarge: () => false,
    readLarge: () => Promise.reject(new Error('No event is large.')),
  })
  let text = ''
  for (let chunk = await body.read(); chunk !== null; chunk = await body.read()) text += Buffer.from(chunk).toString()
  // Removes generated ids and times.
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|(?:resp|msg|fc|rs)_[0-9a-f]{16,}/g, 'id')
    .replace(/"(?:created|completed)_at":\d+/g, '')
}

test.each(CELLS.map((cell) => [cell.name, cell.inbound.name, cell] as const))(
  'a stream of %s becomes the same %s, wherever it is cut',
  async (name, _inbound, cell) => {
    const bytes = bytesOf(name, SAMPLES[name].events)
    const whole = await translated(cell, [bytes])
    expect(whole.length).toBeGreaterThan(100)
    for (let at = 1; at < bytes.length; at++) {
      expect(await translated(cell, [bytes.subarray(0, at), bytes.subarray(at)])).toBe(whole)
    }
    const single = [...bytes].map((byte) => Uint8Array.of(byte))
    expect(await translated(cell, single)).toBe(whole)
  },
)
