/** Erasing a person with two nodes on PostgreSQL and Redis: requested on one node, with logs of the other. */

import { expect, test } from 'bun:test'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RedisClient } from 'bun'
import { ControlScene } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { type GatewayProcess, startGatewayProcess } from '../../harness/start-gateway-process.ts'
import { redisServer } from '../../harness/test-servers.ts'
import { startWordEmbedder, type WordEmbedder } from '../../harness/word-embedder.ts'

const USER = 'nodes-marker-9316'
const REDIS_URL = redisServer()

async function send(node: GatewayProcess, user: string, text: string): Promise<void> {
  const headers = { 'x-gateway-metadata': JSON.stringify({ _user: user }) }
  const body = { messages: [{ role: 'user', content: text }] }
  const response = await node.chat({ provider: 'mock', cache: { mode: 'simple' } }, { headers, body })
  expect(response.status).toBe(200)
  await response.text()
}

/** Sends a request whose response is cached, and returns the cache status. */
async function ask(node: GatewayProcess, mode: 'simple' | 'semantic', content: string): Promise<string | null> {
  const headers = { 'x-gateway-metadata': JSON.stringify({ _user: USER }), connection: 'close' }
  const body = { messages: [{ role: 'user', content }] }
  const response = await node.chat({ provider: 'mock', cache: { mode } }, { headers, body })
  expect(response.status).toBe(200)
  await response.text()
  return response.headers.get('x-gateway-cache-status')
}

const semantic = ({ url }: WordEmbedder) => ({
  GATEWAY_EMBEDDER_URL: url,
  GATEWAY_EMBEDDER_MODEL: 'words',
  GATEWAY_EMBEDDER_TIMEOUT_MS: '60000',
  GATEWAY_CACHE_THRESHOLD: '0.9',
})

async function quarantine(dataDirectory: string, text: string): Promise<void> {
  const folder = join(dataDirectory, 'journal', 'set-aside')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, '1-0.frame'), `damaged {"user":"${text}"`)
}

async function finished(scene: ControlScene, id: unknown): Promise<Record<string, unknown>> {
  return eventually('the erasure is finished', async () => {
    const receipt = await scene.do('GET', `/privacy/erasures/${id}`)
    return receipt['status'] === 'success' && receipt
  })
}

async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (bytes.includes(text)) found.push(entry.name)
  }
  return found
}

/** Redis keys whose name or value contains the text. */
async function redisWith(client: RedisClient, text: string): Promise<string[]> {
  const found: string[] = []
  for (const key of await client.keys('*')) {
    const dump = await client.send('DUMP', [key]).catch(() => '')
    if (key.includes(text) || String(dump).includes(text)) found.push(key)
  }
  return found
}

