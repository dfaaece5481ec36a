/** Word diff of every column against the first: templates, sent messages or responses. */

import { Segments } from '../../design/controls/segments.tsx'
import { WordDifference } from '../../design/differences/word-difference.tsx'
import type { Prompt } from '../prompts/prompt-types.ts'
import { readableTemplate } from '../prompts/template/readable-version.ts'
import type { PlaygroundColumn } from './playground-column.ts'
import { type Run, sentText } from './run.ts'

export const COMPARED = [
  { value: 'templates', label: 'Templates' },
  { value: 'sent', label: 'Sent messages' },
  { value: 'answers', label: 'Responses' },
]

export type ComparedColumn = {
  readonly column: PlaygroundColumn
  readonly saved: Prompt | null
  readonly lastRun: Run | null
}

type CompareViewProps = {
  readonly columns: readonly ComparedColumn[]
  readonly what: string
  readonly onWhat: (what: string) => void
}

export function CompareView({ columns, what, onWhat }: CompareViewProps) {
  const [first, ...others] = columns
  if (!first) return null
  const before = textOf(first, what)
  return (
    <section class="card stack-tight" aria-label="Difference">
      <div class="spread">
        <h2>Differences from column 1</h2>
        <Segments label="Compare" choices={COMPARED} value={what} onValue={onWhat} />
      </div>
      <div class="playground-columns">
        {others.map((other, index) => {
          const after = textOf(other, what)
          return (
            <div key={other.column.key} class="stack-tight">
              <h3>Column {index + 2}</h3>
              {before === null || after === null ? (
                <p class="muted">Run both columns first.</p>
              ) : (
                <WordDifference before={before} after={after} label={`Column ${index + 2} against column 1`} />
              )}
            </div>
          )
        })}
      </div>
    </section>
  )
}

function textOf({ column, saved, lastRun }: ComparedColumn, what: string): string | null {
  if (what === 'answers') return lastRun?.state.value.text ?? null
  if (what === 'sent') return sentText(lastRun?.state.value.log ?? null)
  if (column.source === 'prompt') return saved ? readableTemplate(saved) : null
  return column.messages.map(({ role, content }) => `── ${role}\n${content}`).join('\n\n')
}
