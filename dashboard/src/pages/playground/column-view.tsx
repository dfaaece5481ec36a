/** One column: inputs on top, runs below, newest first. */

import { useState } from 'preact/hooks'
import { can } from '../../app/session.ts'
import { Button } from '../../design/controls/button.tsx'
import type { Choice } from '../../design/controls/field.tsx'
import { Menu } from '../../design/controls/menu.tsx'
import type { Prompt, PromptSummary } from '../prompts/prompt-types.ts'
import { CodeDialog } from './code-dialog.tsx'
import { ColumnFields } from './column-fields.tsx'
import type { PlaygroundCall, PlaygroundColumn } from './playground-column.ts'
import type { Run } from './run.ts'
import { RunView } from './run-view.tsx'
import { SaveDialog } from './save-dialog.tsx'

type ColumnViewProps = {
  readonly column: PlaygroundColumn
  readonly number: number
  readonly isChosen: boolean
  readonly runs: readonly Run[]
  readonly prompts: readonly PromptSummary[]
  readonly targets: readonly Choice[]
  readonly guardrails: readonly Choice[]
  readonly saved: Prompt | null
  readonly call: PlaygroundCall
  readonly onColumn: (part: Partial<PlaygroundColumn>) => void
  readonly onRun: () => void
  readonly onCopy: (() => void) | null
  readonly onRemove: (() => void) | null
}

export function ColumnView(props: ColumnViewProps) {
  const { column, number, runs, prompts, targets, guardrails, saved, call, onColumn, onRun, onCopy, onRemove } = props
  const [open, setOpen] = useState<'save' | 'code' | null>(null)
  const mayMakeNew = can('prompts.create') || can('prompts.update')
  return (
    <section class={`playground-column${props.isChosen ? ' is-chosen' : ''}`} aria-label={`Column ${number}`}>
      <div class="spread">
        <h2>Column {number}</h2>
        <span class="row">
          <Button size="small" icon="playground" onClick={onRun}>
            Run this
          </Button>
          <Menu
            label={`Actions for column ${number}`}
            size="small"
            items={[
              ...(column.source === 'messages' && mayMakeNew
                ? [{ label: 'Save as prompt version', onChoose: () => setOpen('save') }]
                : []),
              ...(column.source === 'prompt' && column.prompt
                ? [
                    {
                      label: 'Edit prompt',
                      href: `/prompts/${column.prompt}${/^\d+$/.test(column.version) ? `?version=${column.version}` : ''}`,
                    },
                  ]
                : []),
              { label: 'Copy as code', onChoose: () => setOpen('code') },
              ...(onCopy ? [{ label: 'Duplicate column', onChoose: onCopy }] : []),
              ...(onRemove ? [{ label: 'Remove column', isDanger: true, onChoose: onRemove }] : []),
            ]}
          />
        </span>
      </div>
      <ColumnFields
        column={column}
        onColumn={onColumn}
        prompts={prompts}
        targets={targets}
        guardrails={guardrails}
        saved={saved}
      />
      {runs.map((run, index) => (
        <RunView key={run.id} run={run} name={`Column ${number}, run ${runs.length - index}`} />
      ))}
      {open === 'save' && <SaveDialog column={column} prompts={prompts} onClose={() => setOpen(null)} />}
      {open === 'code' && <CodeDialog call={call} onClose={() => setOpen(null)} />}
    </section>
  )
}
