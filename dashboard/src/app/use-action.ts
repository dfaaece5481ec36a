/** State of a user action: pending, failed with an error, or done. A second call while pending is ignored. */

import { useCallback, useRef, useState } from 'preact/hooks'
import { type ApiError, asApiError } from '../api/api-error.ts'

export type Action<Input extends readonly unknown[], Output> = {
  /** Resolves with null on failure (see `error`), and if an earlier call is still pending. */
  run(...input: Input): Promise<Output | null>
  readonly isRunning: boolean
  readonly error: ApiError | null
  clear(): void
}

export function useAction<Input extends readonly unknown[], Output>(
  work: (...input: Input) => Promise<Output>,
): Action<Input, Output> {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const isBusy = useRef(false)
  const newest = useRef(work)
  newest.current = work

  const run = useCallback(async (...input: Input): Promise<Output | null> => {
    if (isBusy.current) return null
    isBusy.current = true
    setRunning(true)
    setError(null)
    try {
      return await newest.current(...input)
    } catch (thrown) {
      setError(asApiError(thrown))
      return null
    } finally {
      isBusy.current = false
      setRunning(false)
    }
  }, [])

  return { run, isRunning, error, clear: useCallback(() => setError(null), []) }
}
