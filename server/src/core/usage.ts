/** What a call consumed, as the provider counted it. Absent classes are null, never 0. */

export type Usage = {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly totalTokens: number | null
  readonly cachedTokens: number | null
  readonly reasoningTokens: number | null
}
