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

/** Any number, the same on every node of one database. */
const WRITER_LOCK = 4_715_020_501

/**
 * Writing transactions are READ COMMITTED and begin by taking one lock, held until they end. Whoever has it sees all that
 * was committed before and nobody else's writes in between: what is read stays true until the commit, as after SQLite's
 * `begin immediate`. SERIALIZABLE would promise the same, but would have to run the caller's work again after a conflict,
 * and every administrative change conflicts: each one moves the head of the audit chain.
 */
class OneWriterDriver extends PostgresDriver {
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

export function postgresDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new OneWriterDriver({ pool }),
    createIntrospector: (kysely) => new PostgresIntrospector(kysely),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
