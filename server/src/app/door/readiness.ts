/** GET /readyz: whether this process can serve, and what is out of its reach. */

import type { Records } from '../../records/records.ts'
import type { GatehouseSettings } from '../../settings.ts'
import type { OpenStores } from '../open-stores.ts'

export type ReadinessParts = {
  readonly settings: Pick<GatehouseSettings, 'storeOutageMs'>
  readonly stores: Pick<OpenStores, 'changes' | 'redis' | 'ledger'>
  readonly records: { health(): Pick<ReturnType<Records['health']>, 'backlogBytes' | 'droppedBodies' | 'lostRecords'> }
  readonly running: { readonly size: number }
  /** Background tasks that could not start yet. */
  readonly failingTasks: readonly string[]
}

export function readiness(parts: ReadinessParts, isDraining: boolean): Response {
  const { settings, stores, records, running, failingTasks } = parts
  const { backlogBytes, droppedBodies, lostRecords } = records.health()
  const outOfReachMs = stores.changes?.outOfReachMs() ?? 0
  const isCutOff = outOfReachMs > settings.storeOutageMs
  const isDegraded = outOfReachMs > 0 || stores.redis?.isReachable === false || failingTasks.length > 0
  const body = {
    status: isDraining ? 'draining' : isCutOff ? 'cut_off' : isDegraded ? 'degraded' : 'ready',
    // Known keys are served until the time set for it is over.
    ...(stores.changes && {
      database: { is_reachable: outOfReachMs === 0, out_of_reach_ms: Math.round(outOfReachMs) },
    }),
    // Without it traffic goes on, a little slower.
    ...(stores.redis && { redis: { is_reachable: stores.redis.isReachable } }),
    running: running.size,
    records: { backlogBytes, droppedBodies, lostRecords },
    ledger: stores.ledger.health(),
    ...(failingTasks.length > 0 && { failing_tasks: failingTasks }),
  }
  return Response.json(body, { status: isDraining || isCutOff ? 503 : 200 })
}
