/** Finds the processes of PostgreSQL and Redis, whose CPU time is part of the cost of several nodes. */

import { readdirSync, readFileSync } from 'node:fs'
import { RedisClient } from 'bun'
import { Client } from 'pg'

export type Servers = { readonly postgresUrl: string; readonly redisUrl: string }

export async function serverPids({ postgresUrl, redisUrl }: Servers): Promise<number[]> {
  const postmaster = await postmasterPid(postgresUrl)
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger)
  const backends = pids.filter((pid) => parentOf(pid) === postmaster)
  return [postmaster, ...backends, await redisPid(redisUrl)]
}

async function postmasterPid(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    // Read while the connection is open, because the backend exits with it.
    return parentOf(rows[0]?.pid ?? 0)
  } finally {
    await client.end()
  }
}

async function redisPid(url: string): Promise<number> {
  const client = new RedisClient(url)
  try {
    const text = String(await client.send('INFO', ['server']))
    return Number(/process_id:(\d+)/.exec(text)?.[1] ?? 0)
  } finally {
    client.close()
  }
}

function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    // The process has exited.
    return 0
  }
}
