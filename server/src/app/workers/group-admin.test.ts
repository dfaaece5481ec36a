import { expect, test } from 'bun:test'
import type { BreakerAdmin, BreakerView } from '../../core/ports.ts'
import type { CacheAdmin, ShadowHit } from '../../core/semantic/cache-admin.ts'
import { type AskAll, groupBreakers, groupCache, groupTail } from './group-admin.ts'
import type { ToWorker } from './questions.ts'

/** Workers that have given answers ready; what they were asked is kept. */
function workers(answers: Partial<{ [Name in keyof ToWorker]: readonly ToWorker[Name]['answered'][] }>) {
  const asked: [string, unknown][] = []
  const askAll: AskAll = async (name, question) => {
    asked.push([name, question])
    return (answers[name] ?? []) as never
  }
  return { asked, askAll }
}

const circuit = (id: string, state: BreakerView['state'], failures: number, retryAtMs: number | null): BreakerView =>
  ({ id, workspaceId: 'w', provider: 'openai', state, failures, retryAtMs }) as unknown as BreakerView

test('a circuit is shown once, as it is where it rests longest, and closed wherever it is', async () => {
  const own: BreakerAdmin = { list: () => [circuit('a', 'closed', 1, null)], reset: () => false }
  const { asked, askAll } = workers({
    breakers: [
      [circuit('a', 'open', 3, 100), circuit('b', 'closed', 0, null)],
      [circuit('a', 'open', 3, 200), circuit('b', 'half_open', 0, 50)],
    ],
    resetBreaker: [false, true],
  })
  const board = groupBreakers(own, askAll)
  expect(await board.list('w')).toEqual([circuit('a', 'open', 3, 200), circuit('b', 'half_open', 0, 50)])
  expect(await board.reset('w', 'a')).toBe(true)
  expect(asked).toEqual([
    ['breakers', 'w'],
    ['resetBreaker', { workspaceId: 'w', id: 'a' }],
  ])
  expect(await groupBreakers(own, workers({}).askAll).reset('w', 'a')).toBe(false)
})

test('the cache of all adds up, with the latest finds first, and everybody is told to forget', async () => {
  const hit = (atMs: number) => ({ atMs }) as unknown as ShadowHit
  const size = { entries: 1, partitions: 1, sizeBytes: 10, answerBytes: 20 }
  const report = (hits: readonly ShadowHit[]) => ({ lookups: 5, wouldServe: 2, objected: 1, hits })
  const heard: unknown[] = []
  const own: CacheAdmin = {
    embedder: 'e',
    size: () => size,
    shadow: () => report([hit(3), hit(1)]),
    purge: async () => 2,
    onFeedback: (...words) => void heard.push(words),
  }
  const { asked, askAll } = workers({ cacheSize: [size, size], shadow: [report([hit(4), hit(2)])], purge: [3, 4] })
  const board = groupCache(own, askAll)
  expect(await board.size(null)).toEqual({ entries: 3, partitions: 3, sizeBytes: 30, answerBytes: 60 })
  const shown = await board.shadow('w', 3)
  expect(shown).toEqual({ lookups: 10, wouldServe: 4, objected: 2, hits: [hit(4), hit(3), hit(2)] })
  expect(await board.purge('w', null)).toBe(9)
  board.onFeedback('w', 'trace', -1)
  expect([heard, asked.at(-1)]).toEqual([
    [['w', 'trace', -1]],
    ['feedback', { workspaceId: 'w', traceId: 'trace', value: -1 }],
  ])
})

test('workers are told that people watch while the first to the last of them does', () => {
  const told: boolean[] = []
  const tail = groupTail({ subscribe: () => () => {} }, (isWatched) => void told.push(isWatched))
  const filter = {} as Parameters<typeof tail.subscribe>[0]
  const [first, second] = [tail.subscribe(filter, () => {}), tail.subscribe(filter, () => {})]
  first()
  first()
  expect(told).toEqual([true])
  second()
  expect(told).toEqual([true, false])
})
