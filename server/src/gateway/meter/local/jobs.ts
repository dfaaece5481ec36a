/** What the desk and its worker say to each other. */

/** What is to be counted; null: not asked for. */
export type CountJob = {
  readonly model: string
  /** A JSON body. */
  readonly request: Uint8Array | null
  /** An answer's bytes, whole or its beginning. */
  readonly answer: Uint8Array | null
}

export type TokenCount = { readonly inputTokens: number | null; readonly outputTokens: number | null }

export type UnpackJob = { readonly bytes: Uint8Array; readonly encoding: string }

/** A decompressed answer: its beginning, its end where that is not in the beginning, and how long it is. */
export type Unpacked = { readonly head: Uint8Array; readonly tail: Uint8Array; readonly totalBytes: number }

export type Question =
  | { readonly id: number; readonly kind: 'load'; readonly model: string }
  | { readonly id: number; readonly kind: 'count'; readonly job: CountJob }
  | { readonly id: number; readonly kind: 'unpack'; readonly job: UnpackJob }

export type Result = { readonly id: number; readonly value: TokenCount | Unpacked | null }
