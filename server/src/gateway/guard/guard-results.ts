/** What settlement needs to know about the guardrails of a request. */

import type { GuardrailResult } from '../../core/guardrails/guardrails.ts'

export type GuardResults = {
  /** In the order in which they ended. */
  readonly results: readonly GuardrailResult[]
  /** The request as it is logged, if guardrails changed it: without the values that they removed. */
  readonly loggedBytes: Uint8Array | null
  /** Resolves when the parallel guardrails have ended; null if none is running. */
  readonly pending: Promise<unknown> | null
}
