/** One text with its changes against another highlighted, word by word. */

import { diffWords } from './word-diff.ts'

type WordDifferenceProps = { readonly before: string; readonly after: string; readonly label: string }

export function WordDifference({ before, after, label }: WordDifferenceProps) {
  const pieces = diffWords(before, after)
  if (pieces.every((piece) => piece.kind === 'same')) return <p class="muted">No difference.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <section class="word-difference" aria-label={label} tabIndex={0}>
      {pieces.map((piece, index) => {
        if (piece.kind === 'same') return piece.text
        const Mark = piece.kind === 'added' ? 'ins' : 'del'
        return <Mark key={index}>{piece.text}</Mark>
      })}
    </section>
  )
}
