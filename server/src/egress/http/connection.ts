/** One connection to a provider: sends one request at a time and hands what comes back to its call. */

import type { checkServerIdentity } from 'node:tls'
import { freeBuffer } from '../../core/body/free-buffer.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Destination } from '../destination.ts'
import { ConnectTimeout } from './connect-timeout.ts'
import type { Carrier, HttpCall } from './http-call.ts'
import { RequestHeads, type Sending } from './request-head.ts'
import type { HeadLines } from './response-head.ts'

/** What a small request is worth: one buffer, one system call. */
const ONE_WRITE_BYTES = 64 * 1024
/** Used again for every request: the socket has taken or refused it before anybody else comes. */
const ONE_WRITE = Buffer.allocUnsafeSlow(ONE_WRITE_BYTES)
/** Finds out about a dead peer while a model thinks for minutes. */
const PROBE_AFTER_MS = 30_000

export type Dialling = {
  readonly address: string
  readonly destination: Destination
  /** PEM certificates that replace the system's roots. */
  readonly roots: string | undefined
  readonly onIdle: (connection: Connection) => void
  readonly onClosed: (connection: Connection) => void
}

export class Connection implements Carrier {
  readonly address: string
  readonly headLines: HeadLines = []
  idleUntilMs = 0
  /** How long the other side has promised to keep it open, less a second for the way. */
  promisedIdleMs = Number.POSITIVE_INFINITY
  #socket: Bun.Socket<Connection> | null = null
  #call: HttpCall | null = null
  #unsent: Uint8Array[] = []
  #onSent: (() => void) | null = null
  #isUploading = false
  readonly #heads = new RequestHeads()
  readonly #dialling: Dialling
  readonly #opening = Promise.withResolvers<Connection>()
  #deadline: ReturnType<typeof setTimeout> | null = null

  private constructor(dialling: Dialling) {
    this.#dialling = dialling
    this.address = dialling.address
  }

  /**
   * Resolves when requests may be sent: connected and, with TLS, sure of whom it speaks to. Rejects with ConnectTimeout
   * when that takes longer than `timeoutMs`.
   */
  static open(dialling: Dialling, timeoutMs: number): Promise<Connection> {
    const connection = new Connection(dialling)
    connection.#deadline = setTimeout(() => connection.refuse(new ConnectTimeout()), timeoutMs)
    const { address, destination } = dialling
    const target = { hostname: address, port: destination.port, data: connection }
    const connecting =
      destination.scheme === 'http'
        ? Bun.connect({ ...target, socket: PLAIN })
        : Bun.connect({ ...target, socket: SECURE, tls: tlsOptions(dialling) })
    // The handlers have been told already.
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
      // The head could not be written, so nothing has been sent.
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
    const promise = this.#call?.headers['keep-alive']
    if (promise !== undefined) this.#believe(promise)
    this.#call = null
    if (!isReusable || this.#isUploading || this.#unsent.length > 0) return this.destroy()
    this.#socket?.unref()
    this.#dialling.onIdle(this)
  }

  #believe(promise: string): void {
    const seconds = /timeout=(\d+)/.exec(promise)?.[1]
    if (seconds !== undefined) this.promisedIdleMs = (Number(seconds) - 1) * 1000
  }

  /** Ends an idle connection the polite way. */
  hangUp(): void {
    this.#socket?.end()
  }

  destroy(): void {
    this.#socket?.terminate()
  }

