/** Reloads soon after a request completes, at most every few seconds, and after a lost connection. */

import { useEffect, useRef } from 'preact/hooks'
import type { Query } from '../../api/client.ts'
import { followLogs } from '../../api/log-stream.ts'
import { can } from '../../app/session.ts'

/** The ledger and aggregates are written shortly after the response. */
const SETTLE_MS = 700
const LEAST_BETWEEN_MS = 3_000

export function useLiveReload(query: Query, reload: () => void, leastBetweenMs = LEAST_BETWEEN_MS): void {
  const newest = useRef(reload)
  newest.current = reload
  const text = JSON.stringify(query)
  // Compare queries by value.
  useEffect(() => {
    if (!can('logs.list')) return
    let timer: ReturnType<typeof setTimeout> | null = null
    let lastMs = Number.NEGATIVE_INFINITY
    const reloadSoon = () => {
      if (timer !== null) return
      const waitMs = Math.max(SETTLE_MS, lastMs + leastBetweenMs - performance.now())
      timer = setTimeout(() => {
        timer = null
        lastMs = performance.now()
        newest.current()
      }, waitMs)
    }
    const leave = followLogs({ query: JSON.parse(text) as Query, onLogs: reloadSoon, onStored: reloadSoon })
    return () => {
      if (timer !== null) clearTimeout(timer)
      leave()
    }
  }, [text, leastBetweenMs])
}
