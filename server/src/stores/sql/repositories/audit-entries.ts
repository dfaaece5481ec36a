/** The audit log in the control store. The hash chain is in audit-chain.ts. */

import type { SelectQueryBuilder } from 'kysely'
import type {
  AuditEntry,
  AuditEntryStore,
  AuditFilter,
  ChainVerdict,
  NewAuditEntry,
} from '../../../core/stores/audit-entries.ts'
import type { Listed, Page, Reach } from '../../../core/stores/reach.ts'
import { AuditChain, type ChainHead, GENESIS, type KeyedHash } from '../audit-chain.ts'
import { columnsOf, entryOf } from '../audit-row.ts'
import type { ControlDatabase } from '../control-database.ts'
import { pageOf } from '../page.ts'
import type { AuditTable, ControlTables } from '../schema.ts'

/** Rows hashed per step, few enough not to block requests for long. */
const ROWS_PER_STEP = 200

export class SqlAuditEntries implements AuditEntryStore {
  readonly #chain: AuditChain

  /** The key of `keyedHash` is not in the database, so write access to the file is not enough to forge entries. */
  constructor(
    private readonly database: ControlDatabase,
    keyedHash: KeyedHash,
  ) {
    this.#chain = new AuditChain(keyedHash)
  }

  async append(entry: NewAuditEntry): Promise<void> {
    const { organisationId } = entry
    const { count, hash: before } = (await this.#advanceHead(organisationId)) ?? (await this.#makeHead(organisationId))
    const text = JSON.stringify({ sequence: count, ...entry })
    const hash = this.#chain.linkOf({ organisationId, sequence: count, text }, before)
    await this.database
      .insertInto('audit_entries')
      .values({ ...columnsOf(entry), sequence: count, entry: text, hash, redaction: null })
      .execute()
    await this.database
      .updateTable('audit_heads')
      .set({ hash: this.#chain.headOf(hash) })
      .where('organisation_id', '=', organisationId)
      .execute()
  }

  async list(reach: Reach, filter: AuditFilter, page: Page): Promise<Listed<AuditEntry>> {
    const listed = await pageOf(this.#matching(reach, filter).orderBy('sequence', 'desc').selectAll(), page)
    return { rows: listed.rows.map(entryOf), total: listed.total }
  }

  async before(reach: Reach, filter: AuditFilter, sequence: number | null, most: number): Promise<AuditEntry[]> {
    const rows = await this.#matching(reach, filter)
      .$if(sequence !== null, (query) => query.where('sequence', '<', sequence))
      .orderBy('sequence', 'desc')
      .limit(most)
      .selectAll()
      .execute()
    return rows.map(entryOf)
  }

  async redact(
    organisationId: string,
    after: number,
    change: (entry: NewAuditEntry, text: string) => NewAuditEntry | null,
  ): Promise<{ readonly last: number | null; readonly redacted: number }> {
    const rows = await this.#rowsAfter(organisationId, after - 1, Number.MAX_SAFE_INTEGER)
    let before = GENESIS
    let redacted = 0
    for (const row of rows) {
      // The first row of a later step is only read for its hash.
      const isNew = row.sequence > after
      if (isNew && this.#chain.isGenuine(row, before) && (await this.#redactOne(row, before, change))) redacted++
      before = this.#chain.headOf(row.hash)
    }
    return { last: rows.length < ROWS_PER_STEP ? null : rows.at(-1)!.sequence, redacted }
  }

  async #redactOne(
    row: AuditTable,
    before: string,
    change: (entry: NewAuditEntry, text: string) => NewAuditEntry | null,
  ): Promise<boolean> {
    const { hash: _, ...written } = entryOf(row)
    const changed = change(written, row.entry)
    if (changed === null) return false
    const { organisation_id: organisationId, sequence } = row
    const text = JSON.stringify({ ...changed, sequence })
    await this.database
      .updateTable('audit_entries')
      .set({
        ...columnsOf(changed),
        entry: text,
        redaction: this.#chain.redactionOf({ organisationId, sequence, text }, row.hash, before),
      })
      .where('organisation_id', '=', organisationId)
      .where('sequence', '=', sequence)
      .execute()
    return true
  }

  async verify(organisationId: string): Promise<ChainVerdict> {
    // Read the last row before the head: entries may be added in between, and the head must not be older than the rows.
    const last = await this.#lastSequence(organisationId)
    const head = await this.#readHead(organisationId)
    if (last > head.count) {
      const reason = head.count === 0 ? 'The head of the chain is missing.' : `Entry ${last} was inserted.`
      return { isWhole: false, count: head.count, brokenAt: head.count + 1, reason }
    }
    const verifier = this.#chain.verifier(organisationId, head)
    let rows = await this.#rowsAfter(organisationId, null, head.count)
    while (rows.length > 0) {
      for (const row of rows) {
        const flaw = verifier.check(row)
        if (flaw !== null) return flaw
      }
      // SQLite runs synchronously; let pending requests run between steps.
      await new Promise((resolve) => setImmediate(resolve))
      rows = await this.#rowsAfter(organisationId, rows.at(-1)!.sequence, head.count)
    }
    return verifier.end()
  }

  #matching(reach: Reach, filter: AuditFilter): SelectQueryBuilder<ControlTables, 'audit_entries', object> {
    const { methods, statuses, fromMs, toMs } = filter
    return this.database
      .selectFrom('audit_entries')
      .where('organisation_id', '=', reach.organisationId)
      .$if(reach.workspaceId !== null, (query) => query.where('workspace_id', '=', reach.workspaceId))
      .$if(fromMs !== undefined, (query) => query.where('at_ms', '>=', fromMs!))
      .$if(toMs !== undefined, (query) => query.where('at_ms', '<=', toMs!))
      .$if(methods !== undefined, (query) => query.where('method', 'in', [...methods!]))
      .$if(statuses !== undefined, (query) => query.where('status', 'in', [...statuses!]))
      .$if(filter.uri !== undefined, (query) => query.where('uri', '=', filter.uri!))
      .$if(filter.requestId !== undefined, (query) => query.where('request_id', '=', filter.requestId!))
      .$if(filter.actorId !== undefined, (query) => query.where('actor_id', '=', filter.actorId!))
      .$if(filter.actorType !== undefined, (query) => query.where('actor_type', '=', filter.actorType!))
      .$if(filter.resource !== undefined, (query) => query.where('resource', '=', filter.resource!))
      .$if(filter.action !== undefined, (query) => query.where('action', '=', filter.action!))
      .$if(filter.ip !== undefined, (query) => query.where('ip', '=', filter.ip!))
      .$if(filter.targetId !== undefined, (query) => query.where('target_id', '=', filter.targetId!))
  }

  /** Increments the count for the new entry. Returns the new count and the previous hash. */
  async #advanceHead(organisationId: string): Promise<ChainHead | undefined> {
    return this.database
      .updateTable('audit_heads')
      .set((of) => ({ count: of('count', '+', 1) }))
      .where('organisation_id', '=', organisationId)
      .returning(['count', 'hash'])
      .executeTakeFirst()
  }

  async #makeHead(organisationId: string): Promise<ChainHead> {
    const first = { count: 1, hash: GENESIS }
    await this.database
      .insertInto('audit_heads')
      .values({ organisation_id: organisationId, ...first })
      .execute()
    return first
  }

  async #readHead(organisationId: string): Promise<ChainHead> {
    const row = await this.database
      .selectFrom('audit_heads')
      .select(['count', 'hash'])
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst()
    return row ?? { count: 0, hash: GENESIS }
  }

  async #lastSequence(organisationId: string): Promise<number> {
    const row = await this.database
      .selectFrom('audit_entries')
      .select('sequence')
      .where('organisation_id', '=', organisationId)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.sequence ?? 0
  }

  #rowsAfter(organisationId: string, sequence: number | null, last: number) {
    return this.database
      .selectFrom('audit_entries')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('sequence', '<=', last)
      .$if(sequence !== null, (query) => query.where('sequence', '>', sequence!))
      .orderBy('sequence')
      .limit(ROWS_PER_STEP)
      .execute()
  }
}
