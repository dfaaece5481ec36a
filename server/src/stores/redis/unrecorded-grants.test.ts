import { expect, test } from 'bun:test'
import type { ClaimedWindow, WindowClaim } from '../../core/money/shared-ledger.ts'
import { UnrecordedGrants } from './unrecorded-grants.ts'

const PATIENT_MS = 600_000
const TRY_EVERY_MS = 20
const DAY_MS = 86_400_000

function claim(counter: string, sizeMs: number): WindowClaim {
  return { organisationId: 'o', counter, sizeMs, firstMs: 0, limitUnits: 100, units: 1 }
}

/** A database whose calls the test answers. */
function database() {
  const calls: { readonly claim: WindowClaim; readonly fail: () => void }[] = []
  const waiting: (() => void)[] = []
  const claimPart = (request: WindowClaim) => {
    const { promise, reject } = Promise.withResolvers<ClaimedWindow>()
    calls.push({ claim: request, fail: () => reject(new Error('unavailable')) })
    for (const resolve of waiting.splice(0)) resolve()
    return promise
  }
  const next = async () => {
    while (calls.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    return calls.shift()!
  }
  return { store: { claimPart, correct: async () => {} }, next }
}

test('a grant expires with its window, however often it was tried', async () => {
  const { store, next } = database()
  const grants = new UnrecordedGrants(store, PATIENT_MS, () => {}, TRY_EVERY_MS)
  grants.add(claim('short', 2.5 * TRY_EVERY_MS), 0, 1)
  grants.add(claim('long', DAY_MS), 0, 1)
  const tried: string[] = []
  // Each try stops at the first failure and moves the grant to the end.
  while (tried.filter((counter) => counter === 'long').length < 2) {
    const call = await next()
    tried.push(call.claim.counter)
    call.fail()
  }
  expect(tried.slice(tried.indexOf('long'))).toEqual(['long', 'long'])
})

test('a failed grant does not replace the grant of a later window', async () => {
  const { store, next } = database()
  const grants = new UnrecordedGrants(store, PATIENT_MS, () => {}, TRY_EVERY_MS)
  const request = claim('counter', DAY_MS)
  grants.add(request, 0, 5)
  const first = await next()
  grants.add(request, DAY_MS, 3)
  first.fail()
  expect((await next()).claim).toMatchObject({ units: 3, notBeforeMs: DAY_MS })
})

test('units of the same window are recorded together after a failure', async () => {
  const { store, next } = database()
  const grants = new UnrecordedGrants(store, PATIENT_MS, () => {}, TRY_EVERY_MS)
  const request = claim('counter', DAY_MS)
  grants.add(request, 0, 5)
  const first = await next()
  grants.add(request, 0, 3)
  first.fail()
  expect((await next()).claim).toMatchObject({ units: 8, notBeforeMs: 0 })
})
