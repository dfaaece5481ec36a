/** Virtual keys and their encrypted credentials in the control store. */

import { GatewayError } from '../../../core/errors.ts'
import type { Limits } from '../../../core/stores/limits.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import type { KeyHome, StoredCredential, VirtualKey, VirtualKeyStore } from '../../../core/stores/virtual-keys.ts'
import type { ControlDatabase } from '../control-database.ts'
import { likeAny } from '../like-text.ts'
import { pageOf } from '../page.ts'
import type { CredentialTable, VirtualKeyTable } from '../schema.ts'
import { type Granted, grantsOf } from './integrations.ts'

export class SqlVirtualKeys implements VirtualKeyStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(reach: Reach, slugOrId: string): Promise<VirtualKey | undefined> {
    const rows = await this.#inReach(reach)
      .where(({ eb, or }) => or([eb('slug', '=', slugOrId), eb('id', '=', slugOrId)]))
      .limit(2)
      .execute()
    if (rows.length > 1) {
      throw new GatewayError('workspace_required', {
        param: 'workspace_id',
        message: 'Several workspaces have a virtual key of this name.',
        hint: 'Send workspace_id, or name the virtual key by its id.',
      })
    }
    return (await this.#withCredentials(rows))[0]
  }

  async findInWorkspace(workspaceId: string, slugOrId: string): Promise<VirtualKey | undefined> {
    const rows = await this.database
      .selectFrom('virtual_keys')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where(({ eb, or }) => or([eb('slug', '=', slugOrId), eb('id', '=', slugOrId)]))
      .execute()
    return (await this.#withCredentials(rows))[0]
  }

  async idOfIntegration(home: KeyHome, slugOrId: string): Promise<string | null | undefined> {
    const row = await this.database
      .selectFrom('integrations')
      .leftJoin('virtual_keys', (join) =>
        join
          .onRef('virtual_keys.integration_id', '=', 'integrations.id')
          .on('virtual_keys.workspace_id', '=', home.workspaceId),
      )
      .select('virtual_keys.id as key_id')
      .where('integrations.organisation_id', '=', home.organisationId)
      // Integrations of a workspace are not under the control of the organisation.
      .where('integrations.workspace_id', 'is', null)
      .where(({ eb, or }) => or([eb('integrations.slug', '=', slugOrId), eb('integrations.id', '=', slugOrId)]))
      .orderBy('virtual_keys.is_disabled')
      .orderBy('virtual_keys.created_at_ms')
      .orderBy('virtual_keys.id')
      .limit(1)
      .executeTakeFirst()
    return row?.key_id
  }

  async list(reach: Reach, page: Page, search?: string): Promise<Listed<VirtualKey>> {
    const query = this.#inReach(reach)
      .$if(search !== undefined, (all) => all.where(likeAny(['name', 'slug', 'id'], search ?? '')))
      .orderBy('created_at_ms', 'desc')
      .orderBy('id', 'desc')
    const { rows, total } = await pageOf(query, page)
    return { rows: await this.#withCredentials(rows), total }
  }

  async insert(key: VirtualKey): Promise<void> {
    await this.database.insertInto('virtual_keys').values(toRow(key)).execute()
    await this.#insertCredentials(key)
  }

  async update(key: VirtualKey): Promise<void> {
    await this.database.updateTable('virtual_keys').set(toRow(key)).where('id', '=', key.id).execute()
    await this.database.deleteFrom('virtual_key_credentials').where('virtual_key_id', '=', key.id).execute()
    await this.#insertCredentials(key)
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('virtual_keys').where('id', '=', id).execute()
  }

  #inReach(reach: Reach) {
    const { organisationId, workspaceId } = reach
    return this.database
      .selectFrom('virtual_keys')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .$if(workspaceId !== null, (query) => query.where('workspace_id', '=', workspaceId ?? ''))
  }

  /** The credentials of an integration are stored with the integration. */
  async #insertCredentials({ id, credentials, integration }: VirtualKey): Promise<void> {
    if (credentials.length === 0 || integration !== null) return
    const rows = credentials.map((credential) => toCredentialRow(id, credential))
    await this.database.insertInto('virtual_key_credentials').values(rows).execute()
  }

