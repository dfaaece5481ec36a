/** Gateway keys in the control store. */

import type { Caller } from '../../core/caller.ts'
import type { ApiKeyStore, NewApiKey } from '../../core/ports.ts'
import type { ControlDatabase } from './control-database.ts'

export class SqlApiKeyStore implements ApiKeyStore {
  constructor(private readonly database: ControlDatabase) {}

  async findByHash(hash: string): Promise<Caller | undefined> {
    const row = await this.database
      .selectFrom('api_keys')
      .leftJoin('workspaces as fallback', (join) =>
        join.onRef('fallback.organisation_id', '=', 'api_keys.organisation_id').on('fallback.is_default', '=', 1),
      )
      .selectAll('api_keys')
      .select('fallback.id as default_workspace_id')
      .where('api_keys.hash', '=', hash)
      .where('api_keys.revoked_at_ms', 'is', null)
      .executeTakeFirst()
    if (!row) return undefined
    return {
      keyId: row.id,
      keyName: row.name,
      kind: row.kind,
      organisationId: row.organisation_id,
      workspaceId: row.workspace_id ?? row.default_workspace_id ?? '',
      scopes: new Set(JSON.parse(row.scopes) as string[]),
      allowInference: row.allow_inference === 1,
      expiresAtMs: row.expires_at_ms,
    }
  }

  async insert(key: NewApiKey): Promise<void> {
    await this.database
      .insertInto('api_keys')
      .values({
        id: key.id,
        organisation_id: key.organisationId,
        workspace_id: key.workspaceId,
        kind: key.kind,
        name: key.name,
        hash: key.hash,
        hint: key.hint,
        scopes: JSON.stringify(key.scopes),
        allow_inference: 1,
        expires_at_ms: null,
        revoked_at_ms: null,
        created_at_ms: key.createdAtMs,
      })
      .execute()
  }

  async isEmpty(): Promise<boolean> {
    return (await this.database.selectFrom('api_keys').select('id').limit(1).executeTakeFirst()) === undefined
  }
}
