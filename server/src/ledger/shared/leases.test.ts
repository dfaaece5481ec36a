import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { BudgetTerms } from '../../core/money/budget-service.ts'
import type { LeaseRequest, SharedAccountState } from '../../core/money/shared-ledger.ts'
import type { Lease } from './lease.ts'
import { Leases } from './leases.ts'
import { storeWith } from './test-store.ts'

const ACCOUNT = 'api_key/one/cost'
const START_MS = 1_000_000

/** The shared books of one account, without a database: what a transaction does there happens here at once. */
class Books {
  usedUnits = 0
  leases = 0
  readonly leased = new Map<string, number>()

  get leasedUnits(): number {
    return [...this.leased.values()].reduce((sum, units) => sum + units, 0)
  }

  lease(node: string, ask: LeaseRequest): SharedAccountState {
    this.leases++
    this.leased.set(node, 0)
    const units = ask.boundUnits + ask.choose(this.standing())
    this.leased.set(node, units)
    return this.standing()
  }

  /** As a report does, all of what the node has not reported. */
  report(node: string, slice: Lease): void {
    const units = slice.unreportedUnits
    this.usedUnits += units
    this.leased.set(node, (this.leased.get(node) ?? 0) - units)
    slice.unreportedUnits = 0
  }

  standing(): SharedAccountState {
    const { usedUnits, leasedUnits } = this
    return { anchorMs: 0, periodStartedAtMs: 0, usedUnits, unknownUnits: 0, leasedUnits, nowMs: START_MS }
  }
}

/** `around` says when the question arrives and when its answer does; either may fail. */
function slicesOn(books: Books, node: string, around: (when: 'before' | 'after') => Promise<void>): Leases {
  const store = storeWith({
    async lease(_, ask) {
      await around('before')
      const standing = books.lease(node, ask)
      await around('after')
      return standing
    },
  })
  return new Leases(node, store)
}

function termsOf(limitUnits: number): BudgetTerms {
  const owner = {
    holder: { kind: 'api_key', id: 'one' },
    name: 'one',
    organisationId: 'o',
    workspaceId: null,
  } as const
  const schedule = { every: null, fromMs: null }
  return { account: ACCOUNT, owner, unit: 'cost', limitUnits, alertUnits: null, schedule }
}

type Step =
  | { readonly kind: 'draw'; readonly node: number; readonly units: number }
  | { readonly kind: 'settle'; readonly node: number; readonly part: number }
  | { readonly kind: 'report' | 'give-back'; readonly node: number }

const NODES = 2
const node = fc.nat({ max: NODES - 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('draw' as const), node, units: fc.integer({ min: 1, max: 200 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('settle' as const),
      node,
      part: fc.constantFrom(0, 0.5, 1, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('report' as const, 'give-back' as const), node }) },
)

type Member = { readonly slices: Leases; readonly name: string; readonly open: number[] }

type Scene = { readonly members: readonly Member[]; readonly books: Books; readonly terms: BudgetTerms }

async function play({ members, books, terms }: Scene, steps: readonly Step[], turn: () => Promise<void>) {
  const running: Promise<unknown>[] = []
  for (const one of steps) {
    await turn()
    const { slices, name, open } = members[one.node]!
    const slice = slices.of(terms)
    if (one.kind === 'draw') {
      const drawn = Promise.resolve(slices.draw(terms, one.units))
      running.push(drawn.then((verdict) => verdict === 'drawn' && open.push(one.units)))
    } else if (one.kind === 'settle') {
      const units = open.shift()
      if (units !== undefined) slice.settle(units, Math.floor(units * one.part))
    } else if (one.kind === 'report') {
      running.push(slice.exclusively(async () => books.report(name, slice)))
    } else {
      slice.usedAtMs = Number.NEGATIVE_INFINITY
      running.push(slices.giveBackIdle())
    }
    expectWithinLimit({ members, books, terms })
  }
  return Promise.all(running)
}

/** Whatever has been let through can still become spent. */
function expectWithinLimit({ members, books, terms }: Scene): void {
  const bound = members.map(({ slices }) => slices.of(terms)).map((slice) => slice.heldUnits + slice.unreportedUnits)
  expect(bound.reduce((sum, units) => sum + units, books.usedUnits)).toBeLessThanOrEqual(terms.limitUnits)
  expect(books.usedUnits + books.leasedUnits).toBeLessThanOrEqual(terms.limitUnits)
}

test('whatever nodes draw, use, report and give back in whatever order, no more than the limit is let through', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 5_000, max: 100_000 })),
      fc.array(step, { minLength: 100, maxLength: 300, size: 'max' }),
      // In half of the runs all goes well: a store that has failed is left alone for a while.
      fc.oneof(fc.constant(null), fc.infiniteStream(fc.nat({ max: 49 }))),
      async (scheduler, limitUnits, steps, luck) => {
        const books = new Books()
        const terms = termsOf(limitUnits)
        let isLucky = false
        const members = Array.from({ length: NODES }, (_, i): Member => {
          const around = async (when: string) => {
            await scheduler.schedule(Promise.resolve(), `${i} ${when}`)
            if (!isLucky && luck?.next().value === 0) throw new Error('the connection is gone')
          }
          return { name: `node-${i}`, slices: slicesOn(books, `node-${i}`, around), open: [] }
        })
        const turn = () => scheduler.schedule(Promise.resolve(), 'step')
        await scheduler.waitFor(play({ members, books, terms }, steps, turn))
        isLucky = true
        for (const { slices, open, name } of members) {
          const slice = slices.of(terms)
          // Nobody waits half a second for a store that has failed.
          slices.answered()
          for (const units of open.splice(0)) slice.settle(units, 0)
          books.report(name, slice)
          expect(books.leased.get(name) ?? 0).toBeGreaterThanOrEqual(slice.freeUnits + slice.heldUnits)
        }
        expectWithinLimit({ members, books, terms })
      },
    ),
    { numRuns: 100 },
  )
})

