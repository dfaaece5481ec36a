/** Parses HTTP/1.1 requests from the bytes of a connection. Preserves spelling, order and duplicates of headers. */

export type RequestHead = {
  readonly method: string
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
}

type Listener = {
  head(head: RequestHead): void
  body(bytes: Uint8Array): void
  end(): void
}

type Expecting = 'head' | 'body' | 'chunk size' | 'chunk' | 'chunk end' | 'trailers'

export class RequestReader {
  readonly #listener: Listener
  #expecting: Expecting = 'head'
  #pending: Buffer = Buffer.alloc(0)
  #remaining = 0

  constructor(listener: Listener) {
    this.#listener = listener
  }

  push(bytes: Uint8Array): void {
    this.#pending = this.#pending.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#pending, bytes])
    while (this.#step()) {
      // Each step consumes one element.
    }
  }

  #step(): boolean {
    switch (this.#expecting) {
      case 'head':
        return this.#readHead()
      case 'body':
      case 'chunk':
        return this.#readBytes()
      case 'chunk size':
        return this.#readLine((line) => {
          this.#remaining = Number.parseInt(line, 16)
          this.#expecting = this.#remaining === 0 ? 'trailers' : 'chunk'
        })
      case 'chunk end':
        return this.#readLine(() => {
          this.#expecting = 'chunk size'
        })
      case 'trailers':
        return this.#readLine((line) => {
          if (line === '') this.#finish()
        })
    }
  }

  #readHead(): boolean {
    const end = this.#pending.indexOf('\r\n\r\n')
    if (end < 0) return false
    const [start = '', ...lines] = this.#pending.toString('latin1', 0, end).split('\r\n')
    this.#pending = this.#pending.subarray(end + 4)
    const [method = '', target = ''] = start.split(' ')
    const headers = lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
    const value = (name: string) => headers.find(([other]) => other.toLowerCase() === name)?.[1]
    const chunked = value('transfer-encoding')?.toLowerCase() === 'chunked'
    this.#remaining = chunked ? 0 : Number(value('content-length') ?? 0)
    this.#expecting = chunked ? 'chunk size' : 'body'
    this.#listener.head({ method, target, headers })
    if (!chunked && this.#remaining === 0) this.#finish()
    return true
  }

  #readBytes(): boolean {
    if (this.#pending.length === 0) return false
    const piece = this.#pending.subarray(0, this.#remaining)
    this.#pending = this.#pending.subarray(piece.length)
    this.#remaining -= piece.length
    this.#listener.body(piece)
    if (this.#remaining === 0) {
      if (this.#expecting === 'chunk') this.#expecting = 'chunk end'
      else this.#finish()
    }
    return true
  }

  #readLine(use: (line: string) => void): boolean {
    const end = this.#pending.indexOf('\r\n')
    if (end < 0) return false
    const line = this.#pending.toString('latin1', 0, end)
    this.#pending = this.#pending.subarray(end + 2)
    use(line)
    return true
  }

  #finish(): void {
    this.#expecting = 'head'
    this.#listener.end()
  }
}