test('nothing of the person is left in a table, a Redis key or a file of either node', async () => {
  await using database = await sharedDatabase()
  const environment = { REDIS_URL }
  await using one = await database.startNode({ environment })
  await using other = await database.startNode({ environment })
  const client = new RedisClient(REDIS_URL)
  const scene = new ControlScene(one)
  for (let i = 0; i < 10; i++) await send(other, USER, `secret of ${USER} ${i}`)
  for (let i = 0; i < 10; i++) await send(one, USER, `other secret of ${USER} ${i}`)
  await send(other, 'bystander', 'text of the bystander')
  await eventually('all logs are stored', async () => {
    const { counts } = await scene.do('POST', '/privacy/erasures/preview', { end_user: USER })
    return (counts as { logs: number }).logs === 20
  })
  const job = await scene.do('POST', '/privacy/exports', { end_user: USER })
  await eventually('the export is finished', async () => {
    return (await scene.do('GET', `/privacy/exports/${job['id']}`))['status'] === 'success'
  })
  const { id } = await scene.do('POST', '/privacy/erasures', { end_user: USER })
  const receipt = await eventually('the erasure is finished', async () => {
    const found = await new ControlScene(other).call(scene.admin, 'GET', `/privacy/erasures/${id}`)
    return found.body['status'] === 'success' && found.body
  })
  expect(receipt).toMatchObject({ counts: { logs: 20, exports: 1 } })

  const tables = await database.query(
    `SELECT format('%I.%I', schemaname, tablename) FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(20)
  const found = tables.map(
    ([table]) => `SELECT '${table}', count(*)::int FROM ${table} t WHERE t::text LIKE '%${USER}%'`,
  )
  const counts = await database.query(found.join(' UNION ALL '))
  expect(counts.filter(([, count]) => count !== 0)).toEqual([])
  expect(counts).toHaveLength(tables.length)
  const logs = tables.map(([table]) => String(table)).find((table) => table.endsWith('.logs'))
  expect(await database.query(`SELECT count(*)::int FROM ${logs} WHERE user_label = 'bystander'`)).toEqual([[1]])
  expect(await redisWith(client, USER)).toEqual([])
  for (const { dataDirectory } of [one, other]) expect(await filesWith(dataDirectory, USER)).toEqual([])
  expect(await scene.do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: true })
  client.close()
})

test('without Redis, each node erases its quarantined files and its caches before the erasure is finished', async () => {
  await using embedder = startWordEmbedder()
  await using database = await sharedDatabase()
  const environment = semantic(embedder)
  await using one = await database.startNode({ environment })
  await using other = await database.startNode({ environment })
  const scene = new ControlScene(one)
  for (const node of [one, other]) {
    await quarantine(node.dataDirectory, USER)
    expect(await ask(node, 'simple', `exact ${USER}`)).toBe('MISS')
    expect(await ask(node, 'simple', `exact ${USER}`)).toBe('HIT')
    expect(await ask(node, 'semantic', `please reset the password of ${USER}`)).toBe('SEMANTIC MISS')
    await eventually('the question is in the file', async () =>
      (await filesWith(node.dataDirectory, USER)).some((name) => name.startsWith('semantic.db')),
    )
  }
  const { id } = await scene.do('POST', '/privacy/erasures', { end_user: USER })
  const receipt = await finished(scene, id)
  for (const { dataDirectory } of [one, other]) expect(await filesWith(dataDirectory, USER)).toEqual([])
  expect(receipt).toMatchObject({ error: null, counts: { logs: 6, quarantined_files: 2, cached_responses: 4 } })
  for (const node of [one, other]) {
    expect(await ask(node, 'simple', `exact ${USER}`)).toBe('MISS')
    expect(await ask(node, 'semantic', `please reset the password of ${USER}`)).toBe('SEMANTIC MISS')
  }
})

test.each(['PostgreSQL', 'SQLite'])('worker processes on %s erase their own files and caches', async (engine) => {
  await using embedder = startWordEmbedder()
  await using database = await sharedDatabase()
  const environment = { ...semantic(embedder), GATEWAY_WORKERS: '2' }
  await using node = await (engine === 'SQLite'
    ? startGatewayProcess({ environment })
    : database.startNode({ environment }))
  const scene = new ControlScene(node)
  for (const number of [1, 2]) await quarantine(join(node.dataDirectory, `worker-${number}`), USER)
  for (let i = 0; i < 20; i++) await ask(node, 'semantic', `${'word '.repeat(i)} of ${USER} ${i}`)
  await eventually('all are cached', async () => Number((await scene.do('GET', '/cache'))['entries']) >= 20)
  await eventually('a question is in a file', async () =>
    (await filesWith(node.dataDirectory, USER)).some((name) => name.startsWith('semantic.db')),
  )
  const { id } = await scene.do('POST', '/privacy/erasures', { end_user: USER })
  const receipt = await finished(scene, id)
  expect(await filesWith(node.dataDirectory, USER)).toEqual([])
  expect(receipt).toMatchObject({ error: null, counts: { logs: 20, quarantined_files: 2 } })
  expect((receipt['counts'] as Record<string, number>)['cached_responses']).toBeGreaterThan(0)
})

test('an erasure waits for a node that was just alive, not for one that is gone, which erases its files when it starts again', async () => {
  await using database = await sharedDatabase()
  await using one = await database.startNode()
  const other = await database.startNode()
  const scene = new ControlScene(one)
  await quarantine(other.dataDirectory, USER)
  other.process.child.kill('SIGKILL')
  await other.process.child.exited
  // As if an earlier start with an embedder had left this file.
  await writeFile(join(other.dataDirectory, 'semantic.db'), `a question of ${USER}`)
  const { id } = await scene.do('POST', '/privacy/erasures', { end_user: USER })
  const waiting = await eventually('it waits', async () => {
    const receipt = await scene.do('GET', `/privacy/erasures/${id}`)
    return receipt['error'] !== null && receipt
  })
  expect(waiting).toMatchObject({ status: 'in_progress', error: expect.stringContaining('1 of 2') })
  // As if it had been gone for half a minute.
  const nodeId = await Bun.file(join(other.dataDirectory, 'node-id')).text()
  await database.query(`UPDATE ledger_nodes SET seen_at_ms = seen_at_ms - 30000 WHERE node_id = '${nodeId.trim()}'`)
  expect(await finished(scene, id)).toMatchObject({ error: null, counts: { quarantined_files: 0 } })
  expect((await filesWith(other.dataDirectory, USER)).sort()).toEqual(['1-0.frame', 'semantic.db'])
  await using again = await database.startNode({ dataDirectory: other.dataDirectory })
  await eventually('the files are erased', async () => (await filesWith(again.dataDirectory, USER)).length === 0)
})
