/** Opens the ledger of one node of a cluster: reports the rest of its journal and releases its old leases. */

import { join } from 'node:path'
import type { SharedLedgerStore, WindowStore } from '../../core/money/shared-ledger.ts'
import type { BudgetAlert } from '../../core/money/spending.ts'
import type { Durability } from '../../core/runtime/disk.ts'
import { nodeIdOf } from '../../core/runtime/node-id.ts'
import { jumpInWords, SteadyClock } from '../../core/runtime/steady-clock.ts'
import { Accounts } from '../../policies/accounts.ts'
import { Windows } from '../../policies/window.ts'
import { DurableBudgetService } from '../durable-budget-service.ts'
import { LedgerJournal } from '../ledger-journal.ts'
import { LocalBudgetService } from '../local-budget-service.ts'
import { journalHealth, type OpenLedger } from '../open-ledger.ts'
import { replayFrame, type SpendingState } from '../replay.ts'
import { sharedSpending } from './lease.ts'
import { Leases } from './leases.ts'
import { Reporter } from './reporter.ts'
import { SharedBudgetService } from './shared-budget-service.ts'
import { SharedSpending } from './shared-spending.ts'
import { SharedWindows } from './shared-windows.ts'

const FRAMES_AT_ONCE = 1_000
const SWEEP_MS = 200
/** How often to check this machine's clock for jumps. */
const CLOCK_MS = 1_000
/** A slower response is not used to check the clock of the database for jumps. */
const PROMPT_MS = 1_000
const RENEW_MS = 5_000
const EXPIRE_EVERY_MS = 10_000
/** After this long without a heartbeat, another node settles the node's leases as used. */
const LEASE_MS = 15 * 60_000
/** The node itself stops spending its leases well before that. */
const VOID_MS = 10 * 60_000
/** Longer than any call: an older hold was never settled and expires. */
const HOLD_MS = 86_400_000

export type SharedLedgerParts = {
  readonly dataDirectory: string
  readonly store: SharedLedgerStore
  /** How long a request waits for the store. */
  readonly timeoutMs?: number
  /** How often the node renews its leases and reads the clock of the database. */
  readonly renewMs?: number
  /** The default is `process`. */
  readonly durability?: Durability
  /** In order of preference: the first available store is used. */
  readonly windowStores: readonly WindowStore[]
  /** For operators: a torn tail was cut, damage was found, or a clock jumped. */
  readonly onProblem: (message: string) => void
}

/** On failure, closes the store too, so that it can be called again with a new one. */
export async function openSharedLedger(parts: SharedLedgerParts): Promise<OpenLedger> {
  const { dataDirectory, store, timeoutMs, windowStores, onProblem, durability = 'process', renewMs = RENEW_MS } = parts
  await using opened = new AsyncDisposableStack()
  opened.defer(() => store.close())
  const node = nodeIdOf(dataDirectory)
  const journal = new LedgerJournal(join(dataDirectory, 'shared-ledger'), { durability, onProblem })
  opened.defer(() => journal.close())
  const { position, holds } = await store.openNode(node)
  const state: SpendingState = { accounts: new Accounts(), windows: new Windows() }
  for (const { id, atMs, lines } of holds) state.accounts.restoreHold(id, atMs, lines)
  for (let from = position; ; ) {
    const { frames, next } = journal.read(from, FRAMES_AT_ONCE)
    if (frames.length === 0) break
    for (const frame of frames) replayFrame(state, frame)
    from = next
  }
  const leases = new Leases(node, store, timeoutMs)
  let notify: (alert: BudgetAlert) => void = () => {}
  const reporter = new Reporter(
    node,
    journal,
    store,
    leases,
    position,
    ({ account, state, isAlert }) => {
      const terms = leases.find(account)?.terms
      if (!isAlert || !terms || terms.alertUnits === null) return
      const spending = sharedSpending(state, terms, state.nowMs)
      notify({ ...terms.owner, atMs: state.nowMs, thresholdUnits: terms.alertUnits, spending })
    },
    durability,
  )
  opened.defer(() => reporter.stop())
  const events = { onAppended: () => reporter.wake(), onAlert: () => {} }
  const local = new LocalBudgetService(state, journal, events, () => leases.nowMs(), false)
  // Before the first request: holds of the previous process count as used.
  local.settleCrashed()
  await reporter.flush()
  await store.releaseAll(node)
  const machine = new SteadyClock((byMs) => onProblem(jumpInWords(byMs)))
  let databaseMs = 0
  const database = new SteadyClock(
    (byMs) => onProblem(jumpInWords(byMs, 'The clock of the database')),
    () => ({ wallMs: databaseMs, monotonicMs: performance.now() }),
  )
  const renew = async (): Promise<void> => {
    const startedAtMs = performance.now()
    databaseMs = await store.heartbeat(node)
    leases.setClock(databaseMs)
    if (performance.now() - startedAtMs < PROMPT_MS) database.nowMs()
  }
  machine.nowMs()
  // Before the first request: windows and periods follow the store's clock.
  await renew()
  let nodes = Math.max(1, await store.countNodes(6 * renewMs))
  const windows = new SharedWindows(
    windowStores,
    () => nodes,
    () => leases.nowMs(),
    timeoutMs,
  )
  const budgetService = new SharedBudgetService({ leases, windows, local, accounts: state.accounts, store })
  const timers = [
    every(SWEEP_MS, () => leases.releaseIdle()),
    every(CLOCK_MS, async () => void machine.nowMs()),
    every(renewMs, async () => {
      leases.voidUnrenewed(VOID_MS)
      windows.prune(leases.nowMs())
      await renew()
      nodes = Math.max(1, await store.countNodes(6 * renewMs))
    }),
    every(EXPIRE_EVERY_MS, async () => {
      budgetService.expire(leases.nowMs() - HOLD_MS)
      await store.expireLeases(LEASE_MS)
    }),
  ]
  opened.move()

  return {
    budgetService: durability === 'disk' ? new DurableBudgetService(budgetService, () => local.saved()) : budgetService,
    spending: new SharedSpending(store, reporter, leases),
    onAlert(listener) {
      notify = listener
    },
    health() {
      const found = journalHealth(journal)
      const status = found.status !== 'ok' ? found.status : leases.failure !== null ? 'unreachable' : 'ok'
      return { ...found, status, openHolds: local.openHolds, problem: found.problem ?? leases.failure }
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      await reporter.close()
      await store.releaseAll(node).catch(() => {
        // The next start releases the leases.
      })
      journal.close()
      await store.close()
    },
  }
}

/** Runs never overlap. A failed run is retried at the next interval. */
function every(intervalMs: number, work: () => Promise<void>): ReturnType<typeof setInterval> {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    void work()
      .catch(() => {})
      .finally(() => {
        isRunning = false
      })
  }, intervalMs)
  timer.unref()
  return timer
}
