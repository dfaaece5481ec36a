/** Traces: requests that share a trace id, as one story. */

import { navigate, query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useViewCode } from '../../app/view-code.ts'
import { Button } from '../../design/controls/button.tsx'
import { CheckField } from '../../design/controls/field.tsx'
import { LinkTabs } from '../../design/controls/tabs.tsx'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { count, duration } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Delayed, SkeletonRows } from '../../design/states/loaded.tsx'
import { EmptyState, ErrorNotice } from '../../design/states/notices.tsx'
import { useLoadedRows } from './load-rows.ts'
import { costWords, TraceDetail } from './trace-detail.tsx'
import { groupByTrace, type TraceFacts } from './trace-facts.ts'

/** Five hundred requests at a time. */
const PAGES = 5

export function Page({ rest }: PageProps) {
  const [id] = rest
  return id === undefined ? <TraceList /> : <TraceDetail key={id} id={id} />
}

function TraceList() {
  const isAll = query.value.get('all') !== null
  const loaded = useLoadedRows({}, PAGES)
  useViewCode({ path: '/logs', query: { workspace_id: workspaceId.value } })
  const all = groupByTrace(loaded.rows)
  const traces = isAll ? all : all.filter((trace) => trace.requests > 1)
  return (
    <div class="page">
      <PageHead title="Traces" about="Requests that share a trace id, as one story on one time axis." />
      <LinkTabs
        label="Logs"
        links={[
          { href: '/logs', label: 'Requests', isCurrent: false },
          { href: '/traces', label: 'Traces', isCurrent: true },
        ]}
      />
      {loaded.error && <ErrorNotice error={loaded.error} what="load the traces" onRetry={loaded.reload} />}
      <div class="spread">
        <CheckField
          label="Also traces of a single request"
          isChecked={isAll}
          onChecked={(next) => setQuery({ all: next }, { replace: true })}
        />
        <span class="caption" role="status">
          Among the newest {count(loaded.rows.length)} requests
        </span>
      </div>
      {loaded.isLoading && traces.length === 0 ? (
        <Delayed>
          <SkeletonRows />
        </Delayed>
      ) : traces.length === 0 ? (
        <Empty hasMore={loaded.hasMore} />
      ) : (
        <Traces traces={traces} />
      )}
      {loaded.hasMore && !loaded.isLoading && loaded.rows.length > 0 && (
        <div>
          <Button onClick={loaded.more}>Look through older requests</Button>
        </div>
      )}
    </div>
  )
}

function hrefOf(trace: TraceFacts): string {
  return `/traces/${encodeURIComponent(trace.traceId)}`
}

function Traces({ traces }: { readonly traces: readonly TraceFacts[] }) {
  return (
    <Table
      label="Traces"
      rows={traces}
      keyOf={(trace) => trace.traceId}
      onOpen={(trace) => navigate(hrefOf(trace))}
      columns={[
        {
          name: 'trace',
          label: 'Trace',
          cell: (trace) => (
            <a class="anywhere" href={hrefOf(trace)}>
              {trace.traceId}
            </a>
          ),
        },
        { name: 'began', label: 'Began', cell: (trace) => <Time at={trace.startedAtMs} /> },
        { name: 'requests', label: 'Requests', isNumber: true, cell: (trace) => count(trace.requests) },
        {
          name: 'errors',
          label: 'Failed',
          isNumber: true,
          cell: (trace) => <span class={trace.errors > 0 ? 'tone-error' : 'muted'}>{count(trace.errors)}</span>,
        },
        { name: 'took', label: 'Took', isNumber: true, cell: (trace) => duration(trace.durationMs) },
        { name: 'cost', label: 'Cost', isNumber: true, cell: costWords },
        {
          name: 'models',
          label: 'Models',
          cell: (trace) => <span class="anywhere">{trace.models.join(', ') || '—'}</span>,
        },
        { name: 'user', label: 'User', cell: (trace) => <span class="anywhere">{trace.user ?? '—'}</span> },
      ]}
    />
  )
}

function Empty({ hasMore }: { readonly hasMore: boolean }) {
  return (
    <EmptyState
      title={hasMore ? 'No trace of several requests among these' : 'No trace of several requests yet'}
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
