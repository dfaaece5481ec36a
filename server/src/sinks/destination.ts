/** Interface of the destinations of sinks. `destinations/` has one implementation per type of sink. */

import type { RequestRecord } from '../core/record.ts'

export type SelectedLog = {
  readonly record: RequestRecord
  /** The log as one line of JSON, without the line break. */
  readonly line: string
}

export type Batch = {
  /** The same for every delivery of these logs, even after the process was killed. Safe in file names and headers. */
  readonly id: string
  readonly logs: readonly SelectedLog[]
}

export type DeliveryOutcome =
  /** `dropped`: how many logs of the batch the destination permanently rejected, and why. */
  | { readonly kind: 'delivered'; readonly dropped?: { readonly logs: number; readonly message: string } }
  /** The destination is unreachable, overloaded or misconfigured. The batch is sent again until it is accepted. */
  | { readonly kind: 'failed'; readonly message: string; readonly retryAfterMs: number | null }
  /** The batch is too large. Its logs are sent again in smaller batches. */
  | { readonly kind: 'too-large'; readonly message: string }
  /**
   * The destination does not accept some logs. They are dropped after a few attempts. `logs`: how many; absent: all.
   * The other logs of the batch are delivered.
   */
  | { readonly kind: 'rejected'; readonly message: string; readonly logs?: number }

export interface Destination {
  /** A rejected promise counts as `failed`. */
  deliver(batch: Batch, signal: AbortSignal): Promise<DeliveryOutcome>
  close(): Promise<void>
}

/** A batch is sent once `targetBytes` of the journal are waiting, or the oldest log has waited for `maxAgeMs`. */
export type BatchLimits = {
  readonly targetBytes: number
  readonly maxAgeMs: number
  /** Maximum total size of the lines of a batch. */
  readonly maxLineBytes: number
}
