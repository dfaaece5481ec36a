/** GET /readyz: whether this process can serve requests, and the problems of its stores. */

import { version } from '../../../../package.json'
import type { LedgerHealth } from '../../ledger/open-ledger.ts'
import type { Records } from '../../records/records.ts'
import type { GatehouseSettings } from '../../settings.ts'
import type { OpenStores } from '../open-stores.ts'
import type { TlsHealth } from '../tls/tls-health.ts'

export type ReadinessParts = {
  readonly settings: Pick<GatehouseSettings, 'storeOutageMs'>
  readonly stores: Pick<OpenStores, 'changes' | 'redis' | 'ledger' | 'problem'>
  readonly records: {
    health(): Pick<
      ReturnType<Records['health']>,
      'backlogBytes' | 'droppedBodies' | 'lostRecords' | 'syncFailures' | 'problem'
    >
  }
  /** Null if this process does not speak TLS. */
  readonly tls: TlsHealth | null
  readonly running: { readonly size: number }
  /** Background tasks that have not started yet because of a failure. */
  readonly failingTasks: readonly string[]
}

type RecordsState = {
  readonly backlogBytes: number
  readonly droppedBodies: number
  readonly lostRecords: number
  readonly syncFailures: number
}

/** Health of the parts of a process that depend on its disk, and the certificate that it serves. */
export type StorageHealth = {
  /** Messages for operators, with the file and what to do; empty if there are none. */
  readonly problems: readonly string[]
  readonly records: RecordsState
  readonly ledger: LedgerHealth
}

export function storageHealth({
  stores,
  records,
  tls,
}: Pick<ReadinessParts, 'stores' | 'records' | 'tls'>): StorageHealth {
  const { problem, ...state } = pickRecords(records.health())
  const ledger = stores.ledger.health()
  return {
    problems: [
      stores.problem(),
      problem,
      state.lostRecords > 0 ? `At least ${state.lostRecords} records were lost since the start. See the log.` : null,
      ledger.status === 'ok' ? null : `The ledger is ${ledger.status}: ${ledger.problem}`,
      ...(tls?.problems ?? []),
    ].filter((one) => one !== null),
    records: state,
    ledger,
  }
}

/** Health of the owner process and its workers. */
export type GroupHealth = StorageHealth & { readonly failingTasks: readonly string[] }

/** Joins the health of all processes, so that every worker reports the same health. */
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
      syncFailures: sum(({ records }) => records.syncFailures),
    },
    ledger: {
      ...worst.ledger,
      damages: sum(({ ledger }) => ledger.damages),
      tailsCut: sum(({ ledger }) => ledger.tailsCut),
      syncFailures: sum(({ ledger }) => ledger.syncFailures),
      // If the owner has the ledger, its count includes the holds of the workers.
      openHolds: Math.max(owner.ledger.openHolds, sum(({ ledger }) => ledger.openHolds) - owner.ledger.openHolds),
    },
  }
}

/** `group`: health of all processes of this gateway, if there are several. */
export function readiness(parts: ReadinessParts, isDraining: boolean, group: GroupHealth | null = null): Response {
  const { settings, stores, running, tls } = parts
  const { problems, records, ledger } = group ?? storageHealth(parts)
  const { failingTasks } = group ?? parts
  const outOfReachMs = stores.changes?.outOfReachMs() ?? 0
  const isCutOff = outOfReachMs > settings.storeOutageMs
  const isDegraded =
    outOfReachMs > 0 || stores.redis?.isReachable === false || problems.length > 0 || failingTasks.length > 0
  const body = {
    version,
    status: isDraining ? 'draining' : isCutOff ? 'cut_off' : isDegraded ? 'degraded' : 'ready',
    problems,
    // If the database is unreachable, known keys are served until GATEWAY_STORE_OUTAGE_MS has passed.
    ...(stores.changes && {
      database: { is_reachable: outOfReachMs === 0, out_of_reach_ms: Math.round(outOfReachMs) },
    }),
    // If Redis is unreachable, requests are still served, a little slower.
    ...(stores.redis && { redis: { is_reachable: stores.redis.isReachable } }),
    ...(tls && { tls: { certificate_expires_at: new Date(tls.expiresAtMs).toISOString() } }),
    running: running.size,
    records,
    ledger,
    ...(failingTasks.length > 0 && { failing_tasks: failingTasks }),
  }
  return Response.json(body, { status: isDraining || isCutOff ? 503 : 200 })
}

/** Omits the other fields of the health, which are for tests and debugging. */
function pickRecords(health: ReturnType<ReadinessParts['records']['health']>) {
  const { backlogBytes, droppedBodies, lostRecords, syncFailures, problem } = health
  return { backlogBytes, droppedBodies, lostRecords, syncFailures, problem }
}
