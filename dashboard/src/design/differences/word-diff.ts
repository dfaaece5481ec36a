/** Word diff of two texts; whitespace and line breaks are preserved. */

import { diffLines } from '../data/diff-lines.ts'

export type WordPiece = { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }

/** Stands for a line break of the text, because line breaks separate the words. A private use character. */
const BREAK = '\uE000'

export function diffWords(before: string, after: string): WordPiece[] {
  const pieces: WordPiece[] = []
  for (const { kind, text } of diffLines(asLines(before), asLines(after))) {
    const word = text.replaceAll(BREAK, '\n')
    const last = pieces.at(-1)
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + word }
    else pieces.push({ kind, text: word })
  }
  return pieces.filter((piece) => piece.text !== '')
}

/** A template tag counts as one word. */
function asLines(text: string): string {
  return (text.match(/\s+|\{\{[^{}\s]*\}\}|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [])
    .join('\n\0')
    .replaceAll(/\n(?!\0)/g, BREAK)
    .replaceAll('\n\0', '\n')
}
