import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SecretStores } from '../../../simulators/secret-stores.ts'
import { startSimulator } from '../../../simulators/simulator.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { dataFiles } from '../../harness/data-files.ts'
import { type SharedDatabase, sharedDatabase } from '../../harness/nodes/shared-database.ts'

/** All rows of all tables as text; binary columns are hexadecimal. */
async function dump(database: SharedDatabase): Promise<string> {
  const tables = await database.query(
    "SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) FROM information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')",
  )
  const texts: string[] = []
  for (const [table] of tables) texts.push(JSON.stringify(await database.query(`SELECT t::text FROM ${table} t`)))
  return texts.join('\n')
}

test('master key and database address by reference, with workers: database and disk show no secret', async () => {
  await using stores = new SecretStores()
  await using database = await sharedDatabase()
  await using upstream = await startSimulator({ answers: ['response-canary-7f3a'] })
  const masterKey = '8d0f6b1ea2d94c37b5a1f0e96c2d7843ffb6a1905e3c4d2817665544332211aa'
  stores.set('secret/data/gatehouse', { master_key: masterKey, database_url: database.environment['DATABASE_URL']! })
  stores.set('secret/data/openai', 'sk-referred-canary-52')
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-external-'))
  const sources = { vault: { type: 'vault', url: stores.url, auth: { method: 'token', token: 'root-token' } } }
  try {
    await using node = await database.startNode({
      dataDirectory,
      environment: {
        GATEWAY_SECRET_SOURCES: JSON.stringify(sources),
        GATEWAY_MASTER_KEY: 'secret://vault/gatehouse#master_key',
        DATABASE_URL: 'secret://vault/gatehouse#database_url',
        GATEWAY_BODY_ENCRYPTION: 'on',
        GATEWAY_WORKERS: '2',
      },
    })
    const scene = new ControlScene(node)
    const make = async (slug: string, key: string) =>
      scene.do('POST', '/virtual-keys', { name: slug, slug, provider: 'openai', key, custom_host: upstream.url })
    await make('stored', 'sk-stored-canary-51')
    await make('referred', 'secret://vault/openai')
    const actor = await scene.workspaceKey(await scene.defaultWorkspace(), ['logs.list'])
    const body = { messages: [{ role: 'user', content: 'question-canary-9c1d' }] }
    for (const slug of ['stored', 'referred']) {
      const headers = { 'x-gateway-trace-id': slug }
      const reply = await node.chat({ virtual_key: slug }, { body, headers })
      expect(await reply.text()).toContain('response-canary-7f3a')
      await node.waitForLog(slug)
    }
    const sent = upstream.requests.map(({ headers }) => headers['authorization'])
    expect(sent).toEqual(['Bearer sk-stored-canary-51', 'Bearer sk-referred-canary-52'])
    const rows = await dump(database)
    // Proves that the dump contains the rows.
    expect(rows).toContain('secret://vault/openai')
    const canaries = [
      'sk-stored-canary-51',
      'sk-referred-canary-52',
      'question-canary-9c1d',
      'response-canary-7f3a',
      actor.headers['x-gateway-api-key']!,
      node.adminKey,
      node.workspaceKey,
      'root-token',
      masterKey,
    ]
    for (const canary of canaries) {
      expect({ canary, isInRows: rows.includes(canary) }).toEqual({ canary, isInRows: false })
      const hex = Buffer.from(canary).toString('hex')
      expect({ canary, isInRows: rows.includes(hex) }).toEqual({ canary, isInRows: false })
    }
    expect(await node.stop()).toBe(0)
    for (const { path, bytes } of await dataFiles(dataDirectory)) {
      const found = canaries.filter((canary) => bytes.includes(canary))
      expect({ path, found }).toEqual({ path, found: [] })
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
