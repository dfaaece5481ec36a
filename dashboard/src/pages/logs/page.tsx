/** The Logs page: search and live tail; `/logs/{id}` is a single request. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { api } from '../../api/client.ts'
import { streamState } from '../../api/log-stream.ts'
import { useShortcuts } from '../../app/keyboard.ts'
import { currentLocation, query, setQuery } from '../../app/location.ts'
import type { PageProps } from '../../app/page-props.ts'
import { can } from '../../app/session.ts'
import { PageHead } from '../../app/shell/page-head.tsx'
import { useResource } from '../../app/use-resource.ts'
import { useViewCode } from '../../app/view-code.ts'
import { useVirtualKeyNames } from '../../app/virtual-key-names.ts'
import { Button } from '../../design/controls/button.tsx'
import { DateRange } from '../../design/controls/date-range.tsx'
import { LinkTabs } from '../../design/controls/tabs.tsx'
import { count } from '../../design/data/format.ts'
import { ErrorNotice } from '../../design/states/notices.tsx'
import { LogDrawer } from '../log-detail/log-drawer.tsx'
import { LogPage } from '../log-detail/log-page.tsx'
import { ExportDialog } from './export-dialog.tsx'
import { Facets, type FacetsResponse } from './filter/facets.tsx'
import { FilterBar } from './filter/filter-bar.tsx'
import { Histogram, type HistogramResponse } from './histogram.tsx'
import { CompareBar, usePicked } from './list/compare-bar.tsx'
import type { LogRows } from './list/log-rows.ts'
import { LogTable } from './list/log-table.tsx'
import { ListFoot, listState, widerRange } from './list-states.tsx'
import { SavedViews } from './saved-views.tsx'
import { TableSettingsMenu, useTableSettings } from './table-settings.tsx'
import { isOpenEnded, type LogsView, useLogRows, useLogsView } from './use-logs.ts'

const BARS = 80
/** The counts are reloaded this long after the first new row. */
const RECOUNT_MS = 15_000
const FACETS_KEPT = 'gatehouse.logs.facets'
const WIDE_PX = 1_400

export function Page({ rest }: PageProps) {
  const view = useLogsView()
  const [id] = rest
  if (id !== undefined) return <LogPage key={id} id={id} keyNames={view.keyNames} />
  return <List view={view} />
}

function List({ view }: { readonly view: LogsView }) {
  const isReading = useRef(false)
  const { rows, isChanging, problem, reload } = useLogRows(view, () => isReading.current || isScrolledDown())
  const version = rows.version.value
  const virtualKeyNames = useVirtualKeyNames()
  const look = useTableSettings()
  const picked = usePicked()
  const [hasFacets, setFacets] = useState(() => (localStorage.getItem(FACETS_KEPT) ?? defaultFacets()) === 'on')
  const [isExporting, setExporting] = useState(false)
  const key = JSON.stringify(view.filters)
  const facets = useResource(key, (signal) => api.get<FacetsResponse>('/logs/facets', { query: view.filters, signal }))
  const histogram = useResource(key, (signal) =>
    api.get<HistogramResponse>('/logs/histogram', { query: { ...view.filters, bars: BARS }, signal }),
  )
  useRecount(rows, version, [facets.reload, histogram.reload])
  useViewCode({ path: '/logs', query: view.filters, cli: cliOf(view) })
  const openId = query.value.get('log')
  const onReading = useCallback((reads: boolean) => {
    isReading.current = reads
  }, [])
  const apply = () => {
    logTable()?.scrollTo({ top: 0 })
    if (rows.mustReload) reload()
    else rows.apply()
  }
  useShortcuts([
    {
      keys: 'l',
      about: 'Show new requests, or switch live on and off',
      run: () => (rows.heldCount > 0 ? apply() : view.setLive(!view.isLive)),
    },
    { keys: 't', about: 'Time range', run: () => document.querySelector<HTMLElement>('[data-key="range"]')?.click() },
  ])
  const wider = widerRange(view.range)
  const instead = listState({ rows, view, onRetry: reload })
  return (
    <div class={`page logs-page${openId ? ' has-drawer' : ''}`}>
      <PageHead
        title="Logs"
        actions={
          <>
            <LiveSwitch view={view} />
            <DateRange value={view.range} onValue={view.setRange} />
            <SavedViews />
            <TableSettingsMenu look={look} />
            {can('logs.export') && <Button onClick={() => setExporting(true)}>Export</Button>}
          </>
        }
      />
      <LinkTabs
        label="Logs"
        links={[
          { href: '/logs', label: 'Requests', isCurrent: true },
          { href: '/traces', label: 'Traces', isCurrent: false },
        ]}
      />
      <div class="logs-bar">
        <FilterBar text={view.text} parsed={view.parsed} facets={facets.data?.facets ?? null} onText={view.setText} />
        <Button
          aria-pressed={hasFacets ? 'true' : 'false'}
          onClick={() => {
            localStorage.setItem(FACETS_KEPT, hasFacets ? 'off' : 'on')
            setFacets(!hasFacets)
          }}
        >
          Facets
        </Button>
      </div>
      <Histogram resource={histogram} onRange={view.setRange} onWider={wider ? () => view.setRange(wider) : null} />
      <div class={`logs-split${hasFacets ? ' has-facets' : ''}`}>
        {hasFacets && (
          <Facets
            resource={facets}
            text={view.text}
            parsed={view.parsed}
            keyNames={view.keyNames}
            virtualKeyNames={virtualKeyNames}
            onText={view.setText}
          />
        )}
        <div class="logs-list refreshable">
          {isChanging && rows.lines.length > 0 && <div class="progress-line" />}
          {problem && <ErrorNotice error={problem} what="load the requests" onRetry={reload} asksAgain />}
          {rows.heldCount > 0 && (
            <button type="button" class="button button-primary logs-new" onClick={apply}>
              +{count(rows.heldCount)} {rows.isAtLeast ? 'or more new: reload' : 'new'}
            </button>
          )}
          {instead ?? (
            <LogTable
              rows={rows}
              columns={look.columns}
              isUsual={look.isUsual}
              picked={picked}
              facts={{ keyNames: view.keyNames, virtualKeyNames, isRoomy: look.density === 'roomy' }}
              rowHeight={look.rowHeight}
              isCard={look.isCard}
              openId={openId}
              linkPrefix={linkPrefix()}
              onReading={onReading}
              foot={<ListFoot rows={rows} view={view} />}
            />
          )}
          <CompareBar picked={picked} />
        </div>
      </div>
      {openId && <OpenLog id={openId} rows={rows} view={view} />}
      {isExporting && <ExportDialog filters={view.filters} onClose={() => setExporting(false)} />}
    </div>
  )
}

