import { edenGC, fullGC, heapStats } from 'bun:jsc'
import { afterEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { BodyReader } from '../core/body/body-reader.ts'
import { GatewayError } from '../core/errors.ts'
import { Exchange, type Incoming } from './exchange.ts'
import { Load } from './load.ts'
import { Running, type RunningHooks } from './running.ts'
import { UNMEASURED } from './test-gateway.ts'

const exchange = () => new Exchange({} as Incoming)
const opened: Running[] = []

/** Nothing arrives slowly here, unless a test says so. */
const RECEIVE = { timeoutMs: 60_000, graceMs: 10_000, bytesPerSecond: 1_000 }

function running(hooks: Partial<RunningHooks> = {}): Running {
  const made = new Running({ idleTimeoutMs: 600_000, stallTimeoutMs: 600_000 }, RECEIVE, {
    disconnect: () => {},
    keepOpen: () => {},
    onSweep: () => {},
    ...hooks,
  })
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

const LIMITS = {
  perKey: 9,
  bodyBytes: 1e9,
  keyBodyBytes: 1e9,
  workspaceBodyBytes: 1e9,
  residentBytes: 1e12,
  requests: 1e9,
}

/** A caller whose small body of this declared size has not arrived. */
function waiting(sizeBytes: number): Exchange {
  const one = new Exchange({ request: new Request('http://g/') } as Incoming)
  one.bodyHold = new Load(LIMITS, UNMEASURED).enter('key', 'workspace')
  one.bodyHold.hold(sizeBytes)
  one.isReceiving = true
  one.lastActivityMs = 0
  return one
}

/** What became of a body that is read by chunks: null while it is being read. */
function reading() {
  const one = exchange()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const reader = new BodyReader(readable, null)
  const startedAtMs = reader.startedAtMs
  one.bodyReader = reader
  const state: { refused: unknown } = { refused: null }
  reader
    .readAll(1e9, () => new GatewayError('body_too_large'))
    .catch((error: unknown) => {
      state.refused = error
    })
  const writer = writable.getWriter()
  const send = async (bytes: number) => {
    const before = reader.receivedBytes
    void writer.write(new Uint8Array(bytes)).catch(() => {})
    while (reader.receivedBytes === before) await Bun.sleep(0)
  }
  return { one, startedAtMs, state, send }
}

test('a small body has the time its size needs at the minimum rate, then its connection is closed', () => {
  const closed: Request[] = []
  const all = running({ disconnect: (request) => closed.push(request) })
  const one = waiting(5_000)
  all.add(one)
  all.sweep(14_999)
  expect(closed).toEqual([])
  all.sweep(15_001)
  expect(closed).toEqual([one.incoming.request])
})

test('a large body that stalls is refused after the grace time, with what it sent', async () => {
  const all = running()
  const { one, startedAtMs, state, send } = reading()
  all.add(one)
  await send(1)
  all.sweep(startedAtMs + 9_999)
  await Bun.sleep(0)
  expect(state.refused).toBeNull()
  all.sweep(startedAtMs + 10_002)
  await Bun.sleep(0)
  expect(state.refused).toMatchObject({ code: 'receive_timeout', status: 408 })
  expect(String(state.refused)).toContain('1 bytes in 10 s')
})

test('a large body above the minimum rate goes on until the receive time-out', async () => {
  const all = running()
  const { one, startedAtMs, state, send } = reading()
  all.add(one)
  await send(200_000)
  all.sweep(startedAtMs + 59_999)
  await Bun.sleep(0)
  expect(state.refused).toBeNull()
  all.sweep(startedAtMs + 60_001)
  await Bun.sleep(0)
  expect(state.refused).toMatchObject({ code: 'receive_timeout' })
})

test('an upload that streams may take any time, but pause no longer than the receive time-out', () => {
  const closed: Request[] = []
  const all = running({ disconnect: (request) => closed.push(request) })
  const one = waiting(0)
  one.body = { kind: 'stream', stream: new ReadableStream(), sizeBytes: 1e9, taken: true }
  all.add(one)
  one.lastActivityMs = 3_600_000
  all.sweep(3_659_999)
  expect(closed).toEqual([])
  all.sweep(3_660_001)
  expect(closed).toHaveLength(1)
})

test('upload progress counts for the provider, never for a caller that reads nothing', () => {
  const all = running()
  const one = waiting(0)
  all.add(one)
  one.uploaded()
  expect([one.isReceiving, one.lastActivityMs > 0]).toEqual([false, true])
  one.awaitCaller()
  const sinceMs = one.lastActivityMs
  while (performance.now() === sinceMs);
  one.uploaded()
  expect(one.lastActivityMs).toBe(sinceMs)
  all.sweep(sinceMs + 600_001)
  expect([one.hasStalled, one.hasLeft]).toEqual([true, true])
})

test('the idle time-out of a connection is turned off once, by the first sweep that finds its request', () => {
  const kept: Request[] = []
  const all = running({ keepOpen: (request) => kept.push(request) })
  const one = waiting(0)
  all.add(one)
  all.sweep(1)
  all.sweep(2)
  expect(kept).toEqual([one.incoming.request])
  expect(one.isLong).toBe(true)
})

test('a shutdown ends a body that is still arriving', async () => {
  const all = running()
  const { one, state } = reading()
  all.add(one)
  all.endAll()
  await Bun.sleep(0)
  expect(state.refused).toMatchObject({ code: 'shutting_down' })
})

function kept(): number {
  return heapStats().objectTypeCounts['Array'] ?? 0
}
