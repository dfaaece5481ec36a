/** The `content` of an assistant's message or delta: text, or a list of parts in which Mistral's models think and answer. */

import { isObject, listOf, textOf } from './json-shape.ts'

export type ContentPiece = { readonly kind: 'text' | 'thinking'; readonly text: string }

/** Its pieces in their order; neighbours of one kind are one piece, and none is empty. */
export function contentPieces(content: unknown): ContentPiece[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }]
  const runs: { kind: ContentPiece['kind']; texts: string[] }[] = []
  for (const part of listOf(content)) {
    const kind = isObject(part) && part['type'] === 'thinking' ? 'thinking' : 'text'
    const text = kind === 'thinking' ? thoughtOf(part) : partText(part)
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

/** `{"type":"thinking","thinking":[{"type":"text","text":"..."}]}`, or with a text instead of the list. */
function thoughtOf(part: unknown): string {
  const thinking = isObject(part) ? part['thinking'] : null
  return typeof thinking === 'string' ? thinking : listOf(thinking).map(partText).join('')
}
