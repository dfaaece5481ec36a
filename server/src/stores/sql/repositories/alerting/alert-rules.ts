/** Alert rules and their state in the control store. */

import type {
  AlertCondition,
  AlertRule,
  AlertRuleStore,
  FiringState,
  RuleStatus,
} from '../../../../core/alerting/alert-rules.ts'
import type { Listed, Page, Reach } from '../../../../core/stores/reach.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { storeClockMs } from '../../engine-sql.ts'
import { pageOf } from '../../page.ts'
import type { AlertRuleTable } from './alert-tables.ts'

const SLOT = 'rules'
const MAX_CLOCK_ERROR_MS = 3_600_000

export class SqlAlertRules implements AlertRuleStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, id: string): Promise<AlertRule | undefined> {
    const query = this.#of(reach.organisationId).where('id', '=', id)
    const own = reach.workspaceId === null ? query : query.where('workspace_id', '=', reach.workspaceId)
    const row = await own.executeTakeFirst()
    return row && toRule(row)
  }

  async list(reach: Reach, page: Page): Promise<Listed<AlertRule>> {
    const query = this.#of(reach.organisationId).orderBy('name').orderBy('id')
    const own = reach.workspaceId === null ? query : query.where('workspace_id', '=', reach.workspaceId)
    const { rows, total } = await pageOf(own, page)
    return { rows: rows.map(toRule), total }
  }

  async count(organisationId: string): Promise<number> {
    const { count } = await this.database
      .selectFrom('alert_rules')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organisation_id', '=', organisationId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async enabled(): Promise<readonly AlertRule[]> {
    const rows = await this.database.selectFrom('alert_rules').selectAll().where('is_enabled', '=', 1).execute()
    return rows.map(toRule)
  }

  async usingChannel(organisationId: string, channelId: string): Promise<readonly AlertRule[]> {
    const rows = await this.#of(organisationId).where('channel_ids', 'like', `%"${channelId}"%`).execute()
    return rows.map(toRule)
  }

  async insert(rule: AlertRule): Promise<void> {
    await this.database.insertInto('alert_rules').values(toRow(rule)).execute()
  }

  async update(rule: AlertRule): Promise<void> {
    const { id, ...rest } = toRow(rule)
    await this.database.updateTable('alert_rules').set(rest).where('id', '=', id).execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('alert_rules').where('id', '=', id).execute()
  }

  async statusOf(ruleIds: readonly string[]): Promise<ReadonlyMap<string, RuleStatus>> {
    if (ruleIds.length === 0) return new Map()
    const rows = await this.database
      .selectFrom('alert_statuses')
      .selectAll()
      .where('rule_id', 'in', [...ruleIds])
      .execute()
    return new Map(
      rows.map((row) => {
        const { value, firing } = JSON.parse(row.status) as { value: number | null; firing: FiringState[] }
        return [row.rule_id, { evaluatedAtMs: row.evaluated_at_ms, value, firing }]
      }),
    )
  }

  async saveStatus(ruleId: string, { firing, value, evaluatedAtMs }: RuleStatus): Promise<void> {
    const rest = { evaluated_at_ms: evaluatedAtMs, status: JSON.stringify({ value, firing }) }
    await this.database
      .insertInto('alert_statuses')
      .values({ rule_id: ruleId, ...rest })
      .onConflict((conflict) => conflict.column('rule_id').doUpdateSet(rest))
      .execute()
  }

  async claimSlot(slotMs: number): Promise<boolean> {
    const row = await this.database
      .insertInto('alert_slots')
      .values({ id: SLOT, slot_ms: slotMs })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ slot_ms: slotMs })
          .where(({ or, eb }) =>
            or([eb('alert_slots.slot_ms', '<', slotMs), eb('alert_slots.slot_ms', '>', slotMs + MAX_CLOCK_ERROR_MS)]),
          ),
      )
      .returning('slot_ms')
      .executeTakeFirst()
    return row !== undefined
  }

  async nowMs(): Promise<number> {
    const clock = storeClockMs(this.database).as('now_ms')
    return (await this.database.selectNoFrom(clock).executeTakeFirstOrThrow()).now_ms
  }

  #of(organisationId: string) {
    return this.database.selectFrom('alert_rules').selectAll().where('organisation_id', '=', organisationId)
  }
}

function toRule(row: AlertRuleTable): AlertRule {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    name: row.name,
    condition: JSON.parse(row.condition) as AlertCondition,
    channelIds: JSON.parse(row.channel_ids) as string[],
    reminderMinutes: row.reminder_minutes,
    isEnabled: row.is_enabled === 1,
    silencedUntilMs: row.silenced_until_ms,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(rule: AlertRule): AlertRuleTable {
  return {
    id: rule.id,
    organisation_id: rule.organisationId,
    workspace_id: rule.workspaceId,
    name: rule.name,
    condition: JSON.stringify(rule.condition),
    channel_ids: JSON.stringify(rule.channelIds),
    reminder_minutes: rule.reminderMinutes,
    is_enabled: rule.isEnabled ? 1 : 0,
    silenced_until_ms: rule.silencedUntilMs,
    created_by: rule.createdBy,
    created_at_ms: rule.createdAtMs,
    updated_at_ms: rule.updatedAtMs,
  }
}
