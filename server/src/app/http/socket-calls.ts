/**
 * Closes accepted connections that have not completed a first request, which Bun has no API for. Inspects each
 * descriptor through the C library and shuts the socket down; Bun then sees end-of-file and closes it.
 */

import { dlopen, FFIType } from 'bun:ffi'

const { i32, ptr } = FFIType
const CALLS = {
  getsockname: { args: [i32, ptr, ptr], returns: i32 },
  getpeername: { args: [i32, ptr, ptr], returns: i32 },
  getsockopt: { args: [i32, i32, i32, ptr, ptr], returns: i32 },
  shutdown: { args: [i32, i32], returns: i32 },
} as const

const FIRST_DESCRIPTOR = 3
/** Values from sys/socket.h and netinet/tcp.h on Linux. */
const SHUT_RDWR = 2
const IPPROTO_TCP = 6
const TCP_INFO = 11
/** Offsets in struct tcp_info, available since Linux 4.1. */
const BYTES_ACKED = 120
const BYTES_RECEIVED = 128
const INFO_BYTES = 136

export class SocketCalls {
  readonly #address = new Uint8Array(128)
  readonly #length = new Uint32Array(1)
  readonly #info = new Uint8Array(256)
  readonly #infoView = new DataView(this.#info.buffer)

  constructor(private readonly calls: ReturnType<typeof dlopen<typeof CALLS>>['symbols']) {}

  /** Shuts down connections to our port that never sent a byte; returns how many. */
  shutSilent(port: number, descriptors: number): number {
    return this.#shut(port, descriptors, ({ received }) => received === 0n)
  }

  /**
   * Shuts down connections to our port that got no response, except those from the given remote ports; returns how
   * many.
   */
  shutUnanswered(port: number, descriptors: number, busy: ReadonlySet<number>): number {
    return this.#shut(port, descriptors, ({ sent, remotePort }) => sent === 0n && !busy.has(remotePort))
  }

  #shut(port: number, descriptors: number, isChosen: (connection: Connection) => boolean): number {
    let count = 0
    for (let descriptor = FIRST_DESCRIPTOR; descriptor < descriptors; descriptor++) {
      const connection = this.#connectionAt(descriptor, port)
      if (connection && isChosen(connection) && this.calls.shutdown(descriptor, SHUT_RDWR) === 0) count++
    }
    return count
  }

  /** The accepted connection of a descriptor; null for anything else, including the listener. */
  #connectionAt(descriptor: number, port: number): Connection | null {
    if (this.#portOf(this.calls.getsockname, descriptor) !== port) return null
    const remotePort = this.#portOf(this.calls.getpeername, descriptor)
    if (remotePort === null) return null
    this.#length[0] = this.#info.length
    if (this.calls.getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, this.#info, this.#length) !== 0) return null
    if (this.#length[0] < INFO_BYTES) return null
    return {
      remotePort,
      sent: this.#infoView.getBigUint64(BYTES_ACKED, true),
      received: this.#infoView.getBigUint64(BYTES_RECEIVED, true),
    }
  }

  #portOf(name: SocketCalls['calls']['getsockname'], descriptor: number): number | null {
    this.#length[0] = this.#address.length
    if (name(descriptor, this.#address, this.#length) !== 0) return null
    // Bytes 2 and 3 of sockaddr_in and sockaddr_in6, in network order.
    return (this.#address[2]! << 8) | this.#address[3]!
  }
}

type Connection = { readonly remotePort: number; readonly sent: bigint; readonly received: bigint }

/** Returns null if the C library is neither glibc nor musl on Linux. */
export function openSocketCalls(): SocketCalls | null {
  if (process.platform !== 'linux') return null
  for (const library of ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]) {
    try {
      return new SocketCalls(dlopen(library, CALLS).symbols)
    } catch {
      // Try the next library.
    }
  }
  return null
}
