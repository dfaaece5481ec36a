/** Puts a gateway key into the store of a running gateway, for what no endpoint can make yet. */

import { keyHasher, loadMasterKey } from '../../server/src/stores/master-key.ts'
import { SqlApiKeyStore } from '../../server/src/stores/sql/api-keys.ts'
import { openControlDatabase } from '../../server/src/stores/sql/control-database.ts'

type KeyWish = {
  readonly scopes: readonly string[]
  /** A workspace of this name is made for the key; by default it belongs to the default one. */
  readonly newWorkspace?: string
}

/** Resolves with the secret of the new workspace key. */
export async function addKey(dataDirectory: string, wish: KeyWish): Promise<string> {
  const database = await openControlDatabase(dataDirectory)
  try {
    const home = await database
      .selectFrom('workspaces')
      .selectAll()
      .where('is_default', '=', 1)
      .executeTakeFirstOrThrow()
    let workspaceId = home.id
    if (wish.newWorkspace !== undefined) {
      workspaceId = crypto.randomUUID()
      const row = { ...home, id: workspaceId, name: wish.newWorkspace, is_default: 0 }
      await database.insertInto('workspaces').values(row).execute()
    }
    const secret = `test-key-${crypto.randomUUID()}`
    const hash = keyHasher(loadMasterKey(dataDirectory, null))(secret)
    await new SqlApiKeyStore(database).insert({
      id: crypto.randomUUID(),
      organisationId: home.organisation_id,
      workspaceId,
      kind: 'workspace',
      name: 'made by a test',
      hash,
      hint: 'test',
      scopes: wish.scopes,
      createdAtMs: Date.now(),
    })
    return secret
  } finally {
    await database.destroy()
  }
}
