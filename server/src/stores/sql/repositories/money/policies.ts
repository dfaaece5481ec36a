/** Policies in the control store. */

import type { Selectable } from 'kysely'
import { nanoUsdOf, usdOf } from '../../../../core/money/nano-usd.ts'
import type { SavedBudget } from '../../../../core/money/spending.ts'
import type { RateLimit } from '../../../../core/stores/limits.ts'
import type { Policy, PolicyFilter, PolicyStore } from '../../../../core/stores/policies.ts'
import type { Listed, Page, Reach } from '../../../../core/stores/reach.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { pageOf } from '../../page.ts'
import type { LimitTables } from './limit-tables.ts'

type Row = Selectable<LimitTables['limit_policies']>
type Of<Kind extends Policy['kind']> = Extract<Policy, { readonly kind: Kind }>

export class SqlPolicies implements PolicyStore {
  constructor(private readonly database: ControlDatabase) {}

  async active(organisationId: string): Promise<readonly Policy[]> {
    const rows = await this.database
      .selectFrom('limit_policies')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('status', '=', 'active')
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return rows.map(toPolicy)
  }

  async find<Kind extends Policy['kind']>(reach: Reach, kind: Kind, id: string): Promise<Of<Kind> | undefined> {
    const query = this.#of(reach, kind).where('id', '=', id)
    const own = reach.workspaceId === null ? query : query.where('workspace_id', '=', reach.workspaceId)
    const row = await own.executeTakeFirst()
    return row && (toPolicy(row) as Of<Kind>)
  }

  async list<Kind extends Policy['kind']>(
    reach: Reach,
    kind: Kind,
    filter: PolicyFilter,
    page: Page,
  ): Promise<Listed<Of<Kind>>> {
    let query = this.#of(reach, kind)
      .where('status', '=', filter.isArchived ? 'archived' : 'active')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
    if (reach.workspaceId !== null)
      query = query.where(({ or, eb }) =>
        or([eb('workspace_id', '=', reach.workspaceId), eb('workspace_id', 'is', null)]),
      )
    if (filter.type !== undefined) query = query.where('type', '=', filter.type as Row['type'])
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map((row) => toPolicy(row) as Of<Kind>), total }
  }

  async countActive(organisationId: string, workspaceId: string | null): Promise<number> {
    const query = this.database
      .selectFrom('limit_policies')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('organisation_id', '=', organisationId)
      .where('status', '=', 'active')
    const own =
      workspaceId === null ? query.where('workspace_id', 'is', null) : query.where('workspace_id', '=', workspaceId)
    return Number((await own.executeTakeFirstOrThrow()).total)
  }

  async insert(policy: Policy): Promise<void> {
    await this.database.insertInto('limit_policies').values(toRow(policy)).execute()
  }

  async update(policy: Policy): Promise<void> {
    const { id, ...rest } = toRow(policy)
    await this.database.updateTable('limit_policies').set(rest).where('id', '=', id).execute()
  }

  #of(reach: Reach, kind: Policy['kind']) {
    return this.database
      .selectFrom('limit_policies')
      .selectAll()
      .where('organisation_id', '=', reach.organisationId)
      .where('kind', '=', kind)
  }
}

function toPolicy(row: Row): Policy {
  const rule = {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    name: row.name,
    conditions: JSON.parse(row.conditions) as Policy['conditions'],
    groupBy: JSON.parse(row.group_by) as Policy['groupBy'],
    isArchived: row.status === 'archived',
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  }
  if (row.kind === 'usage') return { ...rule, kind: 'usage', limit: toUsageLimit(row) }
  const { type, unit, value } = row as unknown as RateLimit
  return { ...rule, kind: 'rate', limit: { type, unit, value } }
}

/** The API uses US dollars; the table has nano-USD, because both engines store integers exactly. */
function toUsageLimit(row: Row): SavedBudget {
  const { type } = row
  const amount = (units: number) => (type === 'cost' ? usdOf(units) : units)
  return {
    type,
    creditLimit: amount(row.credit_limit ?? 0),
    alertThreshold: row.alert_threshold === null ? null : amount(row.alert_threshold),
    periodicReset: row.periodic_reset,
    periodicResetDays: row.periodic_reset_days,
    nextResetAtMs: row.next_reset_at,
  }
}

function toRow(policy: Policy): Row {
  return {
    id: policy.id,
    organisation_id: policy.organisationId,
    workspace_id: policy.workspaceId,
    kind: policy.kind,
    name: policy.name,
    conditions: JSON.stringify(policy.conditions),
    group_by: JSON.stringify(policy.groupBy),
    status: policy.isArchived ? 'archived' : 'active',
    created_at: policy.createdAtMs,
    updated_at: policy.updatedAtMs,
    ...(policy.kind === 'usage' ? usageColumns(policy.limit) : rateColumns(policy.limit)),
  }
}

type LimitColumns = Pick<
  Row,
  | 'type'
  | 'unit'
  | 'value'
  | 'credit_limit'
  | 'alert_threshold'
  | 'periodic_reset'
  | 'periodic_reset_days'
  | 'next_reset_at'
>

function usageColumns(limit: SavedBudget): LimitColumns {
  const units = (amount: number) => (limit.type === 'cost' ? (nanoUsdOf(amount) ?? 0) : amount)
  return {
    type: limit.type,
    unit: null,
    value: null,
    credit_limit: units(limit.creditLimit),
    alert_threshold: limit.alertThreshold === null ? null : units(limit.alertThreshold),
    periodic_reset: limit.periodicReset,
    periodic_reset_days: limit.periodicResetDays,
    next_reset_at: limit.nextResetAtMs,
  }
}

function rateColumns({ type, unit, value }: RateLimit): LimitColumns {
  return {
    type,
    unit,
    value,
    credit_limit: null,
    alert_threshold: null,
    periodic_reset: null,
    periodic_reset_days: null,
    next_reset_at: null,
  }
}
