/** Connections to the shared store of logs: its own schema, numbers as numbers, rows as arrays. */

import { Client, type ClientBase, Pool, type PoolConfig, TypeOverrides } from 'pg'
import { within } from '../../core/runtime/within.ts'
import type { SqlValue } from '../read/log-database.ts'

/** Apart from the control plane's tables, in the same database. */
export const LOG_SCHEMA = 'gatehouse_logs'

const CONNECT_TIMEOUT_MS = 5_000
/** A server that went silent must not hold a worker for ever; no statement of ours takes this long. */
const QUERY_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 1_000

// From PostgreSQL's catalogue pg_type, where they never change.
const BIGINT = 20
const NUMERIC = 1700

type Bytes = readonly (Uint8Array | null)[]
export type Bound = SqlValue | Uint8Array | Bytes

export function openPool(databaseUrl: string, max: number): Pool {
  const pool = new Pool({ ...optionsOf(databaseUrl), max })
  // A lost connection is told to whoever runs a query on it; unheard, the same news would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => prepare(client))
  return pool
}

export async function openClient(databaseUrl: string): Promise<Client> {
  const client = new Client(optionsOf(databaseUrl))
  try {
    await client.connect()
  } catch (error) {
    await closeClient(client)
    throw error
  }
  prepare(client)
  return client
}

/** After a crash of the server the goodbye may stay without an answer: whoever waits for it would never try again. */
export async function closeClient(client: Pick<Client, 'end'>): Promise<void> {
  await within(CLOSE_TIMEOUT_MS, client.end()).catch(() => {})
}

function prepare(client: ClientBase): void {
  client.on('error', () => {})
  // Queued before whatever its user asks.
  void client.query(`SET search_path = ${LOG_SCHEMA}`).catch(() => {})
}

function optionsOf(databaseUrl: string): PoolConfig {
  const types = new TypeOverrides()
  types.setTypeParser(BIGINT, Number)
  types.setTypeParser(NUMERIC, Number)
  return {
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    statement_timeout: QUERY_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
    application_name: 'gatehouse logs',
    types,
  }
}

export async function rowsOf(client: ClientBase, text: string, values: readonly Bound[] = []): Promise<unknown[][]> {
  const { rows } = await client.query({ text, values: values as unknown[], rowMode: 'array' })
  return rows
}

/** All of it or nothing; the connection is not to be used again when even going back fails. */
export async function inTransaction<Result>(
  client: ClientBase,
  work: () => Promise<Result>,
  begin = 'BEGIN',
): Promise<Result> {
  await client.query(begin)
  try {
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** What another try cannot cure: the data themselves are refused. Everything else says something about the store. */
export function isDataError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' && /^(22|23|54)...$/.test(code)
}

// >>> server/src/records/postgres/locks.ts: /** The advisory locks of the shared store of logs: any numbers, the same on every node of one database. */
export const LOCKS = {
  schema: 4_715_020_601,
  /** One node at a time folds sums and drops what is old. */
  maintenance: 4_715_020_602,
  /** Shared by batches, which rely on the watermarks they read; alone for whoever moves watermarks or changes others' sums. */
  sums: 4_715_020_603,
  /** One node at a time makes or drops days. */
  days: 4_715_020_604,
} as const
