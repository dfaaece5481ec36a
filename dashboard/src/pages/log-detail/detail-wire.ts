/** The response of GET /v1/logs/{id}. */

import type { LogRow } from '../../api/log-row.ts'
import type { HookResults } from '../../design/guardrails/hook-results.ts'
import type { WireAttempt, WireDecision } from '../../design/timeline/decision-steps.ts'

export type LogAttempt = WireAttempt & {
  readonly url: string
  /** The body sent to the provider; null: the caller's body unchanged, or not stored. */
  readonly sent_body: string | null
  /** The provider's response if a retry or fallback followed; null: it was sent to the caller, or is not stored. */
  readonly response_body: string | null
  readonly response_body_cut: boolean
}

export type LogSide = {
  readonly headers: Readonly<Record<string, string>>
  /** Null: not stored. */
  readonly body: string | null
  readonly body_encoding: 'utf-8' | 'base64'
  readonly body_cut: boolean
}

export type CostLine = {
  readonly unit: string
  readonly quantity: number
  /** US cents per `price_units` units. */
  readonly price: number
  readonly price_units: number
  readonly cost: number
}

export type Feedback = {
  readonly id: string
  readonly value: number
  readonly weight: number
  readonly metadata: Readonly<Record<string, unknown>> | null
  readonly created_at: string
  readonly last_updated_at: string
}

export type LogDetail = LogRow & {
  readonly price_version: string | null
  readonly cost_lines: readonly CostLine[]
  readonly feedback: readonly Feedback[]
  readonly attempts: readonly LogAttempt[]
  readonly decisions: readonly WireDecision[]
  readonly hook_results: HookResults
  readonly bodies_expired: boolean
  readonly bodies_unavailable: 'missing' | 'unreachable' | null
  readonly request: LogSide
  readonly response: LogSide
}
