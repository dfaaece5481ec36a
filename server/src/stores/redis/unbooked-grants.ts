/** Units granted to Redis while the database was unavailable. They are recorded there later, so it does not grant them again. */

import type { WindowClaim, WindowStore } from '../../core/money/shared-ledger.ts'
import { within } from '../../core/runtime/within.ts'

const TRY_EVERY_MS = 1_000
const ANSWER_MS = 4_000
const MOST_COUNTERS = 100_000

type Unbooked = { readonly claim: WindowClaim; readonly startMs: number; readonly untilMs: number; units: number }

export class UnbookedGrants {
  readonly #unbooked = new Map<string, Unbooked>()
  #isTelling = false

  constructor(
    private readonly database: Pick<WindowStore, 'claimPart' | 'correct'>,
    private readonly onAnswer: () => void,
  ) {}

  add(claim: WindowClaim, startMs: number, units: number): void {
    const known = this.#unbooked.get(claim.counter)
    if (known?.startMs === startMs) known.units += units
    else if (this.#unbooked.size < MOST_COUNTERS) {
      this.#unbooked.set(claim.counter, { claim, startMs, units, untilMs: performance.now() + claim.sizeMs })
    }
    this.#tellLater()
  }

  #tellLater(): void {
    if (this.#isTelling || this.#unbooked.size === 0) return
    this.#isTelling = true
    setTimeout(async () => {
      await this.#tellAll()
      this.#isTelling = false
      this.#tellLater()
    }, TRY_EVERY_MS).unref()
  }

  /** Stops at the first failure. */
  async #tellAll(): Promise<void> {
    for (const [counter, unbooked] of this.#unbooked) {
      this.#unbooked.delete(counter)
      if (performance.now() > unbooked.untilMs) continue
      try {
        await within(ANSWER_MS, this.#tell(unbooked))
        this.onAnswer()
      } catch {
        this.add(unbooked.claim, unbooked.startMs, unbooked.units)
        return
      }
    }
  }

  async #tell({ claim, startMs, units }: Unbooked): Promise<void> {
    const booked = await this.database.claimPart({ ...claim, units, notBeforeMs: startMs })
    // The database is already in a later window, so undo the claim there.
    if (booked.startMs !== startMs) await this.database.correct(claim, booked.startMs, -booked.claimedUnits)
  }
}
