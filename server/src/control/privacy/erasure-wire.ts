/** Request and response format of erasures and of the export of a person. */

import { z } from 'zod'
import type { Erasure, ErasureCounts } from '../../core/stores/erasures.ts'

export const personBody = z
  .strictObject({
    end_user: z
      .string()
      .min(1)
      .max(4_096)
      .optional()
      .meta({ description: 'The value of _user in the metadata of requests.' }),
    account_id: z.string().min(1).max(128).optional().meta({ description: 'The id of a user of the dashboard.' }),
    workspace_id: z
      .string()
      .max(128)
      .optional()
      .meta({ description: 'Only for end_user: its data in this workspace. All workspaces if omitted.' }),
  })
  .refine((body) => (body.end_user === undefined) !== (body.account_id === undefined), 'send end_user or account_id')

const count = (description: string) => z.number().meta({ description })

export const erasureSchema = z.object({
  object: z.literal('erasure'),
  id: z.string().nullable().meta({ description: 'Null in a preview.' }),
  status: z.enum(['preview', 'in_progress', 'success']).meta({
    description:
      'preview: nothing was erased. in_progress: it runs, or waits for a node; it never fails for good. success: it is finished.',
  }),
  subject: z.enum(['end_user', 'account']),
  subject_hash: z.string().meta({
    description:
      'Keyed hash of the identifier. The identifier itself is not in the receipt. The gateway keeps it, encrypted, for a day after the order and then deletes it.',
  }),
  workspace_id: z.string().nullable().meta({ description: 'Null: all workspaces.' }),
  until: z.string().meta({ description: 'Requests that started later are kept.' }),
  counts: z.object({
    logs: count('Request logs.'),
    bodies: count('Logs with a stored request or response body. 0 in a preview.'),
    feedback: count('Feedback on the logs, or that names the person.'),
    rollups: count('Sums by user. 0 in a preview.'),
    quarantined_files: count(
      'Damaged journal files that contained the identifier, or for an account its e-mail address or an id of its keys. 0 in a preview.',
    ),
    exports: count('Log exports that may contain the logs. They are deleted with their files.'),
    cached_responses: count('The caches of the workspaces are purged whole, on every node. 0 in a preview.'),
    invites: count('Invitations of the account.'),
    audit_entries: count('Entries of the audit log in which the person is replaced by "erased". 0 in a preview.'),
    alerts: count('Alerts about budgets of the user. 0 in a preview.'),
  }),
  is_complete: z
    .boolean()
    .meta({ description: 'False: there is at least as much as counted. A preview is never complete.' }),
  out_of_reach: z.array(z.string()).meta({ description: 'Copies that the gateway cannot erase.' }),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Why the last attempt failed, or what the erasure waits for. It continues by itself.' }),
  created_at: z.string().nullable(),
  finished_at: z.string().nullable(),
})

export const NOTHING_ERASED: ErasureCounts = {
  logs: 0,
  bodies: 0,
  feedback: 0,
  rollups: 0,
  quarantinedFiles: 0,
  exports: 0,
  cachedResponses: 0,
  invites: 0,
  auditEntries: 0,
  alerts: 0,
}

/** Data that an operator must erase elsewhere. The receipt lists it. */
export const OUT_OF_REACH: readonly string[] = [
  'backups',
  'logs and traces that were sent to other systems, and logs of requests that were running at the order',
  'data that providers and guardrail services store',
  'downloaded exports',
  'balances of policies that group by the identifier, their entries in the ledger and their rate limit windows',
  'settings that name the identifier, such as conditions of policies and configs',
  'addresses in alert channels and in the alert e-mails of keys',
  'cached responses of requests that were running at the order, until they expire',
  'files of nodes and worker processes that do not run on the day after the order',
  'old row versions in PostgreSQL until it has vacuumed, and persistence files of Redis',
]

export function countsOnWire(counts: ErasureCounts): z.infer<typeof erasureSchema>['counts'] {
  return {
    logs: counts.logs,
    bodies: counts.bodies,
    feedback: counts.feedback,
    rollups: counts.rollups,
    quarantined_files: counts.quarantinedFiles,
    exports: counts.exports,
    cached_responses: counts.cachedResponses,
    invites: counts.invites,
    audit_entries: counts.auditEntries,
    alerts: counts.alerts ?? 0,
  }
}

export function erasureOnWire(erasure: Erasure): z.infer<typeof erasureSchema> {
  return {
    object: 'erasure',
    id: erasure.id,
    status: erasure.status,
    subject: erasure.subjectType,
    subject_hash: erasure.subjectHash,
    workspace_id: erasure.workspaceId,
    until: iso(erasure.untilMs),
    counts: countsOnWire(erasure.progress.counts),
    is_complete: erasure.status === 'success',
    out_of_reach: [...OUT_OF_REACH],
    error: erasure.error,
    created_at: iso(erasure.createdAtMs),
    finished_at: erasure.finishedAtMs === null ? null : iso(erasure.finishedAtMs),
  }
}

export const iso = (ms: number) => new Date(ms).toISOString()
