/** The page's state from the URL, and the rows for it. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { type KeyNames, type Parsed, readFilter } from '../../../../log-filter/filter-language.ts'
import { NOT_LIVE } from '../../../../log-filter/filter-words.ts'
import type { ApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { followLogs } from '../../api/log-stream.ts'
import { loadCallerNames } from '../../app/caller-names.ts'
import { query, setQuery } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { useSelfRepair } from '../../app/use-self-repair.ts'
import { RANGES, readRange } from '../../design/controls/time-range.ts'
import { announceCalmly } from '../../design/states/announcer.tsx'
import { LogRows } from './list/log-rows.ts'

const PAGE_SIZE = 100
const USUAL_RANGE = '24h'

export type LogsView = {
  readonly text: string
  readonly range: string
  readonly isLive: boolean
  readonly parsed: Parsed
  /** API filters including the time range, as of now. */
  readonly filters: Readonly<Record<string, string>>
  /** Names of callers by id. */
  readonly keyNames: KeyNames
  setText(text: string): void
  setRange(range: string): void
  setLive(isLive: boolean): void
}

export function useLogsView(): LogsView {
  const text = query.value.get('q') ?? ''
  const range = query.value.get('range') ?? USUAL_RANGE
  const isLive = query.value.get('live') !== 'off'
  const id = workspaceId.value
  const mayRead = can('workspace_service_api_keys.list')
  const keys = useResource(mayRead ? `keys ${id}` : null, (signal) => loadCallerNames(id, signal))
  const byName = useMemo(() => new Map(keys.data?.data.map((key) => [key.name, key.id])), [keys.data])
  const keyNames = useMemo(() => new Map(keys.data?.data.map((key) => [key.id, key.name])), [keys.data])
  const parsed = useMemo(() => readFilter(text, byName), [text, byName])
  const filters = useMemo(
    () => ({ ...(id && { workspace_id: id }), ...timesOf(range), ...parsed.filters }),
    [id, range, JSON.stringify(parsed.filters)],
  )
  return {
    text,
    range,
    isLive,
    parsed,
    filters,
    keyNames,
    setText: (next) => setQuery({ q: next.trim(), log: null, attempt: null }),
    setRange: (next) => setQuery({ range: next === USUAL_RANGE ? null : next, log: null, attempt: null }),
    setLive: (next) => setQuery({ live: next ? null : 'off' }, { replace: true }),
  }
}

/** A relative range has no end, so new rows belong to it. */
export function isOpenEnded(range: string): boolean {
  return RANGES.some((one) => one.value === range) || !range.includes('..')
}

function timesOf(range: string): Record<string, string> {
  const { fromMs, toMs } = readRange(range, Date.now())
  return {
    time_of_generation_min: new Date(fromMs).toISOString(),
    ...(!isOpenEnded(range) && { time_of_generation_max: new Date(toMs).toISOString() }),
  }
}

export type ShownRows = {
  /** Rows of the previous filters while the new ones load. */
  readonly rows: LogRows
  readonly isChanging: boolean
  /** Set if the last reload failed and the rows on screen are old. */
  readonly problem: ApiError | null
  reload(): void
}

/** `isReading` is checked before live rows are inserted. */
export function useLogRows(view: LogsView, isReading: () => boolean): ShownRows {
  const [round, setRound] = useState(0)
  const filterText = JSON.stringify(view.filters)
  const reading = useRef(isReading)
  reading.current = isReading
  const wanted = useMemo(
    () =>
      new LogRows(
        (cursor, signal) =>
          api.get('/logs', { query: { ...view.filters, page_size: PAGE_SIZE, glance: true, cursor }, signal }),
        () => reading.current(),
      ),
    [filterText, round],
  )
  const [shown, setShown] = useState({ rows: wanted, filterText })
  const [problem, setProblem] = useState<ApiError | null>(null)
  const [failures, setFailures] = useState(0)
  const reload = () => setRound((before) => before + 1)
  useEffect(() => {
    void wanted.more().then(() => {
      const { error } = wanted
      setFailures((before) => (error ? before + 1 : 0))
      setProblem((before) => (before?.code === error?.code ? before : error))
      // If a reload with the same filters fails, keep the rows and show the error above them.
      setShown((before) =>
        error && before.filterText === filterText && before.rows.lines.length > 0
          ? before
          : { rows: wanted, filterText },
      )
    })
    return () => wanted.leave()
  }, [wanted])
  // Do not reload while the user reads further down, unless there is an error to clear.
  useSelfRepair(problem, failures, () => (problem || !reading.current()) && reload())
  useLiveRows(view, wanted)
  const isOld = shown.rows !== wanted
  return { rows: shown.rows, isChanging: isOld && wanted.error === null, problem: isOld ? problem : null, reload }
}

function useLiveRows(view: LogsView, rows: LogRows): void {
  const isFollowing = view.isLive && isOpenEnded(view.range)
  const live = Object.fromEntries(Object.entries(view.filters).filter(([name]) => !NOT_LIVE.has(name)))
  const liveText = JSON.stringify(live)
  useEffect(() => {
    if (!isFollowing) return
    let [count, failed] = [0, 0]
    return followLogs({
      query: live,
      onLogs: (arrived) => {
        rows.receive(arrived)
        count += arrived.length
        failed += arrived.filter((row) => row.status_code >= 400).length
        announceCalmly(`${count} new requests, ${failed} failed`)
      },
      onMissed: (missed) => rows.missedSome(missed),
      onStored: () => void rows.fillGap(),
    })
  }, [rows, liveText, isFollowing])
}
