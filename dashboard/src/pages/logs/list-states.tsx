/** Empty, error and end states of the list. */

import { replaceTerm } from '../../../../log-filter/filter-language.ts'
import { isOrganisationAdmin } from '../../app/session.ts'
import { Button, LinkButton } from '../../design/controls/button.tsx'
import { RANGES } from '../../design/controls/time-range.ts'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Delayed, Skeleton } from '../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState, ErrorNotice } from '../../design/states/notices.tsx'
import type { LogRows } from './list/log-rows.ts'
import { isOpenEnded, type LogsView } from './use-logs.ts'

const SKELETON_ROWS = 12

/** The next wider preset range; null if there is none. */
export function widerRange(range: string): string | null {
  if (!isOpenEnded(range)) return '24h'
  const at = RANGES.findIndex((one) => one.value === range)
  return RANGES[at + 1]?.value ?? null
}

type StateProps = { readonly rows: LogRows; readonly view: LogsView; readonly onRetry: () => void }

/** Null: there are rows to show. */
export function listState({ rows, view, onRetry }: StateProps) {
  if (rows.lines.length > 0) return null
  if (rows.error) return <ErrorNotice error={rows.error} what="load the requests" onRetry={onRetry} asksAgain />
  if (!rows.isFirstLoaded || rows.isLoading || rows.hasMore) return <Skeletons />
  return <NoRows view={view} />
}

function Skeletons() {
  return (
    <Delayed>
      <div class="skeleton-rows" role="progressbar" aria-label="Loading the requests">
        {Array.from({ length: SKELETON_ROWS }, (_, index) => (
          <Skeleton key={index} height={20} />
        ))}
      </div>
    </Delayed>
  )
}

/** The active filters, each with a callback that removes it. */
export function filtersOf(view: LogsView): { readonly label: string; readonly onRemove: () => void }[] {
  return view.parsed.terms
    .filter((term) => term.problem === null)
    .map((term) => ({ label: term.text, onRemove: () => view.setText(replaceTerm(view.text, term, '')) }))
}

function NoRows({ view }: { readonly view: LogsView }) {
  const wider = widerRange(view.range)
  const filters = filtersOf(view)
  if (filters.length > 0) {
    const range = wider ? [{ label: `only ${rangeWords(view.range)}`, onRemove: () => view.setRange(wider) }] : []
    return <EmptyByFilter what="requests" filters={[...filters, ...range]} />
  }
  return (
    <EmptyState
      title={`Nothing was logged in ${rangeWords(view.range)}`}
      action={
        <div class="row-wrap">
          {wider && <Button onClick={() => view.setRange(wider)}>{`Look at ${rangeWords(wider)}`}</Button>}
          <LinkButton kind="primary" href="/welcome">
            Connect app
          </LinkButton>
        </div>
      }
      command={<CodeBlock title="A request that needs no provider account" code={firstCommand()} />}
    >
      Every request appears here automatically, with its routing decisions.
    </EmptyState>
  )
}

function firstCommand(): string {
  return [
    `curl ${location.origin}/v1/chat/completions \\`,
    '  -H "x-gateway-api-key: $GATEWAY_API_KEY" -H "x-gateway-provider: mock" \\',
    '  -H "content-type: application/json" \\',
    `  -d '{"model":"mock-1","messages":[{"role":"user","content":"Hello"}]}'`,
  ].join('\n')
}

export function ListFoot({ rows, view }: { readonly rows: LogRows; readonly view: LogsView }) {
  if (rows.error) {
    return (
      <span class="row-wrap">
        <span class="tone-error">{rows.error.message}</span>
        <Button size="small" onClick={() => void rows.more()}>
          Try again
        </Button>
      </span>
    )
  }
  if (rows.hasMore) return <span class="muted">Loading older requests…</span>
  const wider = widerRange(view.range)
  return (
    <span class="row-wrap muted">
      These are all requests of {rangeWords(view.range)}.
      {wider ? (
        <Button size="small" onClick={() => view.setRange(wider)}>{`Show ${rangeWords(wider)}`}</Button>
      ) : (
        <>
          Older logs are removed when their retention ends.
          {isOrganisationAdmin.value && <a href="/settings">Change it</a>}
        </>
      )}
    </span>
  )
}

export function rangeWords(range: string): string {
  const label = RANGES.find((one) => one.value === range)?.label
  return label ? `the ${label.toLowerCase()}` : 'the chosen time'
}
