/** GET /readyz: whether this process can serve, and what is wrong with its stores. */

import type { LedgerHealth } from '../../ledger/open-ledger.ts'
import type { Records } from '../../records/records.ts'
import type { GatehouseSettings } from '../../settings.ts'
import type { OpenStores } from '../open-stores.ts'

export type ReadinessParts = {
  readonly settings: Pick<GatehouseSettings, 'storeOutageMs'>
  readonly stores: Pick<OpenStores, 'changes' | 'redis' | 'ledger' | 'problem'>
  readonly records: {
    health(): Pick<ReturnType<Records['health']>, 'backlogBytes' | 'droppedBodies' | 'lostRecords' | 'problem'>
  }
  readonly running: { readonly size: number }
  /** Background tasks that could not start yet. */
  readonly failingTasks: readonly string[]
}

type RecordsState = { readonly backlogBytes: number; readonly droppedBodies: number; readonly lostRecords: number }

/** What of a process depends on its disk. */
export type StorageHealth = {
  /** In words, with the file and what to do; empty when all is well. */
  readonly problems: readonly string[]
  readonly records: RecordsState
  readonly ledger: LedgerHealth
}

export function storageHealth({ stores, records }: Pick<ReadinessParts, 'stores' | 'records'>): StorageHealth {
  const { problem, ...state } = pickRecords(records.health())
  const ledger = stores.ledger.health()
  return {
    problems: [
      stores.problem(),
      problem,
      state.lostRecords > 0 ? `At least ${state.lostRecords} records were lost since the start: see the log.` : null,
      ledger.status === 'ok' ? null : `The ledger is ${ledger.status}: ${ledger.problem}`,
    ].filter((one) => one !== null),
    records: state,
    ledger,
  }
}

/** `owner`: of the process that keeps the stores of this one. */
export function readiness(parts: ReadinessParts, isDraining: boolean, owner: StorageHealth | null = null): Response {
  const { settings, stores, running, failingTasks } = parts
  const own = storageHealth(parts)
  const problems = [...new Set([...own.problems, ...(owner?.problems ?? [])])]
  const outOfReachMs = stores.changes?.outOfReachMs() ?? 0
  const isCutOff = outOfReachMs > settings.storeOutageMs
  const isDegraded =
    outOfReachMs > 0 || stores.redis?.isReachable === false || problems.length > 0 || failingTasks.length > 0
  const body = {
    status: isDraining ? 'draining' : isCutOff ? 'cut_off' : isDegraded ? 'degraded' : 'ready',
    problems,
    // Known keys are served until the time set for it is over.
    ...(stores.changes && {
      database: { is_reachable: outOfReachMs === 0, out_of_reach_ms: Math.round(outOfReachMs) },
    }),
    // Without it traffic goes on, a little slower.
    ...(stores.redis && { redis: { is_reachable: stores.redis.isReachable } }),
    running: running.size,
    records: owner ? sumOf(own.records, owner.records) : own.records,
    ledger: worse(own.ledger, owner?.ledger),
    ...(failingTasks.length > 0 && { failing_tasks: failingTasks }),
  }
  return Response.json(body, { status: isDraining || isCutOff ? 503 : 200 })
}

/** Only these: the rest is for tests and people who look into the process. */
function pickRecords(health: ReturnType<ReadinessParts['records']['health']>) {
  const { backlogBytes, droppedBodies, lostRecords, problem } = health
  return { backlogBytes, droppedBodies, lostRecords, problem }
}

function sumOf(one: RecordsState, other: RecordsState): RecordsState {
  return {
    backlogBytes: one.backlogBytes + other.backlogBytes,
    droppedBodies: one.droppedBodies + other.droppedBodies,
    lostRecords: one.lostRecords + other.lostRecords,
  }
}

function worse(own: LedgerHealth, owner: LedgerHealth | undefined): LedgerHealth {
  return owner && own.status === 'ok' && owner.status !== 'ok' ? owner : own
}
