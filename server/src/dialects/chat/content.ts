/** Reads the `content` of an assistant message or delta: a string, or Mistral's list of text and thinking parts. */

import { isObject, listOf, textOf, type Unchecked } from '../json.ts'
import type { ChatPart } from './types.ts'

export type ContentPiece = { readonly kind: 'text' | 'thinking'; readonly text: string }

/** The non-empty pieces in order. Adjacent parts of the same kind become one piece. */
export function contentPieces(content: unknown): ContentPiece[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  const runs: { kind: ContentPiece['kind']; texts: string[] }[] = []
  for (const part of listOf(content) as readonly Unchecked<ChatPart>[]) {
    const kind = isObject(part) && part.type === 'thinking' ? 'thinking' : 'text'
    const text = kind === 'thinking' ? thinkingText(part) : partText(part)
    if (text === '') continue
    const last = runs.at(-1)
    if (last?.kind === kind) last.texts.push(text)
    else runs.push({ kind, texts: [text] })
  }
  return runs.map(({ kind, texts }) => ({ kind, text: texts.join('') }))
}

function partText(part: unknown): string {
  return isObject(part) ? textOf(part['text']) : textOf(part)
}

/** `thinking` is a string or a list of text parts. */
function thinkingText(part: Unchecked<ChatPart>): string {
  const thinking = isObject(part) ? part.thinking : null
  return typeof thinking === 'string' ? thinking : listOf(thinking).map(partText).join('')
}
