import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { GatewayError } from '../../core/errors.ts'
import { UNMEASURED } from '../test-gateway.ts'
import type { BodyReservation } from './body-memory.ts'
import { Load } from './load.ts'

const LIMITS = {
  perKey: 2,
  bodyBytes: 1000,
  keyBodyBytes: 1000,
  workspaceBodyBytes: 1000,
  residentBytes: 100_000,
  requests: 1e9,
}
const SHARED = { ...LIMITS, perKey: 100, keyBodyBytes: 500, workspaceBodyBytes: 750 }

/** The refusal, or null. */
function refusalOf(step: () => unknown): GatewayError | null {
  try {
    step()
    return null
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

test('each key has its own slots, up to the limit', () => {
  const load = new Load(LIMITS, UNMEASURED)
  const first = load.enter('one', 'w')
  load.enter('one', 'w')
  expect(refusalOf(() => load.enter('one', 'w'))).toMatchObject({
    code: 'too_many_concurrent',
    status: 429,
    retryAfterMs: 1000,
  })
  expect(refusalOf(() => load.enter('two', 'w'))).toBeNull()
  first.release()
  first.release()
  expect(refusalOf(() => load.enter('one', 'w'))).toBeNull()
  expect(refusalOf(() => load.enter('one', 'w'))?.code).toBe('too_many_concurrent')
})

test('bodies can fill their memory to the last byte and no further; a refused body counts nothing', () => {
  const load = new Load(LIMITS, UNMEASURED)
  load.enter('a', 'v').hold(400)
  const large = load.enter('b', 'w')
  large.hold(600)
  expect(refusalOf(() => load.enter('c', 'x').hold(1))).toMatchObject({
    code: 'overloaded',
    status: 503,
    retryAfterMs: 1000,
  })
  expect(load.heldBytes).toBe(1000)
  large.release()
  expect(refusalOf(() => load.enter('c', 'x').hold(600))).toBeNull()
})

test('one key holds at most its share over all its requests, and the error names it', () => {
  const load = new Load(SHARED, UNMEASURED)
  load.enter('greedy', 'w').hold(300)
  load.enter('greedy', 'w').hold(200)
  const refusal = refusalOf(() => load.enter('greedy', 'w').hold(1))
  expect(refusal).toMatchObject({ code: 'body_memory_limit', status: 429, retryAfterMs: 1000 })
  expect(refusal?.message).toContain('this key hold 500 of the 500 bytes')
  expect(refusalOf(() => load.enter('other', 'w').hold(250))).toBeNull()
})

test('the keys of one workspace together hold its share and no more', () => {
  const load = new Load(SHARED, UNMEASURED)
  load.enter('one', 'w').hold(500)
  load.enter('two', 'w').hold(250)
  expect(refusalOf(() => load.enter('three', 'w').hold(1))?.message).toContain(
    'this workspace hold 750 of the 750 bytes',
  )
  expect(refusalOf(() => load.enter('three', 'x').hold(250))).toBeNull()
})

test('checking whether a body fits reserves nothing', () => {
  const load = new Load(SHARED, UNMEASURED)
  const hold = load.enter('one', 'w')
  hold.check(500)
  expect(refusalOf(() => hold.check(501))?.code).toBe('body_memory_limit')
  expect(load.heldBytes).toBe(0)
})

test('bytes that arrive after the request has ended are not counted', () => {
  const load = new Load(LIMITS, UNMEASURED)
  const hold = load.enter('one', 'w')
  hold.release()
  hold.hold(100)
  expect(load.heldBytes).toBe(0)
})

test('administrative bodies have memory of their own, and callers without a key only a part of it', () => {
  const load = new Load(LIMITS, UNMEASURED)
  load.enter('a', 'v').hold(1000)
  const mib = 1024 * 1024
  for (let i = 0; i < 4; i++) load.adminBodies.open(`192.0.2.${i}`, 'public').hold(8 * mib)
  expect(refusalOf(() => load.adminBodies.open('192.0.2.9', 'public').hold(1))?.code).toBe('body_memory_limit')
  expect(refusalOf(() => load.adminBodies.open('an admin', 'organisation').hold(mib))).toBeNull()
})

/** A process whose memory the test sets. */
function measured(residentBytes: number | null) {
  const process = { residentBytes, measurements: 0, collections: 0 }
  const measure = () => {
    process.measurements++
    return process.residentBytes
  }
  return Object.assign(process, { measure, collect: () => void process.collections++, inFlight: () => 0 })
}

test('above the resident limit everyone is refused, until memory has fallen by a tenth', () => {
  const process = measured(0)
  const load = new Load(LIMITS, process)
  const isRefused = () => {
    let hold: BodyReservation | null = null
    const refusal = refusalOf(() => {
      hold = load.enter('key', 'w')
    })
    ;(hold as BodyReservation | null)?.release()
    return refusal?.code === 'overloaded'
  }
  const seen = [100_000, 100_001, 95_000, 90_001, 90_000, 99_000].map((residentBytes) => {
    process.residentBytes = residentBytes
    load.sweep()
    return isRefused()
  })
  expect(seen).toEqual([false, true, true, true, false, false])
})

test('a refusal for memory takes no slot', () => {
  const process = measured(200_000)
  const load = new Load({ ...LIMITS, perKey: 1 }, process)
  for (let i = 0; i < 3; i++) expect(refusalOf(() => load.enter('key', 'w'))?.code).toBe('overloaded')
  process.residentBytes = 0
  load.sweep()
  expect(refusalOf(() => load.enter('key', 'w'))).toBeNull()
})

const MIB = 1024 * 1024
const ROOMY = {
  perKey: 1_000,
  bodyBytes: 1_000 * MIB,
  keyBodyBytes: 1_000 * MIB,
  workspaceBodyBytes: 1_000 * MIB,
  residentBytes: 250 * MIB,
  requests: 1e9,
}

test('bodies that arrive between two measurements count with their final size', () => {
  const process = measured(70 * MIB)
  const load = new Load(ROOMY, process)
  load.sweep()
  const holds = Array.from({ length: 100 }, () => load.enter('key', 'w'))
  const refusals = holds.map((hold) => refusalOf(() => hold.hold(10 * MIB))?.code ?? null)
  const admitted = refusals.filter((code) => code === null).length
  // 180 MiB are free, and each body counts as 70 MiB.
  expect(admitted).toBe(2)
  expect(refusals.filter((code) => code === 'overloaded')).toHaveLength(98)
  // A body that is too large now is refused before it is sent.
  expect(refusalOf(() => load.enter('key', 'w').check(10 * MIB))?.code).toBe('overloaded')
})

test('bodies that have ended make room at once when the measurement shows it', () => {
  const process = measured(70 * MIB)
  const load = new Load(ROOMY, process)
  load.sweep()
  for (let i = 0; i < 100; i++) {
    const hold = load.enter('key', 'w')
    expect(refusalOf(() => hold.hold(10 * MIB))).toBeNull()
    hold.release()
  }
})

test('memory is not measured for a request while there is room', () => {
  const process = measured(70 * MIB)
  const load = new Load(ROOMY, process)
  load.sweep()
  const before = process.measurements
  for (let i = 0; i < 10_000; i++) {
    const hold = load.enter('key', 'w')
    hold.hold(1_000)
    hold.release()
  }
  expect(process.measurements).toBe(before)
})

test('memory that cannot be measured leaves the last measurement in force', () => {
  const process = measured(200_000)
  const load = new Load(LIMITS, process)
  process.residentBytes = null
  load.sweep()
  expect(refusalOf(() => load.enter('key', 'w'))?.code).toBe('overloaded')
})

test('at the limit garbage is collected, not with every sweep', () => {
  const process = measured(200_000)
  const load = new Load(LIMITS, process)
  for (let i = 0; i < 12; i++) load.sweep()
  expect(process.collections).toBe(2)
  process.residentBytes = 0
  for (let i = 0; i < 20; i++) load.sweep()
  expect(process.collections).toBe(3)
})

test('callers without requests are forgotten', () => {
  const { adminBodies } = new Load(LIMITS, UNMEASURED)
  const holds = Array.from({ length: 1000 }, (_, i) => adminBodies.open(`address ${i}`, 'public'))
  for (const hold of holds.slice(1)) hold.release()
  adminBodies.prune()
  expect(adminBodies.size).toBe(2)
})

test('for any sequence of requests, the counts equal those of a simple model', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b', 'c'),
    action: fc.constantFrom('enter', 'hold', 'leave', 'prune'),
    bytes: fc.integer({ min: 0, max: 400 }),
  })
  const limits = { ...SHARED, perKey: 2 }
  const workspaceOf = (key: string) => (key === 'c' ? 'x' : 'w')
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const load = new Load(limits, UNMEASURED)
      const running: { key: string; bytes: number; hold: BodyReservation }[] = []
      const sum = (of: (key: string) => boolean) =>
        running.reduce((total, one) => total + (of(one.key) ? one.bytes : 0), 0)
      for (const { key, action, bytes } of steps) {
        const own = running.find((one) => one.key === key)
        if (action === 'prune') load.sweep()
        else if (action === 'enter') {
          const isFull = running.filter((one) => one.key === key).length >= limits.perKey
          const refusal = refusalOf(() => running.push({ key, bytes: 0, hold: load.enter(key, workspaceOf(key)) }))
          expect(refusal !== null).toBe(isFull)
        } else if (own && action === 'hold') {
          const isTooMuch =
            sum((name) => name === key) + bytes > limits.keyBodyBytes ||
            sum((name) => workspaceOf(name) === workspaceOf(key)) + bytes > limits.workspaceBodyBytes ||
            sum(() => true) + bytes > limits.bodyBytes
          expect(refusalOf(() => own.hold.hold(bytes)) !== null).toBe(isTooMuch)
          if (!isTooMuch) own.bytes += bytes
        } else if (own) {
          own.hold.release()
          running.splice(running.indexOf(own), 1)
        }
        expect(load.heldBytes).toBe(sum(() => true))
      }
      for (const { hold } of running) hold.release()
      expect(load.heldBytes).toBe(0)
    }),
  )
})
