/** Custom prices in the control store. */

import type { UnitPrices } from '../../../core/money/price-card.ts'
import type { ModelPrice } from '../../../core/stores/integrations.ts'
import type { CostBudget, CustomPrice, PriceStore } from '../../../core/stores/prices.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import type { ControlDatabase } from '../control-database.ts'
import { storeClockMs } from '../engine-sql.ts'
import { pageOf } from '../page.ts'
import type { PriceTable } from '../schema.ts'

const MILLION = 1_000_000
/** Finds cost budgets in the JSON of limits. Rate limits never have this type: they count requests and tokens. */
const COST_LIMIT = '%"type":"cost"%'

export class SqlPrices implements PriceStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, id: string): Promise<CustomPrice | undefined> {
    const query = this.#of(reach).where('id', '=', id)
    const own = reach.workspaceId === null ? query : query.where('workspace_id', '=', reach.workspaceId)
    const row = await own.executeTakeFirst()
    return row && toPrice(row)
  }

  async list(reach: Reach, page: Page): Promise<Listed<CustomPrice>> {
    const query = this.#of(reach).orderBy('created_at_ms', 'desc').orderBy('id', 'desc')
    const seen =
      reach.workspaceId === null
        ? query
        : query.where(({ or, eb }) => or([eb('workspace_id', '=', reach.workspaceId), eb('workspace_id', 'is', null)]))
    const { rows, total } = await pageOf(seen, page)
    return { rows: rows.map(toPrice), total }
  }

  async all(): Promise<readonly CustomPrice[]> {
    const rows = await this.database.selectFrom('prices').selectAll().orderBy('created_at_ms').orderBy('id').execute()
    // Custom prices come later, so that they take precedence over equally specific ones of an integration.
    return [...(await this.#ofIntegrations()), ...rows.map(toPrice)]
  }

  async budgetsCountedBy(organisationId: string, workspaceId: string | null): Promise<readonly CostBudget[]> {
    const workspaces = await this.database
      .selectFrom('workspaces')
      .select('id')
      .where('organisation_id', '=', organisationId)
      .where('limits', 'like', COST_LIMIT)
      .$if(workspaceId !== null, (query) => query.where('id', '=', workspaceId ?? ''))
      .limit(1)
      .execute()
    // An Admin key may send requests in any workspace.
    const apiKeys = await this.database
      .selectFrom('api_keys')
      .select('type')
      .distinct()
      .where('organisation_id', '=', organisationId)
      .where('revoked_at_ms', 'is', null)
      .where('limits', 'like', COST_LIMIT)
      .$if(workspaceId !== null, (query) =>
        query.where(({ or, eb }) => or([eb('workspace_id', '=', workspaceId), eb('workspace_id', 'is', null)])),
      )
      .orderBy('type')
      .execute()
    const virtualKeys = await this.database
      .selectFrom('virtual_keys')
      .select('slug')
      .distinct()
      .where('organisation_id', '=', organisationId)
      .where('limits', 'like', COST_LIMIT)
      .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
      .orderBy('slug')
      .execute()
    const integrations = await this.#costBudgetsOfIntegrations(organisationId, workspaceId)
    const policies = await this.database
      .selectFrom('limit_policies')
      .select('workspace_id')
      .distinct()
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', 'usage')
      .where('type', '=', 'cost')
      .where('status', '=', 'active')
      .$if(workspaceId !== null, (query) =>
        query.where(({ or, eb }) => or([eb('workspace_id', '=', workspaceId), eb('workspace_id', 'is', null)])),
      )
      .execute()
    return [
      ...workspaces.map(() => ({ kind: 'workspace' as const })),
      ...apiKeys.map(({ type }) => ({ kind: 'api_key' as const, type })),
      ...virtualKeys.map(({ slug }) => ({ kind: 'virtual_key' as const, slug })),
      ...integrations.map((row) => ({ kind: 'integration' as const, workspaceId: row.workspace_id })),
      ...policies.map((row) => ({ kind: 'policy' as const, workspaceId: row.workspace_id })),
    ]
  }

  async nowMs(): Promise<number> {
    const clock = storeClockMs(this.database).as('now_ms')
    return (await this.database.selectNoFrom(clock).executeTakeFirstOrThrow()).now_ms
  }

  async insert(price: CustomPrice): Promise<void> {
    await this.database.insertInto('prices').values(toRow(price)).execute()
  }

  async update(price: CustomPrice): Promise<boolean> {
    const { id, ...rest } = toRow(price)
    const { numUpdatedRows } = await this.database
      .updateTable('prices')
      .set(rest)
      .where('id', '=', id)
      .where('revision', '=', price.revision - 1)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('prices').where('id', '=', id).execute()
  }

  #costBudgetsOfIntegrations(organisationId: string, workspaceId: string | null) {
    return this.database
      .selectFrom('integrations')
      .leftJoin('integration_workspaces', 'integration_workspaces.integration_id', 'integrations.id')
      .select('integrations.workspace_id')
      .distinct()
      .where('integrations.organisation_id', '=', organisationId)
      .where(({ eb, or, and }) =>
        or([
          eb('integrations.global_limits', 'like', COST_LIMIT),
          and([
            eb('integration_workspaces.limits', 'like', COST_LIMIT),
            ...(workspaceId === null ? [] : [eb('integration_workspaces.workspace_id', '=', workspaceId)]),
          ]),
        ]),
      )
      .$if(workspaceId !== null, (query) =>
        query.where(({ eb, or }) =>
          or([eb('integrations.workspace_id', 'is', null), eb('integrations.workspace_id', '=', workspaceId)]),
        ),
      )
      .execute()
  }

  /** Prices and base models of the models of integrations, repeated for each virtual key of an integration. */
  async #ofIntegrations(): Promise<readonly CustomPrice[]> {
    const rows = await this.database
      .selectFrom('integration_models')
      .innerJoin('integrations', 'integrations.id', 'integration_models.integration_id')
      .innerJoin('virtual_keys', 'virtual_keys.integration_id', 'integration_models.integration_id')
      .select(['integration_models.slug as model', 'integration_models.price', 'integration_models.updated_at_ms'])
      .select('integration_models.base_model')
      .select(['virtual_keys.id', 'virtual_keys.organisation_id', 'virtual_keys.workspace_id', 'virtual_keys.slug'])
      .select(['integrations.provider', 'integrations.created_by'])
      .where(({ eb, or }) =>
        or([eb('integration_models.price', 'is not', null), eb('integration_models.base_model', 'is not', null)]),
      )
      .orderBy('virtual_keys.id')
      .orderBy('integration_models.slug')
      .execute()
    return rows.map((row) => ({
      id: `${row.id}-${row.model}`,
      organisationId: row.organisation_id,
      workspaceId: row.workspace_id,
      virtualKey: row.slug,
      provider: row.provider,
      model: row.model,
      list: row.price === null ? null : unitPrices(JSON.parse(row.price) as ModelPrice),
      multiplier: 1,
      baseModel: row.price === null ? row.base_model : null,
      // The oldest start, so that a custom price of the virtual key takes precedence.
      validFromMs: 0,
      revision: row.updated_at_ms,
      createdBy: row.created_by,
      createdAtMs: 0,
      updatedAtMs: row.updated_at_ms,
    }))
  }

  #of(reach: Reach) {
    return this.database.selectFrom('prices').selectAll().where('organisation_id', '=', reach.organisationId)
  }
}

