/** Limits the cardinality of metadata rollups: number of keys per workspace and number of values per key. */

import { MAX_VALUE_LENGTH } from './dimensions.ts'
import type { Scope } from './rollup-builder.ts'

/** Keys beyond this get no rollups; filters on them read the logs. */
const MAX_KEYS = 64
/** New (minute, value) rows per key and hour. A key above this, such as a request id, gets no more rollups. */
const MAX_NEW_VALUES = 20_000

export function acceptsNewKey(scope: Scope, key: string): boolean {
  return scope.keys.size < MAX_KEYS && key.length <= MAX_VALUE_LENGTH
}

export class CardinalityLimit {
  /** New rows in the current hour, by scope and dimension. */
  readonly #counts = new Map<number, number>()
  #hour = 0

  /** Counts a value that is new in its minute; true if its key exceeds the limit. */
  isExceeded(scopeId: number, dimensionId: number, minuteMs: number): boolean {
    const hour = Math.floor(minuteMs / 3_600_000)
    if (hour !== this.#hour) this.#counts.clear()
    this.#hour = hour
    const key = scopeId * 65_536 + dimensionId
    const values = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, values)
    return values > MAX_NEW_VALUES
  }
}
