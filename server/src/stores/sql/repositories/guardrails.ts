/** Saved guardrails and their versions in the control store. */

import { type Selectable, sql } from 'kysely'
import { GatewayError } from '../../../core/errors.ts'
import { DEFAULT_ACTIONS, type GuardrailActions } from '../../../core/guardrails/guardrails.ts'
import { isObject } from '../../../core/json.ts'
import {
  type DefaultGuardrails,
  type GuardrailFilter,
  type GuardrailNames,
  type GuardrailStore,
  type GuardrailUses,
  type GuardrailVersion,
  NO_GUARDRAILS,
  type SavedCheck,
  type SavedGuardrail,
} from '../../../core/stores/guardrails.ts'
import type { OrganisationSettings } from '../../../core/stores/organisations.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import { namesVirtualKey, type VirtualKeyName } from '../../../core/stores/virtual-keys.ts'
import type { ControlDatabase } from '../control-database.ts'
import { likeAny } from '../like-text.ts'
import { pageOf } from '../page.ts'
import type { GuardrailTable, GuardrailVersionTable } from '../schema.ts'
import { containing, namingVirtualKey } from './containing.ts'

type Row = Selectable<GuardrailTable> & {
  version_id: string
  number: number
  checks: string
  actions: string
  is_trusted: number
  version_created_by: string
  version_created_at_ms: number
}

