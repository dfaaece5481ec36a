/** What people thought of an answer, kept by trace id. */

export type NewFeedback = {
  readonly traceId: string
  /** Whole number from -10 to 10. */
  readonly value: number
  /** 0 to 1. */
  readonly weight: number
  readonly metadata: Readonly<Record<string, unknown>> | null
}

export type Feedback = NewFeedback & {
  readonly id: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export type FeedbackScope = { readonly organisationId: string; readonly workspaceId: string }

/** Absent members stay as they are. */
export type FeedbackChanges = {
  readonly value: number
  readonly weight?: number
  readonly metadata?: Readonly<Record<string, unknown>> | null
}

export interface FeedbackStore {
  /** All or none; resolves with the ids, in order, once a killed process cannot lose them. Unknown traces are fine. */
  create(scope: FeedbackScope, entries: readonly NewFeedback[]): Promise<readonly string[]>
  /** Resolves with the trace it is about; null when there is no such feedback in this workspace. */
  update(scope: FeedbackScope, id: string, changes: FeedbackChanges): Promise<string | null>
}
