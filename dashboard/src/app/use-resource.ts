/** Loads something and keeps it: old data stays while new data comes, an answer nobody waits for is dropped. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../api/api-error.ts'
import { useSelfRepair } from './use-self-repair.ts'

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
  /** Answers in a row that failed. */
  readonly failures: number
}

const NOTHING_YET = { data: null, error: null, updatedAtMs: null, failures: 0 }

/**
 * `load` runs again whenever `key` changes; data of another key is kept on screen until the new one is there, unless
 * `forgetOnChange` is set. `key: null` loads nothing.
 */
export function useResource<Data>(
  key: string | null,
  load: (signal: AbortSignal) => Promise<Data>,
  { forgetOnChange = false }: { forgetOnChange?: boolean } = {},
): Resource<Data> {
  const [state, setState] = useState<State<Data>>({ ...NOTHING_YET, isBusy: key !== null })
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
        setState({ data, error: null, isBusy: false, updatedAtMs: Date.now(), failures: 0 })
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setState((before) => ({
          ...before,
          error: sameTrouble(before.error, asApiError(error)),
          isBusy: false,
          failures: before.failures + 1,
        }))
      },
    )
    return () => leaving.abort()
  }, [key, round, forgetOnChange])

  useSelfRepair(state.error, state.failures, reload)

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

/** The same trouble again is not news: nothing on screen changes, and nothing is read out twice. */
function sameTrouble(before: ApiError | null, now: ApiError): ApiError {
  return before?.code === now.code && before.message === now.message ? before : now
}
