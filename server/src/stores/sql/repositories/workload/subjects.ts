/** When the subjects of workload issuers were last used, in the control store. */

import { sql } from 'kysely'
import type { KeyUse } from '../../../../core/stores/api-keys.ts'
import type { Listed, Page } from '../../../../core/stores/reach.ts'
import {
  MAX_SUBJECTS,
  type WorkloadSubject,
  type WorkloadSubjectStore,
} from '../../../../core/workload/workload-issuers.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { pageOf } from '../../page.ts'

export class SqlWorkloadSubjects implements WorkloadSubjectStore {
  constructor(private readonly database: ControlDatabase) {}

  async list(issuerId: string, page: Page): Promise<Listed<WorkloadSubject>> {
    const query = this.database
      .selectFrom('workload_subjects')
      .selectAll()
      .where('issuer_id', '=', issuerId)
      .orderBy('last_used_at_ms', 'desc')
      .orderBy('subject_hash', 'desc')
    const { rows, total } = await pageOf(query, page)
    return {
      rows: rows.map((row) => ({
        subject: row.subject,
        lastUsedAtMs: row.last_used_at_ms,
        lastUsedIp: row.last_used_ip,
      })),
      total,
    }
  }

  async lastUses(issuerIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (issuerIds.length === 0) return new Map()
    const rows = await this.database
      .selectFrom('workload_subjects')
      .select(['issuer_id', ({ fn }) => fn.max('last_used_at_ms').as('at_ms')])
      .where('issuer_id', 'in', issuerIds)
      .groupBy('issuer_id')
      .execute()
    return new Map(rows.map((row) => [row.issuer_id, Number(row.at_ms)]))
  }
}

export type SubjectUse = KeyUse & { readonly subject: string }

export async function recordSubjectUses(database: ControlDatabase, uses: readonly SubjectUse[]): Promise<void> {
  if (uses.length === 0) return
  // Sorted, so that all nodes lock the rows in the same order and cannot deadlock.
  const hashed = uses
    .map((use) => ({ ...use, hash: new Bun.CryptoHasher('sha256').update(use.subject).digest('hex') }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
  const rows = hashed.map((use) => sql`(${use.keyId}, ${use.hash}, ${use.subject}, ${use.atMs}, ${use.ip})`)
  // The issuer may be deleted, and another node may have recorded a later use.
  await sql`
    insert into workload_subjects (issuer_id, subject_hash, subject, last_used_at_ms, last_used_ip)
    select used.column1, used.column2, used.column3, cast(used.column4 as bigint), used.column5
    from (values ${sql.join(rows)}) as used
    where exists (select 1 from workload_issuers where workload_issuers.id = used.column1)
    on conflict (issuer_id, subject_hash) do update
      set last_used_at_ms = excluded.last_used_at_ms, last_used_ip = excluded.last_used_ip
      where workload_subjects.last_used_at_ms < excluded.last_used_at_ms`.execute(database)
  for (const issuerId of new Set(uses.map(({ keyId }) => keyId))) await removeOldest(database, issuerId)
}

async function removeOldest(database: ControlDatabase, issuerId: string): Promise<void> {
  await sql`
    delete from workload_subjects
    where issuer_id = ${issuerId} and (last_used_at_ms, subject_hash) < (
      select last_used_at_ms, subject_hash from workload_subjects where issuer_id = ${issuerId}
      order by last_used_at_ms desc, subject_hash desc limit 1 offset ${MAX_SUBJECTS - 1})`.execute(database)
}
