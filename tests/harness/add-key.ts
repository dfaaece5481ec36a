/** Creates a workspace key with the Admin key, in the default workspace or in a new one. */

import type { Gateway } from './start-gateway.ts'

type KeyOptions = {
  readonly scopes: readonly string[]
  /** Creates a workspace with this name for the key. Without it, the key belongs to the default workspace. */
  readonly newWorkspace?: string
}

/** Resolves with the secret of the new key. */
export async function addKey(gateway: Pick<Gateway, 'fetch' | 'adminKey'>, options: KeyOptions): Promise<string> {
  const post = async (path: string, body: object) => {
    const response = await gateway.fetch(path, { method: 'POST', key: gateway.adminKey, body })
    const made = (await response.json()) as { id: string; key: string }
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(made)}`)
    return made
  }
  const { newWorkspace, scopes } = options
  const home = newWorkspace === undefined ? {} : await post('/v1/admin/workspaces', { name: newWorkspace })
  const place = 'id' in home ? { workspace_id: home.id } : {}
  return (await post('/v1/api-keys/workspace/service', { name: 'made by a test', scopes, ...place })).key
}
