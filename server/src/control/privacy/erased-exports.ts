/** Finds the exports that an erasure deletes. */

import type { LogExport, LogExportStore } from '../../core/logs/log-exports.ts'
import type { Erasure } from '../../core/stores/erasures.ts'
import type { rangeOf } from '../exports/export-wire.ts'
import type { Subject } from './subject.ts'

const EXPORTS_PER_PAGE = 100

export type ErasureScope = Pick<Erasure, 'organisationId' | 'workspaceId' | 'subjectHash'>

/** Exports that may contain the person: all exports in the scope of the erasure, except those about other users. */
export async function exportsOf(
  store: LogExportStore,
  { organisationId, workspaceId, subjectHash }: ErasureScope,
  subject: Subject,
  untilMs: number,
): Promise<readonly LogExport[]> {
  // Loaded with the first erasure.
  const { rangeOf } = await import('../exports/export-wire.ts')
  const isOfOther = (job: LogExport): boolean => {
    // The logs of an account may contain any end user.
    if (subject.type === 'account' || job.person?.type === 'account') return false
    return job.person ? job.person.hash !== subjectHash : isForOther(rangeOf(job), subject.user)
  }
  const ofLogs = await allOf(store, { organisationId, workspaceId }, 'logs')
  const ofPersons = (await allOf(store, { organisationId, workspaceId: null }, 'persons')).filter(
    // An export of all workspaces ('') includes this workspace.
    (job) => workspaceId === null || job.workspaceId === '' || job.workspaceId === workspaceId,
  )
  return [...ofLogs, ...ofPersons].filter((job) => job.createdAtMs <= untilMs && !isOfOther(job))
}

export async function allOf(
  store: LogExportStore,
  reach: Pick<Erasure, 'organisationId' | 'workspaceId'>,
  kind: 'logs' | 'persons',
): Promise<readonly LogExport[]> {
  const found: LogExport[] = []
  for (let currentPage = 0; ; currentPage++) {
    const { rows } = await store.list(reach, { currentPage, pageSize: EXPORTS_PER_PAGE }, kind)
    found.push(...rows)
    if (rows.length < EXPORTS_PER_PAGE) return found
  }
}

function isForOther({ filter }: ReturnType<typeof rangeOf>, user: string): boolean {
  const wanted = filter.metadata?.['_user']
  return wanted !== undefined && wanted !== user
}
