/** Asks again by itself what failed for a reason that passes: a store that is away, a gateway that restarts. */

import { useEffect, useRef } from 'preact/hooks'
import type { ApiError } from '../api/api-error.ts'
import { whenBackOnline } from '../api/connection.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

/**
 * `failures` counts the answers that failed in a row: each waits twice as long as the one before. What fails because
 * nothing answers at all waits for the strip on top, which asks for all pages at once.
 */
export function useSelfRepair(error: ApiError | null, failures: number, reload: () => void): void {
  const newest = useRef(reload)
  newest.current = reload
  const isPassing = error?.isPassing ?? false
  useEffect(() => {
    if (!isPassing) return
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1))
    const timer = setTimeout(() => newest.current(), waitMs)
    return () => clearTimeout(timer)
  }, [isPassing, failures])
  useEffect(() => whenBackOnline(() => newest.current()), [])
}
