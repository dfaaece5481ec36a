/** One request and its response: parses the bytes of a connection into a head and a body. */

import { GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'
import type { AbortListener, AbortSource, EgressRequest, UpgradeTerms, UpstreamResponse } from '../outbound.ts'
import { handshakeFlaw } from '../websocket/handshake.ts'
import { type RawConnection, type RawListener, UpstreamSocket } from '../websocket/upstream-socket.ts'
import { ChunkedBody } from './chunked-body.ts'
import { IncomingBody, type Pausable } from './incoming-body.ts'
import { InvalidResponse } from './invalid-response.ts'
import { type HeadLines, type ResponseHead, readHead } from './response-head.ts'

const MAX_HEAD_BYTES = 64 * 1024
/** Header lines of longer heads are not cached. */
const CACHED_HEAD_BYTES = 8 * 1024
const HEAD_END = Buffer.from('\r\n\r\n')
const CR = 13
const LF = 10

/** The part of a connection that a call uses. */
export type Carrier = Pausable & {
  /** The response is complete. The connection may be reused if `isReusable`. */
  release(isReusable: boolean): void
  /** Closes the connection immediately. */
  destroy(): void
  /** Ends HTTP on this connection. The listener that `opened` returns receives all further bytes. */
  detach(opened: (connection: RawConnection) => RawListener): void
  /** Header lines of the connection's previous response. */
  readonly headLines: HeadLines
}

/** Receives the response head or an error, once per call. */
export type ResponseListener = {
  onResponse(response: UpstreamResponse): void
  onFailure(call: HttpCall, error: unknown): void
}

export class HttpCall implements UpstreamResponse, AbortListener {
  readonly request: EgressRequest
  readonly path: string
  readonly host: string
  /** True until the first byte of a response. */
  hasNoResponse = true
  status = 0
  headers: HeaderMap = {}
  socket: UpstreamSocket | null = null
  readonly #end: AbortSource
  readonly #listener: ResponseListener
  #carrier: Carrier | null = null
  #early: Buffer | null = null
  #head: ResponseHead | null = null
  #body: IncomingBody | null = null
  #chunked: ChunkedBody | null = null
  #left = 0
  #isOver = false

  constructor(request: EgressRequest, path: string, host: string, end: AbortSource, listener: ResponseListener) {
    this.request = request
    this.path = path
    this.host = host
    this.#end = end
    this.#listener = listener
    end.addEventListener('abort', this)
  }

  get isOver(): boolean {
    return this.#isOver
  }

  get isBodiless(): boolean {
    return this.#head?.framing === 0
  }

  /** Attaches the connection that carries the response. */
  runOn(carrier: Carrier): void {
    this.#carrier = carrier
  }

  read(): Promise<Uint8Array | null> {
    return this.#body!.read()
  }

  bytes(): Uint8Array | Promise<Uint8Array> {
    return this.#body!.bytes()
  }

  receive(data: Buffer): void {
    try {
      this.hasNoResponse = false
      if (this.#head === null) this.#receiveHead(data)
      else this.#receiveBody(data)
      this.#body?.applyBackPressure()
    } catch (error) {
      // `fail` clears `#carrier`, so keep it to close the connection.
      const carrier = this.#carrier
      this.fail(error)
      carrier?.destroy()
    }
  }

  /** The connection closed: with FIN (`error` is null) or with an error. */
  closed(error: unknown): void {
    if (this.#isOver) return
    if (error === null && this.#head?.framing === 'until-close') this.#finish(false)
    else this.fail(error ?? new InvalidResponse('connection_closed'))
  }

  fail(error: unknown): void {
    if (this.#isOver) return
    this.#leave()
    if (this.#body) this.#body.fail(error)
    else this.#listener.onFailure(this, error)
  }

  cancel(): void {
    const carrier = this.#carrier
    this.fail(new InvalidResponse('connection_closed'))
    carrier?.destroy()
  }

  /** The call was aborted. */
  handleEvent(): void {
    if (this.#isOver) return
    const carrier = this.#carrier
    this.fail(this.#end.reason)
    carrier?.destroy()
  }

  #receiveHead(data: Buffer): void {
    let bytes = this.#early ? Buffer.concat([this.#early, data]) : data
    // The last byte of the earlier part may be the CR of a line end.
    let unchecked = Math.max(0, bytes.length - data.length - 1)
    for (;;) {
      const end = bytes.indexOf(HEAD_END)
      if (end > MAX_HEAD_BYTES || (end < 0 && bytes.length > MAX_HEAD_BYTES))
        throw new InvalidResponse('head_too_large')
      if (end < 0) {
        // Reject bytes that are not HTTP immediately, without waiting for the peer to close.
        if (bytes.length >= 5 && bytes.toString('latin1', 0, 5) !== 'HTTP/') throw new InvalidResponse('not_http')
        // A head with bare CR or LF line ends would never match HEAD_END.
        if (hasBareLineEnd(bytes, unchecked)) throw new InvalidResponse('bad_header')
        this.#early = bytes
        return
      }
      const known = end <= CACHED_HEAD_BYTES ? this.#carrier?.headLines : undefined
      const head = readHead(bytes.toString('latin1', 0, end), this.request.method, known)
      bytes = bytes.subarray(end + 4)
      unchecked = 0
      if (head.status === 101) return this.#switch(head, bytes)
      if (head.status >= 200) return this.#begin(head, bytes)
    }
  }

  /** The provider switches protocols: the connection becomes a WebSocket. */
  #switch(head: ResponseHead, rest: Buffer): void {
    const { upgrade } = this.request
    if (!upgrade) throw new InvalidResponse('not_http')
    const flaw = handshakeFlaw(upgrade.handshake, head.headers)
    if (flaw !== null) {
      const message = `The provider's WebSocket handshake is not valid: ${flaw}.`
      throw new GatewayError('upstream_broken', { message })
    }
    this.#head = head
    this.status = head.status
    this.headers = head.headers
    const carrier = this.#carrier!
    this.#leave()
    carrier.detach((connection) => this.#openSocket(connection, upgrade))
    if (rest.length > 0) this.socket!.received(rest)
    this.#listener.onResponse(this)
  }

  #openSocket(connection: RawConnection, { maxMessageBytes }: UpgradeTerms): UpstreamSocket {
    this.socket = new UpstreamSocket(connection, maxMessageBytes, this.headers['sec-websocket-protocol'] ?? null)
    return this.socket
  }

  #begin(head: ResponseHead, rest: Buffer): void {
    const { framing } = head
    this.#early = null
    this.#head = head
    this.status = head.status
    this.headers = head.headers
    this.#body = new IncomingBody(this.#carrier!)
    this.#chunked = framing === 'chunked' ? new ChunkedBody() : null
    this.#left = typeof framing === 'number' ? framing : Number.POSITIVE_INFINITY
    this.#listener.onResponse(this)
    if (rest.length > 0 || framing === 0) this.#receiveBody(rest)
  }

  #receiveBody(data: Buffer): void {
    const body = this.#body!
    if (this.#chunked) {
      const { payload, rest } = this.#chunked.push(data)
      body.push(payload)
      if (this.#chunked.isDone) this.#finish(rest === 0)
      return
    }
    const take = Math.min(this.#left, data.length)
    const isAll = take === data.length
    this.#left -= take
    body.push(isAll ? data : data.subarray(0, take))
    if (this.#left === 0) this.#finish(isAll)
  }

  /** `isClean`: no bytes follow the end of the response. */
  #finish(isClean: boolean): void {
    const carrier = this.#carrier
    this.#leave()
    this.#body!.end()
    carrier?.release(isClean && this.#head!.keepsAlive)
  }

  #leave(): void {
    this.#isOver = true
    this.#carrier = null
    this.#end.removeEventListener('abort', this)
  }
}

/** True if there is an LF without a CR before it, or a CR without an LF after it. */
function hasBareLineEnd(bytes: Buffer, from: number): boolean {
  for (let i = from; i < bytes.length; i++) {
    const byte = bytes[i]
    if (byte === LF && (i === 0 || bytes[i - 1] !== CR)) return true
    if (byte === CR && i + 1 < bytes.length && bytes[i + 1] !== LF) return true
  }
  return false
}
