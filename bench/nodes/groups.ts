/** The compared deployments: one gateway with embedded stores, and several nodes on one PostgreSQL and one Redis. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { post, priceBenchModel } from '../control/admin-call.ts'
import { requestBody } from '../payloads.ts'
import { type Subject, startGateway } from '../subjects.ts'
import { type Servers, serverPids } from './server-pids.ts'

export type Group = {
  readonly name: string
  readonly nodes: readonly Subject[]
  /** A key without limits, and one with a budget and a rate limit that are never reached. */
  readonly keys: { readonly plain: string; readonly limited: string }
  /** Current process ids of PostgreSQL and Redis. */
  readonly servers: () => Promise<readonly number[]>
  /** Number of PostgreSQL transactions so far. Unlike times, it does not depend on the machine's load. */
  readonly transactions: () => Promise<number>
  stop(): Promise<void>
}

const MASTER_KEY = '3c5a6878f1c6d0a4be2937755aa0e91c2d4f6b81b3d5f70926e8ca4b7d19e02f'
const NEVER_REACHED = 1_000_000_000
const KNOWN_MS = 20_000
const LOOK_MS = 100

export async function startEmbedded(upstream: string): Promise<Group> {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const node = await startGateway(upstream, folder)
  return {
    name: 'embedded stores',
    nodes: [node],
    keys: await makeKeys(node.url),
    servers: async () => [],
    transactions: async () => 0,
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
  const keys = await makeKeys(nodes[0]!.url)
  for (const node of nodes) await untilServed(node, keys.limited)
  return {
    name: count === 1 ? '1 node' : `${count} nodes`,
    nodes,
    keys,
    servers: () => serverPids(servers),
    async transactions() {
      const sql = 'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = $1'
      const [row] = await run<{ count: string }>(servers.postgresUrl, sql, [database])
      return Number(row?.count)
    },
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

/** Waits until keys and prices have reached the other nodes, which takes up to a second. */
async function untilServed({ url, headers }: Subject, key: string): Promise<void> {
  const body = requestBody({ model: 'bench-plain', stream: false, max_tokens: 0, seed: 0 })
  const deadlineMs = performance.now() + KNOWN_MS
  for (;;) {
    const sent = { ...headers, 'content-type': 'application/json', 'x-gateway-api-key': key }
    const reply = await fetch(`${url}/v1/chat/completions`, { method: 'POST', headers: sent, body })
    const text = await reply.text()
    if (reply.ok) return
    if (performance.now() > deadlineMs) throw new Error(`${url} has not received its key or price: ${text}`)
    await Bun.sleep(LOOK_MS)
  }
}

async function run<Row extends object>(url: string, sql: string, values: readonly string[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, [...values])).rows
  } finally {
    await client.end()
  }
}
