import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { BudgetTerms } from '../../core/money/budget-service.ts'
import type { LeaseRequest, SharedAccountState } from '../../core/money/shared-ledger.ts'
import type { Lease } from './lease.ts'
import { Leases } from './leases.ts'
import { storeWith } from './test-store.ts'

const ACCOUNT = 'api_key/one/cost'
const START_MS = 1_000_000

/** One account of the shared store in memory. Each call is atomic, like a transaction. */
class SharedAccount {
  usedUnits = 0
  leases = 0
  readonly leased = new Map<string, number>()

  get leasedUnits(): number {
    return [...this.leased.values()].reduce((sum, units) => sum + units, 0)
  }

  lease(node: string, request: LeaseRequest): SharedAccountState {
    this.leases++
    this.leased.set(node, 0)
    const units = request.boundUnits + request.choose(this.state())
    this.leased.set(node, units)
    return this.state()
  }

  /** Reports all unreported units of the node. */
  report(node: string, lease: Lease): void {
    const units = lease.unreportedUnits
    this.usedUnits += units
    this.leased.set(node, (this.leased.get(node) ?? 0) - units)
    lease.unreportedUnits = 0
  }

  state(): SharedAccountState {
    const { usedUnits, leasedUnits } = this
    return { anchorMs: 0, periodStartedAtMs: 0, usedUnits, unknownUnits: 0, leasedUnits, nowMs: START_MS }
  }
}

/** `around` controls when the request and the response arrive. Both may fail. */
function leasesOn(shared: SharedAccount, node: string, around: (when: 'before' | 'after') => Promise<void>): Leases {
  const store = storeWith({
    async lease(_, request) {
      await around('before')
      const state = shared.lease(node, request)
      await around('after')
      return state
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
  | { readonly kind: 'report' | 'release'; readonly node: number }

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
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('report' as const, 'release' as const), node }) },
)

type TestNode = { readonly leases: Leases; readonly name: string; readonly open: number[] }

type Scene = { readonly nodes: readonly TestNode[]; readonly shared: SharedAccount; readonly terms: BudgetTerms }

async function play({ nodes, shared, terms }: Scene, steps: readonly Step[], turn: () => Promise<void>) {
  const running: Promise<unknown>[] = []
  for (const one of steps) {
    await turn()
    const { leases, name, open } = nodes[one.node]!
    const lease = leases.of(terms)
    if (one.kind === 'draw') {
      const drawn = Promise.resolve(leases.draw(terms, one.units))
      running.push(drawn.then((verdict) => verdict === 'drawn' && open.push(one.units)))
    } else if (one.kind === 'settle') {
      const units = open.shift()
      if (units !== undefined) lease.settle(units, Math.floor(units * one.part))
    } else if (one.kind === 'report') {
      running.push(lease.exclusively(async () => shared.report(name, lease)))
    } else {
      lease.usedAtMs = Number.NEGATIVE_INFINITY
      running.push(leases.releaseIdle())
    }
    expectWithinLimit({ nodes, shared, terms })
  }
  return Promise.all(running)
}

/** Held and unreported units count, because all of them may be spent. */
function expectWithinLimit({ nodes, shared, terms }: Scene): void {
  const bound = nodes.map(({ leases }) => leases.of(terms)).map((lease) => lease.heldUnits + lease.unreportedUnits)
  expect(bound.reduce((sum, units) => sum + units, shared.usedUnits)).toBeLessThanOrEqual(terms.limitUnits)
  expect(shared.usedUnits + shared.leasedUnits).toBeLessThanOrEqual(terms.limitUnits)
}

test('for any order of draws, settles, reports and releases, nodes never exceed the limit together', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.oneof(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 5_000, max: 100_000 })),
      fc.array(step, { minLength: 100, maxLength: 300, size: 'max' }),
      // Half of the runs have no failures, because after a failure the store is not called for a while.
      fc.oneof(fc.constant(null), fc.infiniteStream(fc.nat({ max: 49 }))),
      async (scheduler, limitUnits, steps, luck) => {
        const shared = new SharedAccount()
        const terms = termsOf(limitUnits)
        let isLucky = false
        const nodes = Array.from({ length: NODES }, (_, i): TestNode => {
          const around = async (when: string) => {
            await scheduler.schedule(Promise.resolve(), `${i} ${when}`)
            if (!isLucky && luck?.next().value === 0) throw new Error('connection lost')
          }
          return { name: `node-${i}`, leases: leasesOn(shared, `node-${i}`, around), open: [] }
        })
        const turn = () => scheduler.schedule(Promise.resolve(), 'step')
        await scheduler.waitFor(play({ nodes, shared, terms }, steps, turn))
        isLucky = true
        for (const { leases, open, name } of nodes) {
          const lease = leases.of(terms)
          leases.succeeded()
          for (const units of open.splice(0)) lease.settle(units, 0)
          shared.report(name, lease)
          expect(shared.leased.get(name) ?? 0).toBeGreaterThanOrEqual(lease.freeUnits + lease.heldUnits)
        }
        expectWithinLimit({ nodes, shared, terms })
      },
    ),
    { numRuns: propertyRuns(100) },
  )
})

