/** Single sign-on connections in the control store. */

import { GatewayError } from '../../../core/errors.ts'
import type { Listed, Page } from '../../../core/stores/reach.ts'
import type { SsoConnection, SsoConnectionStore } from '../../../core/stores/sso.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
import type { SsoConnectionTable } from '../schema.ts'

export class SqlSsoConnections implements SsoConnectionStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(organisationId: string, id: string): Promise<SsoConnection | undefined> {
    const found = await this.findById(id)
    return found?.organisationId === organisationId ? found : undefined
  }

  async findById(id: string): Promise<SsoConnection | undefined> {
    const row = await this.database.selectFrom('sso_connections').selectAll().where('id', '=', id).executeTakeFirst()
    return row && (await this.#withDomains([row]))[0]
  }

  async findByDomain(domain: string): Promise<SsoConnection | undefined> {
    const row = await this.database
      .selectFrom('sso_domains')
      .select('connection_id')
      .where('domain', '=', domain)
      .executeTakeFirst()
    return row && this.findById(row.connection_id)
  }

  async list(organisationId: string, page: Page): Promise<Listed<SsoConnection>> {
    const { rows, total } = await pageOf(
      this.database
        .selectFrom('sso_connections')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .orderBy('name')
        .orderBy('id'),
      page,
    )
    return { rows: await this.#withDomains(rows), total }
  }

  async countEnabled(organisationId: string): Promise<number> {
    const { count } = await this.database
      .selectFrom('sso_connections')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('organisation_id', '=', organisationId)
      .where('is_enabled', '=', 1)
      .$castTo<{ count: number }>()
      .executeTakeFirstOrThrow()
    return count
  }

  async insert(connection: SsoConnection): Promise<void> {
    await this.database.insertInto('sso_connections').values(toRow(connection)).execute()
    await this.#putDomains(connection)
  }

  async update(connection: SsoConnection): Promise<void> {
    await this.database.updateTable('sso_connections').set(toRow(connection)).where('id', '=', connection.id).execute()
    await this.database.deleteFrom('sso_domains').where('connection_id', '=', connection.id).execute()
    await this.#putDomains(connection)
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('sso_connections').where('id', '=', id).execute()
  }

  async #putDomains({ id, domains }: SsoConnection): Promise<void> {
    for (const domain of domains) {
      const { numInsertedOrUpdatedRows } = await this.database
        .insertInto('sso_domains')
        .values({ domain, connection_id: id })
        .onConflict((conflict) => conflict.column('domain').doNothing())
        .executeTakeFirstOrThrow()
      if (numInsertedOrUpdatedRows === 0n)
        throw new GatewayError('conflict', {
          param: 'domains',
          message: `The domain ${domain} belongs to another single sign-on connection.`,
          hint: 'Remove it there first.',
        })
    }
  }

  async #withDomains(rows: readonly SsoConnectionTable[]): Promise<SsoConnection[]> {
    if (rows.length === 0) return []
    const domains = await this.database
      .selectFrom('sso_domains')
      .selectAll()
      .where(
        'connection_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('domain')
      .execute()
    return rows.map((row) =>
      toConnection(
        row,
        domains.filter(({ connection_id }) => connection_id === row.id).map(({ domain }) => domain),
      ),
    )
  }
}

function toConnection(row: SsoConnectionTable, domains: readonly string[]): SsoConnection {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    authMethod: row.auth_method,
    sealed: row.sealed,
    publicKey: row.public_key === null ? null : JSON.parse(row.public_key),
    settings: JSON.parse(row.settings),
    domains,
    isEnabled: row.is_enabled === 1,
    savedByRole: row.saved_by_role,
    testedAtMs: row.tested_at_ms,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  }
}

function toRow(connection: SsoConnection): SsoConnectionTable {
  return {
    id: connection.id,
    organisation_id: connection.organisationId,
    name: connection.name,
    issuer: connection.issuer,
    client_id: connection.clientId,
    auth_method: connection.authMethod,
    sealed: connection.sealed,
    public_key: connection.publicKey && JSON.stringify(connection.publicKey),
    settings: JSON.stringify(connection.settings),
    is_enabled: connection.isEnabled ? 1 : 0,
    saved_by_role: connection.savedByRole,
    tested_at_ms: connection.testedAtMs,
    created_at_ms: connection.createdAtMs,
    updated_at_ms: connection.updatedAtMs,
  }
}
