/** Pages of logs one after another, shown as they come: a trace may be long, and a list must not wait for its end. */

import { useEffect, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import type { LogRow } from '../../api/log-row.ts'
import { workspaceId } from '../../app/session.ts'

type Page = { readonly data: readonly LogRow[]; readonly next_cursor: string | null }

export type LoadedRows = {
  readonly rows: readonly LogRow[]
  readonly isLoading: boolean
  readonly error: ApiError | null
  /** There are more than were asked for. */
  readonly hasMore: boolean
  more(): void
  reload(): void
}

type State = Omit<LoadedRows, 'more' | 'reload'> & { readonly cursor: string | null }

const NOTHING: State = { rows: [], isLoading: true, error: null, hasMore: true, cursor: null }
const PAGE_SIZE = 100

/** `pages` come at once, `more` brings as many again. Other filters need another component. */
export function useLoadedRows(filters: Readonly<Record<string, string>>, pages: number): LoadedRows {
  const [state, setState] = useState(NOTHING)
  const [round, setRound] = useState({ count: 0, from: null as string | null, before: [] as readonly LogRow[] })
  useEffect(() => {
    const leaving = new AbortController()
    void load(round.from, round.before)
    return () => leaving.abort()

    async function load(from: string | null, before: readonly LogRow[]): Promise<void> {
      let [cursor, rows] = [from, before]
      setState({ ...NOTHING, rows, cursor })
      try {
        for (let page = 0; page < pages; page++) {
          const query = { workspace_id: workspaceId.value, ...filters, page_size: PAGE_SIZE, cursor }
          const answer = await api.get<Page>('/logs', { query, signal: leaving.signal })
          rows = [...rows, ...answer.data]
          cursor = answer.next_cursor
          const isLast = cursor === null || page === pages - 1
          setState({ rows, cursor, error: null, hasMore: cursor !== null, isLoading: !isLast })
          if (cursor === null) return
        }
      } catch (thrown) {
        if (!leaving.signal.aborted) setState((now) => ({ ...now, isLoading: false, error: asApiError(thrown) }))
      }
    }
  }, [round, pages])
  return {
    ...state,
    more: () => setRound({ count: round.count + 1, from: state.cursor, before: state.rows }),
    reload: () => setRound({ count: round.count + 1, from: null, before: [] }),
  }
}
