/** Admin views across all processes: circuit breakers, semantic cache and live log tail. */

import type { LogTail } from '../../core/logs/log-reader.ts'
import type { BreakerAdmin, BreakerView } from '../../core/ports.ts'
import type { CacheAdmin, CacheSize, ShadowReport } from '../../core/semantic/cache-admin.ts'
import type { ToWorker } from './rpc-methods.ts'

type Name = keyof ToWorker & string

/** Makes the same call to every worker. Workers that exit during the call or do not respond in time are left out. */
export type CallAll = <Requested extends Name>(
  name: Requested,
  params: ToWorker[Requested]['params'],
) => Promise<readonly ToWorker[Requested]['result'][]>

const SEVERITY = { open: 2, half_open: 1, closed: 0 }

export function groupBreakers(own: BreakerAdmin, callAll: CallAll): BreakerAdmin {
  return {
    async list(workspaceId) {
      const lists = [await own.list(workspaceId), ...(await callAll('breakers', workspaceId))]
      const worst = new Map<string, BreakerView>()
      for (const view of lists.flat()) {
        const known = worst.get(view.id)
        if (!known || isWorse(view, known)) worst.set(view.id, view)
      }
      return [...worst.values()]
    },
    async reset(workspaceId, id) {
      const found = [await own.reset(workspaceId, id), ...(await callAll('resetBreaker', { workspaceId, id }))]
      return found.includes(true)
    },
  }
}

/** Each process has its own circuit for a target. The list shows the one in the worst state. */
function isWorse(one: BreakerView, other: BreakerView): boolean {
  if (one.state !== other.state) return SEVERITY[one.state] > SEVERITY[other.state]
  if (one.failures !== other.failures) return one.failures > other.failures
  return (one.retryAtMs ?? 0) > (other.retryAtMs ?? 0)
}

export function groupCache(own: CacheAdmin, callAll: CallAll): CacheAdmin {
  return {
    embedder: own.embedder,
    async size(workspaceId) {
      return addSizes([await own.size(workspaceId), ...(await callAll('cacheSize', workspaceId))])
    },
    async shadow(workspaceId, limit) {
      const reports = [await own.shadow(workspaceId, limit), ...(await callAll('shadow', { workspaceId, limit }))]
      return addReports(reports, limit)
    },
    async purge(workspaceId, namespace) {
      const ofWorkers = callAll('purge', { workspaceId, namespace })
      // If the own purge fails, those of the workers run nevertheless.
      const [count, counts] = await Promise.all([own.purge(workspaceId, namespace), ofWorkers])
      return counts.reduce((sum, one) => sum + one, count)
    },
    onFeedback(workspaceId, traceId, value) {
      own.onFeedback(workspaceId, traceId, value)
      void callAll('feedback', { workspaceId, traceId, value })
    },
  }
}

function addSizes(sizes: readonly CacheSize[]): CacheSize {
  const sum = (name: keyof CacheSize) => sizes.reduce((total, size) => total + size[name], 0)
  return {
    entries: sum('entries'),
    partitions: sum('partitions'),
    sizeBytes: sum('sizeBytes'),
    answerBytes: sum('answerBytes'),
  }
}

function addReports(reports: readonly ShadowReport[], limit: number): ShadowReport {
  const sum = (name: 'lookups' | 'wouldServe' | 'objected') => reports.reduce((total, one) => total + one[name], 0)
  const hits = reports.flatMap((report) => report.hits).sort((one, other) => other.atMs - one.atMs)
  return {
    lookups: sum('lookups'),
    wouldServe: sum('wouldServe'),
    objected: sum('objected'),
    hits: hits.slice(0, limit),
  }
}

/** Calls `onWatched` when the first subscriber starts and when the last one ends. */
export function groupTail(own: LogTail, onWatched: (isWatched: boolean) => void): LogTail {
  let watchers = 0
  return {
    subscribe(filter, onLogs) {
      const end = own.subscribe(filter, onLogs)
      if (++watchers === 1) onWatched(true)
      let hasEnded = false
      return () => {
        end()
        if (hasEnded) return
        hasEnded = true
        if (--watchers === 0) onWatched(false)
      }
    },
    stored: () => own.stored(),
  }
}
