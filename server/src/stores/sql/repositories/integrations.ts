/** Integrations in the control store, with the workspaces that may use them and the models that they serve. */

import type {
  Integration,
  IntegrationModel,
  IntegrationStore,
  ModelPrice,
  ProviderName,
  WorkspaceAccess,
} from '../../../core/stores/integrations.ts'
import type { Limits } from '../../../core/stores/limits.ts'
import type { Listed, Page } from '../../../core/stores/reach.ts'
import type { IntegrationGrant, StoredCredential } from '../../../core/stores/virtual-keys.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
import type { IntegrationModelTable, IntegrationTable, IntegrationWorkspaceTable, VirtualKeyTable } from '../schema.ts'

/** PostgreSQL allows 65,535 parameters per statement; a model has eight columns. */
const ROWS_PER_STATEMENT = 500

export class SqlIntegrations implements IntegrationStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(organisationId: string, slugOrId: string): Promise<Integration | undefined> {
    const row = await this.database
      .selectFrom('integrations')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where(({ eb, or }) => or([eb('slug', '=', slugOrId), eb('id', '=', slugOrId)]))
      .executeTakeFirst()
    return row && toIntegration(row)
  }

  async list(
    organisationId: string,
    {
      workspaceId,
      level,
    }: { readonly workspaceId: string | null; readonly level: 'organisation' | 'workspace' | 'all' },
    page: Page,
  ): Promise<Listed<Integration>> {
    const query = this.database
      .selectFrom('integrations')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .$if(level === 'organisation', (all) => all.where('workspace_id', 'is', null))
      .$if(level === 'workspace', (all) => all.where('workspace_id', 'is not', null))
      .$if(workspaceId !== null, (all) =>
        all.where(({ eb, or, and, not, exists, selectFrom }) => {
          const own = selectFrom('integration_workspaces')
            .select('integration_workspaces.workspace_id')
            .whereRef('integration_workspaces.integration_id', '=', 'integrations.id')
            .where('integration_workspaces.workspace_id', '=', workspaceId ?? '')
          return or([
            eb('workspace_id', '=', workspaceId),
            and([
              eb('workspace_id', 'is', null),
              or([
                exists(own.where('integration_workspaces.is_enabled', '=', 1)),
                and([eb('is_global', '=', 1), not(exists(own))]),
              ]),
            ]),
          ])
        }),
      )
      .orderBy('created_at_ms', 'desc')
      .orderBy('id', 'desc')
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map(toIntegration), total }
  }

  async globallyOpen(organisationId: string): Promise<readonly Integration[]> {
    const rows = await this.database
      .selectFrom('integrations')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('workspace_id', 'is', null)
      .where('is_global', '=', 1)
      .orderBy('created_at_ms')
      .orderBy('id')
      .execute()
    return rows.map(toIntegration)
  }

  async insert(integration: Integration): Promise<void> {
    await this.database.insertInto('integrations').values(toRow(integration)).execute()
  }

  async update(integration: Integration): Promise<void> {
    await this.database.updateTable('integrations').set(toRow(integration)).where('id', '=', integration.id).execute()
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('virtual_keys').where('integration_id', '=', id).execute()
    await this.database.deleteFrom('integrations').where('id', '=', id).execute()
  }

  async access(integrationId: string): Promise<readonly WorkspaceAccess[]> {
    const rows = await this.database
      .selectFrom('integration_workspaces')
      .selectAll()
      .where('integration_id', '=', integrationId)
      .orderBy('created_at_ms')
      .orderBy('workspace_id')
      .execute()
    return rows.map(toAccess)
  }

  async putAccess(access: WorkspaceAccess): Promise<void> {
    const { integration_id, workspace_id, created_at_ms, ...rest } = accessRow(access)
    await this.database
      .insertInto('integration_workspaces')
      .values({ integration_id, workspace_id, created_at_ms, ...rest })
      .onConflict((conflict) => conflict.columns(['integration_id', 'workspace_id']).doUpdateSet(rest))
      .execute()
  }

  async removeAccess(integrationId: string): Promise<void> {
    await this.database.deleteFrom('integration_workspaces').where('integration_id', '=', integrationId).execute()
  }

  async models(integrationId: string): Promise<readonly IntegrationModel[]> {
    const rows = await this.database
      .selectFrom('integration_models')
      .selectAll()
      .where('integration_id', '=', integrationId)
      .orderBy('slug')
      .execute()
    return rows.map(toModel)
  }

  async putModels(integrationId: string, models: readonly IntegrationModel[]): Promise<void> {
    await this.removeModels(
      integrationId,
      models.map(({ slug }) => slug),
    )
    for (let start = 0; start < models.length; start += ROWS_PER_STATEMENT) {
      const rows = models.slice(start, start + ROWS_PER_STATEMENT).map((model) => modelRow(integrationId, model))
      await this.database.insertInto('integration_models').values(rows).execute()
    }
  }

  async removeModels(integrationId: string, slugs: readonly string[]): Promise<void> {
    for (let start = 0; start < slugs.length; start += ROWS_PER_STATEMENT) {
      await this.database
        .deleteFrom('integration_models')
        .where('integration_id', '=', integrationId)
        .where('slug', 'in', slugs.slice(start, start + ROWS_PER_STATEMENT))
        .execute()
    }
  }

  async providers(integrationId: string): Promise<readonly ProviderName[]> {
    const rows = await this.database
      .selectFrom('virtual_keys')
      .select(['id', 'slug', 'name', 'workspace_id'])
      .where('integration_id', '=', integrationId)
      .orderBy('created_at_ms')
      .orderBy('id')
      .execute()
    return rows.map(({ id, slug, name, workspace_id }) => ({ id, slug, name, workspaceId: workspace_id }))
  }
}

