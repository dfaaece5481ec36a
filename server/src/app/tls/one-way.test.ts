import { expect, test } from 'bun:test'
import { OneWay } from './one-way.ts'

/** Accepts as many bytes as the test allows. */
class Sink {
  room = 0
  received = ''
  isEnded = false

  write(data: Uint8Array): number {
    const taken = data.subarray(0, this.room)
    this.room -= taken.length
    this.received += Buffer.from(taken).toString()
    return taken.length
  }

  end(): void {
    this.isEnded = true
  }
}

class Source {
  isPaused = false

  pause(): void {
    this.isPaused = true
  }

  resume(): void {
    this.isPaused = false
  }
}

function open() {
  const way = new OneWay()
  const source = new Source()
  const sink = new Sink()
  return { way, source, sink, connect: () => way.connect(source, sink) }
}

const bytes = (text: string) => Buffer.from(text)

test('bytes that arrive before the sink are sent first', () => {
  const { way, sink, connect } = open()
  way.push(bytes('ab'))
  way.push(bytes('cd'))
  sink.room = 10
  connect()
  way.push(bytes('ef'))
  expect(sink.received).toBe('abcdef')
})

test('a full sink pauses the source, keeps the order, and resumes the source when all is sent', () => {
  const { way, source, sink, connect } = open()
  connect()
  sink.room = 3
  way.push(bytes('abcdef'))
  // After the pause, the runtime may still deliver bytes that it has already read.
  way.push(bytes('ghi'))
  expect([source.isPaused, sink.received, way.blockedSinceMs !== null]).toEqual([true, 'abc', true])
  sink.room = 4
  way.flush()
  expect([source.isPaused, sink.received]).toEqual([true, 'abcdefg'])
  sink.room = 100
  way.flush()
  expect([source.isPaused, sink.received, way.blockedSinceMs]).toEqual([false, 'abcdefghi', null])
})

test('the end follows the last byte', () => {
  const { way, sink, connect } = open()
  connect()
  way.push(bytes('abc'))
  way.end()
  expect(sink.isEnded).toBe(false)
  sink.room = 2
  way.flush()
  expect(sink.isEnded).toBe(false)
  sink.room = 2
  way.flush()
  expect([sink.received, sink.isEnded]).toEqual(['abc', true])
})

test('progress restarts the time that the sink is blocked', async () => {
  const { way, sink, connect } = open()
  connect()
  way.push(bytes('abc'))
  const since = way.blockedSinceMs
  await Bun.sleep(2)
  way.flush()
  expect(way.blockedSinceMs).toBe(since)
  sink.room = 1
  way.flush()
  expect(way.blockedSinceMs).toBeGreaterThan(since ?? 0)
})

test('a closed sink, which reports -1, does not lose count', () => {
  const way = new OneWay()
  way.connect(new Source(), { write: () => -1, end: () => {} })
  way.push(bytes('abc'))
  expect(way.blockedSinceMs).not.toBeNull()
})
