/** What a simulator remembers of one request. */

import type { RequestHead } from './request-reader.ts'

const KEPT_BYTES = 8 * 1024 * 1024

/** `answered`: the script's answer went out whole; `aborted`: the other side closed first; `cut`: the script closed. */
export type RequestEnding = 'answered' | 'aborted' | 'cut'

export class ReceivedRequest {
  readonly method: string
  /** The request target as sent: path with query. */
  readonly target: string
  /** Names as sent, in order, duplicates kept. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[]
  /** Lower-case names; duplicates joined with a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly connectionId: number
  /** Times are `performance.now()` of the process that runs the simulator. */
  readonly headAtMs = performance.now()
  bodyEndAtMs: number | null = null
  endedAtMs: number | null = null
  aborted = false
  bodyBytes = 0
  /** Bytes of the answer that the kernel has taken so far. */
  acceptedBytes = 0
  /** Resolves when the request is over, however it ended. */
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

  /** The body as received; of very large ones only the first 8 MiB are kept, `bodySha256` covers all. */
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

  /** For the simulator: a piece of the body arrived. */
  take(bytes: Uint8Array): void {
    this.#hash.update(bytes)
    if (this.bodyBytes < KEPT_BYTES) this.#chunks.push(bytes.slice())
    this.bodyBytes += bytes.length
  }

  /** For the simulator: the first ending is the one that counts. */
  end(ending: RequestEnding): void {
    if (this.endedAtMs !== null) return
    this.endedAtMs = performance.now()
    this.aborted = ending === 'aborted'
    this.#resolveEnded(ending)
  }
}
