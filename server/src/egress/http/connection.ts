/** One HTTP/1.1 connection to a provider. Carries one call at a time. */

import type { checkServerIdentity } from 'node:tls'
import { freeBuffer } from '../../core/body/free-buffer.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Destination } from '../destination.ts'
import { flushAtEnd } from '../websocket/flush-at-end.ts'
import type { Frame } from '../websocket/frame-writer.ts'
import type { RawConnection, RawListener } from '../websocket/upstream-socket.ts'
import { ConnectTimeout } from './connect-timeout.ts'
import type { Carrier, HttpCall } from './http-call.ts'
import { type BodyFraming, writeHead } from './request-head.ts'
import type { HeadLines } from './response-head.ts'

/** Requests up to this size are sent with one write(). */
const ONE_WRITE_BYTES = 64 * 1024
/** Shared by all connections: write() copies the bytes synchronously. */
const ONE_WRITE = Buffer.allocUnsafeSlow(ONE_WRITE_BYTES)
/** Frames that follow each other within this time are sent together. They usually come from one client read. */
const BURST_MS = 0.05
/** TCP keep-alive detects a dead peer while a model takes minutes to respond. */
const PROBE_AFTER_MS = 30_000

export type ConnectionOptions = {
  readonly address: string
  readonly destination: Destination
  /** PEM certificates that replace the system's root certificates. */
  readonly roots: string | undefined
  readonly onIdle: (connection: Connection) => void
  readonly onClosed: (connection: Connection) => void
}

export class Connection implements Carrier, RawConnection {
  readonly address: string
  readonly headLines: HeadLines = []
  idleUntilMs = 0
  /** From the response's Keep-Alive header, less one second for network latency. */
  keepAliveMs = Number.POSITIVE_INFINITY
  #socket: Bun.Socket<Connection> | null = null
  #call: HttpCall | null = null
  /** Set once the connection is a WebSocket. */
  #raw: RawListener | null = null
  #unsent: Uint8Array[] = []
  #unsentBytes = 0
  #closesWhenSent = false
  #wroteAtMs = 0
  #onSent: (() => void) | null = null
  #isUploading = false
  readonly #options: ConnectionOptions
  readonly #opening = Promise.withResolvers<Connection>()
  #deadline: ReturnType<typeof setTimeout> | null = null

  private constructor(options: ConnectionOptions) {
    this.#options = options
    this.address = options.address
  }

  /**
   * Resolves when the connection is ready for requests: connected and, with TLS, the certificate verified. Rejects with
   * ConnectTimeout after `timeoutMs`.
   */
  static open(options: ConnectionOptions, timeoutMs: number): Promise<Connection> {
    const connection = new Connection(options)
    connection.#deadline = setTimeout(() => connection.refuse(new ConnectTimeout()), timeoutMs)
    const { address, destination } = options
    const target = { hostname: address, port: destination.port, data: connection }
    const connecting =
      destination.scheme === 'http'
        ? Bun.connect({ ...target, socket: PLAIN })
        : Bun.connect({ ...target, socket: SECURE, tls: tlsOptions(options) })
    // The socket handlers have already reported the error.
    connecting.catch(() => undefined)
    return connection.#opening.promise
  }

