/** Reports this node's journal to the shared store in batches. */

import { lastBoundaryMs } from '../../core/money/budget-period.ts'
import type { JournalPosition, StoredHold } from '../../core/money/ledger-store.ts'
import type { LedgerReport, ReportedAccount, ReportedEntry, SharedLedgerStore } from '../../core/money/shared-ledger.ts'
import type { Durability } from '../../core/runtime/disk.ts'
import { onDisk } from '../fold-journal.ts'
import { entryIn, holdLinesIn, type LedgerFrame } from '../ledger-frame.ts'
import type { LedgerJournal } from '../ledger-journal.ts'
import type { Leases } from './leases.ts'

const FRAMES_AT_ONCE = 2_048
/** Pause after each report. It starts when the report ends, so slow reports become larger, not more frequent. */
const REPORT_AFTER_MS = 200
const RETRY_AFTER_MS = 1_000

/** `isLast`: the journal had no more frames when the report was built. */
type Next = { readonly report: LedgerReport; readonly isLast: boolean }

export class Reporter {
  #timer: ReturnType<typeof setTimeout> | null = null
  #isReporting = false
  #hasUnreported = false
  #running: Promise<unknown> = Promise.resolve()
  #isClosed = false
  /** A report that was sent but possibly not committed. It is sent again unchanged, so the store can recognise it. */
  #unconfirmed: LedgerReport | null = null

  constructor(
    private readonly node: string,
    private readonly journal: LedgerJournal,
    private readonly store: SharedLedgerStore,
    private readonly leases: Leases,
    private position: JournalPosition,
    private readonly onReported: (account: ReportedAccount) => void,
    private readonly durability: Durability = 'process',
  ) {}

  /** Call after appending to the journal. */
  wake(): void {
    this.#hasUnreported = true
    if (!this.#isReporting) this.#schedule(REPORT_AFTER_MS)
  }

  /** Resolves when the store has everything that is in the journal now. */
  flush(): Promise<void> {
    const flushing = this.#running.then(() => this.#reportAll())
    this.#running = flushing.then(
      () => {
        if (this.#hasUnreported) this.#schedule(REPORT_AFTER_MS)
      },
      (error: unknown) => {
        this.leases.failed(error)
        this.#schedule(RETRY_AFTER_MS)
      },
    )
    return flushing
  }

  /** Waits for the current report and starts no other. */
  async stop(): Promise<void> {
    this.#isClosed = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
  }

  async close(): Promise<void> {
    await this.stop()
    await this.flush().catch(() => {
      // The frames stay in the journal; the next start reports them.
    })
  }

  #schedule(afterMs: number): void {
    if (this.#timer !== null || this.#isClosed) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      void this.flush().catch(() => {})
    }, afterMs)
    this.#timer.unref()
  }

  /** Frames appended during the last report wait for the next run; otherwise this would never end under load. */
  async #reportAll(): Promise<void> {
    this.#isReporting = true
    try {
      for (;;) {
        const next = this.#unconfirmed ? { report: this.#unconfirmed, isLast: false } : this.#next()
        if (!next) return
        const { report, isLast } = next
        this.#unconfirmed = report
        if (this.durability === 'disk') await onDisk(this.journal)
        await this.#send(report)
        this.#unconfirmed = null
        if (report.next.segment !== this.position.segment) this.journal.forget(report.next)
        this.position = report.next
        if (isLast) return
      }
    } finally {
      this.#isReporting = false
    }
  }

  #next(): Next | null {
    this.#hasUnreported = false
    const { frames, next } = this.journal.read(this.position, FRAMES_AT_ONCE)
    if (frames.length === 0) return null
    const alertUnits = (account: string) => this.leases.find(account)?.terms.alertUnits ?? null
    const boundaryMs = (account: string, anchorMs: number, nowMs: number) => {
      const schedule = this.leases.find(account)?.terms.schedule
      return schedule ? lastBoundaryMs(schedule, anchorMs, nowMs) : null
    }
    const report = { from: this.position, next, ...sumFrames(frames), alertUnits, boundaryMs }
    return { report, isLast: this.journal.unreadBytes(next) === 0 }
  }

  /** Blocks lease calls for the reported accounts; otherwise their units would count as both used and leased. */
  async #send(report: LedgerReport): Promise<void> {
    const accounts = [...new Set(report.entries.map(({ account }) => account))].sort()
    const send = async (): Promise<void> => {
      const reported = await this.store.report(this.node, report)
      for (const { account, units, heldUnits } of report.entries) {
        const lease = this.leases.find(account)
        if (lease) lease.unreportedUnits = Math.max(0, lease.unreportedUnits - Math.min(units, heldUnits))
      }
      this.leases.succeeded()
      for (const account of reported) {
        this.leases.updateState(account.account, account.state)
        this.onReported(account)
      }
    }
    await accounts.reduceRight<() => Promise<void>>((inner, account) => {
      const lease = this.leases.find(account)
      return lease ? () => lease.exclusively(inner) : inner
    }, send)()
  }
}

type ReportLines = Pick<LedgerReport, 'entries' | 'openedHolds' | 'resolvedHoldIds'>

function sumFrames(frames: readonly LedgerFrame[]): ReportLines {
  const opened = new Map<string, StoredHold>()
  const resolved: string[] = []
  const entries: ReportedEntry[] = []
  for (const frame of frames) {
    if (frame[0] === 'hold') {
      const [, id, atMs, lines] = frame
      if (lines.length > 0) opened.set(id, { id, atMs, lines: holdLinesIn(lines) })
    } else if (frame[0] === 'entries') {
      const [, id, kind, atMs, lines] = frame
      if (!opened.delete(id)) resolved.push(id)
      for (const line of lines) entries.push(entryIn(id, kind, atMs, line))
    }
  }
  return { entries, openedHolds: [...opened.values()], resolvedHoldIds: resolved }
}
