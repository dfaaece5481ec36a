/** The Traces page: requests grouped by trace id. */

import { navigate, query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { DateRange } from '../../design/controls/date-range.tsx'
import { CheckField } from '../../design/controls/field.tsx'
import { LinkTabs } from '../../design/controls/tabs.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { Delayed, SkeletonRows } from '../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState, ErrorNotice } from '../../design/states/notices.tsx'
import { FilterBar } from '../logs/filter/filter-bar.tsx'
import { filtersOf, rangeWords, widerRange } from '../logs/list-states.tsx'
import { type LogsView, useLogsView } from '../logs/use-logs.ts'
import { useLoadedRows } from './load-rows.ts'
import { TraceDetail } from './trace-detail.tsx'
import { type TraceRow, TraceTable } from './trace-table.tsx'

const PAGE_SIZE = 50
/** Pages to search per step: traces with several requests can be rare. */
const MAX_PAGES = 20

export function Page({ rest }: PageProps) {
  const [id] = rest
  return id === undefined ? <TraceList /> : <TraceDetail key={id} id={id} />
}

function TraceList() {
  const view = useLogsView()
  const isAll = query.value.get('all') !== null
  const filters = { ...view.filters, ...(!isAll && { requests_min: 2 }) }
  useViewCode({ path: '/traces', query: filters })
  return (
    <div class="page page-wide">
      <PageHead
        title="Traces"
        about="Requests grouped by trace ID."
        actions={<DateRange value={view.range} onValue={view.setRange} />}
      />
      <LinkTabs
        label="Logs"
        links={[
          { href: '/logs', label: 'Requests', isCurrent: false },
          { href: '/traces', label: 'Traces', isCurrent: true },
        ]}
      />
      <FilterBar text={view.text} parsed={view.parsed} facets={null} onText={view.setText} />
      <CheckField
        label="Include traces with one request"
        isChecked={isAll}
        onChecked={(next) => setQuery({ all: next }, { replace: true })}
      />
      <Traces key={JSON.stringify(filters)} filters={filters} view={view} />
    </div>
  )
}

type TracesProps = { readonly filters: Readonly<Record<string, string | number>>; readonly view: LogsView }

function Traces({ filters, view }: TracesProps) {
  const loaded = useLoadedRows<TraceRow>({
    path: '/traces',
    filters,
    pageSize: PAGE_SIZE,
    pages: MAX_PAGES,
    enough: PAGE_SIZE,
  })
  const { rows, isLoading, error, hasMore } = loaded
  return (
    <>
      {error && <ErrorNotice error={error} what="load the traces" onRetry={loaded.reload} />}
      {rows.length > 0 && <TraceTable traces={rows} hrefOf={hrefOf} onOpen={(trace) => navigate(hrefOf(trace))} />}
      {isLoading && (
        <Delayed>
          <SkeletonRows />
        </Delayed>
      )}
      {!isLoading && !error && rows.length === 0 && !hasMore && <Empty view={view} />}
      {!isLoading && hasMore && (
        <div class="row-wrap">
          <Button onClick={loaded.more}>{rows.length === 0 ? 'Search further back' : 'Show older traces'}</Button>
          {rows.length === 0 && <span class="caption">None among the newest requests.</span>}
        </div>
      )}
    </>
  )
}

function hrefOf(trace: TraceRow): string {
  return `/traces/${encodeURIComponent(trace.trace_id)}`
}

function Empty({ view }: { readonly view: LogsView }) {
  const wider = widerRange(view.range)
  const filters = filtersOf(view)
  if (filters.length > 0) return <EmptyByFilter what="traces" filters={filters} />
  return (
    <EmptyState
      title={`No trace with several requests in ${rangeWords(view.range)}`}
      action={wider && <Button onClick={() => view.setRange(wider)}>{`Look at ${rangeWords(wider)}`}</Button>}
      command={
        <CodeBlock
          title="Send the same trace id with every request of one task"
          code={`curl ${location.origin}/v1/chat/completions \\\n  -H "x-gateway-api-key: $GATEWAY_API_KEY" -H "x-gateway-provider: mock" \\\n  -H "x-gateway-trace-id: order-4711" -H "content-type: application/json" \\\n  -d '{"model":"mock-1","messages":[{"role":"user","content":"Hello"}]}'`}
        />
      }
    >
      Send x-gateway-trace-id to group requests: an agent’s run, a conversation, an order.
    </EmptyState>
  )
}