  opened(socket: Bun.Socket<Connection>): void {
    // Nobody waits any more. A connect that the runtime has begun cannot be called back before this.
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

  /** The certificate is good; is it theirs? */
  identify(socket: Bun.Socket<Connection>): Error | undefined {
    // Loaded at the first need: a process at rest has none.
    const tls = import.meta.require('node:tls') as { readonly checkServerIdentity: typeof checkServerIdentity }
    return tls.checkServerIdentity(this.#dialling.destination.name, socket.getPeerCertificate())
  }

  refuse(error: unknown): void {
    this.#endDeadline()
    this.#opening.reject(error)
    this.destroy()
  }

  received(data: Buffer): void {
    // Nobody asked: whatever it is, the next call must not take it for its answer.
    if (this.#call === null) return this.#discard()
    this.#call.receive(data)
  }

  /** The pool must not hand it out in the time until the socket tells of its end. */
  #discard(): void {
    this.#dialling.onClosed(this)
    this.destroy()
  }

  closed(error: unknown): void {
    this.#socket = null
    this.#endDeadline()
    this.#opening.reject(error ?? connectionEnded())
    this.#onSent?.()
    this.#call?.closed(error)
    this.#call = null
    this.#dialling.onClosed(this)
  }

  drained(): void {
    while (this.#unsent[0]) {
      const written = this.#push(this.#unsent[0])
      if (written < this.#unsent[0].length) {
        this.#unsent[0] = this.#unsent[0].subarray(written)
        return
      }
      this.#unsent.shift()
    }
    this.#onSent?.()
  }

  #sendBytes(call: HttpCall, body: Uint8Array | null): void {
    const { method } = call.request
    const bytes = method === 'GET' || method === 'HEAD' ? null : body
    const needsLength = bytes !== null || method === 'POST' || method === 'PUT' || method === 'PATCH'
    const head = this.#heads.write(call.request, call.path, call.host, needsLength ? (bytes?.length ?? 0) : null)
    const size = bytes?.length ?? 0
    const total = head.length + size
    if (total <= ONE_WRITE_BYTES) {
      ONE_WRITE.write(head, 'latin1')
      if (bytes) ONE_WRITE.set(bytes, head.length)
      // Nothing is left of an earlier request: such a connection is not kept.
      const written = this.#push(ONE_WRITE, total)
      if (written < total) this.#unsent.push(Buffer.from(ONE_WRITE.subarray(written, total)))
    } else {
      this.#write(Buffer.from(head, 'latin1'))
      this.#write(bytes!)
    }
  }

  #sendStream(call: HttpCall, stream: ReadableStream<Uint8Array>): void {
    const length = call.request.headers['content-length']
    const sending: Sending = length === undefined ? 'chunked' : Number(length)
    this.#write(Buffer.from(this.#heads.write(call.request, call.path, call.host, sending), 'latin1'))
    this.#isUploading = true
    this.#upload(call, stream, sending).then(
      () => {
        this.#isUploading = false
      },
      (error: unknown) => {
        call.fail(error)
        this.destroy()
      },
    )
  }

  async #upload(call: HttpCall, stream: ReadableStream<Uint8Array>, sending: Sending): Promise<void> {
    const reader = stream.getReader()
    const { upload } = call.request
    let sentBytes = 0
    let last: Uint8Array | null = null
    for (;;) {
      await this.#sent()
      if (last) freeBuffer(last)
      // An answer that came early is the answer; nobody wants the rest of the upload.
      if (call.isOver || this.#socket === null) return reader.cancel()
      if (upload && call.isUnanswered) upload.isReceiving = true
      const { done, value } = await reader.read()
      upload?.uploaded()
      if (done) break
      last = value
      sentBytes += value.length
      if (typeof sending === 'number' && sentBytes > sending) throw wrongLength()
      if (sending === 'chunked') this.#writeChunk(value)
      else this.#write(value)
    }
    if (typeof sending === 'number' && sentBytes !== sending) throw wrongLength()
    if (sending === 'chunked') this.#write(LAST_CHUNK)
  }

  #writeChunk(value: Uint8Array): void {
    if (value.length === 0) return
    const size = `${value.length.toString(16)}\r\n`
    this.#write(Buffer.concat([Buffer.from(size), value, LINE_END]))
  }

  /** Resolves once the socket has taken everything, or is gone. */
  #sent(): Promise<void> | null {
    if (this.#unsent.length === 0 || this.#socket === null) return null
    return new Promise((resolve) => {
      this.#onSent = () => {
        this.#onSent = null
        resolve()
      }
    })
  }

  /** What the socket does not take goes when it has room, in its turn. */
  #write(bytes: Uint8Array): void {
    const written = this.#unsent.length > 0 ? 0 : this.#push(bytes)
    if (written < bytes.length) this.#unsent.push(bytes.subarray(written))
  }

  /** How much of it the socket took. */
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

function tlsOptions({ destination, roots }: Dialling): Bun.TLSOptions {
  return {
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment cannot switch it off.
    rejectUnauthorized: true,
    ...(destination.isAddress ? {} : { serverName: destination.name }),
    ...(roots === undefined ? {} : { ca: roots }),
  }
}

function connectionEnded(): Error {
  return Object.assign(new Error('the connection ended before a request was sent'), { code: 'ECONNRESET' })
}

function wrongLength(): GatewayError {
  return new GatewayError('invalid_body', {
    param: 'body',
    message: 'The upload is not as long as its Content-Length says.',
  })
}
