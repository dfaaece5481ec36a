import { edenGC, fullGC, heapStats } from 'bun:jsc'
import { afterEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { BodyReader } from '../core/body/body-reader.ts'
import { GatewayError } from '../core/errors.ts'
import { ActivityClock, ClientConnection } from './client-connection.ts'
import { type ConnectionHooks, RequestsInFlight } from './requests-in-flight.ts'

const connected = () => new ClientConnection(new Request('http://g/'))
const opened: RequestsInFlight[] = []

const RECEIVE = { timeoutMs: 60_000, graceMs: 10_000, bytesPerSecond: 1_000 }

function inFlight(hooks: Partial<ConnectionHooks> = {}): RequestsInFlight {
  const made = new RequestsInFlight({ idleTimeoutMs: 600_000, stallTimeoutMs: 600_000 }, RECEIVE, {
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

test('removing requests in any order, also twice, keeps the others in the list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(9), { maxLength: 30 }), async (leaving) => {
      const all = inFlight()
      const connections = Array.from({ length: 10 }, connected)
      const ended: ClientConnection[] = []
      for (const one of connections) {
        one.current = {
          clock: null,
          interrupt() {
            ended.push(one)
            // As in the pipeline: an interrupted request leaves the list at once.
            all.remove(one)
          },
        }
        all.add(one)
      }
      const gone = new Set(leaving.map((i) => connections[i]!))
      for (const i of leaving) all.remove(connections[i]!)
      expect(all.size).toBe(10 - gone.size)
      all.shutDown()
      expect(new Set(ended)).toEqual(new Set(connections.filter((one) => !gone.has(one))))
      expect(await all.drained(0)).toBe(true)
    }),
  )
})

test('a request that has ended is freed by the next young garbage collection', () => {
  const all = inFlight()
  const listed: ClientConnection[] = []
  const pass = (count: number) => {
    for (let i = 0; i < count; i++) {
      const one = connected()
      all.add(one)
      listed.push(one)
      if (listed.length > 32) all.remove(listed.shift()!)
    }
  }
  pass(1_000)
  fullGC()
  // Some entries survive a collection, as in a process that has run for a while.
  pass(200)
  edenGC()
  const growth = () => {
    const before = keptRequests()
    pass(10_000)
    edenGC()
    return keptRequests() - before
  }
  // A collection that the runtime starts during a pass may keep its requests until the next full collection.
  let least = growth()
  for (let passes = 1; passes < 5 && least >= 1_000; passes++) least = Math.min(least, growth())
  expect(least).toBeLessThan(1_000)
})

/** A connection whose small body of this declared size has not arrived. */
function waiting(declaredBytes: number): ClientConnection {
  const one = connected()
  one.upload = { sinceMs: 0, declaredBytes }
  return one
}

/** A connection that waits for an attempt since `sinceMs`. */
function attempting(waitsFor: ActivityClock['waitsFor'], sinceMs: number) {
  const one = connected()
  const clock = new ActivityClock()
  clock.waitsFor = waitsFor
  clock.sinceMs = sinceMs
  const interrupts: string[] = []
  one.current = { clock, interrupt: (reason) => void interrupts.push(reason) }
  return { one, clock, interrupts }
}

/** A body that is read in chunks; `refused` is null while it is being read. */
function reading() {
  const one = connected()
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const reader = new BodyReader(readable, null)
  const startedAtMs = reader.startedAtMs
  one.upload = reader
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
  const all = inFlight({ disconnect: (request) => closed.push(request) })
  const one = waiting(5_000)
  all.add(one)
  all.sweep(14_999)
  expect(closed).toEqual([])
  all.sweep(15_001)
  expect(closed).toEqual([one.request])
})

test('a large body that stalls is refused after the grace time, and the error names the received bytes', async () => {
  const all = inFlight()
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

test('a large body above the minimum rate goes on until the receive timeout', async () => {
  const all = inFlight()
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

test('an upload that streams may take any time, but pause no longer than the receive timeout', () => {
  const closed: Request[] = []
  const all = inFlight({ disconnect: (request) => closed.push(request) })
  const { one } = attempting('upload', 3_600_000)
  all.add(one)
  all.sweep(3_659_999)
  expect(closed).toEqual([])
  all.sweep(3_660_001)
  expect(closed).toHaveLength(1)
})

test('a silent provider is interrupted, and the time in which the caller has to read does not count', () => {
  const all = inFlight()
  const { one, clock, interrupts } = attempting('upstream', 0)
  all.add(one)
  all.sweep(600_000)
  expect(interrupts).toEqual([])
  all.sweep(600_001)
  expect([interrupts, one.hasLeft]).toEqual([['upstream_idle'], false])
  clock.waitsFor = 'client'
  all.sweep(600_001)
  expect([interrupts, one.hasStalled, one.hasLeft]).toEqual([['upstream_idle', 'client_left'], true, true])
})

test('an operation without a clock has no idle limit', () => {
  const all = inFlight()
  const one = connected()
  const interrupts: string[] = []
  one.current = { clock: null, interrupt: (reason) => void interrupts.push(reason) }
  all.add(one)
  all.sweep(1e12)
  expect(interrupts).toEqual([])
})

test('the idle timeout of a connection is turned off once, by the first sweep that finds its request', () => {
  const kept: Request[] = []
  const all = inFlight({ keepOpen: (request) => kept.push(request) })
  const one = waiting(0)
  all.add(one)
  all.sweep(1)
  all.sweep(2)
  expect(kept).toEqual([one.request])
  expect(one.isKeptOpen).toBe(true)
})

test('a shutdown ends a body that is still arriving', async () => {
  const all = inFlight()
  const { one, state } = reading()
  all.add(one)
  all.shutDown()
  await Bun.sleep(0)
  expect(state.refused).toMatchObject({ code: 'shutting_down' })
})

/** Each connection has one request. */
function keptRequests(): number {
  return heapStats().objectTypeCounts['Request'] ?? 0
}
