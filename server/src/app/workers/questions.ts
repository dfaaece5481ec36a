/** What workers and their owner ask each other. */

import type { BudgetTerms, HoldRequest, HoldResult, Used } from '../../core/money/budget-service.ts'
import type { Spending } from '../../core/money/spending.ts'
import type { BreakerView } from '../../core/ports.ts'
import type { RecordBodies, RequestRecord } from '../../core/record.ts'
import type { CacheSize, ShadowReport } from '../../core/semantic/cache-admin.ts'
import type { KeyUse } from '../../core/stores/api-keys.ts'
import type { FamilyHealth, StorageHealth } from '../http/readiness.ts'
import type { Calls } from './calls.ts'

type Word = { readonly topic: string; readonly text: string }

export type ToOwner = {
  /** The budgetService of the embedded store: it has one owner. */
  hold: { asked: HoldRequest; answered: HoldResult }
  post: { asked: { readonly id: string; readonly used: Used }; answered: boolean }
  release: { asked: string; answered: boolean }
  standing: { asked: BudgetTerms; answered: Spending }
  /** Segments of the worker's journal below this number are complete: the owner takes them over. */
  journal: { asked: number; answered: null }
  /** The paths of the admin interface, below /v1. */
  adminPaths: { asked: null; answered: readonly string[] }
  /** When keys were last used: control.db has one writer, so that no process waits for another. */
  keyUses: { asked: readonly KeyUse[]; answered: null }
  /** For every other process. */
  say: { asked: Word; answered: null }
  /** A finished request, while somebody watches the logs. */
  record: { asked: { readonly record: RequestRecord; readonly bodies: RecordBodies }; answered: null }
  ready: { asked: null; answered: null }
  /** What is wrong with the stores of all processes. */
  health: { asked: null; answered: FamilyHealth }
  /** The metrics of a worker that ends. */
  farewell: { asked: string; answered: null }
}

export type ToWorker = {
  hear: { asked: Word; answered: null }
  watch: { asked: boolean; answered: null }
  metrics: { asked: null; answered: string }
  /** What is wrong with the worker's own folder. */
  storage: { asked: null; answered: StorageHealth }
  breakers: { asked: string | null; answered: readonly BreakerView[] }
  resetBreaker: { asked: { readonly workspaceId: string | null; readonly id: string }; answered: boolean }
  cacheSize: { asked: string | null; answered: CacheSize }
  shadow: { asked: { readonly workspaceId: string | null; readonly limit: number }; answered: ShadowReport }
  purge: { asked: { readonly workspaceId: string; readonly namespace: string | null }; answered: number }
  feedback: {
    asked: { readonly workspaceId: string; readonly traceId: string; readonly value: number }
    answered: null
  }
  /** Another takes this one's place: end what runs, take nothing new. */
  leave: { asked: null; answered: null }
}

/** As the worker has it. */
export type OwnerCalls = Calls<ToOwner, ToWorker>
/** As the owner has it, one for each worker. */
export type WorkerCalls = Calls<ToWorker, ToOwner>
