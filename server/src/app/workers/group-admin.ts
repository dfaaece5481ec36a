/** What people see of all processes together: circuits, the answer cache and the logs as they finish. */

import type { LogTail } from '../../core/logs/log-reader.ts'
import type { BreakerAdmin, BreakerView } from '../../core/ports.ts'
import type { CacheAdmin, CacheSize, ShadowReport } from '../../core/semantic/cache-admin.ts'
import type { ToWorker } from './questions.ts'

type Name = keyof ToWorker & string

/** The same question to every worker; those that end meanwhile have nothing to say. */
export type AskAll = <Asked extends Name>(
  name: Asked,
  asked: ToWorker[Asked]['asked'],
) => Promise<readonly ToWorker[Asked]['answered'][]>

const GRAVITY = { open: 2, half_open: 1, closed: 0 }

export function groupBreakers(own: BreakerAdmin, askAll: AskAll): BreakerAdmin {
  return {
    async list(workspaceId) {
      const lists = [await own.list(workspaceId), ...(await askAll('breakers', workspaceId))]
      const worst = new Map<string, BreakerView>()
      for (const view of lists.flat()) {
        const known = worst.get(view.id)
        if (!known || isWorse(view, known)) worst.set(view.id, view)
      }
      return [...worst.values()]
    },
    async reset(workspaceId, id) {
      const found = [await own.reset(workspaceId, id), ...(await askAll('resetBreaker', { workspaceId, id }))]
      return found.includes(true)
    },
  }
}

/** Each process has a circuit of its own for a target: the one that rests longest is shown. */
function isWorse(one: BreakerView, other: BreakerView): boolean {
  if (one.state !== other.state) return GRAVITY[one.state] > GRAVITY[other.state]
  if (one.failures !== other.failures) return one.failures > other.failures
  return (one.retryAtMs ?? 0) > (other.retryAtMs ?? 0)
}

export function groupCache(own: CacheAdmin, askAll: AskAll): CacheAdmin {
  return {
    embedder: own.embedder,
    async size(workspaceId) {
      return addSizes([await own.size(workspaceId), ...(await askAll('cacheSize', workspaceId))])
    },
    async shadow(workspaceId, limit) {
      const reports = [await own.shadow(workspaceId, limit), ...(await askAll('shadow', { workspaceId, limit }))]
      return addReports(reports, limit)
    },
    async purge(workspaceId, namespace) {
      const counts = [await own.purge(workspaceId, namespace), ...(await askAll('purge', { workspaceId, namespace }))]
      return counts.reduce((sum, count) => sum + count, 0)
    },
    onFeedback(workspaceId, traceId, value) {
      own.onFeedback(workspaceId, traceId, value)
      void askAll('feedback', { workspaceId, traceId, value })
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

/** `onWatched` is told when the first person begins to watch and when the last one ends. */
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
  }
}