/** What the integration of a virtual key provides. */
export type Granted = { readonly integration: Integration; readonly grant: IntegrationGrant }

/** The integrations of virtual keys, by the id of the virtual key. */
export async function grantsOf(
  database: ControlDatabase,
  keys: readonly VirtualKeyTable[],
): Promise<ReadonlyMap<string, Granted>> {
  const ids = [...new Set(keys.flatMap((key) => key.integration_id ?? []))]
  if (ids.length === 0) return new Map()
  const integrations = await database.selectFrom('integrations').selectAll().where('id', 'in', ids).execute()
  const workspaceIds = [...new Set(keys.map((key) => key.workspace_id))]
  const access = await database
    .selectFrom('integration_workspaces')
    .selectAll()
    .where('integration_id', 'in', ids)
    .where('workspace_id', 'in', workspaceIds)
    .execute()
  // Only the models that differ from the default of their integration.
  const models = await database
    .selectFrom('integration_models')
    .innerJoin('integrations', 'integrations.id', 'integration_models.integration_id')
    .select(['integration_models.integration_id', 'integration_models.slug'])
    .where('integration_models.integration_id', 'in', ids)
    .whereRef('integration_models.is_enabled', '<>', 'integrations.allows_all_models')
    .orderBy('integration_models.slug')
    .execute()
  const byId = new Map(integrations.map((row) => [row.id, toIntegration(row)]))
  const exceptions = Map.groupBy(models, (model) => model.integration_id)
  const granted = new Map<string, Granted>()
  for (const key of keys) {
    const integration = byId.get(key.integration_id ?? '')
    if (!integration) continue
    const own = access.find((row) => row.integration_id === integration.id && row.workspace_id === key.workspace_id)
    const grant: IntegrationGrant = {
      id: integration.id,
      slug: integration.slug,
      givenId: key.integration_given_id ?? integration.slug,
      ...accessOf(integration, key.workspace_id, own && toAccess(own)),
      models: {
        allowsAll: integration.allowsAllModels,
        exceptions: (exceptions.get(integration.id) ?? []).map(({ slug }) => slug),
      },
    }
    granted.set(key.id, { integration, grant })
  }
  return granted
}

/** A workspace's own settings take precedence over the global access. */
function accessOf(
  { workspaceId: home, globalAccess }: Integration,
  workspaceId: string,
  own: WorkspaceAccess | undefined,
): Pick<IntegrationGrant, 'isOpen' | 'limits'> {
  const { isEnabled, limits } = own ?? globalAccess
  return { isOpen: home === null ? isEnabled : home === workspaceId, limits }
}

function toIntegration(row: IntegrationTable): Integration {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    providerName: row.provider_name,
    provider: row.provider,
    settings: JSON.parse(row.settings) as Record<string, string>,
    customHost: row.custom_host,
    isHostTrusted: row.is_host_trusted === 1,
    credentials: JSON.parse(row.credentials) as StoredCredential[],
    allowsAllModels: row.allows_all_models === 1,
    globalAccess: {
      isEnabled: row.is_global === 1,
      limits: JSON.parse(row.global_limits) as Limits,
      createsProvider: row.creates_provider === 1,
    },
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(integration: Integration): IntegrationTable {
  const { globalAccess } = integration
  return {
    id: integration.id,
    organisation_id: integration.organisationId,
    workspace_id: integration.workspaceId,
    slug: integration.slug,
    name: integration.name,
    description: integration.description,
    provider_name: integration.providerName,
    provider: integration.provider,
    settings: JSON.stringify(integration.settings),
    custom_host: integration.customHost,
    is_host_trusted: integration.isHostTrusted ? 1 : 0,
    credentials: JSON.stringify(integration.credentials),
    allows_all_models: integration.allowsAllModels ? 1 : 0,
    is_global: globalAccess.isEnabled ? 1 : 0,
    global_limits: JSON.stringify(globalAccess.limits),
    creates_provider: globalAccess.createsProvider ? 1 : 0,
    created_by: integration.createdBy,
    created_at_ms: integration.createdAtMs,
    updated_at_ms: integration.updatedAtMs,
  }
}

function toAccess(row: IntegrationWorkspaceTable): WorkspaceAccess {
  return {
    integrationId: row.integration_id,
    workspaceId: row.workspace_id,
    givenId: row.given_id,
    isEnabled: row.is_enabled === 1,
    limits: JSON.parse(row.limits) as Limits,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function accessRow(access: WorkspaceAccess): IntegrationWorkspaceTable {
  return {
    integration_id: access.integrationId,
    workspace_id: access.workspaceId,
    given_id: access.givenId,
    is_enabled: access.isEnabled ? 1 : 0,
    limits: JSON.stringify(access.limits),
    created_at_ms: access.createdAtMs,
    updated_at_ms: access.updatedAtMs,
  }
}

function toModel(row: IntegrationModelTable): IntegrationModel {
  return {
    slug: row.slug,
    isEnabled: row.is_enabled === 1,
    isCustom: row.is_custom === 1,
    isFinetune: row.is_finetune === 1,
    baseModel: row.base_model,
    price: row.price === null ? null : (JSON.parse(row.price) as ModelPrice),
    updatedAtMs: row.updated_at_ms,
  }
}

function modelRow(integrationId: string, model: IntegrationModel): IntegrationModelTable {
  return {
    integration_id: integrationId,
    slug: model.slug,
    is_enabled: model.isEnabled ? 1 : 0,
    is_custom: model.isCustom ? 1 : 0,
    is_finetune: model.isFinetune ? 1 : 0,
    base_model: model.baseModel,
    price: model.price && JSON.stringify(model.price),
    updated_at_ms: model.updatedAtMs,
  }
}
