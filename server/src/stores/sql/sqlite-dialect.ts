/** Kysely driver for bun:sqlite. The SQL comes from Kysely's SQLite dialect. */

import { type Database, SQLiteError } from 'bun:sqlite'
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
import { GatewayError } from '../../core/errors.ts'
import { retryWhileLocked } from './sqlite-busy.ts'
import { StoreFileError } from './store-file.ts'

type Parameter = string | number | bigint | boolean | null | Uint8Array

/** Exclusive use of the single connection. */
class BunSqliteConnection implements DatabaseConnection {
  /** Releases the connection; a no-op if it is not held. */
  #end: () => void = () => {}

  constructor(
    private readonly database: Database,
    private readonly queue: ConnectionQueue,
  ) {}

  async acquire(): Promise<void> {
    this.#end = await this.queue.wait()
  }

  release(): void {
    const end = this.#end
    this.#end = () => {}
    end()
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return retryWhileLocked(this.database, () => this.#describeFullDisk(() => this.#execute<Row>(query)), {
      pause: (delayMs) => this.#pause(delayMs),
    })
  }

  /** The path is only in the cause, which operators see and API callers do not. */
  #describeFullDisk<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof SQLiteError) || error.code !== 'SQLITE_FULL') throw error
      throw new GatewayError('store_unavailable', {
        message: 'No space is left on the disk of the control store. Nothing was changed.',
        cause: new StoreFileError(this.database.filename, error),
      })
    }
  }

  #execute<Row>(query: CompiledQuery): QueryResult<Row> {
    const statement = this.database.query<Row, Parameter[]>(query.sql)
    const parameters = query.parameters as readonly Parameter[]
    if (statement.columnNames.length > 0) return { rows: statement.all(...parameters) }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** Releases the connection during the pause, because readers are not blocked by another process's write lock. */
  async #pause(delayMs: number): Promise<void> {
    if (this.database.inTransaction) return Bun.sleep(delayMs)
    this.release()
    await Bun.sleep(delayMs)
    await this.acquire()
  }

  // biome-ignore lint/correctness/useYield: streaming is not supported, so this only throws.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming queries are not used on SQLite.')
  }
}

/** Kysely's adapter says false, but SQLite can roll back DDL. Otherwise a failed migration would be left half done. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Called in each transaction, after `begin` and before `commit`. */
export type TransactionObserver = { began(): void; committing(): void }

/** FIFO queue for the connection. */
class ConnectionQueue {
  #tail: Promise<void> = Promise.resolve()
  #length = 0

  constructor(private readonly longestWaitMs: number) {}

  /** Resolves with the function that releases the connection. */
  async wait(): Promise<() => void> {
    const before = this.#tail
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#tail = promise
    this.#length++
    if (this.#length > 1 && !(await endsWithin(before, this.longestWaitMs))) {
      this.#length--
      // Later waiters still wait for the one before us.
      void before.then(resolve)
      throw new Error(`The control store was busy for ${this.longestWaitMs} ms.`)
    }
    await before
    return () => {
      this.#length--
      resolve()
    }
  }
}

/** One connection, one transaction at a time. Statements are short, so a queue is enough. */
class BunSqliteDriver implements Driver {
  readonly #queue: ConnectionQueue

  constructor(
    private readonly database: Database,
    private readonly observer: TransactionObserver | null,
    longestWaitMs: number,
  ) {
    this.#queue = new ConnectionQueue(longestWaitMs)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection = new BunSqliteConnection(this.database, this.#queue)
    await connection.acquire()
    return connection
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof BunSqliteConnection) connection.release()
  }

  /** Writers use `begin immediate`: after a plain `begin`, another process could write between our read and write. */
  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const isReader = settings.accessMode === 'read only'
    await connection.executeQuery(CompiledQuery.raw(isReader ? 'begin' : 'begin immediate'))
    this.observer?.began()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    this.observer?.committing()
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // On a full disk SQLite has already rolled back; another rollback would hide the original error.
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
 * `longestWaitMs` guards against a programming error: code inside a transaction that uses the database instead of the
 * transaction would wait for itself and block everyone.
 */
export function sqliteDialect(
  database: Database,
  { longestWaitMs = 5_000, observer = null }: { longestWaitMs?: number; observer?: TransactionObserver | null } = {},
): Dialect {
  return {
    createAdapter: () => new TransactionalSqliteAdapter(),
    createDriver: () => new BunSqliteDriver(database, observer, longestWaitMs),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}