const NANO_USD_PER_CENT = 10_000_000

function unitPrices({ inputCents, outputCents }: ModelPrice): UnitPrices {
  const rate = (cents: number) => ({ nanoUsd: Math.round(cents * NANO_USD_PER_CENT * MILLION), perUnits: MILLION })
  return {
    rates: {
      ...(inputCents !== null && { input_tokens: rate(inputCents) }),
      ...(outputCents !== null && { output_tokens: rate(outputCents) }),
    },
    tiers: [],
    batchRates: null,
  }
}

function toPrice(row: PriceTable): CustomPrice {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    virtualKey: row.virtual_key,
    provider: row.provider,
    model: row.model,
    list: row.list === null ? null : (JSON.parse(row.list) as UnitPrices),
    multiplier: row.multiplier_millionths / MILLION,
    validFromMs: row.valid_from_ms,
    revision: row.revision,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(price: CustomPrice): PriceTable {
  return {
    id: price.id,
    organisation_id: price.organisationId,
    workspace_id: price.workspaceId,
    virtual_key: price.virtualKey,
    provider: price.provider,
    model: price.model,
    list: price.list && JSON.stringify(price.list),
    multiplier_millionths: Math.round(price.multiplier * MILLION),
    valid_from_ms: price.validFromMs,
    revision: price.revision,
    created_by: price.createdBy,
    created_at_ms: price.createdAtMs,
    updated_at_ms: price.updatedAtMs,
  }
}
