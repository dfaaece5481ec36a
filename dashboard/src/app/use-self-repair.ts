/** Retries loads that failed for a temporary reason, such as an unavailable store or a restarting gateway. */

import { useEffect, useRef } from 'preact/hooks'
import type { ApiError } from '../api/api-error.ts'
import { whenBackOnline } from '../api/connection.ts'

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

/**
 * `failures` is the number of consecutive failures; the delay doubles with each. If the gateway is unreachable, this
 * waits for the offline banner, which reconnects for all pages.
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
