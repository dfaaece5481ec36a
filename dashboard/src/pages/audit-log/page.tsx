/** The Audit log page: who did what, when and from where; plus the integrity check. */

import { api, queryText } from '../../api/client.ts'
import { query, setQuery } from '../../app/location.ts'
import { caller } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { Menu } from '../../design/controls/menu.tsx'
import { Pager } from '../../design/data/pager.tsx'
import { Loaded } from '../../design/states/loaded.tsx'
import { EmptyByFilter } from '../../design/states/notices.tsx'
import { ChainBanner, ChainButton, useChainCheck } from './chain-check.tsx'
import type { AuditPage } from './entry.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { EntryTable } from './entry-table.tsx'
import { activeFilters, Filters, requestedOf } from './filters.tsx'

const PAGE_SIZE = 50

export function Page() {
  const now = query.value
  const page = Number(now.get('page') ?? 0) || 0
  const requested = { ...requestedOf(now), current_page: page, page_size: PAGE_SIZE }
  const address = JSON.stringify([...now.entries()].filter(([name]) => name !== 'entry'))
  const entries = useResource(address, (signal) => api.get<AuditPage>('/audit-logs', { query: requested, signal }))
  useViewCode({ path: '/audit-logs', query: requested })
  const check = useChainCheck()
  const opened = now.get('entry')
  const chosen = entries.data?.records.find((entry) => entry.request_id === opened) ?? null
  return (
    <div class="page">
      <PageHead
        title="Audit log"
        about="Every change and every refused attempt, in a tamper-evident chain."
        actions={
          <>
            <ChainButton check={check} />
            <ExportMenu />
          </>
        }
      />
      <ChainBanner check={check} pageSize={PAGE_SIZE} />
      <Filters now={now} />
      <Loaded resource={entries} what="load the audit log">
        {({ records, total }) =>
          total === 0 ? (
            <EmptyByFilter what="entries" filters={activeFilters(now)} />
          ) : (
            <>
              <EntryTable entries={records} workspaces={caller.value?.workspaces ?? []} opened={opened} />
              <Pager
                total={total}
                page={page}
                pageSize={PAGE_SIZE}
                what="entries"
                onPage={(next) => setQuery({ page: next || null, entry: null })}
              />
            </>
          )
        }
      </Loaded>
      {opened && entries.data && <EntryDrawer requestId={opened} known={chosen} />}
    </div>
  )
}

/** Exports all entries that match the filters. */
function ExportMenu() {
  const requested = requestedOf(query.value)
  const href = (format: string) => `/v1/audit-logs/export${queryText({ ...requested, format })}`
  return (
    <Menu
      label="Export"
      button="Export"
      items={[
        { label: 'As JSON lines', onChoose: () => download(href('jsonl'), 'audit-log.jsonl') },
        { label: 'As CSV', onChoose: () => download(href('csv'), 'audit-log.csv') },
      ]}
    />
  )
}

function download(href: string, name: string): void {
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
}
