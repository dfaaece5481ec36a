/** One keep-alive connection that sends requests and compares every byte of the response. */

import type { Socket } from 'bun'
import { HttpResponseReader } from './http-response.ts'
import type { LoadTarget } from './spec.ts'

/** Rejects on one wrong byte or a lost connection, because the measurement is then invalid. */
type Pending = {
  readonly expected: Uint8Array
  receivedBytes: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

export type Connection = {
  /** Resolves after a complete response with status 200 and exactly the expected body. */
  exchange(request: Uint8Array, expected: Uint8Array): Promise<void>
  close(): void
}

export function encodeRequest(target: LoadTarget, body: string): Uint8Array {
  const bytes = Buffer.from(body)
  const headers = { ...target.headers, 'content-type': 'application/json', 'content-length': String(bytes.byteLength) }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = `POST /v1/chat/completions HTTP/1.1\r\nhost: ${new URL(target.url).host}\r\n${lines.join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes])
}

export async function connect(target: LoadTarget): Promise<Connection> {
  let pending: Pending | null = null
  let unsent: Uint8Array = new Uint8Array()
  const fail = (message: string) => pending?.reject(new Error(`${target.url}: ${message}`))
  const reader = new HttpResponseReader({
    head: (status) => status !== 200 && fail(`answered ${status}`),
    body: (bytes) => checkBytes(bytes),
    end: () => finish(),
  })

  function checkBytes(bytes: Uint8Array): void {
    if (pending === null) return
    const from = pending.receivedBytes
    pending.receivedBytes += bytes.byteLength
    const wanted = pending.expected.subarray(from, pending.receivedBytes)
    if (Buffer.compare(bytes, wanted) !== 0) fail(`other bytes than expected after ${from}: ${text(bytes)}`)
  }

  function finish(): void {
    const done = pending
    pending = null
    if (done === null) return
    if (done.receivedBytes === done.expected.byteLength) done.resolve()
    else done.reject(new Error(`${target.url}: ${done.receivedBytes} bytes instead of ${done.expected.byteLength}`))
  }

  function flush(socket: Socket): void {
    unsent = unsent.subarray(socket.write(unsent))
  }

  const { hostname, port } = new URL(target.url)
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_socket, bytes) => reader.feed(bytes),
      drain: flush,
      close: () => fail('closed the connection'),
      error: (_socket, error) => fail(error.message),
    },
  })
  socket.setNoDelay(true)
  return {
    exchange: (request, expected) =>
      new Promise((resolve, reject) => {
        pending = { expected, receivedBytes: 0, resolve, reject }
        unsent = request
        flush(socket)
      }),
    close: () => {
      pending = null
      socket.end()
    },
  }
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8', 0, 300)
}
