/** An upstream that sends exactly the given bytes, well-formed or not, and records the requests. */

import { Connection } from '../../simulators/connection.ts'
import { ReceivedRequest } from '../../simulators/received-request.ts'
import { RequestReader } from '../../simulators/request-reader.ts'
import { COMPLETION, type Play } from './case.ts'
import { expandText, type Names } from './expand-text.ts'

export interface HostileUpstream {
  readonly port: number
  /** Connections accepted since the start. */
  readonly accepted: number
  /** Returns and clears the requests received since the last call. */
  takeRequests(): ReceivedRequest[]
  /** Sets the response to later requests; null is a small completion. */
  prepare(play: Play | null, names: Names): void
  stop(): void
}

type Script = { readonly play: Play; readonly names: Names }

const USUAL: Play = {
  sends: [
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(COMPLETION)}\r\n\r\n${COMPLETION}`,
  ],
}

export function startHostileUpstream(): HostileUpstream {
  const readers = new WeakMap<Connection, RequestReader>()
  let accepted = 0
  let requests: ReceivedRequest[] = []
  let script: Script = { play: USUAL, names: {} }

  const server = Bun.listen<Connection>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = new Connection(socket, accepted++)
        readers.set(socket.data, readerOf(socket.data))
      },
      data: (socket, bytes) => readers.get(socket.data)?.push(bytes),
      drain: (socket) => socket.data.noteDrained(),
      close: (socket) => socket.data.noteClosed(),
      error: (socket) => socket.data.noteClosed(),
    },
  })

  function readerOf(connection: Connection): RequestReader {
    let current: { readonly request: ReceivedRequest; readonly script: Script; isBegun: boolean } | null = null
    const begin = () => {
      if (!current || current.isBegun) return
      current.isBegun = true
      void answer(connection, current.script)
    }
    return new RequestReader({
      head(head) {
        const request = new ReceivedRequest(head, connection.id)
        current = { request, script, isBegun: false }
        requests.push(request)
        if (script.play.early) begin()
      },
      body: (bytes) => current?.request.take(bytes),
      end: begin,
    })
  }

  return {
    port: server.port,
    get accepted() {
      return accepted
    },
    takeRequests() {
      const taken = requests
      requests = []
      return taken
    },
    prepare(play, names) {
      script = { play: play ?? USUAL, names }
    },
    stop: () => server.stop(true),
  }
}

async function answer(connection: Connection, { play, names }: Script): Promise<void> {
  for (const part of play.sends) {
    if (!(await connection.write(expandText(part, names)))) return
    // Waits one turn of the event loop, so that each part is its own packet.
    if (play.sends.length > 1) await new Promise((turn) => setImmediate(turn))
  }
  if (play.endless !== undefined) {
    const piece = expandText(play.endless, names)
    while (await connection.write(piece)) await new Promise((turn) => setImmediate(turn))
  }
  if (play.ending === 'close') connection.end()
  if (play.ending === 'reset') connection.reset()
}
