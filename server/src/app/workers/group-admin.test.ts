import { expect, test } from 'bun:test'
import type { BreakerAdmin, BreakerView } from '../../core/ports.ts'
import type { CacheAdmin, ShadowHit } from '../../core/semantic/cache-admin.ts'
import { type CallAll, groupBreakers, groupCache, groupTail } from './group-admin.ts'
import type { ToWorker } from './rpc-methods.ts'

/** Workers with prepared results; records the calls made to them. */
function workers(results: Partial<{ [Name in keyof ToWorker]: readonly ToWorker[Name]['result'][] }>) {
  const calls: [string, unknown][] = []
  const callAll: CallAll = async (name, params) => {
    calls.push([name, params])
    return (results[name] ?? []) as never
  }
  return { calls, callAll }
}

const circuit = (id: string, state: BreakerView['state'], failures: number, retryAtMs: number | null): BreakerView =>
  ({ id, workspaceId: 'w', provider: 'openai', state, failures, retryAtMs }) as unknown as BreakerView

test('lists a circuit once, in its worst state, and resets it in every process', async () => {
  const own: BreakerAdmin = { list: () => [circuit('a', 'closed', 1, null)], reset: () => false }
  const { calls, callAll } = workers({
    breakers: [
      [circuit('a', 'open', 3, 100), circuit('b', 'closed', 0, null)],
      [circuit('a', 'open', 3, 200), circuit('b', 'half_open', 0, 50)],
    ],
    resetBreaker: [false, true],
  })
  const group = groupBreakers(own, callAll)
  expect(await group.list('w')).toEqual([circuit('a', 'open', 3, 200), circuit('b', 'half_open', 0, 50)])
  expect(await group.reset('w', 'a')).toBe(true)
  expect(calls).toEqual([
    ['breakers', 'w'],
    ['resetBreaker', { workspaceId: 'w', id: 'a' }],
  ])
  expect(await groupBreakers(own, workers({}).callAll).reset('w', 'a')).toBe(false)
})

test('adds up the caches of all processes, newest hits first, and purges all of them', async () => {
  const hit = (atMs: number) => ({ atMs }) as unknown as ShadowHit
  const size = { entries: 1, partitions: 1, sizeBytes: 10, answerBytes: 20 }
  const report = (hits: readonly ShadowHit[]) => ({ lookups: 5, wouldServe: 2, objected: 1, hits })
  const received: unknown[] = []
  const own: CacheAdmin = {
    embedder: 'e',
    size: () => size,
    shadow: () => report([hit(3), hit(1)]),
    purge: async () => 2,
    onFeedback: (...args) => void received.push(args),
  }
  const { calls, callAll } = workers({ cacheSize: [size, size], shadow: [report([hit(4), hit(2)])], purge: [3, 4] })
  const group = groupCache(own, callAll)
  expect(await group.size(null)).toEqual({ entries: 3, partitions: 3, sizeBytes: 30, answerBytes: 60 })
  const shown = await group.shadow('w', 3)
  expect(shown).toEqual({ lookups: 10, wouldServe: 4, objected: 2, hits: [hit(4), hit(3), hit(2)] })
  expect(await group.purge('w', null)).toBe(9)
  group.onFeedback('w', 'trace', -1)
  expect([received, calls.at(-1)]).toEqual([
    [['w', 'trace', -1]],
    ['feedback', { workspaceId: 'w', traceId: 'trace', value: -1 }],
  ])
})

test('workers are notified when the first subscriber starts and when the last one ends', () => {
  const notified: boolean[] = []
  const tail = groupTail(
    { subscribe: () => () => {}, stored: async () => {} },
    (isWatched) => void notified.push(isWatched),
  )
  const filter = {} as Parameters<typeof tail.subscribe>[0]
  const [first, second] = [tail.subscribe(filter, () => {}), tail.subscribe(filter, () => {})]
  first()
  first()
  expect(notified).toEqual([true])
  second()
  expect(notified).toEqual([true, false])
})