test('a refill and a release at the same time leave node and store with the same units', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), async (scheduler, drawsMore) => {
      const shared = new SharedAccount()
      const terms = termsOf(100_000)
      let isScheduled = false
      const around = async (when: string) => {
        if (isScheduled) await scheduler.schedule(Promise.resolve(), when)
      }
      const leases = leasesOn(shared, 'one', around)
      const lease = leases.of(terms)
      expect(await leases.draw(terms, 50)).toBe('drawn')
      while (!lease.refilling) {
        expect(leases.draw(terms, 50)).toBe('drawn')
        lease.settle(50, 50)
      }
      isScheduled = true
      lease.usedAtMs = Number.NEGATIVE_INFINITY
      const running: unknown[] = [lease.refilling, leases.releaseIdle()]
      if (drawsMore) running.push(leases.draw(terms, 50))
      await scheduler.waitFor(Promise.all(running))
      expect(lease.freeUnits + lease.heldUnits + lease.unreportedUnits).toBe(shared.leased.get('one') ?? 0)
    }),
    { numRuns: propertyRuns(50) },
  )
})

test('units that one node does not use can be spent by another, to the last unit', async () => {
  const shared = new SharedAccount()
  const terms = termsOf(1_000)
  const [one, other] = ['one', 'other'].map((name) => leasesOn(shared, name, async () => {}))
  expect(await one!.draw(terms, 10)).toBe('drawn')
  expect(one!.of(terms).freeUnits).toBeGreaterThan(0)
  one!.of(terms).settle(10, 10)
  shared.report('one', one!.of(terms))
  one!.of(terms).usedAtMs = Number.NEGATIVE_INFINITY
  await one!.releaseIdle()
  for (let i = 0; i < 99; i++) expect(await other!.draw(terms, 10)).toBe('drawn')
  expect(await other!.draw(terms, 10)).toBe('full')
})

/** Starts calls one after the other while store calls are in progress; each settles a few calls later. */
async function underLoad(leases: Leases, terms: BudgetTerms, calls: number, usedPart: number): Promise<number> {
  const open: number[] = []
  let waited = 0
  for (let i = 0; i < calls; i++) {
    const drawn = leases.draw(terms, 100)
    if (drawn instanceof Promise) waited++
    void Promise.resolve(drawn).then(() => open.push(100))
    await Promise.resolve()
    if (open.length > 8) leases.of(terms).settle(open.shift() ?? 0, Math.floor(100 * usedPart))
  }
  return waited
}

test('a slow store call is not followed by one store call per waiting request', async () => {
  const shared = new SharedAccount()
  const slow = async () => {
    for (let i = 0; i < 50; i++) await Promise.resolve()
  }
  const waited = await underLoad(leasesOn(shared, 'one', slow), termsOf(1_000_000_000), 5_000, 0.1)
  expect(shared.leases).toBeLessThanOrEqual(3)
  // Only requests before the first response wait; later ones draw from the lease during refills.
  expect(waited).toBeLessThan(250)
})

test('leases grow when they are used up quickly and shrink to the demand near the limit', async () => {
  const shared = new SharedAccount()
  const terms = termsOf(10_000_000)
  const leases = leasesOn(shared, 'one', async () => {})
  await underLoad(leases, terms, 20_000, 1)
  expect(shared.leases).toBeLessThan(20)
  expect(leases.of(terms).freeUnits).toBeLessThanOrEqual(terms.limitUnits / 16)
  await underLoad(leases, terms, 90_000, 1)
  expect(shared.usedUnits + shared.leasedUnits).toBeLessThanOrEqual(terms.limitUnits)
  expect(leases.of(terms).isTight).toBe(true)
})
