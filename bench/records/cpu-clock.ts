/**
 * CPU time of log queries and ingest: all threads of this process, and the PostgreSQL server processes that work for it
 * if they run on this machine. Other programs affect elapsed time much more than CPU time.
 */

import { readFile } from 'node:fs/promises'
import { Client } from 'pg'

export type CpuClock = {
  /** Total CPU time since an arbitrary start. */
  readMs(): Promise<number>
  /** CPU time of the PostgreSQL server processes only. */
  readServerMs(): Promise<number>
}

/** Pass the database URL to include its server processes. Call after the measured connections were opened. */
export async function cpuClock(databaseUrl: string | null): Promise<CpuClock> {
  const pids = databaseUrl === null ? [] : await serverPids(databaseUrl)
  const readServerMs = async () => (await Promise.all(pids.map(cpuMsOf))).reduce((sum, ms) => sum + ms, 0)
  return {
    readServerMs,
    async readMs() {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000 + (await readServerMs())
    },
  }
}

async function serverPids(databaseUrl: string): Promise<number[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const sql = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gatehouse logs'`
  const { rows } = await client.query<{ pid: number }>(sql)
  await client.end()
  return rows.map(({ pid }) => pid)
}

/** `schedstat` starts with the nanoseconds on the CPU; 0 if the process has ended or runs elsewhere. */
async function cpuMsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '0')
  return Number(text.split(' ')[0]) / 1e6
}
