/** The SCIM log: the most recent requests from the identity provider. */

import { api } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { SelectField } from '../../design/controls/field.tsx'
import { Badge } from '../../design/data/badge.tsx'
import { Pager } from '../../design/data/pager.tsx'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter, EmptyState } from '../../design/states/notices.tsx'

const PAGE_SIZE = 50

type ScimRequest = {
  readonly id: string
  readonly created_at: string
  readonly key_name: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly error: string | null
  readonly resource_name: string | null
}

type ScimLog = { readonly total: number; readonly data: readonly ScimRequest[] }

export function Page() {
  const result = query.value.get('result')
  const page = Number(query.value.get('page') ?? 0) || 0
  const requested = { result, current_page: page, page_size: PAGE_SIZE }
  const requests = useResource(JSON.stringify(requested), (signal) =>
    api.get<ScimLog>('/admin/scim-log', { query: requested, signal }),
  )
  useViewCode({ path: '/admin/scim-log', query: requested })
  return (
    <div class="page">
      <PageHead title="SCIM log" about="Requests from the identity provider in the last 7 days." />
      <div class="row-wrap">
        <SelectField
          label="Result"
          value={result ?? ''}
          onValue={(value) => setQuery({ result: value || null, page: null })}
          choices={[
            { value: '', label: 'All' },
            { value: 'failed', label: 'Failed' },
            { value: 'succeeded', label: 'Succeeded' },
          ]}
        />
      </div>
      <Loaded resource={requests} what="load the SCIM log">
        {({ data, total }) =>
          total === 0 ? (
            <NoRequests result={result} />
          ) : (
            <>
              <RequestTable requests={data} />
              <Pager
                total={total}
                page={page}
                pageSize={PAGE_SIZE}
                what="requests"
                onPage={(next) => setQuery({ page: next || null })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function NoRequests({ result }: { readonly result: string | null }) {
  if (result !== null)
    return (
      <EmptyByFilter
        what="requests"
        filters={[{ label: `result: ${result}`, onRemove: () => setQuery({ result: null }) }]}
      />
    )
  return (
    <EmptyState title="No SCIM requests">
      Enter {`${location.origin}/scim/v2`} and an Admin key with the scope scim.provision at the identity provider.{' '}
      <a href="/docs/scim">How to set up SCIM</a>
    </EmptyState>
  )
}

function RequestTable({ requests }: { readonly requests: readonly ScimRequest[] }) {
  return (
    <Table
      label="SCIM log"
      rows={requests}
      keyOf={(request) => request.id}
      columns={[
        { name: 'when', label: 'Time', cell: (request) => <Time at={request.created_at} /> },
        {
          name: 'request',
          label: 'Request',
          cell: (request) => (
            <div class="anywhere">
              {request.method} {request.path}
              {request.error !== null && <div class="caption anywhere">{request.error}</div>}
            </div>
          ),
        },
        { name: 'name', label: 'Name', cell: (request) => <span class="anywhere">{request.resource_name ?? ''}</span> },
        { name: 'key', label: 'Key', cell: (request) => <span class="anywhere">{request.key_name}</span> },
        {
          name: 'status',
          label: 'Status',
          cell: (request) => <Badge tone={request.status >= 400 ? 'error' : 'ok'}>{String(request.status)}</Badge>,
        },
      ]}
    />
  )
}
