/** Detects at startup whether control.db lost changes with its WAL, by comparing it with a count in a separate file. */

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
    /** Number of missing changes; 0 if none is known. */
    private readonly missing: number,
  ) {
    this.#path = join(dataDirectory, FILE)
    this.#written = 0
  }

  static async open(database: ControlDatabase, dataDirectory: string): Promise<ChangeCount> {
    const missing = Math.max(0, readCount(join(dataDirectory, FILE)) - (await countEntries(database)))
    return new ChangeCount(database, dataDirectory, missing)
  }

  /** Message for operators; null if nothing is missing. */
  problem(): string | null {
    if (this.missing === 0) return null
    const changes = this.missing === 1 ? 'the last change is' : `the last ${this.missing} changes are`
    return `${join(this.dataDirectory, 'control.db')}: ${changes} missing, because its WAL (control.db-wal) was lost or damaged, or an older copy was restored. Compare the audit log with your changes and repeat the missing ones, or restore control.db and control.db-wal from a backup.`
  }

  /** Call after each change. Not synced to disk: like the WAL it survives a process exit, which is enough. */
  async update(): Promise<void> {
    const count = await countEntries(this.database)
    if (count <= this.#written) return
    this.#written = count
    writeFileSync(this.#path, `${count}\n`, { mode: 0o600 })
  }
}

/** Every change and every refusal adds an audit entry. The count of entries in `audit_heads` never decreases. */
async function countEntries(database: ControlDatabase): Promise<number> {
  const { count } = await database
    .selectFrom('audit_heads')
    .select(({ fn }) => fn.sum<number | null>('count').as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

/** 0 if the file is missing or unreadable. */
function readCount(path: string): number {
  try {
    const count = Number(readFileSync(path, 'utf8'))
    return Number.isSafeInteger(count) ? count : 0
  } catch {
    return 0
  }
}
