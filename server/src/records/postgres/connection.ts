/** Connections to the PostgreSQL log store: own schema, int8 and numeric as numbers, rows as arrays, advisory locks. */

import { Client, type ClientBase, Pool, type PoolConfig, TypeOverrides } from 'pg'
import { withTimeout } from '../../core/runtime/with-timeout.ts'
import type { SqlValue } from '../read/log-database.ts'

/** The schema separates log tables from the control plane's tables in the same database. */
export const LOG_SCHEMA = 'gatehouse_logs'

const CONNECT_TIMEOUT_MS = 5_000
/** Limits the wait for an unresponsive server; no regular statement takes this long. */
const QUERY_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 10_000
const CLOSE_TIMEOUT_MS = 1_000

// Type OIDs from pg_type; they never change.
const BIGINT = 20
const NUMERIC = 1700

type Bytes = readonly (Uint8Array | null)[]
export type Bound = SqlValue | readonly (string | number | null)[] | Uint8Array | Bytes

export function openPool(databaseUrl: string, max: number): Pool {
  const pool = new Pool({ ...optionsOf(databaseUrl), max })
  // Pending queries reject with the same error. Without a listener the event would end the process.
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

/** Closes with a timeout: after a server crash, end() may never resolve. */
export async function closeClient(client: Pick<Client, 'end'>): Promise<void> {
  await withTimeout(CLOSE_TIMEOUT_MS, client.end()).catch(() => {})
}

function prepare(client: ClientBase): void {
  client.on('error', () => {})
  // pg queues this before any query of the caller. With `jit`, PostgreSQL would compile queries on many partitions to
  // machine code, which takes a second for queries that run for milliseconds.
  void client.query(`SET search_path = ${LOG_SCHEMA}; SET jit = off`).catch(() => {})
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

/**
 * Runs a prepared statement, because planning takes 20 ms with 32 partitions. PostgreSQL plans it once per connection,
 * or five times if it has parameters. For constant texts only, because the server keeps each statement.
 */
export async function preparedRows(
  client: ClientBase,
  text: string,
  values: readonly Bound[] = [],
): Promise<unknown[][]> {
  // PostgreSQL cuts names at 63 bytes.
  const name = `gatehouse ${Bun.hash(text).toString(36)}`
  const { rows } = await client.query({ name, text, values: values as unknown[], rowMode: 'array' })
  return rows
}

/** Commits if `work` resolves, else rolls back and rethrows. A rollback fails only if the connection is lost. */
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

/**
 * True for SQLSTATE classes 22, 23 and 54: the data is invalid and a retry cannot succeed. Other errors concern the
 * store.
 */
export function isDataError(error: unknown): boolean {
  return /^(22|23|54)...$/.test(codeOf(error) ?? '')
}

export function hasCode(error: unknown, code: string): boolean {
  return codeOf(error) === code
}

/** The SQLSTATE; null if the error is not from the server. */
function codeOf(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : null
}

/** Advisory lock ids. The numbers are arbitrary but must be equal on all nodes of one database. */
export const LOCKS = {
  schema: 4_715_020_601,
  /** Held by the one node that folds rollups and runs retention. */
  maintenance: 4_715_020_602,
  /**
   * Batches hold this lock shared because they rely on the watermarks they read. Moving watermarks or changing other
   * nodes' rollups needs the exclusive lock.
   */
  rollups: 4_715_020_603,
  /** Held while creating or dropping day partitions. */
  partitions: 4_715_020_604,
} as const
