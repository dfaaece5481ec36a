/** The gateways that are compared: one with embedded stores, and several nodes on one PostgreSQL and one Redis. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { post, priceBenchModel } from '../control/admin-call.ts'
import { type Subject, startGateway } from '../subjects.ts'
import { type Servers, serverPids } from './server-pids.ts'

export type Group = {
  readonly name: string
  readonly nodes: readonly Subject[]
  /** The key without limits, and the one with a budget and a rate limit that are never reached. */
  readonly keys: { readonly plain: string; readonly limited: string }
  /** PostgreSQL's and Redis's processes at this moment. */
  readonly servers: () => Promise<readonly number[]>
  stop(): Promise<void>
}

const MASTER_KEY = '3c5a6878f1c6d0a4be2937755aa0e91c2d4f6b81b3d5f70926e8ca4b7d19e02f'
const NEVER_REACHED = 1_000_000_000

export async function startEmbedded(upstream: string): Promise<Group> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const node = await startGateway(upstream, folder)
  return {
    name: 'embedded stores',
    nodes: [node],
    keys: await makeKeys(node.url),
    servers: async () => [],
    async stop() {
      await node.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function startShared(upstream: string, count: number, servers: Servers): Promise<Group> {
  const database = `gatehouse_bench_${crypto.randomUUID().replaceAll('-', '')}`
  await run(servers.postgresUrl, `CREATE DATABASE ${database}`)
  const environment = {
    DATABASE_URL: Object.assign(new URL(servers.postgresUrl), { pathname: `/${database}` }).href,
    REDIS_URL: servers.redisUrl,
    GATEWAY_MASTER_KEY: MASTER_KEY,
  }
  const folders = Array.from({ length: count }, () => mkdtempSync(join(tmpdir(), 'gatehouse-bench-')))
  const nodes: Subject[] = []
  for (const folder of folders) nodes.push(await startGateway(upstream, folder, environment))
  return {
    name: count === 1 ? '1 node' : `${count} nodes`,
    nodes,
    keys: await makeKeys(nodes[0]!.url),
    servers: () => serverPids(servers),
    async stop() {
      for (const node of nodes) await node.stop()
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      await run(servers.postgresUrl, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`)
    },
  }
}

async function makeKeys(url: string): Promise<Group['keys']> {
  await priceBenchModel(url)
  const service = '/api-keys/workspace/service'
  const plain = await post(url, service, { name: 'plain', scopes: ['completions.write'] })
  const limited = await post(url, service, {
    name: 'limited',
    scopes: ['completions.write'],
    usage_limits: { type: 'cost', credit_limit: 1_000_000 },
    rate_limits: [{ type: 'requests', unit: 'rpm', value: NEVER_REACHED }],
  })
  return { plain: String(plain['key']), limited: String(limited['key']) }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
