/** A line diff with unchanged sections collapsed. */

import { useState } from 'preact/hooks'
import { Button } from '../controls/button.tsx'
import { type DiffLine, diffLines } from './diff-lines.ts'

const CONTEXT_LINES = 3
const SIGNS = { same: ' ', added: '+', removed: '−' } as const
const WORDS = { same: '', added: 'Added: ', removed: 'Removed: ' } as const

type DiffViewProps = { readonly before: string; readonly after: string; readonly label: string }

export function DiffView({ before, after, label }: DiffViewProps) {
  const [isWhole, setWhole] = useState(false)
  const lines = diffLines(before, after)
  if (lines.every((line) => line.kind === 'same')) return <p class="muted">No difference.</p>
  const shown = lines.map((_, index) => isWhole || isNearChange(lines, index))
  return (
    <section class="diff" aria-label={label}>
      {lines.map((line, index) => {
        if (shown[index]) return <Line key={index} line={line} />
        if (index > 0 && !shown[index - 1]) return null
        const folded = shown.indexOf(true, index) === -1 ? lines.length - index : shown.indexOf(true, index) - index
        return (
          <div key={index} class="diff-skipped">
            <Button size="small" kind="quiet" onClick={() => setWhole(true)}>
              {`${folded} unchanged lines`}
            </Button>
          </div>
        )
      })}
    </section>
  )
}

function Line({ line }: { readonly line: DiffLine }) {
  return (
    <div class={`diff-line diff-${line.kind}`}>
      <span aria-hidden="true">{SIGNS[line.kind]}</span>
      <span>
        <span class="sr-only">{WORDS[line.kind]}</span>
        {line.text}
      </span>
    </div>
  )
}

function isNearChange(lines: readonly DiffLine[], index: number): boolean {
  const near = lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
  return near.some((line) => line.kind !== 'same')
}