  start(call: HttpCall): void {
    if (this.#socket === null) return call.closed(connectionEnded())
    this.#call = call
    call.runOn(this)
    this.#socket.ref()
    const { body } = call.request
    try {
      if (body instanceof ReadableStream) this.#sendStream(call, body)
      else this.#sendBytes(call, body)
    } catch (error) {
      // The head could not be written, so no byte was sent.
      call.fail(error)
      this.release(true)
    }
  }

  pause(): void {
    this.#socket?.pause()
  }

  resume(): void {
    this.#socket?.resume()
  }

  release(isReusable: boolean): void {
    const keepAlive = this.#call?.headers['keep-alive']
    if (keepAlive !== undefined) this.#readKeepAlive(keepAlive)
    this.#call = null
    if (!isReusable || this.#isUploading || this.#unsent.length > 0) return this.destroy()
    this.#socket?.unref()
    this.#options.onIdle(this)
  }

  detach(opened: (connection: RawConnection) => RawListener): void {
    this.#call = null
    this.#raw = opened(this)
  }

  /** Writes a frame at once. Frames that follow within BURST_MS are written together when the event loop turn ends. */
  writeFrame({ bytes, start, end, isShared }: Frame): void {
    let at = start
    const nowMs = performance.now()
    const isBurst = nowMs - this.#wroteAtMs < BURST_MS
    this.#wroteAtMs = nowMs
    if (isBurst && this.#unsent.length === 0) flushAtEnd(this)
    if (!isBurst && this.#unsent.length === 0) at += Math.max(0, this.#socket?.write(bytes, start, end - start) ?? 0)
    if (at >= end) return
    const rest = bytes.subarray(at, end)
    this.#queue(isShared ? Buffer.from(rest) : rest)
  }

  /** Called at the end of an event loop turn in which frames were queued. */
  flush(): void {
    if (this.#unsent.length > 1) this.#unsent = [Buffer.concat(this.#unsent)]
    this.drained()
  }

  get unsentBytes(): number {
    return this.#unsentBytes
  }

  #readKeepAlive(header: string): void {
    const seconds = /timeout=(\d+)/.exec(header)?.[1]
    if (seconds !== undefined) this.keepAliveMs = (Number(seconds) - 1) * 1000
  }

  /** Sends FIN after the queued bytes. */
  close(): void {
    if (this.#unsent.length > 0) this.#closesWhenSent = true
    else this.#socket?.end()
  }

  destroy(): void {
    this.#socket?.terminate()
  }

  opened(socket: Bun.Socket<Connection>): void {
    // The connect has timed out. The runtime cannot cancel a pending connect, so the socket is closed now.
    if (this.#deadline === null) return void socket.terminate()
    this.#socket = socket
    socket.setKeepAlive(true, PROBE_AFTER_MS)
  }

  ready(): void {
    this.#endDeadline()
    this.#opening.resolve(this)
  }

  #endDeadline(): void {
    if (this.#deadline) clearTimeout(this.#deadline)
    this.#deadline = null
  }

  /** Checks that the certificate was issued for the requested hostname. */
  identify(socket: Bun.Socket<Connection>): Error | undefined {
    // Loaded on first use to save memory in an idle process.
    const tls = import.meta.require('node:tls') as { readonly checkServerIdentity: typeof checkServerIdentity }
    return tls.checkServerIdentity(this.#options.destination.name, socket.getPeerCertificate())
  }

  refuse(error: unknown): void {
    this.#endDeadline()
    this.#opening.reject(error)
    this.destroy()
  }

  received(data: Buffer): void {
    if (this.#raw) return this.#raw.received(data)
    // Bytes on an idle connection. The next call must not read them as its response.
    if (this.#call === null) return this.#discard()
    this.#call.receive(data)
  }

  /** Removes the connection from the pool before the socket reports its close. */
  #discard(): void {
    this.#options.onClosed(this)
    this.destroy()
  }

  closed(error: unknown): void {
    this.#socket = null
    this.#endDeadline()
    this.#opening.reject(error ?? connectionEnded())
    this.#onSent?.()
    this.#call?.closed(error)
    this.#call = null
    this.#raw?.closed()
    this.#raw = null
    this.#options.onClosed(this)
  }

  drained(): void {
    while (this.#unsent[0]) {
      const written = this.#push(this.#unsent[0])
      this.#unsentBytes -= written
      if (written < this.#unsent[0].length) {
        this.#unsent[0] = this.#unsent[0].subarray(written)
        return
      }
      this.#unsent.shift()
    }
    this.#onSent?.()
    this.#raw?.drained()
    if (this.#closesWhenSent) this.#socket?.end()
  }

  #sendBytes(call: HttpCall, body: Uint8Array | null): void {
    const { method } = call.request
    const bytes = method === 'GET' || method === 'HEAD' ? null : body
    const needsLength = bytes !== null || method === 'POST' || method === 'PUT' || method === 'PATCH'
    const head = writeHead(call.request, call.path, call.host, needsLength ? (bytes?.length ?? 0) : null)
    const size = bytes?.length ?? 0
    const total = head.length + size
    if (total <= ONE_WRITE_BYTES) {
      ONE_WRITE.write(head, 'latin1')
      if (bytes) ONE_WRITE.set(bytes, head.length)
      // `#unsent` is empty here: a connection with unsent bytes is never reused.
      const written = this.#push(ONE_WRITE, total)
      if (written < total) this.#queue(Buffer.from(ONE_WRITE.subarray(written, total)))
    } else {
      this.#write(Buffer.from(head, 'latin1'))
      this.#write(bytes!)
    }
  }

  #sendStream(call: HttpCall, stream: ReadableStream<Uint8Array>): void {
    const length = call.request.headers['content-length']
    const framing: BodyFraming = length === undefined ? 'chunked' : Number(length)
    this.#write(Buffer.from(writeHead(call.request, call.path, call.host, framing), 'latin1'))
    this.#isUploading = true
    this.#upload(call, stream, framing).then(
      () => {
        this.#isUploading = false
      },
      (error: unknown) => {
        call.fail(error)
        this.destroy()
      },
    )
  }

  async #upload(call: HttpCall, stream: ReadableStream<Uint8Array>, framing: BodyFraming): Promise<void> {
    const reader = stream.getReader()
    const { upload } = call.request
    let sentBytes = 0
    let last: Uint8Array | null = null
    for (;;) {
      await this.#sent()
      if (last) freeBuffer(last)
      // The response is complete before the upload. Stop uploading.
      if (call.isOver || this.#socket === null) return reader.cancel()
      if (upload && call.hasNoResponse) upload.isReceiving = true
      const { done, value } = await reader.read()
      upload?.uploaded()
      if (done) break
      last = value
      sentBytes += value.length
      if (typeof framing === 'number' && sentBytes > framing) throw wrongLength()
      if (framing === 'chunked') this.#writeChunk(value)
      else this.#write(value)
    }
    if (typeof framing === 'number' && sentBytes !== framing) throw wrongLength()
    if (framing === 'chunked') this.#write(LAST_CHUNK)
  }

  #writeChunk(value: Uint8Array): void {
    if (value.length === 0) return
    const size = `${value.length.toString(16)}\r\n`
    this.#write(Buffer.concat([Buffer.from(size), value, LINE_END]))
  }

  /** Resolves when the socket has accepted all bytes or is closed. */
  #sent(): Promise<void> | null {
    if (this.#unsent.length === 0 || this.#socket === null) return null
    return new Promise((resolve) => {
      this.#onSent = () => {
        this.#onSent = null
        resolve()
      }
    })
  }

  /** Queues, in order, the bytes that the socket does not accept now. */
  #write(bytes: Uint8Array): void {
    const written = this.#unsent.length > 0 ? 0 : this.#push(bytes)
    if (written < bytes.length) this.#queue(bytes.subarray(written))
  }

  #queue(bytes: Uint8Array): void {
    this.#unsent.push(bytes)
    this.#unsentBytes += bytes.length
  }

  /** Returns how many bytes the socket accepted. */
  #push(bytes: Uint8Array, sizeBytes = bytes.length): number {
    return Math.max(0, this.#socket?.write(bytes, 0, sizeBytes) ?? 0)
  }
}

const LINE_END = Buffer.from('\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

const PLAIN: Bun.SocketHandler<Connection> = {
  open(socket) {
    socket.data.opened(socket)
    socket.data.ready()
  },
  data: (socket, data) => socket.data.received(data),
  drain: (socket) => socket.data.drained(),
  close: (socket, error) => socket.data.closed(error ?? null),
  connectError: (socket, error) => socket.data.closed(error),
  error(socket, error) {
    socket.data.closed(error)
    socket.terminate()
  },
}

const SECURE: Bun.SocketHandler<Connection> = {
  ...PLAIN,
  open: (socket) => socket.data.opened(socket),
  handshake(socket, _success, authorizationError) {
    const connection = socket.data
    const refusal = authorizationError ?? connection.identify(socket)
    if (refusal) connection.refuse(refusal)
    else connection.ready()
  },
}

function tlsOptions({ destination, roots }: ConnectionOptions): Bun.TLSOptions {
  return {
    // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment cannot disable verification.
    rejectUnauthorized: true,
    ...(destination.isAddress ? {} : { serverName: destination.name }),
    ...(roots === undefined ? {} : { ca: roots }),
  }
}

function connectionEnded(): Error {
  return Object.assign(new Error('the connection was closed before a request was sent'), { code: 'ECONNRESET' })
}

function wrongLength(): GatewayError {
  return new GatewayError('invalid_body', {
    param: 'body',
    message: 'The length of the upload does not match its Content-Length.',
  })
}
