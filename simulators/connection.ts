/** One accepted socket. Writes respect back-pressure, and accepted bytes are counted. */

import type { Socket } from 'bun'

export class Connection {
  readonly id: number
  isClosed = false
  readonly closed: Promise<void>
  /** Called on every write with the number of bytes the kernel accepted. */
  onAccepted: (count: number) => void = () => {}
  readonly #socket: Socket<Connection>
  #resolveClosed: () => void = () => {}
  #resolveDrained: () => void = () => {}

  constructor(socket: Socket<Connection>, id: number) {
    this.#socket = socket
    this.id = id
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
  }

  /** Resolves to true when the kernel has accepted all bytes, or to false if the connection closed first. */
  async write(data: string | Uint8Array): Promise<boolean> {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data
    let offset = 0
    while (offset < bytes.length) {
      if (this.isClosed) return false
      const count = this.#socket.write(bytes, offset, bytes.length - offset)
      if (count < 0) return false
      offset += count
      this.onAccepted(count)
      if (offset < bytes.length) await this.#drained()
    }
    return !this.isClosed
  }

  /** Waits for the duration or until the connection closes. Resolves to true if it is still open. */
  async wait(durationMs: number): Promise<boolean> {
    if (durationMs > 0 && !this.isClosed) {
      let timer: Timer | undefined
      const elapsed = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, durationMs)
      })
      await Promise.race([elapsed, this.closed])
      clearTimeout(timer)
    }
    return !this.isClosed
  }

  /** Sends FIN. The peer can still read the bytes already written. */
  end(): void {
    this.#socket.end()
  }

  /** Sends RST. Bytes already written may be lost. */
  reset(): void {
    this.#socket.terminate()
  }

  noteDrained(): void {
    this.#resolveDrained()
  }

  noteClosed(): void {
    this.isClosed = true
    this.#resolveClosed()
    this.#resolveDrained()
  }

  #drained(): Promise<void> {
    return new Promise((resolve) => {
      this.#resolveDrained = resolve
    })
  }
}
