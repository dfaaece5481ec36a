import { edenGC, fullGC, heapStats } from 'bun:jsc'
import { afterEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { Exchange, type Incoming } from './exchange.ts'
import { Running } from './running.ts'

const exchange = () => new Exchange({} as Incoming)
const opened: Running[] = []

function running(): Running {
  const made = new Running(
    { idleTimeoutMs: 60_000, stallTimeoutMs: 60_000 },
    { disconnect: () => {}, onSweep: () => {} },
  )
  opened.push(made)
  return made
}

afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

test('whoever leaves, in whatever order and however often, the others stay', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(9), { maxLength: 30 }), async (leaving) => {
      const all = running()
      const exchanges = Array.from({ length: 10 }, exchange)
      const ended: Exchange[] = []
      for (const one of exchanges) {
        one.running = {
          abort() {
            ended.push(one)
            // As it is in truth: what is ended leaves at once.
            all.remove(one)
          },
        }
        all.add(one)
      }
      const gone = new Set(leaving.map((i) => exchanges[i]!))
      for (const i of leaving) all.remove(exchanges[i]!)
      expect(all.size).toBe(10 - gone.size)
      all.endAll()
      expect(new Set(ended)).toEqual(new Set(exchanges.filter((one) => !gone.has(one))))
      expect(await all.drained(0)).toBe(true)
    }),
  )
})

test('an exchange that is over is gone with the next young collection', () => {
  const all = running()
  const under: Exchange[] = []
  const pass = (count: number) => {
    for (let i = 0; i < count; i++) {
      const one = exchange()
      all.add(one)
      under.push(one)
      if (under.length > 32) all.remove(under.shift()!)
    }
  }
  pass(1_000)
  fullGC()
  // Some grow old with the list, as in a process that runs for a while.
  pass(200)
  edenGC()
  const before = kept()
  pass(10_000)
  edenGC()
  expect(kept() - before).toBeLessThan(1_000)
})

function kept(): number {
  return heapStats().objectTypeCounts['Array'] ?? 0
}
