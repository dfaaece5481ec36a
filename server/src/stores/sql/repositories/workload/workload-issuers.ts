/** Workload issuers in the control store. */

import { type Limits, NO_LIMITS } from '../../../../core/stores/limits.ts'
import type { Listed, Page, Reach } from '../../../../core/stores/reach.ts'
import type {
  WorkloadIssuer,
  WorkloadIssuerStore,
  WorkloadSettings,
} from '../../../../core/workload/workload-issuers.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { pageOf } from '../../page.ts'
import type { WorkloadIssuerTable } from './workload-tables.ts'

export class SqlWorkloadIssuers implements WorkloadIssuerStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, id: string): Promise<WorkloadIssuer | undefined> {
    const row = await this.#within(reach).where('id', '=', id).executeTakeFirst()
    return row && toIssuer(row)
  }

  async list(reach: Reach, page: Page): Promise<Listed<WorkloadIssuer>> {
    const { rows, total } = await pageOf(this.#within(reach).orderBy('name').orderBy('id'), page)
    return { rows: rows.map(toIssuer), total }
  }

  async count(organisationId: string): Promise<number> {
    const { count } = await this.database
      .selectFrom('workload_issuers')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async enabled(issuer: string): Promise<readonly WorkloadIssuer[]> {
    const rows = await this.database
      .selectFrom('workload_issuers')
      .selectAll()
      .where('issuer', '=', issuer)
      .where('is_enabled', '=', 1)
      .orderBy('created_at_ms')
      .orderBy('id')
      .execute()
    return rows.map(toIssuer)
  }

  async insert(issuer: WorkloadIssuer): Promise<void> {
    await this.database.insertInto('workload_issuers').values(toRow(issuer)).execute()
  }

  async update(issuer: WorkloadIssuer): Promise<void> {
    const { id, ...rest } = toRow(issuer)
    await this.database.updateTable('workload_issuers').set(rest).where('id', '=', id).execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('workload_issuers').where('id', '=', id).execute()
  }

  #within({ organisationId, workspaceId }: Reach) {
    const query = this.database.selectFrom('workload_issuers').selectAll().where('organisation_id', '=', organisationId)
    return workspaceId === null ? query : query.where('workspace_id', '=', workspaceId)
  }
}

function toIssuer(row: WorkloadIssuerTable): WorkloadIssuer {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    name: row.name,
    isEnabled: row.is_enabled === 1,
    issuer: row.issuer,
    settings: JSON.parse(row.settings) as WorkloadSettings,
    limits: { ...NO_LIMITS, ...(JSON.parse(row.limits) as Partial<Limits>) },
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(issuer: WorkloadIssuer): WorkloadIssuerTable {
  return {
    id: issuer.id,
    organisation_id: issuer.organisationId,
    workspace_id: issuer.workspaceId,
    name: issuer.name,
    is_enabled: issuer.isEnabled ? 1 : 0,
    issuer: issuer.issuer,
    settings: JSON.stringify(issuer.settings),
    limits: JSON.stringify(issuer.limits),
    created_by: issuer.createdBy,
    created_at_ms: issuer.createdAtMs,
    updated_at_ms: issuer.updatedAtMs,
  }
}
