/** Loads something and keeps it: old data stays while new data comes, an answer nobody waits for is dropped. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../api/api-error.ts'
import { whenBackOnline } from '../api/connection.ts'

export type Resource<Data> = {
  readonly data: Data | null
  readonly error: ApiError | null
  /** Nothing to show yet. */
  readonly isLoading: boolean
  /** Something is shown, something newer is on its way. */
  readonly isRefreshing: boolean
  readonly updatedAtMs: number | null
  reload(): void
  /** Shows a change at once, before (or instead of) asking again. */
  mutate(change: (data: Data) => Data): void
}

type State<Data> = {
  readonly data: Data | null
  readonly error: ApiError | null
  readonly isBusy: boolean
  readonly updatedAtMs: number | null
}

/**
 * `load` runs again whenever `key` changes; data of another key is kept on screen until the new one is there, unless
 * `forgetOnChange` is set. `key: null` loads nothing.
 */
export function useResource<Data>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Data>,
  { forgetOnChange = false }: { forgetOnChange?: boolean } = {},
): Resource<Data> {
  const [state, setState] = useState<State<Data>>({ data: null, error: null, isBusy: key !== null, updatedAtMs: null })
  const [round, setRound] = useState(0)
  const newest = useRef(load)
  newest.current = load
  const loadedKey = useRef(key)
  const reload = useCallback(() => setRound((before) => before + 1), [])

  // `round` asks again with the same key.
  useEffect(() => {
    if (key === null) return
    const leaving = new AbortController()
    const isOther = loadedKey.current !== key
    loadedKey.current = key
    setState((before) => ({ ...before, data: forgetOnChange && isOther ? null : before.data, isBusy: true }))
    newest.current(leaving.signal).then(
      (data) => {
        if (leaving.signal.aborted) return
        setState({ data, error: null, isBusy: false, updatedAtMs: Date.now() })
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setState((before) => ({ ...before, error: asApiError(error), isBusy: false }))
      },
    )
    return () => leaving.abort()
  }, [key, round, forgetOnChange])

  useEffect(() => whenBackOnline(reload), [reload])

  const mutate = useCallback((change: (data: Data) => Data) => {
    setState((before) => (before.data === null ? before : { ...before, data: change(before.data) }))
  }, [])

  return {
    data: state.data,
    error: state.error,
    isLoading: state.isBusy && state.data === null && state.error === null,
    isRefreshing: state.isBusy && (state.data !== null || state.error !== null),
    updatedAtMs: state.updatedAtMs,
    reload,
    mutate,
  }
}
