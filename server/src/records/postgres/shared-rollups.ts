/** A node's rollups in PostgreSQL: its parts in memory and the watermarks of the current transaction. */

import type { Client } from 'pg'
import type { RollupEntry } from '../rollups/log-groups.ts'
import { RollupBuilder } from '../rollups/rollup-builder.ts'
import type { FeedbackSums } from '../rollups/sum-columns.ts'
import { toWatermarks, WATERMARK_COLUMNS, type Watermarks } from '../rollups/watermarks.ts'
import { LOCKS, rowsOf } from './connection.ts'
import { PartTable } from './part-table.ts'
import { SharedScopeNames } from './scope-names.ts'

/** Part numbers reserved with one `nextval`. */
const PARTS_PER_NUMBER = 1_000_000

type SharedState = { watermarks: Watermarks; epoch: number }

export class SharedRollups {
  readonly scopes = new SharedScopeNames()
  readonly #tables: readonly PartTable[]
  readonly #builder: RollupBuilder
  readonly #state: SharedState
  #part: number

  private constructor(firstPart: number, state: SharedState) {
    this.#part = firstPart
    this.#state = state
    const nextPart = () => this.#part++
    const minutes = new PartTable('sums_minutes', nextPart)
    const hours = new PartTable('sums_hours', nextPart)
    const days = new PartTable('sums_days', nextPart)
    this.#tables = [minutes, hours, days]
    const target = { minutes, hours, days, scopes: this.scopes }
    this.#builder = new RollupBuilder({
      ...target,
      get watermarks() {
        return state.watermarks
      },
    })
  }

  static async open(client: Client): Promise<SharedRollups> {
    const [row] = await rowsOf(client, `SELECT nextval('part_numbers')`)
    return new SharedRollups((row![0] as number) * PARTS_PER_NUMBER, await readState(client))
  }

  /** The watermarks as last read. */
  get watermarks(): Watermarks {
    return this.#state.watermarks
  }

  /** Call first in a transaction that changes rollups; watermarks cannot move until it ends. */
  async lock(client: Client, how: 'shared' | 'exclusive'): Promise<Watermarks> {
    await rowsOf(client, `SELECT pg_advisory_xact_lock${how === 'shared' ? '_shared' : ''}(${LOCKS.rollups})`)
    const { watermarks, epoch } = await readState(client)
    if (epoch !== this.#state.epoch) this.#forgetParts()
    Object.assign(this.#state, { watermarks, epoch })
    return watermarks
  }

  add(log: RollupEntry, feedback: FeedbackSums | null): void {
    this.#builder.add(log, feedback)
  }

  addVector(log: RollupEntry, sums: Float64Array): void {
    this.#builder.addVector(log, sums)
  }

  async flush(client: Client): Promise<void> {
    this.#builder.flushGroups()
    for (const table of this.#tables) await table.flush(client)
    await this.scopes.flush(client)
  }

  /** Call after the commit. */
  evict(): void {
    for (const table of this.#tables) table.evict()
  }

  /**
   * Call after a failed transaction. Committed parts stay; later logs start new parts. Ids of scopes are read again,
   * because the failed transaction may have created them.
   */
  forget(): void {
    this.#forgetParts()
    this.scopes.forget()
  }

  #forgetParts(): void {
    this.#builder.forget()
    for (const table of this.#tables) table.forget()
  }
}

async function readState(client: Client): Promise<SharedState> {
  const [row] = await rowsOf(client, `SELECT ${WATERMARK_COLUMNS}, epoch FROM sum_progress`)
  const numbers = row as number[]
  return { watermarks: toWatermarks(numbers), epoch: numbers.at(-1)! }
}
