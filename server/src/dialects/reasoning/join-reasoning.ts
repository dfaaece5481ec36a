/** The `reasoning_details` of an assistant's turn as whole blocks, whether the caller joined a stream's pieces or kept them apart. */

import type { JsonObject } from '../dialect.ts'
import { listOf, objectOf, textOf } from '../framing/json-shape.ts'
import { isForeign, type ReasoningFormat } from './reasoning-format.ts'

export type Reasoning =
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'redacted'; readonly data: string }

/** Which thinking may be sent: what another provider made is left out. */
export type OwnFormats = { readonly thinking: ReasoningFormat; readonly redacted: ReasoningFormat }

/** Neighbours of one `index` are pieces of one thought; details without an index are whole. Redacted data always comes whole. */
export function joinReasoning(details: unknown, own: OwnFormats): Reasoning[] {
  const joined: Reasoning[] = []
  let lastIndex: unknown
  for (const detail of listOf(details).map(objectOf)) {
    const { type, index } = detail
    const last = joined.at(-1)
    if (type === 'redacted' && !isForeign(detail, own.redacted)) joined.push({ type, data: textOf(detail['data']) })
    else if (type === 'thinking' && !isForeign(detail, own.thinking)) {
      const isPiece = last?.type === 'thinking' && typeof index === 'number' && index === lastIndex
      if (isPiece) joined[joined.length - 1] = grown(last, detail)
      else joined.push(grown({ type, text: '', signature: '' }, detail))
    }
    lastIndex = index
  }
  return joined
}

function grown(thought: Reasoning & { type: 'thinking' }, piece: JsonObject): Reasoning {
  return {
    type: 'thinking',
    text: thought.text + textOf(piece['text']),
    signature: thought.signature + textOf(piece['signature']),
  }
}
