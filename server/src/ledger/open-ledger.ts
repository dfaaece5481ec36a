/** Opens the ledger of a single node: loads the store, replays the journal and settles holds of a killed process. */

import { join } from 'node:path'
import type { BudgetService } from '../core/money/budget-service.ts'
import type { LedgerStore } from '../core/money/ledger-store.ts'
import type { BudgetAlert, SpendingService } from '../core/money/spending.ts'
import { jumpInWords, SteadyClock } from '../core/runtime/steady-clock.ts'
import { Accounts, lacksPeriod } from '../policies/accounts.ts'
import { Windows } from '../policies/window.ts'
import { DurableBudgetService } from './durable-budget-service.ts'
import type { Mismatch } from './fold-batch.ts'
import { JournalFold } from './fold-journal.ts'
import { operatorMessage } from './ledger-damage.ts'
import { LedgerJournal } from './ledger-journal.ts'
import { LocalBudgetService } from './local-budget-service.ts'
import { LocalSpending } from './local-spending.ts'
import { replayFrame, restoreState, type SpendingState, toPeriodUse } from './replay.ts'

const FRAMES_AT_ONCE = 1_000
const SWEEP_MS = 60_000
/** How often to check for clock jumps. */
const CLOCK_MS = 1_000
const VERIFY_MS = 600_000
const DAY_MS = 86_400_000
/** Longer than any call: an older hold was never settled and expires. */
const HOLD_MS = DAY_MS
/** Older windows are deleted. The longest window is a week; one day is added. */
const WINDOW_MS = 8 * DAY_MS

export type LedgerHealth = {
  /** `unreachable`: the shared store is down, but leased budget can be spent. In a worker: the owner is unreachable. */
  readonly status: 'ok' | 'unwritable' | 'unreachable' | 'mismatch' | 'damaged'
  readonly openHolds: number
  readonly problem: string | null
  /** Unacknowledged damage in the journal. Requests under a budget are refused while there is any. */
  readonly damages: number
  /** Incomplete last entries cut off at startup. */
  readonly tailsCut: number
  /** Syncs of the journal that failed. */
  readonly syncFailures: number
}

export type OpenLedger = {
  readonly budgetService: BudgetService
  readonly spending: SpendingService
  /** Sets the listener that is called when a budget passes its alert threshold. */
  onAlert(listener: (alert: BudgetAlert) => void): void
  health(): LedgerHealth
  close(): Promise<void>
}

export type LedgerEvents = {
  /** A balance does not match its entries. This is a bug in Gatehouse. */
  readonly onMismatch: (mismatch: Mismatch) => void
  /** For operators: a torn tail was cut, damage was found, or the clock jumped. */
  readonly onProblem: (message: string) => void
}

/** `syncStore`: with the durability `disk`, makes all writes to `store` so far durable; null with `process`. */
export async function openLedger(
  dataDirectory: string,
  store: LedgerStore,
  events: LedgerEvents,
  syncStore: (() => Promise<void>) | null = null,
): Promise<OpenLedger> {
  const durability = syncStore ? 'disk' : 'process'
  using opened = new DisposableStack()
  const journal = new LedgerJournal(join(dataDirectory, 'ledger'), { durability, onProblem: events.onProblem })
  opened.defer(() => journal.close())
  const stored = await store.load()
  const state: SpendingState = { accounts: new Accounts(), windows: new Windows() }
  restoreState(state, stored)
  let position = stored.position ?? { segment: 0, offsetBytes: 0 }
  for (;;) {
    const { frames, next } = journal.read(position, FRAMES_AT_ONCE)
    if (frames.length === 0) break
    for (const frame of frames) replayFrame(state, frame)
    position = next
  }
  const fold = new JournalFold(journal, store, stored, { onMismatch: events.onMismatch }, syncStore)
  let notify: (alert: BudgetAlert) => void = () => {}
  const loading = new Set<string>()
  /** Loads the earlier periods of an account that was loaded while the clock was ahead. */
  const loadEarlierPeriods = async (account: string): Promise<void> => {
    const fromMs = state.accounts.find(account)?.knownFromMs
    if (fromMs === undefined || loading.has(account)) return
    loading.add(account)
    try {
      await fold.flush()
      const periods = await store.before(account, fromMs)
      state.accounts.restoreBefore(account, periods.map(toPeriodUse))
    } catch (error) {
      events.onProblem(
        `The clock was set back, and the earlier spending of ${account} could not be loaded: ${String(error)}`,
      )
    } finally {
      loading.delete(account)
    }
  }
  const budgetService = new LocalBudgetService(state, journal, {
    onAppended: () => fold.wake(),
    onAlert: (alert) => notify(alert),
    onUnknownPeriod: (account) => void loadEarlierPeriods(account),
  })
  budgetService.settleCrashed()
  opened.move()
  fold.wake()
  void fold.verify()
  // SteadyClock ignores sudden jumps, so that a wrong clock does not expire holds or prune windows.
  const clock = new SteadyClock((byMs) => {
    events.onProblem(jumpInWords(byMs))
    const nowMs = Date.now()
    for (const account of state.accounts.all()) if (lacksPeriod(account, nowMs)) void loadEarlierPeriods(account.id)
  })
  // Read once now, so that a jump within the first second is detected.
  clock.nowMs()
  const watching = setInterval(() => clock.nowMs(), CLOCK_MS)
  const sweeping = setInterval(() => {
    const nowMs = clock.nowMs()
    budgetService.expire(nowMs - HOLD_MS)
    state.windows.prune(nowMs)
  }, SWEEP_MS)
  const verifying = setInterval(() => {
    void fold.verify()
    store.prune(clock.nowMs() - WINDOW_MS).catch(() => {
      // Old windows only take disk space; the next run deletes them.
    })
  }, VERIFY_MS)
  watching.unref()
  sweeping.unref()
  verifying.unref()

  return {
    budgetService: syncStore ? new DurableBudgetService(budgetService, () => budgetService.saved()) : budgetService,
    spending: new LocalSpending(state.accounts, budgetService, durability),
    onAlert(listener) {
      notify = listener
    },
    health() {
      const { mismatches, lastProblem } = fold.health()
      const found = journalHealth(journal)
      const status = found.status !== 'ok' ? found.status : mismatches > 0 ? 'mismatch' : 'ok'
      return { ...found, status, openHolds: budgetService.openHolds, problem: found.problem ?? lastProblem }
    },
    async close() {
      clearInterval(watching)
      clearInterval(sweeping)
      clearInterval(verifying)
      await fold.close()
      journal.close()
    },
  }
}

/** Health of the journal alone. */
export function journalHealth(journal: LedgerJournal): Omit<LedgerHealth, 'openHolds'> {
  const { failure, damages, tailsCut, syncFailures } = journal
  const damage = damages.first()
  return {
    status: failure !== null ? 'unwritable' : damage ? 'damaged' : 'ok',
    problem: failure ?? (damage && operatorMessage(damage)),
    damages: damages.openCount,
    tailsCut,
    syncFailures,
  }
}