  async #withCredentials(rows: readonly VirtualKeyTable[]): Promise<VirtualKey[]> {
    if (rows.length === 0) return []
    const ids = rows.map((row) => row.id)
    const credentials = await this.database
      .selectFrom('virtual_key_credentials')
      .selectAll()
      .where('virtual_key_id', 'in', ids)
      // UUIDv7 ids are in creation order.
      .orderBy('id')
      .execute()
    const byKey = Map.groupBy(credentials, (credential) => credential.virtual_key_id)
    const granted = await grantsOf(this.database, rows)
    // A concurrent transaction may have deleted the integration between the queries.
    const known = rows.filter((row) => row.integration_id === null || granted.has(row.id))
    return known.map((row) => toVirtualKey(row, byKey.get(row.id) ?? [], granted.get(row.id)))
  }
}

function toVirtualKey(
  row: VirtualKeyTable,
  credentials: readonly CredentialTable[],
  granted: Granted | undefined,
): VirtualKey {
  const account = granted?.integration
  return {
    id: row.id,
    organisationId: row.organisation_id,
    workspaceId: row.workspace_id,
    slug: row.slug,
    name: row.name,
    note: row.note,
    provider: account?.provider ?? row.provider,
    settings: account?.settings ?? (JSON.parse(row.settings) as Record<string, string>),
    settingNames: row.setting_names === null ? {} : (JSON.parse(row.setting_names) as Record<string, string>),
    customHost: account ? account.customHost : row.custom_host,
    isHostTrusted: account ? account.isHostTrusted : row.is_host_trusted === 1,
    isDisabled: row.is_disabled === 1,
    limits: JSON.parse(row.limits) as Limits,
    expiresAtMs: row.expires_at_ms,
    credentials: account?.credentials ?? credentials.map(toCredential),
    integration: granted?.grant ?? null,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toCredential(row: CredentialTable): StoredCredential {
  return {
    id: row.id,
    sealed: row.sealed,
    hint: row.hint,
    ...(row.secret_references !== null && {
      references: JSON.parse(row.secret_references) as Record<string, string>,
    }),
    weight: row.weight,
    isDisabled: row.is_disabled === 1,
    createdAtMs: row.created_at_ms,
  }
}

function toRow(key: VirtualKey): VirtualKeyTable {
  const { integration } = key
  return {
    id: key.id,
    organisation_id: key.organisationId,
    workspace_id: key.workspaceId,
    slug: key.slug,
    name: key.name,
    note: key.note,
    provider: key.provider,
    settings: JSON.stringify(integration === null ? key.settings : {}),
    setting_names:
      integration === null && Object.keys(key.settingNames).length > 0 ? JSON.stringify(key.settingNames) : null,
    custom_host: integration === null ? key.customHost : null,
    is_host_trusted: integration === null && key.isHostTrusted ? 1 : 0,
    is_disabled: key.isDisabled ? 1 : 0,
    limits: JSON.stringify(key.limits),
    expires_at_ms: key.expiresAtMs,
    integration_id: integration?.id ?? null,
    integration_given_id: integration?.givenId ?? null,
    created_at_ms: key.createdAtMs,
    updated_at_ms: key.updatedAtMs,
  }
}

function toCredentialRow(virtualKeyId: string, credential: StoredCredential): CredentialTable {
  return {
    id: credential.id,
    virtual_key_id: virtualKeyId,
    sealed: credential.sealed,
    hint: credential.hint,
    secret_references: credential.references === undefined ? null : JSON.stringify(credential.references),
    weight: credential.weight,
    is_disabled: credential.isDisabled ? 1 : 0,
    created_at_ms: credential.createdAtMs,
  }
}
