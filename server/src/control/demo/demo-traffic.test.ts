import { expect, test } from 'bun:test'
import { KEYS } from './demo-content.ts'
import { DEMO_DAYS, type DemoHome, demoTraffic } from './demo-traffic.ts'
import { SeededRandom } from './seeded-random.ts'

const NOW_MS = Date.UTC(2026, 4, 20, 15, 30)
const keys = Object.fromEntries(KEYS.map(({ app, name }) => [app, { id: `key-${app}`, name }])) as DemoHome['keys']
const home: DemoHome = { organisationId: 'o', workspaceId: 'w', keys }

const traffic = (seed: number, count = 2_000) => demoTraffic(new SeededRandom(seed), home, NOW_MS, count)

/** Ids are random, because they must be unique in the store. */
async function withoutIds(seed: number): Promise<string> {
  const made = await traffic(seed, 300)
  return JSON.stringify(made.map(({ record, ...rest }) => ({ ...rest, record: { ...record, id: '' } })))
}

test('the same seed and time make the same traffic', async () => {
  expect(await withoutIds(7)).toBe(await withoutIds(7))
  expect(await withoutIds(8)).not.toBe(await withoutIds(7))
})

test('requests start in the last seven days, end before now and are ordered', async () => {
  const records = (await traffic(1)).map(({ record }) => record)
  expect(records.length).toBeGreaterThanOrEqual(2_000)
  expect(records.length).toBeLessThan(2_010)
  for (const { startedAtMs, durationMs } of records) {
    expect(startedAtMs).toBeGreaterThan(NOW_MS - DEMO_DAYS * 86_400_000)
    expect(startedAtMs + durationMs).toBeLessThan(NOW_MS)
  }
  const times = records.map(({ startedAtMs }) => startedAtMs)
  expect(times).toEqual([...times].sort((left, right) => left - right))
})

test('the traffic has what the pages show: providers, retries, fallbacks, cache hits, errors, traces, feedback', async () => {
  const all = await traffic(1)
  const records = all.map(({ record }) => record)
  const has = (is: (record: (typeof records)[number]) => boolean) => records.filter(is).length
  expect(new Set(records.map(({ provider }) => provider))).toEqual(new Set(['openai', 'anthropic', 'google', null]))
  expect(new Set(records.map(({ model }) => model)).size).toBeGreaterThanOrEqual(5)
  expect(has(({ retries, status }) => retries > 0 && status === 200)).toBeGreaterThan(10)
  expect(has(({ target, status }) => target === 'config.targets[1]' && status === 200)).toBeGreaterThan(10)
  expect(has(({ cacheStatus }) => cacheStatus === 'HIT')).toBeGreaterThan(50)
  expect(has(({ cacheStatus }) => cacheStatus === 'SEMANTIC HIT')).toBeGreaterThan(10)
  for (const status of [400, 429, 499, 503]) expect(has((record) => record.status === status)).toBeGreaterThan(0)
  expect(has(({ parentSpanId }) => parentSpanId !== null)).toBeGreaterThan(50)
  expect(all.filter(({ feedback }) => feedback !== null).length).toBeGreaterThan(50)
  expect(all.every(({ record }) => record.metadata?.['gatehouse_demo'] === 'true')).toBe(true)
})
