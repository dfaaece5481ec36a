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

/** Of an owner and its workers. */
export type FamilyHealth = StorageHealth & { readonly failingTasks: readonly string[] }

/** One health of all processes, so that every worker tells the same. */
export function joinHealth(owner: StorageHealth, workers: readonly StorageHealth[]): StorageHealth {
  const all = [owner, ...workers]
  const sum = (number: (health: StorageHealth) => number) => all.reduce((total, one) => total + number(one), 0)
  const worst = all.find(({ ledger }) => ledger.status !== 'ok') ?? owner
  return {
    problems: [...new Set(all.flatMap(({ problems }) => problems))],
    records: {
      backlogBytes: sum(({ records }) => records.backlogBytes),
      droppedBodies: sum(({ records }) => records.droppedBodies),
      lostRecords: sum(({ records }) => records.lostRecords),
    },
    ledger: {
      ...worst.ledger,
      damages: sum(({ ledger }) => ledger.damages),
      tailsCut: sum(({ ledger }) => ledger.tailsCut),
      // An owner that keeps the ledger has counted the holds of its workers.
      openHolds: Math.max(owner.ledger.openHolds, sum(({ ledger }) => ledger.openHolds) - owner.ledger.openHolds),
    },
  }
}

/** `family`: of all processes of this gateway, when there are several. */
export function readiness(parts: ReadinessParts, isDraining: boolean, family: FamilyHealth | null = null): Response {
  const { settings, stores, running } = parts
  const { problems, records, ledger } = family ?? storageHealth(parts)
  const { failingTasks } = family ?? parts
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
    records,
    ledger,
    ...(failingTasks.length > 0 && { failing_tasks: failingTasks }),
  }
  return Response.json(body, { status: isDraining || isCutOff ? 503 : 200 })
}

/** Only these: the rest is for tests and people who look into the process. */
function pickRecords(health: ReturnType<ReadinessParts['records']['health']>) {
  const { backlogBytes, droppedBodies, lostRecords, problem } = health
  return { backlogBytes, droppedBodies, lostRecords, problem }
}
