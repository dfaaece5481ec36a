/** Tells at the start whether control.db has lost changes with its WAL: their number is kept in a file beside it. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ControlDatabase } from './control-database.ts'

const FILE = 'control.changes'

export class ChangeCount {
  readonly #path: string
  #written: number

  private constructor(
    private readonly database: ControlDatabase,
    private readonly dataDirectory: string,
    /** How many changes are missing; 0 when none is known to be. */
    private readonly missing: number,
  ) {
    this.#path = join(dataDirectory, FILE)
    this.#written = 0
  }

  static async open(database: ControlDatabase, dataDirectory: string): Promise<ChangeCount> {
    const missing = Math.max(0, readCount(join(dataDirectory, FILE)) - (await countEntries(database)))
    return new ChangeCount(database, dataDirectory, missing)
  }

  /** For operators; null when nothing is missing. */
  problem(): string | null {
    if (this.missing === 0) return null
    const changes = this.missing === 1 ? 'the last change is' : `the last ${this.missing} changes are`
    return `${join(this.dataDirectory, 'control.db')}: ${changes} missing, because its WAL (control.db-wal) was lost or damaged, or an older copy was restored. Compare the audit log with what you changed and change it again, or restore control.db and control.db-wal from a backup.`
  }

  /** Called after each change. Not synced: it outlives the process, as the WAL does. */
  async update(): Promise<void> {
    const count = await countEntries(this.database)
    if (count <= this.#written) return
    this.#written = count
    writeFileSync(this.#path, `${count}\n`, { mode: 0o600 })
  }
}

/** Every change and every refusal has an entry in the audit log, and none is ever removed from its count. */
async function countEntries(database: ControlDatabase): Promise<number> {
  const { count } = await database
    .selectFrom('audit_heads')
    .select(({ fn }) => fn.sum<number | null>('count').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

/** 0 when there is none, or it cannot be read. */
function readCount(path: string): number {
  try {
    const count = Number(readFileSync(path, 'utf8'))
    return Number.isSafeInteger(count) ? count : 0
  } catch {
    return 0
  }
}
