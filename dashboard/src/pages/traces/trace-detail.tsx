/** One trace: its requests on one time axis, total cost, and links to each log. */

import type { LogRow } from '../../api/log-row.ts'
import { query, setQuery } from '../../app/location.ts'
import { workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useViewCode } from '../../app/view-code.ts'
import { Button, LinkButton } from '../../design/controls/button.tsx'
import { Card } from '../../design/data/card.tsx'
import { Figures } from '../../design/data/figures.tsx'
import { count, duration, moneyOfCents } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Delayed, SkeletonRows } from '../../design/states/loaded.tsx'
import { ErrorNotice, Notice } from '../../design/states/notices.tsx'
import { userHref } from '../end-users/user-href.ts'
import { LogDrawer } from '../log-detail/log-drawer.tsx'
import { lineOf } from '../logs/list/log-line.ts'
import { useLoadedRows } from './load-rows.ts'
import { type TraceFacts, totalsByModel, traceFacts } from './trace-facts.ts'
import { Waterfall } from './waterfall.tsx'

/** A limit of ten thousand spans. */
const MAX_PAGES = 100
const NO_NAMES: ReadonlyMap<string, string> = new Map()

export function TraceDetail({ id }: { readonly id: string }) {
  const loaded = useLoadedRows<LogRow>({ path: '/logs', filters: { trace_id: id }, pageSize: 100, pages: MAX_PAGES })
  useViewCode({ path: '/logs', query: { workspace_id: workspaceId.value, trace_id: id } })
  const facts = traceFacts(id, loaded.rows)
  const openId = query.value.get('log')
  return (
    <div class={`page page-wide traces-page${openId ? ' has-drawer' : ''}`}>
      <PageHead
        title={facts.spans[0]?.row.first_words ?? 'Trace'}
        about={
          <>
            Trace <span class="mono anywhere">{id}</span>
            {facts.user !== null && (
              <>
                {' · '}
                <a href={userHref(facts.user)}>{facts.user}</a>
              </>
            )}
          </>
        }
        actions={
          <>
            <LinkButton href={`/logs?range=90d&q=${encodeURIComponent(`trace:"${id}"`)}`}>In logs</LinkButton>
            <LinkButton href="/traces">All traces</LinkButton>
          </>
        }
      />
      {loaded.error && <ErrorNotice error={loaded.error} what="load the whole trace" onRetry={loaded.reload} />}
      {loaded.isLoading && loaded.rows.length === 0 && (
        <Delayed>
          <SkeletonRows />
        </Delayed>
      )}
      {loaded.rows.length > 0 && <Story facts={facts} isLoading={loaded.isLoading} openId={openId} />}
      {loaded.hasMore && !loaded.isLoading && loaded.rows.length > 0 && (
        <Notice tone="warning" title={`Only the newest ${count(loaded.rows.length)} requests are shown`}>
          <Button size="small" onClick={loaded.more}>
            Load more
          </Button>
        </Notice>
      )}
      {!loaded.isLoading && !loaded.error && loaded.rows.length === 0 && (
        <Notice tone="warning" title="Trace not found">
          <p>It belongs to another workspace, or its logs were removed after their retention.</p>
        </Notice>
      )}
      {openId && <OpenSpan facts={facts} id={openId} />}
    </div>
  )
}

type StoryProps = { readonly facts: TraceFacts; readonly isLoading: boolean; readonly openId: string | null }

function Story({ facts, isLoading, openId }: StoryProps) {
  const atLeast = isLoading ? '≥ ' : ''
  const models = totalsByModel(facts.spans.map((span) => span.row))
  const tokens = models.reduce((sum, total) => sum + total.tokens, 0)
  const missing = facts.spans.filter((span) => span.isUnlinked).length
  return (
    <>
      <Figures
        figures={[
          { label: 'Duration', value: duration(facts.durationMs), note: <Time at={facts.startedAtMs} /> },
          {
            label: 'Requests',
            value: `${atLeast}${count(facts.requests)}`,
            note: `${count(facts.errors)} failed`,
          },
          { label: 'Cost', value: costWords(facts) },
          { label: 'Tokens', value: count(tokens) },
        ]}
      />
      <Waterfall facts={facts} openId={openId} />
      <p class="caption">
        ◆ Critical path: a faster request here shortens the trace.
        {missing > 0 && ` ${missing} unlinked: their parent is not among these requests.`}
      </p>
      <Card title="By model">
        <Table
          label="Totals by model"
          isCompact
          rows={models}
          keyOf={(total) => total.model}
          columns={[
            { name: 'model', label: 'Model', cell: (total) => <span class="anywhere">{total.model}</span> },
            { name: 'requests', label: 'Requests', isNumber: true, cell: (total) => count(total.requests) },
            { name: 'tokens', label: 'Tokens', isNumber: true, cell: (total) => count(total.tokens) },
            { name: 'cost', label: 'Cost', isNumber: true, cell: (total) => moneyOfCents(total.cost) },
          ]}
        />
      </Card>
    </>
  )
}

function OpenSpan({ facts, id }: { readonly facts: TraceFacts; readonly id: string }) {
  const at = facts.spans.findIndex((span) => span.id === id)
  const row = facts.spans[at]?.row
  return (
    <LogDrawer
      id={id}
      line={row ? lineOf(row) : null}
      keyNames={NO_NAMES}
      previousId={facts.spans[at - 1]?.id ?? null}
      nextId={at === -1 ? null : (facts.spans[at + 1]?.id ?? null)}
      onOpen={(next) => setQuery({ log: next, attempt: null }, { replace: true })}
      onClose={() => setQuery({ log: null, attempt: null, tab: null })}
    />
  )
}

type Costs = { readonly cost: number | null; readonly unknownCosts: number; readonly requests: number }

export function costWords({ cost, unknownCosts, requests }: Costs): string {
  if (unknownCosts === requests || cost === null) return 'price unknown'
  return unknownCosts === 0 ? moneyOfCents(cost) : `≥ ${moneyOfCents(cost)} (${unknownCosts} of unknown price)`
}
