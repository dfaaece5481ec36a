/** Saved configs and their versions in the control store. */

import type { Selectable } from 'kysely'
import type { KeyDefaults } from '../../../core/caller.ts'
import { GatewayError } from '../../../core/errors.ts'
import type { ConfigOfVersion, ConfigStore, ConfigVersion, SavedConfig } from '../../../core/stores/configs.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import { namesVirtualKey, type VirtualKeyName } from '../../../core/stores/virtual-keys.ts'
import type { ControlDatabase } from '../control-database.ts'
import { likeAny } from '../like-text.ts'
import { pageOf } from '../page.ts'
import type { ConfigTable, ConfigVersionTable } from '../schema.ts'
import { containing, namingVirtualKey } from './containing.ts'

type Row = Selectable<ConfigTable> & {
  version_id: string
  config: string
  names: string
  trusted_hosts: string
  note: string | null
  version_created_by: string
  version_created_at_ms: number
  default_config_slug: string | null
}

export class SqlConfigs implements ConfigStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, slugOrId: string): Promise<SavedConfig | undefined> {
    const row = await this.#inReach(reach)
      .where(({ or, eb }) => or([eb('configs.slug', '=', slugOrId), eb('configs.id', '=', slugOrId)]))
      .orderBy('configs.created_at_ms')
      .executeTakeFirst()
    return row && toConfig(row)
  }

  async list(reach: Reach, page: Page, search?: string): Promise<Listed<SavedConfig>> {
    const query = this.#inReach(reach)
      .$if(search !== undefined, (all) =>
        all.where(likeAny(['configs.name', 'configs.slug', 'configs.id'], search ?? '')),
      )
      .orderBy('configs.created_at_ms', 'desc')
      .orderBy('configs.id', 'desc')
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map(toConfig), total }
  }

  async insert(config: Omit<SavedConfig, 'isDefault'>): Promise<void> {
    await this.database
      .insertInto('configs')
      .values({
        ...changeable(config),
        id: config.id,
        organisation_id: config.organisationId,
        workspace_id: config.workspaceId,
        slug: config.slug,
        owner_id: config.ownerId,
        created_at_ms: config.createdAtMs,
        version_number: config.version.number,
      })
      .execute()
    await this.#insertVersion(config.id, config.version)
  }

  async update(config: Omit<SavedConfig, 'isDefault'>): Promise<void> {
    await this.database.updateTable('configs').set(changeable(config)).where('id', '=', config.id).execute()
  }

  async addVersion(configId: string, version: ConfigVersion): Promise<void> {
    // Optimistic lock: if two callers read the same version, the second update matches no row.
    const { numUpdatedRows } = await this.database
      .updateTable('configs')
      .set({ version_number: version.number })
      .where('id', '=', configId)
      .where('version_number', '=', version.number - 1)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new GatewayError('conflict', { message: 'The config was changed or deleted in the meantime.' })
    await this.#insertVersion(configId, version)
  }

  async versions(configId: string, page: Page): Promise<Listed<ConfigVersion>> {
    const query = this.database
      .selectFrom('config_versions')
      .selectAll()
      .where('config_id', '=', configId)
      .orderBy('number', 'desc')
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map(toVersion), total }
  }

  async findVersion(configId: string, numberOrId: string): Promise<ConfigVersion | undefined> {
    const number = /^[1-9][0-9]{0,8}$/.test(numberOrId) ? Number(numberOrId) : -1
    const row = await this.database
      .selectFrom('config_versions')
      .selectAll()
      .where('config_id', '=', configId)
      .where(({ or, eb }) => or([eb('number', '=', number), eb('id', '=', numberOrId)]))
      .executeTakeFirst()
    return row && toVersion(row)
  }

  async ofVersions(reach: Reach, versionIds: readonly string[]): Promise<ReadonlyMap<string, ConfigOfVersion>> {
    if (versionIds.length === 0) return new Map()
    const { organisationId, workspaceId } = reach
    const rows = await this.database
      .selectFrom('config_versions')
      .innerJoin('configs', 'configs.id', 'config_versions.config_id')
      .select([
        'config_versions.id',
        'config_versions.number',
        'configs.slug',
        'configs.name',
        'configs.version_number',
      ])
      .where('config_versions.id', 'in', versionIds)
      .where('configs.organisation_id', '=', organisationId)
      .$if(workspaceId !== null, (query) => query.where('configs.workspace_id', '=', workspaceId ?? ''))
      .execute()
    return new Map(
      rows.map(({ id, number, slug, name, version_number: newest }) => [
        id,
        { slug, name, number, isNewest: number === newest },
      ]),
    )
  }

  async keysUsing({ id: configId, organisationId, workspaceId, slug }: SavedConfig) {
    const rows = await this.database
      .selectFrom('api_keys')
      .select(['id', 'name', 'defaults'])
      .where('organisation_id', '=', organisationId)
      // The default config of an Admin key is resolved in the workspace of each request.
      .where(({ or, eb }) => or([eb('workspace_id', '=', workspaceId), eb('workspace_id', 'is', null)]))
      .where('revoked_at_ms', 'is', null)
      // An Admin key names a config of another workspace by its id.
      .where(({ or }) => or([containing('defaults', slug), containing('defaults', configId)]))
      .orderBy('created_at_ms')
      .execute()
    return rows
      .filter((row) => {
        const { configSlug } = JSON.parse(row.defaults) as Partial<KeyDefaults>
        return configSlug === slug || configSlug === configId
      })
      .map(({ id, name }) => ({ id, name }))
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('config_versions').where('config_id', '=', id).execute()
    await this.database.deleteFrom('configs').where('id', '=', id).execute()
  }

  async usingVirtualKey(key: VirtualKeyName): Promise<readonly SavedConfig[]> {
    const rows = await this.#all()
      .where('configs.workspace_id', '=', key.workspaceId)
      .where(namingVirtualKey('config_versions.names', key))
      .orderBy('configs.created_at_ms')
      .execute()
    return rows.map(toConfig).filter((config) => config.version.names.some((name) => namesVirtualKey(name, key)))
  }

  async #insertVersion(configId: string, version: ConfigVersion): Promise<void> {
    await this.database
      .insertInto('config_versions')
      .values({
        id: version.id,
        config_id: configId,
        number: version.number,
        config: version.text,
        names: JSON.stringify(version.names),
        trusted_hosts: JSON.stringify(version.trustedHosts),
        note: version.note,
        created_by: version.createdBy,
        created_at_ms: version.createdAtMs,
      })
      .execute()
  }

  #inReach(reach: Reach) {
    const query = this.#all().where('configs.organisation_id', '=', reach.organisationId)
    return reach.workspaceId === null ? query : query.where('configs.workspace_id', '=', reach.workspaceId)
  }

  /** Joins each config with its latest version and the default config of its workspace. */
  #all() {
    return this.database
      .selectFrom('configs')
      .innerJoin('config_versions', (join) =>
        join
          .onRef('config_versions.config_id', '=', 'configs.id')
          .onRef('config_versions.number', '=', 'configs.version_number'),
      )
      .innerJoin('workspaces', 'workspaces.id', 'configs.workspace_id')
      .selectAll('configs')
      .select([
        'config_versions.id as version_id',
        'config_versions.config',
        'config_versions.names',
        'config_versions.trusted_hosts',
        'config_versions.note',
        'config_versions.created_by as version_created_by',
        'config_versions.created_at_ms as version_created_at_ms',
        'workspaces.default_config_slug',
      ])
  }
}

function changeable(config: Omit<SavedConfig, 'isDefault'>) {
  return {
    name: config.name,
    status: config.status,
    updated_by: config.updatedBy,
    updated_at_ms: config.updatedAtMs,
  }
}

function toConfig(row: Row): SavedConfig {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    slug: row.slug,
    name: row.name,
    isDefault: row.default_config_slug === row.slug,
    status: row.status,
    ownerId: row.owner_id,
    updatedBy: row.updated_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    version: toVersion({
      id: row.version_id,
      number: row.version_number,
      config: row.config,
      names: row.names,
      trusted_hosts: row.trusted_hosts,
      note: row.note,
      created_by: row.version_created_by,
      created_at_ms: row.version_created_at_ms,
    }),
  }
}

function toVersion(row: Omit<Selectable<ConfigVersionTable>, 'config_id'>): ConfigVersion {
  return {
    id: row.id,
    number: row.number,
    text: row.config,
    names: JSON.parse(row.names) as string[],
    trustedHosts: JSON.parse(row.trusted_hosts) as string[],
    note: row.note,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
  }
}
