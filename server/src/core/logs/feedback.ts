/** Port for feedback on responses, by trace id. */

export type NewFeedback = {
  readonly traceId: string
  /** Whole number from -10 to 10. */
  readonly value: number
  /** 0 to 1. */
  readonly weight: number
  readonly metadata: Readonly<Record<string, unknown>> | null
  /** Default: now. */
  readonly createdAtMs?: number
}

export type Feedback = NewFeedback & {
  readonly id: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type FeedbackScope = { readonly organisationId: string; readonly workspaceId: string }

/** Absent members are not changed. */
export type FeedbackChanges = {
  readonly value: number
  readonly weight?: number
  readonly metadata?: Readonly<Record<string, unknown>> | null
}

export interface FeedbackStore {
  /** Atomic; resolves with the ids, in order, once the entries are durable. The trace need not exist. */
  create(scope: FeedbackScope, entries: readonly NewFeedback[]): Promise<readonly string[]>
  /** Resolves with its trace id; null if the workspace has no such feedback. */
  update(scope: FeedbackScope, id: string, changes: FeedbackChanges): Promise<string | null>
}