export class SqlGuardrails implements GuardrailStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, slugOrId: string, versionId?: string): Promise<SavedGuardrail | undefined> {
    const row = await this.#inReach(reach, versionId)
      .where(({ or, eb }) => or([eb('guardrails.slug', '=', slugOrId), eb('guardrails.id', '=', slugOrId)]))
      .orderBy(sql`case when guardrails.workspace_id is null then 0 else 1 end`)
      .orderBy('guardrails.created_at_ms')
      .executeTakeFirst()
    return row && toGuardrail(row)
  }

  async defaultsOf({ organisationId, workspaceId }: Reach & { readonly workspaceId: string }) {
    const named = await this.database
      .selectFrom('workspaces')
      .innerJoin('organisations', 'organisations.id', 'workspaces.organisation_id')
      .select(['workspaces.default_guardrails', 'organisations.settings'])
      .where('workspaces.id', '=', workspaceId)
      .where('organisations.id', '=', organisationId)
      .executeTakeFirst()
    const ofWorkspace = namesIn(named?.default_guardrails ?? null)
    const ofOrganisation = settingsIn(named?.settings).defaultGuardrails ?? NO_GUARDRAILS
    const slugs = [ofWorkspace, ofOrganisation].flatMap(({ input, output }) => [...input, ...output])
    const rows =
      slugs.length === 0
        ? []
        : await this.#inReach({ organisationId, workspaceId })
            .where('guardrails.slug', 'in', [...new Set(slugs)])
            .execute()
    const found = rows.map(toGuardrail)
    return {
      workspace: resolved(ofWorkspace, found, 'workspace'),
      organisation: resolved(
        ofOrganisation,
        found.filter((one) => one.workspaceId === null),
        'organisation',
      ),
    }
  }

  async list(
    reach: Reach,
    page: Page,
    { level, search }: GuardrailFilter = { level: 'all' },
  ): Promise<Listed<SavedGuardrail>> {
    const query = this.#inReach(reach)
      .$if(search !== undefined, (all) =>
        all.where(likeAny(['guardrails.name', 'guardrails.slug', 'guardrails.id'], search ?? '')),
      )
      .$if(level === 'organisation', (all) => all.where('guardrails.workspace_id', 'is', null))
      .$if(level === 'workspace', (all) => all.where('guardrails.workspace_id', 'is not', null))
      .orderBy('guardrails.created_at_ms', 'desc')
      .orderBy('guardrails.id', 'desc')
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map(toGuardrail), total }
  }

  async insert(guardrail: SavedGuardrail): Promise<void> {
    await this.database
      .insertInto('guardrails')
      .values({
        ...changeable(guardrail),
        id: guardrail.id,
        organisation_id: guardrail.organisationId,
        workspace_id: guardrail.workspaceId,
        home_id: guardrail.workspaceId ?? guardrail.organisationId,
        slug: guardrail.slug,
        owner_id: guardrail.ownerId,
        created_at_ms: guardrail.createdAtMs,
        version_number: guardrail.version.number,
      })
      .execute()
    await this.#insertVersion(guardrail.id, guardrail.version)
  }

  async update(guardrail: SavedGuardrail): Promise<void> {
    await this.database.updateTable('guardrails').set(changeable(guardrail)).where('id', '=', guardrail.id).execute()
  }

  async addVersion(guardrailId: string, version: GuardrailVersion): Promise<void> {
    // Optimistic lock: if two callers read the same version, the second update matches no row.
    const { numUpdatedRows } = await this.database
      .updateTable('guardrails')
      .set({ version_number: version.number })
      .where('id', '=', guardrailId)
      .where('version_number', '=', version.number - 1)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new GatewayError('conflict', { message: 'The guardrail was changed or deleted in the meantime.' })
    await this.#insertVersion(guardrailId, version)
  }

  async versions(guardrailId: string, page: Page): Promise<Listed<GuardrailVersion>> {
    const query = this.database
      .selectFrom('guardrail_versions')
      .selectAll()
      .where('guardrail_id', '=', guardrailId)
      .orderBy('number', 'desc')
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map(toVersion), total }
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('guardrail_versions').where('guardrail_id', '=', id).execute()
    await this.database.deleteFrom('guardrails').where('id', '=', id).execute()
  }

  async uses({ id, slug, organisationId, workspaceId }: SavedGuardrail): Promise<GuardrailUses> {
    const configs = await this.database
      .selectFrom('configs')
      .innerJoin('config_versions', (join) =>
        join
          .onRef('config_versions.config_id', '=', 'configs.id')
          .onRef('config_versions.number', '=', 'configs.version_number'),
      )
      .select(['configs.slug', 'configs.name', 'configs.workspace_id as workspaceId', 'config_versions.config'])
      .where('configs.organisation_id', '=', organisationId)
      .$if(workspaceId !== null, (query) => query.where('configs.workspace_id', '=', workspaceId ?? ''))
      .where(({ or }) => or([containing('config_versions.config', slug), containing('config_versions.config', id)]))
      .orderBy('configs.created_at_ms')
      .execute()
    const workspaces = await this.database
      .selectFrom('workspaces')
      .select(['id', 'name', 'default_guardrails'])
      .where('organisation_id', '=', organisationId)
      .$if(workspaceId !== null, (query) => query.where('id', '=', workspaceId ?? ''))
      .where(containing('default_guardrails', slug))
      .orderBy('created_at_ms')
      .execute()
    const organisation = await this.database
      .selectFrom('organisations')
      .select('settings')
      .where('id', '=', organisationId)
      .executeTakeFirst()
    return {
      configs: configs
        .filter(({ config }) => namesGuardrail(JSON.parse(config), [slug, id], false))
        .map(({ config: _config, ...used }) => used),
      workspaces: workspaces
        .filter((row) => hasName(namesIn(row.default_guardrails), slug))
        .map(({ default_guardrails: _names, ...used }) => used),
      isOrganisationDefault:
        workspaceId === null && hasName(settingsIn(organisation?.settings).defaultGuardrails ?? NO_GUARDRAILS, slug),
    }
  }

  async usingVirtualKey(key: VirtualKeyName): Promise<readonly SavedGuardrail[]> {
    const { workspaceId } = key
    const workspace = await this.database
      .selectFrom('workspaces')
      .select('organisation_id')
      .where('id', '=', workspaceId)
      .executeTakeFirst()
    if (!workspace) return []
    const rows = await this.#inReach({ organisationId: workspace.organisation_id, workspaceId })
      .where(namingVirtualKey('guardrail_versions.checks', key))
      .orderBy('guardrails.created_at_ms')
      .execute()
    return rows
      .map(toGuardrail)
      .filter(({ version }) => version.checks.some(({ parameters }) => namesVirtualKey(parameters['virtual_key'], key)))
  }

  async #insertVersion(guardrailId: string, version: GuardrailVersion): Promise<void> {
    await this.database
      .insertInto('guardrail_versions')
      .values({
        id: version.id,
        guardrail_id: guardrailId,
        number: version.number,
        checks: JSON.stringify(version.checks),
        actions: JSON.stringify(version.actions),
        is_trusted: version.isTrusted ? 1 : 0,
        created_by: version.createdBy,
        created_at_ms: version.createdAtMs,
      })
      .execute()
  }

  #inReach({ organisationId, workspaceId }: Reach, versionId?: string) {
    const query = this.database
      .selectFrom('guardrails')
      .innerJoin('guardrail_versions', (join) => {
        const own = join.onRef('guardrail_versions.guardrail_id', '=', 'guardrails.id')
        return versionId === undefined
          ? own.onRef('guardrail_versions.number', '=', 'guardrails.version_number')
          : own.on('guardrail_versions.id', '=', versionId)
      })
      .selectAll('guardrails')
      .select([
        'guardrail_versions.id as version_id',
        'guardrail_versions.number',
        'guardrail_versions.checks',
        'guardrail_versions.actions',
        'guardrail_versions.is_trusted',
        'guardrail_versions.created_by as version_created_by',
        'guardrail_versions.created_at_ms as version_created_at_ms',
      ])
      .where('guardrails.organisation_id', '=', organisationId)
    if (workspaceId === null) return query
    return query.where(({ or, eb }) =>
      or([eb('guardrails.workspace_id', '=', workspaceId), eb('guardrails.workspace_id', 'is', null)]),
    )
  }
}

