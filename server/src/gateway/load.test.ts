import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { GatewayError } from '../core/errors.ts'
import { Load } from './load.ts'

const LIMITS = { perKey: 2, bodyBytes: 1000, residentBytes: 100_000 }

/** The code of the refusal, or null. */
function refusalOf(step: () => void): GatewayError | null {
  try {
    step()
    return null
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

test('a key has as many slots as the limit says, each key its own', () => {
  const load = new Load(LIMITS)
  load.enter('one')
  load.enter('one')
  expect(refusalOf(() => load.enter('one'))).toMatchObject({
    code: 'too_many_concurrent',
    status: 429,
    retryAfterMs: 1000,
  })
  expect(refusalOf(() => load.enter('two'))).toBeNull()
  load.leave('one')
  expect(refusalOf(() => load.enter('one'))).toBeNull()
  expect(refusalOf(() => load.enter('one'))?.code).toBe('too_many_concurrent')
})

test('bodies fill their memory to the last byte and no further; a refused one takes nothing', () => {
  const load = new Load(LIMITS)
  load.hold(400)
  load.hold(600)
  expect(refusalOf(() => load.hold(1))).toMatchObject({ code: 'overloaded', status: 503, retryAfterMs: 1000 })
  expect(load.heldBytes).toBe(1000)
  load.release(600)
  expect(refusalOf(() => load.hold(600))).toBeNull()
})

test('above the resident limit everyone is refused, until memory has fallen by a tenth', () => {
  const load = new Load(LIMITS)
  const isRefused = () => {
    const refusal = refusalOf(() => load.enter('key'))
    if (!refusal) load.leave('key')
    return refusal?.code === 'overloaded'
  }
  const seen = [100_000, 100_001, 95_000, 90_001, 90_000, 99_000].map((residentBytes) => {
    load.observe(residentBytes)
    return isRefused()
  })
  expect(seen).toEqual([false, true, true, true, false, false])
})

test('a refusal for memory takes no slot', () => {
  const load = new Load({ ...LIMITS, perKey: 1 })
  load.observe(200_000)
  for (let i = 0; i < 3; i++) expect(refusalOf(() => load.enter('key'))?.code).toBe('overloaded')
  load.observe(0)
  expect(refusalOf(() => load.enter('key'))).toBeNull()
})

test('whatever comes and goes, the counts equal those of a plain model', () => {
  const step = fc.record({
    key: fc.constantFrom('a', 'b'),
    action: fc.constantFrom('enter', 'leave'),
    bytes: fc.integer({ min: 0, max: 600 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const load = new Load(LIMITS)
      const running: { key: string; bytes: number }[] = []
      for (const { key, action, bytes } of steps) {
        const own = running.filter((one) => one.key === key)
        const heldBytes = running.reduce((sum, one) => sum + one.bytes, 0)
        if (action === 'leave') {
          const [gone] = own
          if (!gone) continue
          running.splice(running.indexOf(gone), 1)
          load.leave(key)
          load.release(gone.bytes)
        } else {
          const isFull = refusalOf(() => load.enter(key)) !== null
          expect(isFull).toBe(own.length >= LIMITS.perKey)
          if (isFull) continue
          const isTooMuch = refusalOf(() => load.hold(bytes)) !== null
          expect(isTooMuch).toBe(heldBytes + bytes > LIMITS.bodyBytes)
          if (isTooMuch) load.leave(key)
          else running.push({ key, bytes })
        }
        expect(load.heldBytes).toBe(running.reduce((sum, one) => sum + one.bytes, 0))
      }
    }),
  )
})
