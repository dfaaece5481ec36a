/** Which metadata keys are worth adding up: few of them, and none that names single requests. */

import { MAX_VALUE_LENGTH } from './dimensions.ts'
import type { Scope } from './rollup-builder.ts'

/** A workspace that sends ever new keys gets sums for the first ones; filters on others read the logs. */
const MAX_KEYS = 64
/** New (minute, value) rows a key may make in an hour before it is no longer worth adding up. */
const MAX_NEW_VALUES = 20_000

export function acceptsNewKey(scope: Scope, key: string): boolean {
  return scope.keys.size < MAX_KEYS && key.length <= MAX_VALUE_LENGTH
}

export class CardinalityLimit {
  /** Rows that a key made new in this hour, by scope and dimension. */
  readonly #counts = new Map<number, number>()
  #hour = 0

  /** Counts a value seen for the first time in its minute; true when its key has too many. */
  isTooMany(scopeId: number, dimensionId: number, minuteMs: number): boolean {
    const hour = Math.floor(minuteMs / 3_600_000)
    if (hour !== this.#hour) this.#counts.clear()
    this.#hour = hour
    const place = scopeId * 65_536 + dimensionId
    const values = (this.#counts.get(place) ?? 0) + 1
    this.#counts.set(place, values)
    return values > MAX_NEW_VALUES
  }
}
