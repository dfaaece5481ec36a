/** Selects logs: the access scope of the caller and the filter conditions. */

export type LogScope = {
  readonly organisationId: string
  /** Null: every workspace of the organisation. */
  readonly workspaceId: string | null
}

/** Inclusive. Logs without a value do not match. */
export type NumberRange = { readonly min?: number; readonly max?: number }

/** All members must match. A list matches any of its values; an empty list matches everything. */
export type LogFilter = LogScope & {
  /** Start time of the request; `fromMs` is inclusive, `toMs` exclusive. */
  readonly fromMs?: number
  readonly toMs?: number
  /** Exact statuses or classes: `[429]`, `['5xx']`. */
  readonly statuses?: readonly (string | number)[]
  readonly models?: readonly string[]
  readonly providers?: readonly string[]
  readonly providerModels?: readonly { readonly provider: string; readonly model: string }[]
  readonly endpoints?: readonly string[]
  readonly keyIds?: readonly string[]
  /** Slugs. */
  readonly virtualKeys?: readonly string[]
  readonly configs?: readonly string[]
  readonly prompts?: readonly string[]
  /** These versions, or any version of one of `prompts`. */
  readonly promptVersions?: readonly PromptVersion[]
  readonly traceIds?: readonly string[]
  readonly spanIds?: readonly string[]
  readonly cacheStatuses?: readonly string[]
  readonly sources?: readonly string[]
  /** Slugs of guardrails, and verdicts or flags (see `guardrail-outcomes.ts`). A guardrail that ran must match both. */
  readonly guardrails?: readonly string[]
  readonly guardrailVerdicts?: readonly string[]
  /** Every pair must match, including special keys such as `_user`. */
  readonly metadata?: Readonly<Record<string, string>>
  readonly costNanoUsd?: NumberRange
  readonly inputTokens?: NumberRange
  readonly outputTokens?: NumberRange
  readonly totalTokens?: NumberRange
  /** Sum of value x weight divided by the sum of weights, -10 to 10. */
  readonly weightedFeedback?: NumberRange
  readonly durationMs?: NumberRange
  /** Number of attempts. */
  readonly attempts?: NumberRange
  /** Successful after a failed attempt. */
  readonly isRecovered?: boolean
  /** A target was skipped because its circuit was open. */
  readonly hasCircuitSkip?: boolean
  /** Text to find in the request or response. Only the text that `readableText` extracts is searched. */
  readonly text?: string
  /** Excludes logs that match any of these. Logs without a value are not excluded. */
  readonly not?: LogExclusion
}

export type PromptVersion = { readonly prompt: string; readonly version: number }

export type LogExclusion = Pick<
  LogFilter,
  | 'statuses'
  | 'models'
  | 'providers'
  | 'endpoints'
  | 'keyIds'
  | 'virtualKeys'
  | 'configs'
  | 'prompts'
  | 'promptVersions'
  | 'traceIds'
  | 'spanIds'
  | 'cacheStatuses'
  | 'sources'
  | 'guardrails'
  | 'guardrailVerdicts'
  | 'metadata'
>