/** A default that is missing stops all requests: a safety rule must not be dropped silently. */
function resolved(names: GuardrailNames, found: readonly SavedGuardrail[], owner: string): DefaultGuardrails {
  const all = (slugs: readonly string[]) =>
    slugs.map((slug) => {
      const one = found.find((guardrail) => guardrail.slug === slug)
      if (one) return one
      throw new GatewayError('store_unavailable', {
        message: `The default guardrail ${slug} of the ${owner} does not exist.`,
        hint: `Remove it from the defaults of the ${owner}.`,
      })
    })
  return { input: all(names.input), output: all(names.output) }
}

function namesIn(text: string | null): GuardrailNames {
  return text === null ? NO_GUARDRAILS : (JSON.parse(text) as GuardrailNames)
}

function settingsIn(text: string | undefined): Partial<OrganisationSettings> {
  return JSON.parse(text ?? '{}') as Partial<OrganisationSettings>
}

function hasName({ input, output }: GuardrailNames, slug: string): boolean {
  return input.includes(slug) || output.includes(slug)
}

/** True if a config names the guardrail below a member for guardrails or hooks, as a string or as the `id` of one. */
function namesGuardrail(value: unknown, names: readonly string[], isList: boolean): boolean {
  if (typeof value === 'string') return isList && names.includes(value)
  if (Array.isArray(value)) return value.some((item) => namesGuardrail(item, names, isList))
  if (!isObject(value)) return false
  return Object.entries(value).some(([name, inner]) =>
    namesGuardrail(inner, names, /guardrails|hooks/i.test(name) || (isList && name === 'id')),
  )
}

function changeable(guardrail: SavedGuardrail) {
  return { name: guardrail.name, updated_by: guardrail.updatedBy, updated_at_ms: guardrail.updatedAtMs }
}

function toGuardrail(row: Row): SavedGuardrail {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    slug: row.slug,
    name: row.name,
    ownerId: row.owner_id,
    updatedBy: row.updated_by,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    version: toVersion({
      id: row.version_id,
      number: row.number,
      checks: row.checks,
      actions: row.actions,
      is_trusted: row.is_trusted,
      created_by: row.version_created_by,
      created_at_ms: row.version_created_at_ms,
    }),
  }
}

function toVersion(row: Omit<Selectable<GuardrailVersionTable>, 'guardrail_id'>): GuardrailVersion {
  return {
    id: row.id,
    number: row.number,
    checks: JSON.parse(row.checks) as SavedCheck[],
    // Versions that were saved before an action existed have its default.
    actions: { ...DEFAULT_ACTIONS, ...(JSON.parse(row.actions) as Partial<GuardrailActions>) },
    isTrusted: row.is_trusted === 1,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
  }
}
