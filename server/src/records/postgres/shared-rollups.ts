/** The sums of a node on the shared store: parts in memory, marks as they were read in the running transaction. */

import type { Client } from 'pg'
import type { Summed } from '../rollups/log-groups.ts'
import { SumAdder } from '../rollups/rollup-builder.ts'
import type { FeedbackSums } from '../rollups/sum-columns.ts'
import { MARK_COLUMNS, type Marks, toMarks } from '../rollups/watermarks.ts'
import { LOCKS, rowsOf } from './connection.ts'

import { PartTable } from './part-table.ts'
import { SharedScopeNames } from './scope-names.ts'

/** Parts a node may begin before it asks for more numbers. */
const PARTS_A_NUMBER = 1_000_000

type Held = { marks: Marks; epoch: number }

export class SharedSums {
  readonly scopes = new SharedScopeNames()
  readonly #tables: readonly PartTable[]
  readonly #adder: SumAdder
  readonly #held: Held
  #part: number

  private constructor(firstPart: number, held: Held) {
    this.#part = firstPart
    this.#held = held
    const nextPart = () => this.#part++
    const minutes = new PartTable('sums_minutes', nextPart)
    const hours = new PartTable('sums_hours', nextPart)
    const days = new PartTable('sums_days', nextPart)
    this.#tables = [minutes, hours, days]
    const home = { minutes, hours, days, scopes: this.scopes }
    this.#adder = new SumAdder({
      ...home,
      get progress() {
        return held.marks
      },
    })
  }

  static async open(client: Client): Promise<SharedSums> {
    const [row] = await rowsOf(client, `SELECT nextval('part_numbers')`)
    return new SharedSums((row![0] as number) * PARTS_A_NUMBER, await readHeld(client))
  }

  /** As they were last read. */
  get marks(): Marks {
    return this.#held.marks
  }

  /** First thing in a transaction that adds: marks stay as they are until it ends. */
  async hold(client: Client, how: 'shared' | 'alone'): Promise<Marks> {
    await rowsOf(client, `SELECT pg_advisory_xact_lock${how === 'shared' ? '_shared' : ''}(${LOCKS.sums})`)
    const { marks, epoch } = await readHeld(client)
    if (epoch !== this.#held.epoch) this.forget()
    Object.assign(this.#held, { marks, epoch })
    return marks
  }

  add(log: Summed, feedback: FeedbackSums | null): void {
    this.#adder.add(log, feedback)
  }

  addVector(log: Summed, sums: Float64Array): void {
    this.#adder.addVector(log, sums)
  }

  async flush(client: Client): Promise<void> {
    this.#adder.settle()
    for (const table of this.#tables) await table.flush(client)
    await this.scopes.flush(client)
  }

  /** After the commit. */
  makeRoom(): void {
    for (const table of this.#tables) table.makeRoom()
  }

  /** After a transaction that failed: what was written before keeps its parts, what follows begins new ones. */
  forget(): void {
    this.#adder.forget()
    for (const table of this.#tables) table.forget()
  }
}

async function readHeld(client: Client): Promise<Held> {
  const [row] = await rowsOf(client, `SELECT ${MARK_COLUMNS}, epoch FROM sum_progress`)
  const numbers = row as number[]
  return { marks: toMarks(numbers), epoch: numbers.at(-1)! }
}
