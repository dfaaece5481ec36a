/** Kysely dialect for pg. Write transactions run one at a time, as in SQLite. */

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

/** An arbitrary number, the same on every node. */
const WRITER_LOCK = 4_715_020_501

/**
 * Write transactions are READ COMMITTED and hold one advisory lock until they end. So no other writer commits in
 * between, and values read stay valid until the commit, as after SQLite's `begin immediate`. SERIALIZABLE would
 * guarantee that too but needs retries after conflicts, and all administrative changes conflict: each one updates the
 * head of the audit chain.
 */
class SingleWriterDriver extends PostgresDriver {
  readonly #watched = new WeakSet<DatabaseConnection>()

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection().catch(throwUnavailable)
    if (this.#watched.has(connection)) return connection
    this.#watched.add(connection)
    const execute = connection.executeQuery.bind(connection)
    connection.executeQuery = <Row>(query: CompiledQuery) => execute<Row>(query).catch(throwUnavailable)
    return connection
  }

  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await super.beginTransaction(connection, settings)
    if (settings.accessMode === 'read only') return
    try {
      await connection.executeQuery(CompiledQuery.raw(`select pg_advisory_xact_lock(${WRITER_LOCK})`))
    } catch (error) {
      // Kysely does not roll back if beginTransaction throws.
      await this.rollbackTransaction(connection)
      throw error
    }
  }

  /**
   * If a statement failed and the error was caught, the transaction is aborted and PostgreSQL turns `commit` into a
   * silent rollback. `select 1` fails in that state, so the caller gets an error.
   */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('select 1; commit'))
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A rollback fails only if the connection is lost, which ends the transaction too. The original error is reported.
    await super.rollbackTransaction(connection).catch(() => {})
  }
}

/** SQLSTATE codes of a server that shuts down, starts up or has no free connection, and socket errors. */
const UNREACHABLE =
  /^(08...|57P0[1-5]|53300|25006|ECONN[A-Z]+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** Messages of pg for connections that were lost or not established; these errors have no code. */
const LOST_CONNECTION =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered/

export function isUnreachable(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return UNREACHABLE.test(code) || (error instanceof Error && LOST_CONNECTION.test(error.message))
}

function throwUnavailable(error: unknown): never {
  throw isUnreachable(error) ? new GatewayError('store_unavailable', { cause: error }) : error
}

export function postgresDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new SingleWriterDriver({ pool }),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
