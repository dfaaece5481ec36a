/** The Playground page: up to four columns with shared variables. Every run is a normal request. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { useShortcuts } from '../../app/keyboard.ts'
import { query, setQuery } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useViewCode } from '../../app/view-code.ts'
import { Button, LinkButton } from '../../design/controls/button.tsx'
import { SelectField } from '../../design/controls/field.tsx'
import { Segments } from '../../design/controls/segments.tsx'
import { announce } from '../../design/states/announcer.tsx'
import { Delayed, SkeletonRows } from '../../design/states/loaded.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'
import { useTemplateNeeds } from '../prompts/editor/use-template-needs.ts'
import { VariableFields } from '../prompts/editor/variable-fields.tsx'
import { ColumnView } from './column-view.tsx'
import { COMPARED, CompareView } from './compare-view.tsx'
import { InputsField } from './inputs/inputs-field.tsx'
import { type Batch, InputsGrid } from './inputs/inputs-grid.tsx'
import { readInputs } from './inputs/read-inputs.ts'
import {
  callOf,
  MAX_COLUMNS,
  newColumn,
  type PlaygroundColumn,
  promptReference,
  type Values,
} from './playground-column.ts'
import { type Run, runningCount, startRun } from './run.ts'
import { useFirstColumns } from './use-first-columns.ts'
import { usePlaygroundData } from './use-playground-data.ts'

type Runs = Readonly<Record<number, readonly Run[]>>

const TIMES = [1, 3, 5].map((times) => ({ value: String(times), label: times === 1 ? 'Once' : `${times} times` }))
const MAX_RUNS = 20

export function Page() {
  const { columns, values, logProblem, logError, setColumns, setValues } = useFirstColumns()
  const [runs, setRuns] = useState<Runs>({})
  const [times, setTimes] = useState('1')
  const [chosen, setChosen] = useState('0')
  const against = query.value.get('against')
  // Comparing two versions starts with several inputs; otherwise with one.
  const [inputsText, setInputsText] = useState<string | null>(against ? '' : null)
  const [batch, setBatch] = useState<Batch | null>(null)
  const compared = query.value.get('compare')
  const { prompts, targets, guardrails, isLoading, savedOf } = usePlaygroundData(columns)
  const needs = useTemplateNeeds(columns.map((column) => templateOf(column, savedOf(column)?.string ?? '')).join('\n'))
  const names = needs.variables.map((variable) => variable.name)
  const inputs = readInputs(inputsText ?? '', names)
  const canRun = !isLoading && (inputsText === null || inputs.problem === null)
  const newest = useRef({ runs, batch })
  newest.current = { runs, batch }
  // Leaving the page cancels running requests, to stop their cost.
  useEffect(() => () => stopAll(newest.current), [])

  const call = (column: PlaygroundColumn, input: Values = {}) =>
    callOf(column, { ...values, ...input }, needs.variables, savedOf(column)?.virtual_key)
  const change = (key: number, part: Partial<PlaygroundColumn>) =>
    setColumns((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const add = (column: PlaygroundColumn) => setColumns((before) => [...before, newColumn(column)].slice(0, MAX_COLUMNS))
  const run = (column: PlaygroundColumn, number: number) => {
    const started = Array.from({ length: Number(times) }, () =>
      startRun(call(column), workspaceId.value, (done) => announce(`Column ${number}: ${done.state.value.phase}`)),
    )
    setRuns((before) => ({ ...before, [column.key]: [...started, ...(before[column.key] ?? [])].slice(0, MAX_RUNS) }))
  }
  const runInputs = () => {
    stopAll({ runs: {}, batch })
    let left = inputs.rows.length * columns.length
    const told = () => --left === 0 && announce('All responses received')
    const rows = inputs.rows.map((input) => ({
      input,
      runs: columns.map((column) => startRun(call(column, input), workspaceId.value, told)),
    }))
    setBatch({ rows })
  }
  const runAll = () => {
    if (!canRun) return
    if (inputsText !== null && inputs.rows.length > 0) return runInputs()
    for (const [index, column] of columns.entries()) run(column, index + 1)
  }
  useShortcuts([{ keys: 'mod+enter', about: 'Run all columns', run: runAll }])
  const first = columns[0]
  const { path, body } = call(first ?? newColumn())
  useViewCode({ method: 'POST', path: decodeURIComponent(path), body })
  return (
    <div class="page page-wide">
      <PageHead
        title="Playground"
        about="Try models, prompts and configs side by side. Every run is a normal request with a log."
        actions={
          <>
            {against && <PublishLink reference={query.value.get('prompt') ?? ''} />}
            <SelectField label="Runs" hideLabel value={times} choices={TIMES} onValue={setTimes} />
            {runningCount.value > 0 ? (
              <Button kind="danger" onClick={() => stopAll({ runs, batch })}>
                Stop all
              </Button>
            ) : (
              <Button kind="primary" icon="playground" disabled={!canRun} onClick={runAll}>
                Run
              </Button>
            )}
          </>
        }
      />
      {logError && <ErrorNotice error={logError} what="load the log" />}
      {logProblem && <Notice tone="warning" title={logProblem} />}
      <div class="playground">
        <section class="playground-dock" aria-label="Variables">
          <h2>Variables</h2>
          <p class="caption">Shared by all columns.</p>
          <Segments
            label="Number of inputs"
            value={inputsText === null ? 'one' : 'several'}
            onValue={(many) => setInputsText(many === 'one' ? null : '')}
            choices={[
              { value: 'one', label: 'One' },
              { value: 'several', label: 'Several' },
            ]}
          />
          {inputsText === null ? (
            <VariableFields variables={needs.variables} values={values} onValues={setValues} />
          ) : (
            <InputsField text={inputsText} names={names} inputs={inputs} onText={setInputsText} />
          )}
        </section>
        <div class="stack">
          <div class="row-wrap">
            {columns.length > 1 && (
              <div class="phone-only">
                <Segments
                  label="Column shown"
                  value={chosen}
                  onValue={setChosen}
                  choices={columns.map((_, index) => ({ value: String(index), label: `Column ${index + 1}` }))}
                />
              </div>
            )}
            {columns.length < MAX_COLUMNS && first && (
              <Button size="small" icon="plus" onClick={() => add(columns.at(-1) ?? first)}>
                Add column
              </Button>
            )}
            {columns.length > 1 && (
              <Button
                size="small"
                aria-pressed={compared ? 'true' : 'false'}
                onClick={() => setQuery({ compare: compared ? null : 'answers' }, { replace: true })}
              >
                Difference
              </Button>
            )}
          </div>
          {columns.length > 1 && COMPARED.some((one) => one.value === compared) && (
            <CompareView
              what={compared ?? 'answers'}
              onWhat={(what) => setQuery({ compare: what }, { replace: true })}
              columns={columns.map((column) => ({
                column,
                saved: savedOf(column),
                lastRun: runs[column.key]?.[0] ?? null,
              }))}
            />
          )}
          {batch && inputsText !== null && (
            <InputsGrid
              batch={batch}
              titles={columns.map((column, index) => titleOf(column, index + 1))}
              isCompared={compared === 'answers'}
            />
          )}
          {columns.length === 0 && (
            <Delayed>
              <SkeletonRows />
            </Delayed>
          )}
          <div class="playground-columns playground-columns-main">
            {columns.map((column, index) => (
              <ColumnView
                key={column.key}
                column={column}
                number={index + 1}
                isChosen={index === Math.min(Number(chosen), columns.length - 1)}
                runs={runs[column.key] ?? []}
                prompts={prompts}
                targets={targets}
                guardrails={guardrails}
                saved={savedOf(column)}
                call={call(column)}
                onColumn={(part) => change(column.key, part)}
                onRun={() => run(column, index + 1)}
                onCopy={columns.length < MAX_COLUMNS ? () => add(column) : null}
                onRemove={
                  columns.length > 1
                    ? () => setColumns((before) => before.filter((one) => one.key !== column.key))
                    : null
                }
              />
            ))}
          </div>
        </div>
      </div>
    </div>
  )
}

function titleOf(column: PlaygroundColumn, number: number): string {
  return column.source === 'prompt' ? `${number} · ${promptReference(column)}` : `Column ${number}`
}

/** Link to publish the version after a comparison. */
function PublishLink({ reference }: { readonly reference: string }) {
  const [slug = '', version = ''] = reference.split('@')
  if (!can('prompts.publish') || !/^\d+$/.test(version)) return null
  return <LinkButton href={`/prompts/${slug}?version=${version}&publish=1`}>{`Publish v${version}…`}</LinkButton>
}

function templateOf(column: PlaygroundColumn, saved: string): string {
  return column.source === 'prompt' ? saved : column.messages.map((message) => message.content).join('\n')
}

function stopAll({ runs, batch }: { readonly runs: Runs; readonly batch: Batch | null }): void {
  for (const all of Object.values(runs)) for (const one of all) one.stop()
  for (const row of batch?.rows ?? []) for (const one of row.runs) one.stop()
}
