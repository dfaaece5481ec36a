/** Loads data into state. Old data stays visible while new data loads; stale responses are dropped. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../api/api-error.ts'
import { useSelfRepair } from './use-self-repair.ts'

export type Resource<Data> = {
  readonly data: Data | null
  readonly error: ApiError | null
  /** The first load is running: there is neither data nor an error yet. */
  readonly isLoading: boolean
  /** Data or an error is shown, and newer data is loading. */
  readonly isRefreshing: boolean
  readonly updatedAtMs: number | null
  /** Resolves when the newer data, or the error, is shown. */
  reload(): Promise<void>
  /** Applies a change to the loaded data immediately, before or instead of a reload. */
  mutate(change: (data: Data) => Data): void
}

type State<Data> = {
  readonly data: Data | null
  readonly error: ApiError | null
  readonly isBusy: boolean
  readonly updatedAtMs: number | null
  /** Consecutive failed loads. */
  readonly failures: number
}

/** A caller of `reload` that waits for the load of its round, or a later one. */
type Waiting = { readonly round: number; readonly resolve: () => void }

const NOTHING_YET = { data: null, error: null, updatedAtMs: null, failures: 0 }

/**
 * `load` runs again whenever `key` changes. Data of the old key stays on screen until the new data arrives, unless
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
  const rounds = useRef(0)
  const waiting = useRef<Waiting[]>([])
  const reload = useCallback(
    () =>
      new Promise<void>((resolve) => {
        rounds.current += 1
        waiting.current.push({ round: rounds.current, resolve })
        setRound(rounds.current)
      }),
    [],
  )
  const release = useCallback((through: number) => {
    for (const one of waiting.current) if (one.round <= through) one.resolve()
    waiting.current = waiting.current.filter((one) => one.round > through)
  }, [])
  useEffect(() => () => release(Number.POSITIVE_INFINITY), [release])

  // Incrementing `round` reloads with the same key.
  useEffect(() => {
    if (key === null) {
      release(round)
      return
    }
    const leaving = new AbortController()
    const isOther = loadedKey.current !== key
    loadedKey.current = key
    setState((before) => ({ ...before, data: forgetOnChange && isOther ? null : before.data, isBusy: true }))
    newest.current(leaving.signal).then(
      (data) => {
        if (leaving.signal.aborted) return
        setState({ data, error: null, isBusy: false, updatedAtMs: Date.now(), failures: 0 })
        release(round)
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return
        setState((before) => ({
          ...before,
          error: keepIfSame(before.error, asApiError(error)),
          isBusy: false,
          failures: before.failures + 1,
        }))
        release(round)
      },
    )
    return () => leaving.abort()
  }, [key, round, forgetOnChange, release])

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

/** Keeps the previous object if the error is the same, so that nothing re-renders or is announced twice. */
function keepIfSame(before: ApiError | null, now: ApiError): ApiError {
  return before?.code === now.code && before.message === now.message ? before : now
}
