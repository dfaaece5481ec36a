/** A scripted provider over real HTTP on loopback. Sends responses and faults in order and records the requests. */

import type { Answer, PlainAnswer } from './answer.ts'
import { Connection } from './connection.ts'
import { newPort } from './new-port.ts'
import { play } from './play.ts'
import { ReceivedRequest } from './received-request.ts'
import { RequestReader } from './request-reader.ts'

export type SimulatorOptions = {
  /** In order, one per request. The last one repeats unless `exhausted` is `refuse`. */
  readonly answers: readonly Answer[]
  readonly exhausted?: 'repeat' | 'refuse'
}

export interface Simulator extends AsyncDisposable {
  /** `http://127.0.0.1:port`, without a path. */
  readonly url: string
  /** Every request whose head has arrived, oldest first. */
  readonly requests: readonly ReceivedRequest[]
  readonly openConnections: number
  /** Connections accepted since the start. */
  readonly acceptedConnections: number
  /** Resolves with the n-th request (from 1) as soon as its head has arrived. */
  received(count: number): Promise<ReceivedRequest>
  /** Replaces the remaining script. */
  script(answers: readonly Answer[]): void
  stop(): Promise<void>
}

const NO_ANSWER_LEFT: PlainAnswer = { status: 599, body: { error: { message: 'The simulator has no response left.' } } }

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const requests: ReceivedRequest[] = []
  const waiting: { readonly count: number; readonly resolve: (request: ReceivedRequest) => void }[] = []
  const connections = new Set<Connection>()
  const readers = new WeakMap<Connection, RequestReader>()
  let accepted = 0
  let left = [...options.answers]

  function nextAnswer(): Answer {
    const repeats = left.length === 1 && options.exhausted !== 'refuse'
    return (repeats ? left[0] : left.shift()) ?? NO_ANSWER_LEFT
  }

  function remember(request: ReceivedRequest): void {
    const count = requests.push(request)
    for (const one of waiting) if (one.count === count) one.resolve(request)
  }

  const server = Bun.listen<Connection>({
    hostname: '127.0.0.1',
    port: newPort(),
    socket: {
      open(socket) {
        const connection = new Connection(socket, accepted++)
        socket.data = connection
        connections.add(connection)
        readers.set(connection, readRequests(connection, nextAnswer, remember))
      },
      data: (socket, bytes) => readers.get(socket.data)?.push(bytes),
      drain: (socket) => socket.data.noteDrained(),
      close(socket) {
        connections.delete(socket.data)
        socket.data.noteClosed()
      },
      error(socket) {
        socket.data.noteClosed()
      },
    },
  })

  async function stop(): Promise<void> {
    server.stop(false)
    for (const connection of connections) connection.reset()
    await Promise.all([...connections].map((connection) => connection.closed))
  }

  return {
    url: `http://127.0.0.1:${server.port}`,
    requests,
    get openConnections() {
      return connections.size
    },
    get acceptedConnections() {
      return accepted
    },
    received(count) {
      const request = requests[count - 1]
      return request ? Promise.resolve(request) : new Promise((resolve) => waiting.push({ count, resolve }))
    },
    script(answers) {
      left = [...answers]
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** The response is chosen when the head arrives, so that scripts follow the order of arrival even with slow bodies. */
function readRequests(
  connection: Connection,
  nextAnswer: () => Answer,
  remember: (request: ReceivedRequest) => void,
): RequestReader {
  let current: { readonly request: ReceivedRequest; readonly answer: Answer; playing: boolean } | null = null

  async function begin(): Promise<void> {
    if (!current || current.playing) return
    current.playing = true
    const { request, answer } = current
    connection.onAccepted = (count) => {
      request.acceptedBytes += count
    }
    const whole = await play(typeof answer === 'function' ? answer(request) : answer, request, connection)
    request.end(whole ? 'answered' : 'aborted')
  }

  return new RequestReader({
    head(head) {
      const request = new ReceivedRequest(head, connection.id)
      const answer = nextAnswer()
      current = { request, answer, playing: false }
      void connection.closed.then(() => request.end('aborted'))
      remember(request)
      if (typeof answer === 'object' && 'early' in answer && answer.early) void begin()
    },
    body: (bytes) => current?.request.take(bytes),
    end() {
      if (current) current.request.bodyEndAtMs = performance.now()
      void begin()
    },
  })
}
