/** Kysely on bun:sqlite: the driver; the SQL itself is Kysely's own SQLite dialect. */

import type { Database } from 'bun:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'

type Parameter = string | number | bigint | boolean | null | Uint8Array

class BunSqliteConnection implements DatabaseConnection {
  constructor(private readonly database: Database) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const statement = this.database.query<Row, Parameter[]>(query.sql)
    const parameters = query.parameters as readonly Parameter[]
    if (statement.columnNames.length > 0) return { rows: statement.all(...parameters) }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  // biome-ignore lint/correctness/useYield: SQLite answers whole; a caller that streams is told so at once.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming queries are not used on SQLite.')
  }
}

/** Kysely's own says no, and a migration that failed half way would leave its first half; SQLite undoes DDL as well. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** One connection, one transaction at a time: statements are short, so waiting in line is right. */
class BunSqliteDriver implements Driver {
  readonly #connection: BunSqliteConnection
  #tail: Promise<void> = Promise.resolve()
  #lengthOfLine = 0
  #release: () => void = () => {}

  constructor(
    private readonly database: Database,
    private readonly longestWaitMs: number,
  ) {
    this.#connection = new BunSqliteConnection(database)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = promise
    this.#lengthOfLine++
    if (this.#lengthOfLine > 1 && !(await endsWithin(before, this.longestWaitMs))) {
      this.#lengthOfLine--
      // Those behind still wait for the one before us.
      void before.then(resolve)
      throw new Error(`The control store was busy for ${this.longestWaitMs} ms.`)
    }
    await before
    this.#release = resolve
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#lengthOfLine--
    this.#release()
  }

  /** A writer takes the file at once: one that read first and wrote later could find another process had written. */
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const isReader = settings.accessMode === 'read only'
    await connection.executeQuery(CompiledQuery.raw(isReader ? 'begin' : 'begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full disk SQLite has rolled back by itself; asking again would hide why.
    if (this.database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy(): Promise<void> {
    this.database.close()
  }
}

async function endsWithin(work: Promise<void>, timeoutMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, timeoutMs, false)
  void work.then(() => resolve(true))
  const ended = await promise
  clearTimeout(timer)
  return ended
}

/**
 * `longestWaitMs` is a guard, not a limit to plan with: work that uses the database itself inside a transaction, instead
 * of the transaction, would wait for its own end, and everybody else with it.
 */
export function sqliteDialect(database: Database, longestWaitMs = 5_000): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new BunSqliteDriver(database, longestWaitMs),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}
