/** Erasing a person with two nodes on PostgreSQL and Redis: the order is given at one node, the logs are of the other. */

import { expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { RedisClient } from 'bun'
import { ControlScene } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

const USER = 'nodes-marker-9316'
const REDIS_URL = process.env['GATEHOUSE_TEST_REDIS_URL'] ?? ''

async function send(node: Gateway, user: string, text: string): Promise<void> {
  const headers = { 'x-gateway-metadata': JSON.stringify({ _user: user }) }
  const body = { messages: [{ role: 'user', content: text }] }
  const response = await node.chat({ provider: 'mock', cache: { mode: 'simple' } }, { headers, body })
  expect(response.status).toBe(200)
  await response.text()
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
  expect(REDIS_URL).not.toBe('')
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
  for (const [table] of tables) {
    const sql = `SELECT count(*)::int FROM ${table} t WHERE t::text LIKE '%${USER}%'`
    expect([table, (await database.query(sql))[0]![0]]).toEqual([table, 0])
  }
  const logs = tables.map(([table]) => String(table)).find((table) => table.endsWith('.logs'))
  expect(await database.query(`SELECT count(*)::int FROM ${logs} WHERE user_label = 'bystander'`)).toEqual([[1]])
  expect(await redisWith(client, USER)).toEqual([])
  // Each node empties its own journal.
  for (const { dataDirectory } of [one, other])
    await eventually('no file contains the person', async () => (await filesWith(dataDirectory, USER)).length === 0)
  expect(await scene.do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: true })
  client.close()
})
