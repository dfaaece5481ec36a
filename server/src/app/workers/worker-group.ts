/** The owner's side of its workers: it answers what they ask, and asks them on behalf of people. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LogTail } from '../../core/logs/log-reader.ts'
import type { BudgetService } from '../../core/money/budget-service.ts'
import type { BreakerAdmin } from '../../core/ports.ts'
import type { Bus } from '../../core/runtime/bus.ts'
import { within } from '../../core/runtime/within.ts'
import type { CacheAdmin } from '../../core/semantic/cache-admin.ts'
import type { KeyUse } from '../../core/stores/api-keys.ts'
import { sumCounters } from '../../observe/prometheus.ts'
import type { Records } from '../../records/records.ts'
import { type FamilyHealth, joinHealth, type StorageHealth } from '../http/readiness.ts'
import { type AskAll, groupBreakers, groupCache, groupTail } from './group-admin.ts'
import { takeJournal } from './orphaned-journals.ts'
import type { WorkerCalls } from './questions.ts'
import { serveBudgets } from './serve-budgets.ts'

const LOOK_AGAIN_MS = 100
const LONGEST_WAIT_MS = 60_000
/** A worker that hangs does not hold up who asks about all of them; a probe gives up after a second. */
const HEALTH_ANSWER_MS = 500
const ANSWER_MS = 2_000

/** What the owner's own app gives its workers, once it has it. */
export type WorkerGroupParts = {
  readonly budgetService: BudgetService
  readonly records: Pick<Records, 'adopt' | 'tail'>
  readonly recordKeyUses: (uses: readonly KeyUse[]) => Promise<void>
  readonly adminPaths: () => Promise<readonly string[]>
  readonly health: () => FamilyHealth
}

export class WorkerGroup implements Bus {
  readonly #workers = new Map<WorkerCalls, { readonly number: number; metrics: string }>()
  readonly #listeners = new Map<string, (text: string) => void>()
  #household: WorkerGroupParts | null = null
  #isWatched = false
  #departed = ''

  /** `port` is the one the workers share; the owner itself listens on a socket file. */
  constructor(
    readonly place: { readonly port: number; readonly socketPath: string; readonly dataDirectory: string },
    readonly size: number,
    private readonly keepsJournals: boolean,
  ) {}

  open(household: WorkerGroupParts): void {
    this.#household = household
  }

  publish(topic: string, text: string): void {
    for (const worker of this.#workers.keys()) worker.tell('hear', { topic, text })
  }

  listen(topic: string, listener: (text: string) => void): void {
    this.#listeners.set(topic, listener)
  }

  breakers(own: BreakerAdmin): BreakerAdmin {
    return groupBreakers(own, this.#askAll)
  }

  cache(own: CacheAdmin): CacheAdmin {
    return groupCache(own, this.#askAll)
  }

  tail(own: LogTail): LogTail {
    return groupTail(own, (isWatched) => {
      this.#isWatched = isWatched
      for (const worker of this.#workers.keys()) worker.tell('watch', isWatched)
    })
  }

  /** A worker that has ended goes on to count with what was last heard of it: a sum must not fall. */
  async metrics(): Promise<readonly string[]> {
    const asked = [...this.#workers.entries()].map(async ([worker, last]) => {
      last.metrics = await within(ANSWER_MS, worker.ask('metrics', null)).catch(() => last.metrics)
      return last.metrics
    })
    return [this.#departed, ...(await Promise.all(asked))]
  }

  folderOf(number: number): string {
    return join(this.place.dataDirectory, `worker-${number}`)
  }

  /** What an earlier worker of this number left; one whose owner was killed may still end its calls, and is waited for. */
  async takeOver(number: number): Promise<void> {
    const folder = this.folderOf(number)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const records = this.keepsJournals ? (this.#household?.records ?? null) : null
    const untilMs = performance.now() + LONGEST_WAIT_MS
    while (!(await takeJournal(folder, records))) {
      if (performance.now() > untilMs) throw new Error(`Another process still uses ${folder}. Stop it first.`)
      await Bun.sleep(LOOK_AGAIN_MS)
    }
  }

  /** Answers a worker from now on; returns what to call when it is gone. */
  welcome(number: number, calls: WorkerCalls): () => Promise<void> {
    const household = this.#household
    if (!household) throw new Error('the owner is not open yet')
    const settleBudgets = serveBudgets(calls, household.budgetService)
    calls.answer('journal', async (below) => {
      await household.records.adopt(join(this.folderOf(number), 'journal'), below)
      return null
    })
    calls.answer('keyUses', async (uses) => {
      await household.recordKeyUses(uses)
      return null
    })
    calls.answer('adminPaths', () => household.adminPaths())
    calls.answer('health', () => this.#health(household.health()))
    calls.answer('record', ({ record, bodies }) => {
      household.records.tail.publish(record, bodies)
      return null
    })
    calls.answer('say', ({ topic, text }) => {
      this.#listeners.get(topic)?.(text)
      for (const worker of this.#workers.keys()) if (worker !== calls) worker.tell('hear', { topic, text })
      return null
    })
    const last = { number, metrics: '' }
    calls.answer('farewell', (metrics) => {
      last.metrics = metrics
      return null
    })
    this.#workers.set(calls, last)
    if (this.#isWatched) calls.tell('watch', true)
    return async () => {
      this.#workers.delete(calls)
      calls.end()
      this.#departed = sumCounters([this.#departed, last.metrics])
      await settleBudgets()
    }
  }

  async #health(own: FamilyHealth): Promise<FamilyHealth> {
    const asking = [...this.#workers].map(([worker, { number }]) => {
      // One that is starting or ending has nothing to say.
      const answer = worker.ask('storage', null).catch(() => null)
      return Promise.race([answer, Bun.sleep(HEALTH_ANSWER_MS).then(() => `Worker ${number} does not answer.`)])
    })
    const workers: StorageHealth[] = []
    const silent: string[] = []
    for (const answer of await Promise.all(asking)) {
      if (typeof answer === 'string') silent.push(answer)
      else if (answer) workers.push(answer)
    }
    const joined = joinHealth(own, workers)
    return { ...joined, problems: [...joined.problems, ...silent], failingTasks: own.failingTasks }
  }

  readonly #askAll: AskAll = async (name, asked) => {
    const asking = [...this.#workers.keys()].map((worker) => within(ANSWER_MS, worker.ask(name, asked)))
    const answers = await Promise.allSettled(asking)
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  }
}
