/** One log record of the logs list and the live stream; only the fields that pages read. */

export type LogUsage = {
  readonly input_tokens: number | null
  readonly output_tokens: number | null
  readonly total_tokens: number | null
  readonly cached_tokens: number | null
  readonly is_estimate: boolean
}

/** The outcome of one attempt. */
export type LogTrailMark = {
  readonly status_code: number | null
  readonly error_code: string | null
  /** 0: the first call to a target. */
  readonly retry: number
}

/** The outcome of one guardrail. */
export type LogGuardrail = {
  readonly id: string
  readonly direction: 'input' | 'output'
  readonly verdict: 'passed' | 'failed' | 'denied' | 'would_deny' | 'skipped'
}

export type LogRow = {
  readonly id: string
  readonly trace_id: string
  readonly span_id: string | null
  readonly parent_span_id: string | null
  readonly span_name: string | null
  readonly source: 'gateway' | 'external'
  readonly workspace_id: string
  readonly api_key_id: string
  readonly created_at: string
  readonly method: string
  readonly path: string
  readonly endpoint: string
  readonly ending: 'complete' | 'refused' | 'abandoned' | 'broken'
  readonly status_code: number
  readonly error_code: string | null
  readonly provider: string | null
  readonly target: string | null
  readonly ai_model: string | null
  readonly response_model: string | null
  readonly virtual_key: string | null
  readonly config: string | null
  readonly config_version: number | null
  readonly prompt_slug: string | null
  readonly prompt_version: number | null
  readonly is_stream: boolean
  readonly cache_status: string
  /** Milliseconds. */
  readonly response_time: number
  readonly time_to_first_byte: number | null
  readonly attempt_count: number
  readonly retry_count: number
  /** This and the next two fields are null if `glance` was not requested or the stored record lacks them. */
  readonly trail: readonly LogTrailMark[] | null
  readonly gateway_time: number | null
  readonly first_words: string | null
  readonly guardrails: readonly LogGuardrail[]
  readonly usage: LogUsage | null
  /** US cents; null: unknown. */
  readonly cost: number | null
  readonly cache_saved_time: number | null
  readonly cache_saved_cost: number | null
  readonly feedback_count: number
  readonly weighted_feedback: number | null
  readonly metadata: Readonly<Record<string, string>>
  readonly request_bytes: number
  readonly response_bytes: number
  readonly warnings: readonly string[]
}
