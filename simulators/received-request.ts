/** A request recorded by a simulator. */

import type { RequestHead } from './request-reader.ts'

const KEPT_BYTES = 8 * 1024 * 1024

/** `answered`: the response was sent completely. `aborted`: the client closed first. `cut`: the script closed. */
export type RequestEnding = 'answered' | 'aborted' | 'cut'

export class ReceivedRequest {
  readonly method: string
  /** The request target as sent: path with query. */
  readonly target: string
  /** Names as sent, in order, including duplicates. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[]
  /** Lower-case names. Duplicates are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly connectionId: number
  /** Times are `performance.now()` of the process that runs the simulator. */
  readonly headAtMs = performance.now()
  bodyEndAtMs: number | null = null
  endedAtMs: number | null = null
  aborted = false
  bodyBytes = 0
  /** Bytes of the response that the kernel has accepted so far. */
  acceptedBytes = 0
  /** Resolves when the request ends. */
  readonly ended: Promise<RequestEnding>
  readonly #hash = new Bun.CryptoHasher('sha256')
  readonly #chunks: Uint8Array[] = []
  #digest: string | null = null
  #resolveEnded: (ending: RequestEnding) => void = () => {}

  constructor(head: RequestHead, connectionId: number) {
    this.method = head.method
    this.target = head.target
    this.rawHeaders = head.headers
    this.connectionId = connectionId
    const headers: Record<string, string> = {}
    for (const [name, value] of head.headers) {
      const key = name.toLowerCase()
      headers[key] = key in headers ? `${headers[key]}, ${value}` : value
    }
    this.headers = headers
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve
    })
  }

  get path(): string {
    return this.target.split('?', 1)[0] ?? this.target
  }

  /** The received body. Only the first 8 MiB are stored. `bodySha256` covers all of it. */
  get body(): Uint8Array {
    return Buffer.concat(this.#chunks)
  }

  get text(): string {
    return new TextDecoder().decode(this.body)
  }

  get json(): Record<string, unknown> {
    return JSON.parse(this.text) as Record<string, unknown>
  }

  get bodySha256(): string {
    this.#digest ??= this.#hash.digest('hex')
    return this.#digest
  }

  /** Called by the simulator for each received chunk of the body. */
  take(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    if (this.bodyBytes < KEPT_BYTES) this.#chunks.push(bytes.slice())
    this.bodyBytes += bytes.length
  }

  /** Called by the simulator. Only the first call has an effect. */
  end(ending: RequestEnding): void {
    if (this.endedAtMs !== null) return
    this.endedAtMs = performance.now()
    this.aborted = ending === 'aborted'
    this.#resolveEnded(ending)
  }
}
