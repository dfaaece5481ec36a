/** Alert channels in the control store. */

import type { AlertChannel, AlertChannelStore } from '../../../../core/alerting/alert-channels.ts'
import type { Listed, Page, Reach } from '../../../../core/stores/reach.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { pageOf } from '../../page.ts'
import type { AlertChannelTable } from './alert-tables.ts'

export class SqlAlertChannels implements AlertChannelStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, id: string): Promise<AlertChannel | undefined> {
    const query = this.#of(reach.organisationId).where('id', '=', id)
    const own = reach.workspaceId === null ? query : query.where('workspace_id', '=', reach.workspaceId)
    const row = await own.executeTakeFirst()
    return row && toChannel(row)
  }

  async list(reach: Reach, page: Page): Promise<Listed<AlertChannel>> {
    const query = this.#of(reach.organisationId).orderBy('name').orderBy('id')
    const seen =
      reach.workspaceId === null
        ? query
        : query.where(({ or, eb }) => or([eb('workspace_id', '=', reach.workspaceId), eb('workspace_id', 'is', null)]))
    const { rows, total } = await pageOf(seen, page)
    return { rows: rows.map(toChannel), total }
  }

  async count(organisationId: string): Promise<number> {
    const { count } = await this.database
      .selectFrom('alert_channels')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async forBudgetAlerts(organisationId: string, workspaceId: string | null): Promise<readonly AlertChannel[]> {
    const rows = await this.#of(organisationId)
      .where('receives_budget_alerts', '=', 1)
      .where(({ or, eb }) => or([eb('workspace_id', '=', workspaceId), eb('workspace_id', 'is', null)]))
      .execute()
    return rows.map(toChannel)
  }

  async insert(channel: AlertChannel): Promise<void> {
    await this.database.insertInto('alert_channels').values(toRow(channel)).execute()
  }

  async update(channel: AlertChannel): Promise<void> {
    const { id, ...rest } = toRow(channel)
    await this.database.updateTable('alert_channels').set(rest).where('id', '=', id).execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('alert_channels').where('id', '=', id).execute()
  }

  #of(organisationId: string) {
    return this.database.selectFrom('alert_channels').selectAll().where('organisation_id', '=', organisationId)
  }
}

function toChannel(row: AlertChannelTable): AlertChannel {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    name: row.name,
    type: row.type,
    sealed: row.sealed,
    urlHint: row.url_hint,
    hasSigningSecret: row.has_signing_secret === 1,
    recipients: JSON.parse(row.recipients) as string[],
    receivesBudgetAlerts: row.receives_budget_alerts === 1,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(channel: AlertChannel): AlertChannelTable {
  return {
    id: channel.id,
    organisation_id: channel.organisationId,
    workspace_id: channel.workspaceId,
    name: channel.name,
    type: channel.type,
    sealed: channel.sealed,
    url_hint: channel.urlHint,
    has_signing_secret: channel.hasSigningSecret ? 1 : 0,
    recipients: JSON.stringify(channel.recipients),
    receives_budget_alerts: channel.receivesBudgetAlerts ? 1 : 0,
    created_by: channel.createdBy,
    created_at_ms: channel.createdAtMs,
    updated_at_ms: channel.updatedAtMs,
  }
}
