/** Budget alerts in the control store. */

import type { Selectable } from 'kysely'
import type { AlertStore, IsWantedGroup, StoredAlert } from '../../../../core/money/alerts.ts'
import type { Holder } from '../../../../core/money/spending.ts'
import type { Listed, Page, Reach } from '../../../../core/stores/reach.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { pageOf } from '../../page.ts'
import type { LimitTables } from './limit-tables.ts'

type Row = Selectable<LimitTables['budget_alerts']>

export class SqlAlerts implements AlertStore {
  constructor(private readonly database: ControlDatabase) {}

  async list(reach: Reach, filter: { readonly kind?: Holder['kind'] }, page: Page): Promise<Listed<StoredAlert>> {
    let query = this.database
      .selectFrom('budget_alerts')
      .selectAll()
      .where('organisation_id', '=', reach.organisationId)
      .orderBy('at_ms', 'desc')
      .orderBy('id', 'desc')
    if (reach.workspaceId !== null) query = query.where('workspace_id', '=', reach.workspaceId)
    if (filter.kind !== undefined) query = query.where('holder_kind', '=', filter.kind)
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map(toAlert), total }
  }

  async insert(alert: StoredAlert): Promise<void> {
    await this.database.insertInto('budget_alerts').values(toRow(alert)).execute()
  }

  async removeBefore(atMs: number): Promise<void> {
    await this.database.deleteFrom('budget_alerts').where('at_ms', '<', atMs).execute()
  }

  async removeGroups(organisationId: string, isWanted: IsWantedGroup): Promise<number> {
    const rows = await this.database
      .selectFrom('budget_alerts')
      .select(['id', 'holder_id', 'holder_value'])
      .where('organisation_id', '=', organisationId)
      .where('holder_kind', '=', 'policy')
      .execute()
    const wanted = rows.filter(({ holder_id, holder_value }) => isWanted(holder_id, holder_value ?? ''))
    for (const { id } of wanted) await this.database.deleteFrom('budget_alerts').where('id', '=', id).execute()
    return wanted.length
  }
}

function toAlert(row: Row): StoredAlert {
  const { holder_kind: kind, holder_id: id, holder_value: value } = row
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    holder: kind === 'policy' ? { kind, id, value: value ?? '' } : { kind, id },
    name: row.name,
    unit: row.unit,
    thresholdUnits: row.threshold_units,
    limitUnits: row.limit_units,
    usedUnits: row.used_units,
    nextResetAtMs: row.next_reset_at_ms,
    atMs: row.at_ms,
  }
}

function toRow(alert: StoredAlert): Row {
  const { holder } = alert
  return {
    id: alert.id,
    organisation_id: alert.organisationId,
    workspace_id: alert.workspaceId,
    holder_kind: holder.kind,
    holder_id: holder.id,
    holder_value: holder.kind === 'policy' ? holder.value : null,
    name: alert.name,
    unit: alert.unit,
    threshold_units: alert.thresholdUnits,
    limit_units: alert.limitUnits,
    used_units: alert.usedUnits,
    next_reset_at_ms: alert.nextResetAtMs,
    at_ms: alert.atMs,
  }
}
