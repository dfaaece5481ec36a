/** Applies changed retention settings of workspaces and the organisation to the log store. */

import type { LogRetention } from '../../core/logs/log-retention.ts'
import type { Change } from '../../core/stores/changes.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { Workspace } from '../../core/stores/workspaces.ts'

const PAGE_SIZE = 100

export async function followRetention(change: Change, stores: Stores, retention: LogRetention): Promise<void> {
  if (change.kind !== 'workspace' && change.kind !== 'organisation') return
  const { id: organisationId, settings } = await stores.organisations.readOfDeployment()
  const keep = ({ id: workspaceId, retentionDays, bodyRetentionDays }: Workspace) =>
    retention.setDays(
      { organisationId, workspaceId },
      retentionDays ?? settings.retentionDays,
      bodyRetentionDays ?? settings.bodyRetentionDays,
    )
  if (change.kind === 'workspace') {
    const { workspaceId } = change
    const workspace = await stores.workspaces.find(organisationId, workspaceId)
    if (workspace) return keep(workspace)
    // The workspace was deleted, so its logs are deleted too.
    return retention.deleteWorkspace({ organisationId, workspaceId })
  }
  for (let currentPage = 0; ; currentPage++) {
    const { rows } = await stores.workspaces.list(organisationId, {}, { currentPage, pageSize: PAGE_SIZE })
    for (const workspace of rows) await keep(workspace)
    if (rows.length < PAGE_SIZE) return
  }
}
