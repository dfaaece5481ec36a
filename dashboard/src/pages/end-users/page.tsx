/** End users: who the requests were made for, by the metadata `_user` or the body's `user`; one page per user. */

import { useMemo } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { navigate, query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { DateRange } from '../../design/controls/date-range.tsx'
import { rangeFilter } from '../../design/controls/time-range.ts'
import { CodeBlock } from '../../design/data/code-block.tsx'
import { count, duration, moneyOfCents, percent } from '../../design/data/format.ts'
import { Pager } from '../../design/data/pager.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import { userHref } from './user-href.ts'
import { UserPage } from './user-page.tsx'

const USUAL_RANGE = '30d'
const PAGE_SIZE = 50

type UserRow = {
  readonly user: string
  readonly requests: number
  readonly errors: number
  /** US cents. */
  readonly cost: number | null
  readonly tokens: number
  readonly p95_latency: number | null
  readonly last_seen: string
}

export function Page({ rest }: PageProps) {
  const [user] = rest
  const range = query.value.get('range') ?? USUAL_RANGE
  const times = useMemo(() => rangeFilter(range), [range])
  const picker = <DateRange value={range} onValue={(next) => setQuery({ range: next === USUAL_RANGE ? null : next })} />
  if (user !== undefined) return <UserPage key={user} user={user} times={times} range={range} picker={picker} />
  return <UserList times={times} picker={picker} />
}

type ListProps = { readonly times: Readonly<Record<string, string>>; readonly picker: preact.ComponentChildren }

function UserList({ times, picker }: ListProps) {
  const page = Number(query.value.get('page') ?? 0) || 0
  const requested = { workspace_id: workspaceId.value, ...times, page_size: PAGE_SIZE, current_page: page }
  useViewCode({ path: '/analytics/groups/users', query: requested, cli: 'gatehouse usage --by users' })
  const users = useResource(JSON.stringify(requested), (signal) =>
    api.get<{ total: number; data: readonly UserRow[] }>('/analytics/groups/users', { query: requested, signal }),
  )
  return (
    <div class="page page-wide">
      <PageHead title="End users" about="End users of requests, most requests first." actions={picker} />
      <Loaded resource={users} what="load the users">
        {({ data, total }) =>
          data.length === 0 ? (
            <NoUsers />
          ) : (
            <>
              <Table
                label="End users"
                rows={data}
                keyOf={(row) => row.user}
                onOpen={(row) => navigate(userHref(row.user))}
                columns={[
                  {
                    name: 'user',
                    label: 'User',
                    cell: (row) => (
                      <a class="anywhere" href={userHref(row.user)}>
                        {row.user}
                      </a>
                    ),
                  },
                  { name: 'requests', label: 'Requests', isNumber: true, cell: (row) => count(row.requests) },
                  {
                    name: 'errors',
                    label: 'Errors',
                    isNumber: true,
                    cell: (row) => percent(row.errors / Math.max(1, row.requests)),
                  },
                  { name: 'cost', label: 'Cost', isNumber: true, cell: (row) => moneyOfCents(row.cost) },
                  { name: 'tokens', label: 'Tokens', isNumber: true, cell: (row) => count(row.tokens) },
                  { name: 'p95', label: 'p95', isNumber: true, cell: (row) => duration(row.p95_latency) },
                  { name: 'seen', label: 'Last seen', cell: (row) => <Time at={row.last_seen} /> },
                ]}
              />
              <Pager
                total={total}
                page={page}
                pageSize={PAGE_SIZE}
                onPage={(next) => setQuery({ page: next })}
                what="users"
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function NoUsers() {
  return (
    <EmptyState
      title="No users in this time range"
      command={
        <CodeBlock
          title="Set the user of a request"
          code={[
            `curl ${location.origin}/v1/chat/completions \\`,
            '  -H "x-gateway-api-key: $GATEWAY_API_KEY" -H "x-gateway-provider: mock" \\',
            `  -H 'x-gateway-metadata: {"_user":"ada"}' -H "content-type: application/json" \\`,
            `  -d '{"model":"mock-1","messages":[{"role":"user","content":"Hello"}]}'`,
          ].join('\n')}
        />
      }
    >
      Send the metadata _user, or the field user in the request body.
    </EmptyState>
  )
}
