import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Redis } from 'ioredis'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { redisServer } from '../../../../tests/harness/test-servers.ts'
import { DAY_MS, windowLasts } from '../../../../tests/harness/window-end.ts'
import type { ClaimedWindow, WindowClaim, WindowStore } from '../../core/money/shared-ledger.ts'
import { RedisWindows } from './redis-windows.ts'

const SLOTS = 16_384
const CRC_POLYNOMIAL = 0x1021
/** A store that runs must never count as unavailable because the machine is busy. */
const PATIENT = { redisMs: 120_000, grantMs: 120_000 }

let redis: Redis

beforeAll(async () => {
  // The windows of these tests are days.
  await windowLasts(DAY_MS, 120_000)
  redis = new Redis(redisServer())
})

afterAll(() => redis.disconnect())

/** Slot as computed by Redis Cluster: CRC-16 (XMODEM) of the hash tag, or of the whole key. */
function slotOf(key: string): number {
  const [, tag] = /^[^{]*\{([^}]+)\}/.exec(key) ?? []
  let crc = 0
  for (const byte of Buffer.from(tag ?? key)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? CRC_POLYNOMIAL : 0)) & 0xffff
  }
  return crc % SLOTS
}

/** Stands in for the database: grants what is left of each window. */
function grants(): WindowStore & { readonly granted: Map<string, number> } {
  const granted = new Map<string, number>()
  const claimPart = async ({ counter, limitUnits, units, notBeforeMs = 0 }: WindowClaim): Promise<ClaimedWindow> => {
    const before = granted.get(counter) ?? 0
    const claimedUnits = Math.max(0, Math.min(units, limitUnits - before))
    granted.set(counter, before + claimedUnits)
    return { startMs: notBeforeMs, usedUnits: before + claimedUnits, claimedUnits }
  }
  return { granted, claimPart, claim: (claims) => Promise.all(claims.map(claimPart)), async correct() {} }
}

function claim(organisationId: string, counter: string, limitUnits: number): WindowClaim {
  return { organisationId, counter, limitUnits, units: 1, sizeMs: 86_400_000, firstMs: 0 }
}

test('slotOf matches the Redis Cluster specification', () => {
  expect(slotOf('123456789')).toBe(0x31c3 % SLOTS)
  expect(slotOf('{user1000}.following')).toBe(slotOf('{user1000}.followers'))
})

test('all keys of one script call are in the same cluster slot', async () => {
  const seen: string[][] = []
  const listening = new Proxy(redis, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (name === 'eval' || name === 'evalsha') seen.push(given.slice(2, 2 + Number(given[1])).map(String))
        return Reflect.apply(value, target, given)
      }
    },
  })
  const windows = new RedisWindows(listening, grants(), PATIENT)
  const name = fc.string({ minLength: 1, maxLength: 20 })
  await fc.assert(
    fc.asyncProperty(
      fc.uuid(),
      fc.uniqueArray(name, { minLength: 2, maxLength: 5 }),
      async (organisation, counters) => {
        const claims = counters.map((counter) => claim(organisation, `${crypto.randomUUID()}/${counter}`, 20))
        await windows.claim(claims)
        await windows.correct(claims[0]!, 0, 1)
      },
    ),
    { numRuns: propertyRuns(25) },
  )
  expect(seen.length).toBeGreaterThan(50)
  expect(seen.some((keys) => keys.length > 1)).toBe(true)
  for (const keys of seen) expect(new Set(keys.map(slotOf)).size).toBe(1)
})