function OpenLog({ id, rows, view }: { readonly id: string; readonly rows: LogRows; readonly view: LogsView }) {
  const at = rows.lines.findIndex((line) => line.id === id)
  const line = at === -1 ? null : (rows.lines[at] ?? null)
  return (
    <LogDrawer
      id={id}
      line={line}
      keyNames={view.keyNames}
      previousId={at === -1 ? null : (rows.lines[at - 1]?.id ?? null)}
      nextId={at === -1 ? null : (rows.lines[at + 1]?.id ?? null)}
      onOpen={(next) => setQuery({ log: next, attempt: null }, { replace: true })}
      onClose={() => setQuery({ log: null, attempt: null, tab: null })}
    />
  )
}

function LiveSwitch({ view }: { readonly view: LogsView }) {
  const canFollow = isOpenEnded(view.range)
  const isOn = view.isLive && canFollow
  const state = streamState.value
  const words = !isOn ? 'Live off' : state === 'live' ? 'Live' : state === 'polling' ? 'Every 5 s' : 'Connecting'
  return (
    <Button
      aria-pressed={isOn ? 'true' : 'false'}
      disabled={!canFollow}
      title={canFollow ? 'New requests appear automatically (l)' : 'The selected time range has ended'}
      onClick={() => view.setLive(!view.isLive)}
    >
      <span class={`dot tone-${isOn && state === 'live' ? 'ok' : 'neutral'}`} aria-hidden="true" />
      {words}
    </Button>
  )
}

function logTable(): Element | null {
  return document.querySelector('.logs-table')
}

/** Reads the position itself: rows may arrive after the user scrolled and before the browser sends the scroll event. */
function isScrolledDown(): boolean {
  return (logTable()?.scrollTop ?? 0) > 0
}

/** Reloads the counts RECOUNT_MS after the first new row: often enough under steady traffic, and not for every row. */
function useRecount(rows: LogRows, version: number, reloads: readonly (() => void)[]): void {
  const newestId = rows.lines[0]?.id
  const newest = useRef({ reloads, newestId })
  newest.current = { reloads, newestId }
  const [countedId, setCounted] = useState(newestId)
  const isBehind = countedId !== undefined && countedId !== newestId
  useEffect(() => {
    if (!isBehind) return setCounted(newest.current.newestId)
    const timer = setTimeout(() => {
      setCounted(newest.current.newestId)
      for (const reload of newest.current.reloads) reload()
    }, RECOUNT_MS)
    return () => clearTimeout(timer)
  }, [isBehind, countedId, newestId === undefined, version === 0])
}

function linkPrefix(): string {
  const search = new URLSearchParams(currentLocation.value.search)
  search.delete('log')
  search.delete('attempt')
  const text = search.toString()
  return `/logs?${text === '' ? '' : `${text}&`}log=`
}

function cliOf(view: LogsView): string {
  const text = view.text === '' ? '' : ` '${view.text.replaceAll("'", `'\\''`)}'`
  return `gatehouse logs export${text} --since ${isOpenEnded(view.range) ? view.range : '24h'} --to logs.jsonl`
}

function defaultFacets(): string {
  return innerWidth >= WIDE_PX ? 'on' : 'off'
}
