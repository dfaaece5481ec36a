/** Revoked tokens and subjects of workload issuers, in the control store. */

import type { Listed, Page } from '../../../../core/stores/reach.ts'
import type { Revocation, RevocationKind, RevocationStore } from '../../../../core/workload/workload-issuers.ts'
import type { ControlDatabase } from '../../control-database.ts'
import { pageOf } from '../../page.ts'
import type { RevocationTable } from './workload-tables.ts'

export class SqlRevocations implements RevocationStore {
  constructor(private readonly database: ControlDatabase) {}

  async find(
    issuerId: string,
    { jti, subject }: { readonly jti: string | null; readonly subject: string },
  ): Promise<RevocationKind | null> {
    const row = await this.database
      .selectFrom('workload_revocations')
      .select('kind')
      .where('issuer_id', '=', issuerId)
      .where(({ eb, or, and }) =>
        or([
          and([eb('kind', '=', 'subject'), eb('value_hash', '=', hashOf(subject))]),
          ...(jti === null ? [] : [and([eb('kind', '=', 'jti'), eb('value_hash', '=', hashOf(jti))])]),
        ]),
      )
      .limit(1)
      .executeTakeFirst()
    return row?.kind ?? null
  }

  async list(issuerId: string, page: Page, nowMs: number): Promise<Listed<Revocation>> {
    const query = this.#of(issuerId)
      .where(({ eb, or }) => or([eb('expires_at_ms', 'is', null), eb('expires_at_ms', '>', nowMs)]))
      .orderBy('created_at_ms', 'desc')
      .orderBy('id')
    const { rows, total } = await pageOf(query, page)
    return { rows: rows.map(toRevocation), total }
  }

  async findById(issuerId: string, id: string): Promise<Revocation | undefined> {
    const row = await this.#of(issuerId).where('id', '=', id).executeTakeFirst()
    return row && toRevocation(row)
  }

  async count(issuerId: string): Promise<number> {
    const { count } = await this.database
      .selectFrom('workload_revocations')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('issuer_id', '=', issuerId)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async insert(revocation: Revocation): Promise<Revocation> {
    const valueHash = hashOf(revocation.value)
    await this.database
      .insertInto('workload_revocations')
      .values({
        id: revocation.id,
        issuer_id: revocation.issuerId,
        kind: revocation.kind,
        value: revocation.value,
        value_hash: valueHash,
        reason: revocation.reason,
        expires_at_ms: revocation.expiresAtMs,
        created_by: revocation.createdBy,
        created_at_ms: revocation.createdAtMs,
      })
      .onConflict((conflict) => conflict.columns(['issuer_id', 'kind', 'value_hash']).doNothing())
      .execute()
    const row = await this.#of(revocation.issuerId)
      .where('kind', '=', revocation.kind)
      .where('value_hash', '=', valueHash)
      .executeTakeFirstOrThrow()
    return toRevocation(row)
  }

  async remove(id: string): Promise<void> {
    await this.database.deleteFrom('workload_revocations').where('id', '=', id).execute()
  }

  async removeExpired(issuerId: string, nowMs: number): Promise<void> {
    await this.database
      .deleteFrom('workload_revocations')
      .where('issuer_id', '=', issuerId)
      .where('expires_at_ms', '<=', nowMs)
      .execute()
  }

  #of(issuerId: string) {
    return this.database.selectFrom('workload_revocations').selectAll().where('issuer_id', '=', issuerId)
  }
}

function toRevocation(row: RevocationTable): Revocation {
  return {
    id: row.id,
    issuerId: row.issuer_id,
    kind: row.kind,
    value: row.value,
    reason: row.reason,
    expiresAtMs: row.expires_at_ms,
    createdBy: row.created_by,
    createdAtMs: row.created_at_ms,
  }
}

function hashOf(value: string): string {
  return new Bun.CryptoHasher('sha256').update(value).digest('hex')
}
