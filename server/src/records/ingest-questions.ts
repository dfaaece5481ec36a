/** What the main thread asks the ingest worker to write besides the journal. */

import type { Feedback, FeedbackChanges, FeedbackScope } from '../core/logs/feedback.ts'
import type { FoundCost } from '../core/logs/unpriced.ts'
import { fillCosts } from './store/cost-filler.ts'
import type { IngestBatch } from './store/ingest-batch.ts'

type Workspace = { readonly organisationId: string; readonly workspaceId: string }

export type WriterQuestion =
  | { readonly kind: 'create-feedback'; readonly scope: FeedbackScope; readonly entries: readonly Feedback[] }
  | {
      readonly kind: 'update-feedback'
      readonly scope: FeedbackScope
      readonly id: string
      readonly changes: FeedbackChanges
    }
  | { readonly kind: 'retention'; readonly workspace: Workspace; readonly days: number | null }
  | { readonly kind: 'forget'; readonly workspace: Workspace }
  | { readonly kind: 'fill-costs'; readonly costs: readonly FoundCost[] }

/** False: there is no such thing in reach. A number: so many were changed. A text: the trace of the feedback. */
export type WriterAnswer = boolean | number | string

/** Every answer is durable before it is given, and asking twice changes nothing more. */
export function answerWriter(batch: IngestBatch, question: WriterQuestion, nowMs: number): WriterAnswer {
  switch (question.kind) {
    case 'create-feedback':
      batch.feedback.create(question.scope, question.entries)
      return true
    case 'update-feedback':
      return batch.feedback.update(question.scope, question.id, question.changes, nowMs) ?? false
    case 'retention':
      return setInScope(batch, question.workspace, 'retention_days', question.days)
    case 'forget':
      return setInScope(batch, question.workspace, 'forget_before_ms', nowMs)
    case 'fill-costs':
      return fillCosts(batch.database, batch.rollups, question.costs)
  }
}

function setInScope(
  { database }: IngestBatch,
  { organisationId, workspaceId }: Workspace,
  column: 'retention_days' | 'forget_before_ms',
  value: number | null,
): boolean {
  database
    .query(
      `INSERT INTO scopes (organisation_id, workspace_id, ${column}) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET ${column} = excluded.${column}`,
    )
    .run(organisationId, workspaceId, value)
  return true
}