test('what is asked for ahead and what goes back at the same time do not cross', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, drawsMore) => {
      const books = new Books()
      const terms = termsOf(100_000)
      let isScheduled = false
      const around = async (when: string) => {
        if (isScheduled) await scheduler.schedule(Promise.resolve(), when)
      }
      const slices = slicesOn(books, 'one', around)
      const slice = slices.of(terms)
      expect(await slices.draw(terms, 50)).toBe('drawn')
      while (!slice.refilling) {
        expect(slices.draw(terms, 50)).toBe('drawn')
        slice.settle(50, 50)
      }
      isScheduled = true
      slice.usedAtMs = Number.NEGATIVE_INFINITY
      const running: unknown[] = [slice.refilling, slices.giveBackIdle()]
      if (drawsMore) running.push(slices.draw(terms, 50))
      await scheduler.waitFor(Promise.all(running))
      expect(slice.freeUnits + slice.heldUnits + slice.unreportedUnits).toBe(books.leased.get('one') ?? 0)
    }),
    { numRuns: 50 },
  )
})

test('what a node does not use can be spent by another to the last unit', async () => {
  const books = new Books()
  const terms = termsOf(1_000)
  const [one, other] = ['one', 'other'].map((name) => slicesOn(books, name, async () => {}))
  expect(await one!.draw(terms, 10)).toBe('drawn')
  expect(one!.of(terms).freeUnits).toBeGreaterThan(0)
  one!.of(terms).settle(10, 10)
  books.report('one', one!.of(terms))
  one!.of(terms).usedAtMs = Number.NEGATIVE_INFINITY
  await one!.giveBackIdle()
  for (let i = 0; i < 99; i++) expect(await other!.draw(terms, 10)).toBe('drawn')
  expect(await other!.draw(terms, 10)).toBe('full')
})

/** Calls come one after the other while questions are under way; each has ended after a few more. */
async function underLoad(slices: Leases, terms: BudgetTerms, calls: number, usedPart: number): Promise<number> {
  const open: number[] = []
  let waited = 0
  for (let i = 0; i < calls; i++) {
    const drawn = slices.draw(terms, 100)
    if (drawn instanceof Promise) waited++
    void Promise.resolve(drawn).then(() => open.push(100))
    await Promise.resolve()
    if (open.length > 8) slices.of(terms).settle(open.shift() ?? 0, Math.floor(100 * usedPart))
  }
  return waited
}

test('a question that is answered late is not followed by another for each call that came meanwhile', async () => {
  const books = new Books()
  const slow = async () => {
    for (let i = 0; i < 50; i++) await Promise.resolve()
  }
  const waited = await underLoad(slicesOn(books, 'one', slow), termsOf(1_000_000_000), 5_000, 0.1)
  expect(books.leases).toBeLessThanOrEqual(3)
  // Those that came before the first answer; later ones found something left while more was asked for.
  expect(waited).toBeLessThan(250)
})

test('slices that are used up soon grow, and near the limit they shrink to what is needed', async () => {
  const books = new Books()
  const terms = termsOf(10_000_000)
  const slices = slicesOn(books, 'one', async () => {})
  await underLoad(slices, terms, 20_000, 1)
  expect(books.leases).toBeLessThan(20)
  expect(slices.of(terms).freeUnits).toBeLessThanOrEqual(terms.limitUnits / 16)
  await underLoad(slices, terms, 90_000, 1)
  expect(books.usedUnits + books.leasedUnits).toBeLessThanOrEqual(terms.limitUnits)
  expect(slices.of(terms).isTight).toBe(true)
})
