import { expect, test } from 'bun:test'
import type { FoundCost, UnpricedCursor, UnpricedLog, UnpricedLogs } from '../../core/logs/unpriced.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { PriceList } from '../../pricing/price-list.ts'
import { type RepriceJob, RepriceRunner } from './reprice-runner.ts'

const WISH = {
  organisationId: 'o',
  workspaceId: null,
  fromMs: 0,
  toMs: 10_000,
  provider: null,
  model: null,
  isDryRun: false,
}

function log(i: number): UnpricedLog {
  return {
    id: `log-${String(i).padStart(4, '0')}`,
    organisationId: 'o',
    workspaceId: 'w',
    virtualKey: null,
    // Every third log has a model without a price.
    provider: i % 3 === 0 ? 'openai' : 'mock',
    model: i % 3 === 0 ? 'nobody-knows' : 'any',
    responseModel: null,
    startedAtMs: i,
    usage: NO_USAGE,
  }
}

/** Logs in memory whose pages can be held back. */
class HeldLogs implements UnpricedLogs {
  readonly filled: FoundCost[] = []
  #gate = Promise.resolve()
  #left: UnpricedLog[]

  constructor(
    count: number,
    readonly most = Number.POSITIVE_INFINITY,
  ) {
    this.#left = Array.from({ length: count }, (_, i) => log(i))
  }

  holdBack(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#gate = promise
    return resolve
  }

  async models() {
    return { models: [], isPartial: false }
  }

  async page(_: unknown, after: UnpricedCursor | null, limit: number) {
    await this.#gate
    return this.#left.filter((one) => after === null || one.id > after.id).slice(0, limit)
  }

  async fill(costs: readonly FoundCost[]) {
    if (this.filled.length >= this.most) throw new Error('the store is in trouble')
    const ids = new Set(costs.map(({ id }) => id))
    const before = this.#left.length
    this.#left = this.#left.filter(({ id }) => !ids.has(id))
    this.filled.push(...costs)
    return before - this.#left.length
  }

  async settled() {}
}

async function scene(logs: HeldLogs) {
  const prices = new PriceList({ all: async () => [] })
  prices.refresh()
  await prices.settled()
  const defects: unknown[] = []
  const runner = new RepriceRunner({ unpriced: logs, prices, onDefect: (error) => void defects.push(error) })
  const over = async (id: string): Promise<RepriceJob> => {
    for (;;) {
      const job = runner.find('o', null, id)!
      if (job.status !== 'running') return job
      await Bun.sleep(0)
    }
  }
  return { runner, defects, over }
}

test('every log is looked at once, and those without a price are left', async () => {
  const logs = new HeldLogs(1_000)
  const { runner, over } = await scene(logs)
  const done = await over(runner.start(WISH, 1).id)
  expect(done).toMatchObject({ status: 'done', examined: 1_000, priced: 666, costNanoUsd: 0, problem: null })
  expect(new Set(logs.filled.map(({ id }) => id)).size).toBe(666)
  expect(await over(runner.start(WISH, 1).id)).toMatchObject({ examined: 334, priced: 0 })
})

test('a dry run counts the same and sets nothing', async () => {
  const logs = new HeldLogs(300)
  const { runner, over } = await scene(logs)
  expect(await over(runner.start({ ...WISH, isDryRun: true }, 1).id)).toMatchObject({ examined: 300, priced: 200 })
  expect(logs.filled).toEqual([])
})

test('the same request returns the running job; another one waits; that of another workspace does not', async () => {
  const logs = new HeldLogs(10)
  const { runner, over } = await scene(logs)
  const letGo = logs.holdBack()
  const ofOne = { ...WISH, workspaceId: 'w1' }
  const first = runner.start(ofOne, 1)
  expect(runner.start(ofOne, 2).id).toBe(first.id)
  expect(() => runner.start({ ...ofOne, model: 'x' }, 2)).toThrow('Another reprice job')
  expect(() => runner.start(WISH, 2)).toThrow('Another reprice job')
  const other = runner.start({ ...WISH, workspaceId: 'w2' }, 2)
  const foreign = runner.start({ ...WISH, organisationId: 'p' }, 2)
  expect(new Set([first.id, other.id, foreign.id]).size).toBe(3)
  letGo()
  await over(first.id)
  expect(runner.start(ofOne, 3).id).not.toBe(first.id)
  // A caller with access to one workspace finds only its jobs.
  expect(runner.find('o', 'w1', first.id)?.id).toBe(first.id)
  for (const reach of [
    ['o', 'w2'],
    ['p', null],
  ] as const)
    expect(runner.find(reach[0], reach[1], first.id)).toBeUndefined()
})

test('if the store fails, the job ends with its progress, and a new request does the rest', async () => {
  const logs = new HeldLogs(1_000, 200)
  const { runner, defects, over } = await scene(logs)
  const failed = await over(runner.start(WISH, 1).id)
  expect(failed.status).toBe('failed')
  expect(failed.priced).toBe(logs.filled.length)
  expect(failed.problem).not.toContain('trouble')
  expect(defects).toHaveLength(1)
  Object.assign(logs, { most: Number.POSITIVE_INFINITY })
  expect(await over(runner.start(WISH, 1).id)).toMatchObject({ status: 'done', priced: 666 - failed.priced })
})
