/** Waits until nodes have processed all changes, so that a later poll cannot drop what they cache from now on. */

import { ControlScene } from '../control-scene.ts'
import { eventually } from '../eventually.ts'
import type { Gateway } from '../start-gateway.ts'

const MOCK = { provider: 'mock' }

/**
 * A node polls its own changes too, and then drops what they concern from its caches. So a key that was just created
 * is looked up twice. This revokes a key in the database only: once a node refuses it, that node has polled everything
 * before.
 */
export async function waitForChanges(
  nodes: readonly [Gateway, ...Gateway[]],
  query: (sql: string) => Promise<unknown>,
): Promise<void> {
  const [creator] = nodes
  const scene = new ControlScene(creator)
  const input = { name: scene.uniqueName('marker of changes'), scopes: ['completions.write'] }
  const { id, key } = await scene.do('POST', '/api-keys/workspace/service', input)
  const statusAt = async (node: Gateway) => {
    const reply = await node.chat(MOCK, { key: String(key) })
    await reply.text()
    return reply.status
  }
  for (const node of nodes) await eventually('the node serves the key', async () => (await statusAt(node)) === 200)
  const change = JSON.stringify({ kind: 'api_key', keyId: id })
  await query(`UPDATE api_keys SET revoked_at_ms = ${Date.now()} WHERE id = '${id}'`)
  await query(`INSERT INTO changes SELECT max(sequence) + 1, max(at_ms), '${change}' FROM changes`)
  for (const node of nodes) await eventually('the node refuses the key', async () => (await statusAt(node)) === 401)
}
