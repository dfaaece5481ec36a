/**
 * PostgreSQL databases with the tables of the control store and no rows. They are copies of one database per version of
 * the schema: creating the tables takes half a second of CPU time.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { openSharedControlDatabase } from '../../server/src/stores/sql/control-database.ts'

const MIGRATIONS = join(import.meta.dir, '../../server/src/stores/sql/migrations')

const templates = new Map<string, Promise<string>>()

/** Creates a database on this server and returns its address. */
export async function createDatabase(server: string, name: string): Promise<string> {
  const template = templates.get(server) ?? makeTemplate(server)
  templates.set(server, template)
  await withClient(server, async (client) => client.query(`create database ${name} template ${await template}`))
  return addressOf(server, name)
}

async function makeTemplate(server: string): Promise<string> {
  const schema = createHash('sha256')
  for (const name of readdirSync(MIGRATIONS).sort()) schema.update(readFileSync(join(MIGRATIONS, name)))
  const digest = schema.digest('hex').slice(0, 16)
  const template = `gatehouse_template_${digest}`
  const unfinished = `${template}_unfinished`
  await withClient(server, async (client) => {
    // Other test processes wait until the template is complete. The lock ends with the session.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`)
    const { rowCount } = await client.query(`select 1 from pg_database where datname = '${template}'`)
    if (rowCount !== 0) return
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished}`)
    await (await openSharedControlDatabase(addressOf(server, unfinished))).destroy()
    await client.query(`alter database ${unfinished} rename to ${template}`)
  })
  return template
}

function addressOf(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

async function withClient(url: string, act: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}
