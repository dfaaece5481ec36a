/** Kysely on pg, with transactions that keep the promise SQLite's make: one writer at a time. */

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { Pool } from 'pg'
import { GatewayError } from '../../core/errors.ts'

/** Any number, the same on every node of one database. */
const WRITER_LOCK = 4_715_020_501

/**
 * Writing transactions are READ COMMITTED and begin by taking one lock, held until they end. Whoever has it sees all that
 * was committed before and nobody else's writes in between: what is read stays true until the commit, as after SQLite's
 * `begin immediate`. SERIALIZABLE would promise the same, but would have to run the caller's work again after a conflict,
 * and every administrative change conflicts: each one moves the head of the audit chain.
 */
class OneWriterDriver extends PostgresDriver {
  readonly #watched = new WeakSet<DatabaseConnection>()

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection().catch(tellIfUnreachable)
    if (this.#watched.has(connection)) return connection
    this.#watched.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = <Row>(query: CompiledQuery) => execute<Row>(query).catch(tellIfUnreachable)
    return connection
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings)
    if (settings.accessMode === 'read only') return
    try {
      await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${WRITER_LOCK})`))
    } catch (error) {
      // Kysely rolls back only what has begun.
      await this.rollbackTransaction(connection)
      throw error
    }
  }

  /**
   * A statement that failed and was caught leaves the transaction dead, and PostgreSQL answers its `commit` with a silent
   * rollback. Any other statement is an error then.
   */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('select 1; commit'))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // It fails only with the connection, which takes the transaction along; the caller is owed the first error.
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

/** SQLSTATE of a server that goes, is not there yet or has no room, and what sockets say. */
const UNREACHABLE =
  /^(08...|57P0[1-5]|53300|25006|ECONN[A-Z]+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** pg's own words for a connection that went away or did not come. */
const GONE = /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered/

export function isUnreachable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return UNREACHABLE.test(code) || (error instanceof Error && GONE.test(error.message))
}

function tellIfUnreachable(error: unknown): never {
  throw isUnreachable(error) ? new GatewayError('store_unavailable', { cause: error }) : error
}

export function postgresDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new OneWriterDriver({ pool }),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
