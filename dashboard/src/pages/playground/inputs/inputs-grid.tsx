/** A grid of responses: one row per input, one column per playground column. */

import { Badge } from '../../../design/data/badge.tsx'
import { duration } from '../../../design/data/format.ts'
import { WordDifference } from '../../../design/differences/word-difference.tsx'
import { ErrorNotice } from '../../../design/states/notices.tsx'
import type { Values } from '../playground-column.ts'
import type { Run } from '../run.ts'
import { PHASES } from '../run-view.tsx'

/** One row of runs per input, in column order. */
export type Batch = { readonly rows: readonly { readonly input: Values; readonly runs: readonly Run[] }[] }

type InputsGridProps = {
  readonly batch: Batch
  readonly titles: readonly string[]
  /** Responses are diffed against the first column. */
  readonly isCompared: boolean
}

export function InputsGrid({ batch, titles, isCompared }: InputsGridProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard.
    <section class="table-frame" aria-label="Responses by input" tabIndex={0}>
      <table class="table playground-grid" aria-label="Responses by input">
        <thead>
          <tr>
            <th scope="col">Input</th>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {batch.rows.map(({ input, runs }, index) => (
            <tr key={index}>
              <th scope="row">
                {Object.entries(input).map(([name, value]) => (
                  <div key={name} class="anywhere">
                    <span class="caption">{name}</span> {value}
                  </div>
                ))}
              </th>
              {runs.map((run, at) => (
                <td key={run.id}>
                  <Answer run={run} first={isCompared && at > 0 ? (runs[0] ?? null) : null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Answer({ run, first }: { readonly run: Run; readonly first: Run | null }) {
  const { phase, text, totalMs, error, logId } = run.state.value
  const { tone, word } = PHASES[phase]
  const before = first?.state.value
  return (
    <div class="stack-tight">
      <span class="row-wrap caption">
        <Badge tone={tone}>{word}</Badge>
        {totalMs !== null && duration(totalMs)}
        {logId !== null && phase !== 'running' && <a href={`/logs/${logId}`}>log</a>}
      </span>
      {before && before.phase === 'done' && phase === 'done' ? (
        <WordDifference before={before.text} after={text} label="Differences from the first column" />
      ) : (
        text !== '' && <div class="playground-answer">{text}</div>
      )}
      {error && <ErrorNotice error={error} what="get a response" />}
    </div>
  )
}
