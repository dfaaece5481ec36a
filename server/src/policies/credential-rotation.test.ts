import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { CredentialRotation } from './credential-rotation.ts'

const A = { id: 'a', weight: 1 }
const B = { id: 'b', weight: 3 }
const NONE: ReadonlySet<string> = new Set()
const MINUTE = 60_000

describe('credential rotation', () => {
  test('chooses each key in proportion to its weight', () => {
    const rotation = new CredentialRotation()
    const turns = { a: 0, b: 0 }
    for (let i = 0; i < 400; i++) turns[rotation.choose([A, B], NONE, 0, i / 400)!.index === 0 ? 'a' : 'b']++
    expect(turns).toEqual({ a: 100, b: 300 })
  })

  test('pauses a rate limited key for the Retry-After of its provider, or for 30 s', () => {
    const rotation = new CredentialRotation()
    rotation.rest('b', 'limited', 5_000, 0)
    expect(rotation.choose([A, B], NONE, 4_999, 0.9)?.index).toBe(0)
    expect(rotation.choose([A, B], NONE, 5_000, 0.9)?.index).toBe(1)
    rotation.rest('b', 'limited', null, 0)
    expect(rotation.choose([A, B], NONE, 29_999, 0.9)?.index).toBe(0)
    expect(rotation.choose([A, B], NONE, 30_000, 0.9)?.index).toBe(1)
  })

  test('pauses a rate limited key for at most an hour', () => {
    const rotation = new CredentialRotation()
    rotation.rest('b', 'limited', Number.MAX_SAFE_INTEGER, 0)
    expect(rotation.choose([A, B], NONE, 60 * MINUTE, 0.9)?.index).toBe(1)
  })

  test('probes a rejected key with one call every five minutes and uses it again if that succeeds', () => {
    const rotation = new CredentialRotation()
    rotation.rest('b', 'rejected', null, 0)
    expect(rotation.choose([A, B], NONE, 5 * MINUTE - 1, 0.9)?.index).toBe(0)
    const probe = rotation.choose([A, B], NONE, 5 * MINUTE, 0)
    expect(probe).toEqual({ index: 1, reason: expect.stringContaining('probe') })
    for (const random of [0, 0.5, 0.99]) expect(rotation.choose([A, B], NONE, 5 * MINUTE, random)?.index).toBe(0)
    rotation.serve('b')
    expect(rotation.choose([A, B], NONE, 5 * MINUTE, 0.9)?.index).toBe(1)
  })

  test('uses the key whose pause ends first if all are paused', () => {
    const rotation = new CredentialRotation()
    rotation.rest('a', 'limited', 9_000, 0)
    rotation.rest('b', 'limited', 4_000, 0)
    expect(rotation.choose([A, B], NONE, 1_000, 0)).toEqual({
      index: 1,
      reason: expect.stringContaining('pause ends first'),
    })
  })

  test('tries the next key after a rejection but not after a rate limit', () => {
    const rotation = new CredentialRotation()
    rotation.rest('a', 'limited', null, 0)
    rotation.rest('b', 'limited', null, 0)
    expect(rotation.choose([A, B], new Set(['b']), 0, 0)).toBeNull()
    rotation.rest('b', 'rejected', null, 0)
    expect(rotation.choose([A, B], new Set(['b']), 0, 0)?.index).toBe(0)
    rotation.rest('a', 'rejected', null, 0)
    expect(rotation.choose([A, B], new Set(['b']), 0, 0)).toBeNull()
  })

  test('never returns the same key twice for one call, and always returns one for the first attempt', () => {
    const event = fc.record({
      id: fc.constantFrom('a', 'b', 'c'),
      what: fc.constantFrom('rejected' as const, 'limited' as const, 'serve' as const),
      waitMs: fc.integer({ min: 0, max: 10 * MINUTE }),
    })
    const members = [A, B, { id: 'c', weight: 0.1 }]
    fc.assert(
      fc.property(fc.array(event), fc.double({ min: 0, max: 0.999, noNaN: true }), (events, random) => {
        const rotation = new CredentialRotation()
        let nowMs = 0
        for (const { id, what, waitMs } of events) {
          nowMs += waitMs
          if (what === 'serve') rotation.serve(id)
          else rotation.rest(id, what, null, nowMs)
        }
        const tried = new Set<string>()
        expect(rotation.choose(members, tried, nowMs, random)).not.toBeNull()
        for (let turn = rotation.choose(members, tried, nowMs, random); turn; ) {
          const { id } = members[turn.index]!
          expect(tried.has(id)).toBe(false)
          tried.add(id)
          rotation.rest(id, 'rejected', null, nowMs)
          turn = rotation.choose(members, tried, nowMs, random)
        }
      }),
    )
  })
})
