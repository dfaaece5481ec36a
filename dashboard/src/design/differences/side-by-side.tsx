/** Two texts side by side: matching lines aligned, changed words highlighted. */

import { useState } from 'preact/hooks'
import { Button } from '../controls/button.tsx'
import { pairLines, type SidePair } from './pair-lines.ts'
import { diffWords, type WordPiece } from './word-diff.ts'

type SideBySideProps = {
  readonly before: string
  readonly after: string
  readonly beforeTitle: string
  readonly afterTitle: string
  /** Also show unchanged sections. */
  readonly isWhole?: boolean
}

const CONTEXT_LINES = 3
const SHORTEST_FOLD = 3

export function SideBySide({ before, after, beforeTitle, afterTitle, isWhole = false }: SideBySideProps) {
  const [isOpen, setOpen] = useState(isWhole)
  const pairs = pairLines(before, after)
  if (pairs.every((pair) => pair.kind === 'same') && !isWhole) return <p class="muted">No difference.</p>
  const shown = withoutShortFolds(pairs.map((_, index) => isOpen || isNearChange(pairs, index)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <section class="sides" aria-label={`${beforeTitle} and ${afterTitle}`} tabIndex={0}>
      <div class="sides-row sides-head">
        <span>{beforeTitle}</span>
        <span>{afterTitle}</span>
      </div>
      {pairs.map((pair, index) => {
        if (shown[index]) return <Pair key={index} pair={pair} />
        if (index > 0 && !shown[index - 1]) return null
        const next = shown.indexOf(true, index)
        return (
          <div key={index} class="diff-skipped">
            <Button size="small" kind="quiet" onClick={() => setOpen(true)}>
              {`${(next === -1 ? pairs.length : next) - index} unchanged lines`}
            </Button>
          </div>
        )
      })}
    </section>
  )
}

function Pair({ pair }: { readonly pair: SidePair }) {
  if (pair.kind === 'same') {
    return (
      <div class="sides-row">
        <span>{pair.before}</span>
        <span aria-hidden="true">{pair.after}</span>
      </div>
    )
  }
  const pieces = pair.before !== null && pair.after !== null ? diffWords(pair.before, pair.after) : null
  return (
    <div class="sides-row">
      <span class={pair.before === null ? 'sides-none' : 'diff-removed'}>
        {pair.before !== null && <span class="sr-only">Removed: </span>}
        {pieces ? <Words pieces={pieces} without="added" /> : pair.before}
      </span>
      <span class={pair.after === null ? 'sides-none' : 'diff-added'}>
        {pair.after !== null && <span class="sr-only">Added: </span>}
        {pieces ? <Words pieces={pieces} without="removed" /> : pair.after}
      </span>
    </div>
  )
}

function Words({ pieces, without }: { readonly pieces: readonly WordPiece[]; readonly without: 'added' | 'removed' }) {
  return (
    <>
      {pieces
        .filter((piece) => piece.kind !== without)
        .map((piece, index) => (piece.kind === 'same' ? piece.text : <mark key={index}>{piece.text}</mark>))}
    </>
  )
}

function isNearChange(pairs: readonly SidePair[], index: number): boolean {
  const near = pairs.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
  return near.some((pair) => pair.kind !== 'same')
}

/** A collapsed section takes a line itself, so sections below SHORTEST_FOLD lines stay expanded. */
function withoutShortFolds(shown: readonly boolean[]): boolean[] {
  const next = [...shown]
  for (let start = 0; start < shown.length; start++) {
    if (shown[start]) continue
    let end = start
    while (end < shown.length && !shown[end]) end++
    if (end - start < SHORTEST_FOLD) next.fill(true, start, end)
    start = end
  }
  return next
}
