/** What a destination is given, and what it returns. There is one implementation per type of sink in `destinations/`. */

import type { RequestRecord } from '../core/record.ts'

export type SelectedLog = {
  readonly record: RequestRecord
  /** The log as one line of JSON, without the line break. */
  readonly line: string
}

export type Batch = {
  /** The same for every delivery of these logs, also after the process was killed. Safe in file names and headers. */
  readonly id: string
  readonly logs: readonly SelectedLog[]
}

export type DeliveryOutcome =
  /** `dropped`: how many logs of the batch the destination rejected for good, and why. */
  | { readonly kind: 'delivered'; readonly dropped?: { readonly logs: number; readonly message: string } }
  /** The destination is unreachable, overloaded or misconfigured. The batch is sent again until it is accepted. */
  | { readonly kind: 'failed'; readonly message: string; readonly retryAfterMs: number | null }
  /** The batch is too large. It is sent again in smaller ones. */
  | { readonly kind: 'too-large'; readonly message: string }
  /** The destination does not accept these logs. They are dropped after a few attempts. */
  | { readonly kind: 'rejected'; readonly message: string }

export interface Destination {
  /** A rejected promise counts as `failed`. */
  deliver(batch: Batch, signal: AbortSignal): Promise<DeliveryOutcome>
  close(): Promise<void>
}

/** A batch is sent once `targetBytes` of the journal are waiting, or the oldest of them for `maxAgeMs`. */
export type BatchLimits = {
  readonly targetBytes: number
  readonly maxAgeMs: number
  /** Size of the lines of a batch. */
  readonly maxLineBytes: number
}
