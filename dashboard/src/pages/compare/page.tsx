/** Two requests side by side: figures, decisions, and differences of request and response. */

import { useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { navigate } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { workspaceId } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Button, LinkButton } from '../../design/controls/button.tsx'
import { TextField } from '../../design/controls/field.tsx'
import { Badge, statusTone } from '../../design/data/badge.tsx'
import { Card } from '../../design/data/card.tsx'
import { duration, moneyOfCents } from '../../design/data/format.ts'
import { Table } from '../../design/data/table.tsx'
import { Time } from '../../design/data/time.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyState } from '../../design/states/notices.tsx'
import type { LogDetail } from '../log-detail/detail-wire.ts'
import { Comparison } from './comparison.tsx'

const SHOWN = 30

export function Page({ rest }: PageProps) {
  const [first, second] = rest
  if (first !== undefined && second !== undefined) return <BothPage first={first} second={second} />
  return (
    <div class="page">
      <PageHead title="Compare requests" about="Choose two requests." />
      {first === undefined ? <Choice label="First request" hrefFor={(id) => hrefOf(id)} /> : <Second of={first} />}
    </div>
  )
}

function hrefOf(...ids: readonly string[]): string {
  return `/compare/${ids.map(encodeURIComponent).join('/')}`
}

function Second({ of: first }: { readonly of: string }) {
  return (
    <>
      <p>
        First request: <a href={`/logs/${encodeURIComponent(first)}`}>{first}</a>
      </p>
      <Choice label="Second request" except={first} hrefFor={(id) => hrefOf(first, id)} />
    </>
  )
}

type ChoiceProps = {
  readonly label: string
  readonly except?: string
  /** The page to open after the choice. */
  readonly hrefFor: (id: string) => string
}

/** A pasted id or link, or one of the newest requests. */
function Choice({ label, except, hrefFor }: ChoiceProps) {
  const [text, setText] = useState('')
  const id = workspaceId.value
  const logs = useResource(`${id}`, async (signal) => {
    const query = { workspace_id: id, page_size: SHOWN, glance: true }
    return (await api.get<{ data: readonly LogRow[] }>('/logs', { query, signal })).data
  })
  const pasted = /[0-9a-f]{8}-[0-9a-f-]{27}/i.exec(text)?.[0] ?? null
  return (
    <Card title={label}>
      <form
        class="compare-choice"
        onSubmit={(event) => {
          event.preventDefault()
          if (pasted) navigate(hrefFor(pasted))
        }}
      >
        <TextField label="ID or link of a request" isCode value={text} onValue={setText} data-key="filter" />
        <Button type="submit" disabled={pasted === null}>
          Choose
        </Button>
      </form>
      <Loaded resource={logs} what="load the newest requests">
        {(rows) => {
          const others = rows.filter((row) => row.id !== except)
          if (others.length === 0) return <EmptyState title="No other requests" />
          return (
            <Table
              label="Latest requests"
              isCompact
              rows={others}
              keyOf={(row) => row.id}
              onOpen={(row) => navigate(hrefFor(row.id))}
              columns={[
                {
                  name: 'at',
                  label: 'Time',
                  cell: (row) => (
                    <a href={hrefFor(row.id)}>
                      <Time at={row.created_at} />
                    </a>
                  ),
                },
                {
                  name: 'status',
                  label: 'Status',
                  cell: (row) => <Badge tone={statusTone(row.status_code)}>{row.status_code}</Badge>,
                },
                { name: 'model', label: 'Model', cell: (row) => <span class="anywhere">{row.ai_model ?? '—'}</span> },
                {
                  name: 'words',
                  label: 'Question',
                  cell: (row) => <span class="anywhere">{row.first_words ?? '—'}</span>,
                },
                { name: 'time', label: 'Duration', isNumber: true, cell: (row) => duration(row.response_time) },
                { name: 'cost', label: 'Cost', isNumber: true, cell: (row) => moneyOfCents(row.cost) },
              ]}
            />
          )
        }}
      </Loaded>
    </Card>
  )
}

function BothPage({ first, second }: { readonly first: string; readonly second: string }) {
  const query = { workspace_id: workspaceId.value }
  useViewCode({ path: `/logs/${encodeURIComponent(first)}`, query })
  const both = useResource(JSON.stringify([query, first, second]), async (signal) => {
    const read = (id: string) => api.get<LogDetail>(`/logs/${encodeURIComponent(id)}`, { query, signal })
    const [left, right] = await Promise.all([read(first), read(second)])
    return { left, right }
  })
  return (
    <div class="page">
      <PageHead
        title="Compare requests"
        actions={
          <>
            <LinkButton href={hrefOf(second, first)}>Swap</LinkButton>
            <LinkButton href={hrefOf(first)}>Choose another</LinkButton>
          </>
        }
      />
      <Loaded resource={both} what="load the requests">
        {({ left, right }) => <Comparison left={left} right={right} />}
      </Loaded>
    </div>
  )
}
