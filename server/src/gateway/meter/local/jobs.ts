/** The messages between the token counter and its worker thread. */

/** The texts to count. */
export type CountJob = {
  readonly model: string
  /** A JSON body; null if it is not counted. */
  readonly request: Uint8Array | null
  /** The bytes of a response, or its beginning; null if it is not counted. */
  readonly response: Uint8Array | null
}

export type TokenCount = { readonly inputTokens: number | null; readonly outputTokens: number | null }

export type UnpackJob = { readonly bytes: Uint8Array; readonly encoding: string }

/** A decompressed response: its head, its tail if that is not part of the head, and its size. */
export type Unpacked = { readonly head: Uint8Array; readonly tail: Uint8Array; readonly totalBytes: number }

export type WorkerJob =
  | { readonly id: number; readonly kind: 'load'; readonly model: string }
  | { readonly id: number; readonly kind: 'count'; readonly job: CountJob }
  | { readonly id: number; readonly kind: 'unpack'; readonly job: UnpackJob }

export type Result = { readonly id: number; readonly value: TokenCount | Unpacked | null }
