/** Which logs are meant: the reach of who asks, and what they want to see of it. */

export type LogScope = {
  readonly organisationId: string
  /** Null: every workspace of the organisation (Admin keys). */
  readonly workspaceId: string | null
}

/** Both ends belong to it. A log whose number is unknown is in no range. */
export type NumberRange = { readonly min?: number; readonly max?: number }

/** Lists mean "any of these"; an empty list filters nothing. Different members must all hold. */
export type LogFilter = LogScope & {
  /** Start of the request; from is included, to is not. */
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
  /** Every pair must match; `_user` and the other special keys are pairs like any. */
  readonly metadata?: Readonly<Record<string, string>>
  readonly costNanoUsd?: NumberRange
  readonly inputTokens?: NumberRange
  readonly outputTokens?: NumberRange
  readonly totalTokens?: NumberRange
  /** Of the log's feedback: sum of value x weight through sum of weights, -10 to 10. */
  readonly weightedFeedback?: NumberRange
  readonly durationMs?: NumberRange
  /** Calls to providers. */
  readonly attempts?: NumberRange
  /** Answered well after a call that failed. */
  readonly isRescued?: boolean
  /** A target was passed over because its circuit was open. */
  readonly hasCircuitSkip?: boolean
  /** Stands in the texts of the request or of the answer, as far as `readableText` reads them. */
  readonly text?: string
  /** What must not hold: a log with any of these is left out, one that has no such value stays. */
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
  | 'metadata'
>
