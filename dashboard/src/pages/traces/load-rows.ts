/** Loads pages one after another and shows rows as they arrive. */

import { useEffect, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { workspaceId } from '../../app/session.ts'

type Page<Row> = { readonly data: readonly Row[]; readonly next_cursor: string | null }

export type LoadedRows<Row> = {
  readonly rows: readonly Row[]
  readonly isLoading: boolean
  readonly error: ApiError | null
  /** More rows exist than were loaded. */
  readonly hasMore: boolean
  more(): void
  reload(): void
}

type State<Row> = Omit<LoadedRows<Row>, 'more' | 'reload'> & { readonly cursor: string | null }

const NOTHING: State<never> = { rows: [], isLoading: true, error: null, hasMore: true, cursor: null }

type Wanted = {
  /** The path after /v1. */
  readonly path: string
  readonly filters: Readonly<Record<string, string | number>>
  readonly pageSize: number
  /** Pages to load per step; stops earlier once `enough` rows have arrived. */
  readonly pages: number
  readonly enough?: number
}

/** `more` loads another step. Changed filters need a remount. */
export function useLoadedRows<Row>({ path, filters, pageSize, pages, enough }: Wanted): LoadedRows<Row> {
  const [state, setState] = useState<State<Row>>(NOTHING)
  const [round, setRound] = useState({ count: 0, from: null as string | null, before: [] as readonly Row[] })
  useEffect(() => {
    const leaving = new AbortController()
    void load(round.from, round.before)
    return () => leaving.abort()

    async function load(from: string | null, before: readonly Row[]): Promise<void> {
      let [cursor, rows] = [from, before]
      setState({ ...NOTHING, rows, cursor })
      try {
        for (let page = 0; page < pages; page++) {
          const query = { workspace_id: workspaceId.value, ...filters, page_size: pageSize, cursor }
          const answer = await api.get<Page<Row>>(path, { query, signal: leaving.signal })
          rows = [...rows, ...answer.data]
          cursor = answer.next_cursor
          const isEnough = enough !== undefined && rows.length - before.length >= enough
          const isLast = cursor === null || isEnough || page === pages - 1
          setState({ rows, cursor, error: null, hasMore: cursor !== null, isLoading: !isLast })
          if (isLast) return
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
