/** Range, filter and comparison of all tabs, read from the URL. */

import { useMemo, useState } from 'preact/hooks'
import { type Parsed, readFilter } from '../../../../log-filter/filter-language.ts'
import { loadCallerNames } from '../../app/caller-names.ts'
import { query, setQuery } from '../../app/location.ts'
import { can, workspaceId } from '../../app/session.ts'
import { useResource } from '../../app/use-resource.ts'
import { useVirtualKeyNames } from '../../app/virtual-key-names.ts'
import { readRange, timeFilter } from '../../design/controls/time-range.ts'

type Filters = Readonly<Record<string, string>>

export type AnalyticsView = {
  readonly range: string
  /** In the filter language of the logs. */
  readonly text: string
  readonly parsed: Parsed
  readonly filters: Filters
  /** The same filters for the preceding period of equal length; null: no comparison. */
  readonly before: Filters | null
  /** Names of API keys by id and of virtual keys by slug, if the user may see them. */
  readonly keyNames: ReadonlyMap<string, string>
  /** Link to the logs behind a number, with an additional term and a sub-range. */
  logsHref(term?: string, fromMs?: number, toMs?: number): string
  /** Another tab with the same range, filter and comparison. */
  tabHref(tab: string): string
  reload(): void
}

const USUAL_RANGE = '24h'
const SHARED = ['range', 'q', 'vs'] as const

export function useAnalyticsView(): AnalyticsView {
  const id = workspaceId.value
  const range = query.value.get('range') ?? USUAL_RANGE
  const text = query.value.get('q') ?? ''
  const isCompared = query.value.get('vs') === 'previous'
  const [round, setRound] = useState(0)
  const keys = useResource(can('workspace_service_api_keys.list') ? `keys ${id}` : null, (signal) =>
    loadCallerNames(id, signal),
  )
  const keyNames = useMemo(() => new Map(keys.data?.data.map((key) => [key.id, key.name])), [keys.data])
  const virtualKeyNames = useVirtualKeyNames()
  const allNames = useMemo(() => new Map([...keyNames, ...virtualKeyNames]), [keyNames, virtualKeyNames])
  const parsed = useMemo(
    () => readFilter(text, new Map([...keyNames].map(([key, name]) => [name, key]))),
    [text, keyNames],
  )
  // Incrementing `round` moves a relative range to the current time.
  const times = useMemo(() => readRange(range, Date.now()), [range, round])
  const { fromMs, toMs } = times
  const shared = { ...(id && { workspace_id: id }), ...parsed.filters }
  return {
    range,
    text,
    parsed,
    keyNames: allNames,
    filters: { ...shared, ...timeFilter(fromMs, toMs) },
    before: isCompared ? { ...shared, ...timeFilter(2 * fromMs - toMs, fromMs) } : null,
    logsHref(term, partFromMs, partToMs) {
      const search = new URLSearchParams()
      const words = [text, term].filter(Boolean).join(' ')
      if (words) search.set('q', words)
      if (partFromMs !== undefined && partToMs !== undefined) {
        search.set('range', `${new Date(partFromMs).toISOString()}..${new Date(partToMs).toISOString()}`)
      } else if (range !== USUAL_RANGE) search.set('range', range)
      return `/logs?${search.toString()}`
    },
    tabHref(tab) {
      const kept = SHARED.flatMap((name) => {
        const value = query.value.get(name)
        return value ? [[name, value]] : []
      })
      const search = new URLSearchParams(kept).toString()
      return `/analytics/${tab}${search ? `?${search}` : ''}`
    },
    reload: () => setRound((before) => before + 1),
  }
}

export function setRange(range: string): void {
  setQuery({ range: range === USUAL_RANGE ? null : range, page: null })
}

/** A value as one filter term, quoted if needed. */
export function termOf(word: string, value: string): string {
  return /[\s,"]/.test(value) ? `${word}:"${value.replaceAll('"', '')}"` : `${word}:${value}`
}
