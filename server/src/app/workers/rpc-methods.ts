/** RPC methods between workers and their owner process. */

import type { FeedbackScope, NewFeedback } from '../../core/logs/feedback.ts'
import type { LocalErasure, LocalErasureCounts } from '../../core/logs/log-erasure.ts'
import type { ActualUse, BudgetTerms, HoldRequest, HoldResult } from '../../core/money/budget-service.ts'
import type { Spending } from '../../core/money/spending.ts'
import type { BreakerView } from '../../core/ports.ts'
import type { RecordBodies, RequestRecord } from '../../core/record.ts'
import type { CacheSize, ShadowReport } from '../../core/semantic/cache-admin.ts'
import type { KeyUse } from '../../core/stores/api-keys.ts'
import type { GroupHealth, StorageHealth } from '../http/readiness.ts'
import type { RpcChannel } from './rpc-channel.ts'

type Word = { readonly topic: string; readonly text: string }

export type ToOwner = {
  /** The budget service of the embedded store, which only the owner process opens. */
  hold: { params: HoldRequest; result: HoldResult }
  post: { params: { readonly id: string; readonly used: ActualUse }; result: boolean }
  release: { params: string; result: boolean }
  standing: { params: BudgetTerms; result: Spending }
  /** Segments of the worker's journal below this number are complete; the owner imports them. */
  journal: { params: number; result: null }
  /** The paths of admin operations, relative to /v1. */
  adminPaths: { params: null; result: readonly string[] }
  /** When keys were last used. Only the owner writes control.db, so that no process waits for another's lock. */
  keyUses: { params: readonly KeyUse[]; result: null }
  /** Relays a bus message to every other process. */
  publish: { params: Word; result: null }
  /** A finished request, sent while someone is watching the log tail. */
  record: { params: { readonly record: RequestRecord; readonly bodies: RecordBodies }; result: null }
  /** Feedback that guardrails create. Only the owner writes the log store. */
  createFeedback: {
    params: { readonly scope: FeedbackScope; readonly entries: readonly NewFeedback[] }
    result: readonly string[]
  }
  ready: { params: null; result: null }
  /** Joined health of the stores of all processes. */
  health: { params: null; result: GroupHealth }
  /** Metrics of a worker that is about to exit. */
  finalMetrics: { params: string; result: null }
}

export type ToWorker = {
  deliver: { params: Word; result: null }
  watch: { params: boolean; result: null }
  metrics: { params: null; result: string }
  /** Problems of the worker's own folder. */
  storage: { params: null; result: StorageHealth }
  breakers: { params: string | null; result: readonly BreakerView[] }
  resetBreaker: { params: { readonly workspaceId: string | null; readonly id: string }; result: boolean }
  cacheSize: { params: string | null; result: CacheSize }
  shadow: { params: { readonly workspaceId: string | null; readonly limit: number }; result: ShadowReport }
  purge: { params: { readonly workspaceId: string; readonly namespace: string | null }; result: number }
  /** Erases a person in the files and caches of the worker. */
  erase: { params: LocalErasure; result: LocalErasureCounts }
  feedback: {
    params: { readonly workspaceId: string; readonly traceId: string; readonly value: number }
    result: null
  }
  /** A replacement will start: finish running requests and accept no new ones. */
  drain: { params: null; result: null }
}

/** The worker's end of the channel. */
export type OwnerChannel = RpcChannel<ToOwner, ToWorker>
/** The owner's end of the channel, one per worker. */
export type WorkerChannel = RpcChannel<ToWorker, ToOwner>
