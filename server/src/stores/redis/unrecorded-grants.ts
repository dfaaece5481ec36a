/** Records units that Redis used while the database was unavailable, so that the database does not grant them again. */

import type { WindowClaim, WindowStore } from '../../core/money/shared-ledger.ts'
import { withTimeout } from '../../core/runtime/with-timeout.ts'

const TRY_EVERY_MS = 1_000
const MAX_COUNTERS = 100_000

type UnrecordedGrant = {
  readonly claim: WindowClaim
  readonly startMs: number
  readonly untilMs: number
  units: number
}

export class UnrecordedGrants {
  readonly #unrecorded = new Map<string, UnrecordedGrant>()
  #isScheduled = false

  constructor(
    private readonly database: Pick<WindowStore, 'claimPart' | 'correct'>,
    private readonly timeoutMs: number,
    private readonly onSuccess: () => void,
    private readonly tryEveryMs = TRY_EVERY_MS,
  ) {}

  add(claim: WindowClaim, startMs: number, units: number): void {
    const known = this.#unrecorded.get(claim.counter)
    if (known?.startMs === startMs) known.units += units
    else if (this.#unrecorded.size < MAX_COUNTERS) {
      this.#unrecorded.set(claim.counter, { claim, startMs, units, untilMs: performance.now() + claim.sizeMs })
    }
    this.#recordLater()
  }

  #recordLater(): void {
    if (this.#isScheduled || this.#unrecorded.size === 0) return
    this.#isScheduled = true
    setTimeout(async () => {
      await this.#recordAll()
      this.#isScheduled = false
      this.#recordLater()
    }, this.tryEveryMs).unref()
  }

  /** Stops at the first failure. */
  async #recordAll(): Promise<void> {
    for (const [counter, grant] of this.#unrecorded) {
      this.#unrecorded.delete(counter)
      if (performance.now() > grant.untilMs) continue
      try {
        await withTimeout(this.timeoutMs, this.#record(grant))
        this.onSuccess()
      } catch {
        this.#putBack(grant)
        return
      }
    }
  }

  /** Keeps the expiry of the grant. If units of a later window were added meanwhile, only those are kept. */
  #putBack(grant: UnrecordedGrant): void {
    const { counter } = grant.claim
    const added = this.#unrecorded.get(counter)
    if (added && added.startMs !== grant.startMs) return
    grant.units += added?.units ?? 0
    this.#unrecorded.set(counter, grant)
  }

  async #record({ claim, startMs, units }: UnrecordedGrant): Promise<void> {
    const recorded = await this.database.claimPart({ ...claim, units, notBeforeMs: startMs })
    // The database is already in a later window, so undo the claim there.
    if (recorded.startMs !== startMs) await this.database.correct(claim, recorded.startMs, -recorded.claimedUnits)
  }
}
