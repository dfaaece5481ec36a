/** Opens the books: what the store has, what the journal adds, and what a dead process left open. */

import { join } from 'node:path'
import type { BudgetService } from '../core/money/budget-service.ts'
import type { LedgerStore } from '../core/money/ledger-store.ts'
import type { BudgetAlert, SpendingService } from '../core/money/spending.ts'
import { jumpInWords, SteadyClock } from '../core/runtime/steady-clock.ts'
import { Ledger, lacksPeriod } from '../policies/accounts.ts'
import { Windows } from '../policies/window.ts'
import type { Mismatch } from './fold-batch.ts'
import { Folder } from './fold-journal.ts'
import { inWords } from './ledger-damage.ts'
import { LedgerJournal } from './ledger-journal.ts'
import { LocalBudgetService } from './local-budget-service.ts'
import { LocalSpending } from './local-spending.ts'
import { replayFrame, restoreState, type SpendingState, toPeriodUse } from './replay.ts'

const FRAMES_AT_ONCE = 1_000
const SWEEP_MS = 60_000
/** How often it is seen whether the clock has jumped. */
const CLOCK_MS = 1_000
const VERIFY_MS = 600_000
const DAY_MS = 86_400_000
/** No call takes longer; a hold this old has lost its call. */
const HOLD_MS = DAY_MS
/** A week's window and a day. */
const WINDOW_MS = 8 * DAY_MS

export type LedgerHealth = {
  /** `unreachable`: the books of all nodes; what is leased can still be spent. */
  readonly status: 'ok' | 'unwritable' | 'unreachable' | 'mismatch' | 'damaged'
  readonly openHolds: number
  readonly problem: string | null
  /** Damage in the journal that nobody has acknowledged; meanwhile budgets refuse. */
  readonly damages: number
  /** Incomplete last entries that were cut off at the start. */
  readonly tailsCut: number
}

export type OpenLedger = {
  readonly budgetService: BudgetService
  readonly spending: SpendingService
  /** Told when a budget passes its alert threshold. */
  onAlert(listener: (alert: BudgetAlert) => void): void
  health(): LedgerHealth
  close(): Promise<void>
}

export type LedgerEvents = {
  /** The books do not add up: a defect of ours. */
  readonly onMismatch: (mismatch: Mismatch) => void
  /** For operators: a torn tail was cut, or damage was found. */
  readonly onProblem: (message: string) => void
}

export async function openLedger(dataDirectory: string, store: LedgerStore, events: LedgerEvents): Promise<OpenLedger> {
  const journal = new LedgerJournal(join(dataDirectory, 'ledger'), { onProblem: events.onProblem })
  const state = await store.load()
  const books: SpendingState = { ledger: new Ledger(), windows: new Windows() }
  restoreState(books, state)
  let position = state.position ?? { segment: 0, offsetBytes: 0 }
  for (;;) {
    const { frames, next } = journal.read(position, FRAMES_AT_ONCE)
    if (frames.length === 0) break
    for (const frame of frames) replayFrame(books, frame)
    position = next
  }
  const folder = new Folder(journal, store, state, { onMismatch: events.onMismatch })
  let tell: (alert: BudgetAlert) => void = () => {}
  const recalling = new Set<string>()
  /** Reads the periods of an account from which the clock was ahead when it was loaded. */
  const recall = async (account: string): Promise<void> => {
    const fromMs = books.ledger.find(account)?.knownFromMs
    if (fromMs === undefined || recalling.has(account)) return
    recalling.add(account)
    try {
      await folder.flush()
      const periods = await store.before(account, fromMs)
      books.ledger.restoreBefore(account, periods.map(toPeriodUse))
    } catch (error) {
      events.onProblem(
        `The clock was set back, and the earlier spending of ${account} cannot be read: ${String(error)}`,
      )
    } finally {
      recalling.delete(account)
    }
  }
  const keeper = new LocalBudgetService(books, journal, {
    onAppended: () => folder.wake(),
    onAlert: (alert) => tell(alert),
    onUnknownPeriod: (account) => void recall(account),
  })
  keeper.settleCrashed()
  folder.wake()
  void folder.verify()
  // What is forgotten is not forgotten for a wrong clock's sake.
  const clock = new SteadyClock((byMs) => {
    events.onProblem(jumpInWords(byMs))
    const nowMs = Date.now()
    for (const account of books.ledger.accounts()) if (lacksPeriod(account, nowMs)) void recall(account.id)
  })
  // Also a jump within the first second is seen.
  clock.nowMs()
  const watching = setInterval(() => clock.nowMs(), CLOCK_MS)
  const sweeping = setInterval(() => {
    const nowMs = clock.nowMs()
    keeper.expire(nowMs - HOLD_MS)
    books.windows.prune(nowMs)
  }, SWEEP_MS)
  const verifying = setInterval(() => {
    void folder.verify()
    store.prune(clock.nowMs() - WINDOW_MS).catch(() => {
      // Old windows cost a little room and nothing else: the next time will do.
    })
  }, VERIFY_MS)
  watching.unref()
  sweeping.unref()
  verifying.unref()

  return {
    budgetService: keeper,
    spending: new LocalSpending(books.ledger, keeper),
    onAlert(listener) {
      tell = listener
    },
    health() {
      const { mismatches, lastProblem } = folder.health()
      const found = journalHealth(journal)
      const status = found.status !== 'ok' ? found.status : mismatches > 0 ? 'mismatch' : 'ok'
      return { ...found, status, openHolds: keeper.openHolds, problem: found.problem ?? lastProblem }
    },
    async close() {
      clearInterval(watching)
      clearInterval(sweeping)
      clearInterval(verifying)
      await folder.close()
      journal.close()
    },
  }
}

/** What the journal alone can say. */
export function journalHealth(journal: LedgerJournal): Omit<LedgerHealth, 'openHolds'> {
  const { failure, damages, tailsCut } = journal
  const damage = damages.first()
  return {
    status: failure !== null ? 'unwritable' : damage ? 'damaged' : 'ok',
    problem: failure ?? (damage && inWords(damage)),
    damages: damages.openCount,
    tailsCut,
  }
}
