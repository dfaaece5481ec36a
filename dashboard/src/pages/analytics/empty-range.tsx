/** Empty state: excluded by filters, outside the range, or no requests at all. */

import { replaceTerm } from '../../../../log-filter/filter-language.ts'
import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { setQuery } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { Button, LinkButton } from '../../design/controls/button.tsx'
import { exactTime } from '../../design/data/format.ts'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState } from '../../design/states/notices.tsx'
import { type AnalyticsView, setRange } from './view.ts'

const DAY_MS = 86_400_000

export function EmptyRange({ view }: { readonly view: AnalyticsView }) {
  const newest = useResource(can('logs.list') ? `newest ${workspaceId.value}` : null, (signal) =>
    api.get<{ data: readonly LogRow[] }>('/logs', { query: { workspace_id: workspaceId.value, page_size: 1 }, signal }),
  )
  const { terms } = view.parsed
  if (terms.length > 0) {
    const filters = terms.map((term) => ({
      label: term.text,
      onRemove: () => setQuery({ q: replaceTerm(view.text, term, '') }),
    }))
    return <EmptyByFilter filters={filters} what="requests" />
  }
  return (
    <Loaded resource={newest} what="look for the newest request">
      {({ data: [log] }) => {
        if (!log) {
          return (
            <EmptyState
              title="No requests yet"
              action={
                <LinkButton kind="primary" href="/welcome">
                  Connect app
                </LinkButton>
              }
            >
              Cost, errors and latency appear here after the first request.
            </EmptyState>
          )
        }
        const atMs = Date.parse(log.created_at)
        const around = `${new Date(atMs - DAY_MS).toISOString()}..${new Date(atMs + 60_000).toISOString()}`
        return (
          <EmptyState
            title="No data in this range"
            action={
              <Button kind="primary" onClick={() => setRange(around)}>
                Go to day of newest request
              </Button>
            }
          >
            The newest request is of {exactTime(atMs)}.
          </EmptyState>
        )
      }}
    </Loaded>
  )
}
