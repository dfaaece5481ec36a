/** Bodies and figures as text that can be compared. */

import { readConversation } from '../log-detail/conversation/read-conversation.ts'
import type { Part } from '../log-detail/conversation/turn.ts'
import type { LogSide } from '../log-detail/detail-wire.ts'

/** JSON is indented, so that texts can be compared line by line. Null: not stored, or not text. */
export function readableBody({
  body,
  body_encoding: encoding,
}: Pick<LogSide, 'body' | 'body_encoding'>): string | null {
  if (body === null || encoding !== 'utf-8') return null
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** The text of the model without its format, so that streamed and whole responses can be compared. Null: no message. */
export function messageText({ body, body_encoding: encoding }: Pick<LogSide, 'body' | 'body_encoding'>): string | null {
  if (body === null || encoding !== 'utf-8') return null
  const turns = readConversation({ request: null, response: body })
  return turns.length === 0 ? null : turns.flatMap((turn) => turn.parts.map(partText)).join('\n')
}

function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'tool-result':
      return part.text
    case 'thought':
      return `Reasoning: ${part.text}`
    case 'image':
      return part.note
    case 'tool-call':
      return `${part.name}(${part.input})`
    case 'other':
      return JSON.stringify(part.value)
  }
}

/** From this factor on, the change is shown as a factor instead of a percentage. */
const MIN_FACTOR = 10

/** `+20 ms (+50 %)`, `+$2 (×12)`; `same` also if both format to the same text; `—` if one is unknown. */
export function changeText(before: number | null, after: number | null, unit: (value: number) => string): string {
  if (before === null || after === null) return '—'
  if (before === after || unit(before) === unit(after)) return 'same'
  const sign = after > before ? '+' : '−'
  return `${sign}${unit(Math.abs(after - before))}${shareText(before, after, sign)}`
}

function shareText(before: number, after: number, sign: string): string {
  if (before <= 0) return ''
  if (after / before >= MIN_FACTOR) return ` (×${Math.round(after / before)})`
  return ` (${sign}${Math.round((Math.abs(after - before) / before) * 100)} %)`
}