test('counters expire after their window, and counters without use are not stored', async () => {
  const windows = new RedisWindows(redis, grants(), PATIENT)
  const organisation = crypto.randomUUID()
  const used = claim(organisation, 'used', 50)
  for (let taken = 1; taken <= 50; taken++) {
    expect(await windows.claim([used])).toMatchObject([{ usedUnits: taken, claimedUnits: 1 }])
  }
  expect(await windows.claim([used])).toMatchObject([{ usedUnits: 50, claimedUnits: 0 }])
  await windows.claim([{ ...claim(organisation, 'unused', 50), units: 0 }])
  const [key, ...others] = await redis.keys(`*${organisation}*`)
  expect(others).toEqual([])
  const leftMs = await redis.pttl(key ?? '')
  expect(leftMs).toBeGreaterThan(86_400_000)
  expect(leftMs).toBeLessThanOrEqual(2 * 86_400_000)
})

test('if the database does not respond, it is not called for a while and Redis enforces the limit', async () => {
  const called: string[] = []
  const claimPart = ({ organisationId }: WindowClaim) => {
    called.push(organisationId)
    return new Promise<never>(() => {})
  }
  const silent: WindowStore = { ...grants(), claimPart }
  const windows = new RedisWindows(redis, silent, { ...PATIENT, grantMs: 50 }, 600_000)
  const request = claim(crypto.randomUUID(), 'silent', 5)
  const responses = await Promise.all(Array.from({ length: 12 }, () => windows.claim([request])))
  expect(responses.filter(([one]) => one?.claimedUnits === 1)).toHaveLength(5)
  const other = claim(crypto.randomUUID(), 'silent', 5)
  expect((await windows.claim([other]))[0]?.claimedUnits).toBe(1)
  // The first call found that the database does not respond, so the later one did not wait for it.
  expect(called).toContain(request.organisationId)
  expect(called).not.toContain(other.organisationId)
})

test('units Redis granted while the database was unavailable are not granted again after Redis loses its data', async () => {
  const database = grants()
  let isUnavailable = true
  const claimPart: WindowStore['claimPart'] = (request) =>
    isUnavailable ? Promise.reject(new Error('unavailable')) : database.claimPart(request)
  const windows = new RedisWindows(redis, { ...database, claimPart }, PATIENT)
  const request = claim(crypto.randomUUID(), 'twice', 32)
  const countOf = async (times: number) => {
    let letIn = 0
    for (let i = 0; i < times; i++) letIn += (await windows.claim([request]))[0]!.claimedUnits
    return letIn
  }
  const first = await countOf(20)
  expect(first).toBe(20)
  isUnavailable = false
  while ((database.granted.get('twice') ?? 0) < 20) await Bun.sleep(20)
  for (const key of await redis.keys(`*${request.organisationId}*`)) await redis.del(key)
  expect(first + (await countOf(40))).toBeLessThanOrEqual(32)
})

test('a window started by a clock that was ahead counts in the current window and ends with it', async () => {
  const database = grants()
  const windows = new RedisWindows(redis, database, PATIENT)
  const request = claim(crypto.randomUUID(), 'ahead', 10)
  const [first] = await windows.claim([request])
  const [key] = await redis.keys(`*${request.organisationId}*`)
  // Three of ten units used while the clock was a year ahead.
  const aheadMs = first!.startMs + 365 * 86_400_000
  await redis.hset(key!, { s: aheadMs, g: 10, u: 3 })
  expect(await windows.claim([request])).toMatchObject([{ startMs: first!.startMs, usedUnits: 4, claimedUnits: 1 }])
  expect(Number(await redis.hget(key!, 's'))).toBe(first!.startMs)
  // If the future window is full, the current window counts as full and still resets at its own end.
  await redis.hset(key!, { s: aheadMs, g: 10, u: 10 })
  expect(await windows.claim([request])).toMatchObject([{ startMs: first!.startMs, claimedUnits: 0 }])
  // A window that starts one length ahead is normal around a boundary and is kept.
  const nextMs = first!.startMs + 86_400_000
  await redis.hset(key!, { s: nextMs, g: 10, u: 2 })
  expect(await windows.claim([request])).toMatchObject([{ startMs: nextMs, usedUnits: 3 }])
})
