/** Second factors in the control store. Each use is one conditional statement: of two concurrent uses, one succeeds. */

import {
  type FactorChallenge,
  type FactorCounts,
  NO_FACTORS,
  type Passkey,
  type SecondFactorStore,
  type Totp,
} from '../../../core/stores/second-factors.ts'
import type { SignInWay } from '../../../core/stores/sessions.ts'
import type { ControlDatabase } from '../control-database.ts'
import type { SecondFactorTables } from '../second-factor-tables.ts'

export class SqlSecondFactors implements SecondFactorStore {
  constructor(private readonly database: ControlDatabase) {}

  async passkeys(userId: string): Promise<readonly Passkey[]> {
    const rows = await this.database
      .selectFrom('passkeys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at_ms')
      .orderBy('id')
      .execute()
    return rows.map(toPasskey)
  }

  async findPasskey(id: string): Promise<Passkey | undefined> {
    const row = await this.database.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toPasskey(row)
  }

  async insertPasskey(passkey: Passkey): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.database
      .insertInto('passkeys')
      .values({
        id: passkey.id,
        user_id: passkey.userId,
        name: passkey.name,
        public_key: passkey.publicKey,
        counter: passkey.counter,
        transports: JSON.stringify(passkey.transports),
        rp_id: passkey.rpId,
        created_at_ms: passkey.createdAtMs,
        last_used_at_ms: passkey.lastUsedAtMs,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  async usePasskey(id: string, counter: number, atMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable('passkeys')
      .set({ counter, last_used_at_ms: atMs })
      .where('id', '=', id)
      .$if(counter > 0, (query) => query.where('counter', '<', counter))
      .$if(counter === 0, (query) => query.where('counter', '=', 0))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async renamePasskey(userId: string, id: string, name: string): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable('passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async removePasskey(userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.database
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return numDeletedRows === 1n
  }

  async findTotp(userId: string): Promise<Totp | undefined> {
    const row = await this.database
      .selectFrom('totp_secrets')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return (
      row && {
        userId: row.user_id,
        sealedSecret: row.sealed_secret,
        lastStep: row.last_step,
        createdAtMs: row.created_at_ms,
        lastUsedAtMs: row.last_used_at_ms,
      }
    )
  }

  async insertTotp(totp: Totp): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.database
      .insertInto('totp_secrets')
      .values({
        user_id: totp.userId,
        sealed_secret: totp.sealedSecret,
        last_step: totp.lastStep,
        created_at_ms: totp.createdAtMs,
        last_used_at_ms: totp.lastUsedAtMs,
      })
      .onConflict((conflict) => conflict.column('user_id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  async useTotp(userId: string, step: number, atMs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable('totp_secrets')
      .set({ last_step: step, last_used_at_ms: atMs })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async removeTotp(userId: string): Promise<boolean> {
    const { numDeletedRows } = await this.database
      .deleteFrom('totp_secrets')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return numDeletedRows === 1n
  }

  async replaceRecoveryCodes(userId: string, hashes: readonly string[]): Promise<void> {
    await this.database.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
    if (hashes.length === 0) return
    await this.database
      .insertInto('recovery_codes')
      .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
      .execute()
  }

  async useRecoveryCode(userId: string, hash: string): Promise<boolean> {
    const { numDeletedRows } = await this.database
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('code_hash', '=', hash)
      .executeTakeFirst()
    return numDeletedRows === 1n
  }

  async counts(userIds: readonly string[]): Promise<ReadonlyMap<string, FactorCounts>> {
    if (userIds.length === 0) return new Map()
    const counted = (table: 'passkeys' | 'totp_secrets' | 'recovery_codes') =>
      this.database
        .selectFrom(table)
        .select(({ fn }) => ['user_id', fn.countAll().as('count')])
        .where('user_id', 'in', userIds)
        .groupBy('user_id')
        .$castTo<{ user_id: string; count: number }>()
        .execute()
    const found = new Map<string, FactorCounts>()
    const put = (userId: string, change: Partial<FactorCounts>) =>
      found.set(userId, { ...NO_FACTORS, ...found.get(userId), ...change })
    for (const { user_id, count } of await counted('passkeys')) put(user_id, { passkeys: Number(count) })
    for (const { user_id } of await counted('totp_secrets')) put(user_id, { hasTotp: true })
    for (const { user_id, count } of await counted('recovery_codes')) put(user_id, { recoveryCodes: Number(count) })
    return found
  }

  async removeAll(userId: string): Promise<void> {
    for (const table of ['passkeys', 'totp_secrets', 'recovery_codes', 'factor_challenges'] as const)
      await this.database.deleteFrom(table).where('user_id', '=', userId).execute()
  }

  async putChallenge(challenge: FactorChallenge, nowMs: number): Promise<void> {
    await this.#removeExpired(nowMs)
    const { id, ...row } = toRow(challenge)
    await this.database
      .insertInto('factor_challenges')
      .values({ id, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
  }

  async findChallenge(id: string, nowMs: number): Promise<FactorChallenge | undefined> {
    const row = await this.database
      .selectFrom('factor_challenges')
      .selectAll()
      .where('id', '=', id)
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirst()
    return row && toChallenge(row)
  }

  async tryChallenge(id: string, most: number, nowMs: number): Promise<FactorChallenge | undefined> {
    const row = await this.database
      .updateTable('factor_challenges')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', id)
      .where('attempts', '<', most)
      .where('expires_at_ms', '>', nowMs)
      .returningAll()
      .executeTakeFirst()
    return row && toChallenge(row)
  }

  async setChallengeSecret(id: string, secret: string): Promise<void> {
    await this.database.updateTable('factor_challenges').set({ secret }).where('id', '=', id).execute()
  }

  async spendChallengeSecret(id: string, secret: string): Promise<boolean> {
    const { numUpdatedRows } = await this.database
      .updateTable('factor_challenges')
      .set({ secret: null })
      .where('id', '=', id)
      .where('secret', '=', secret)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async insertSpentChallenge(id: string, expiresAtMs: number, nowMs: number): Promise<boolean> {
    await this.#removeExpired(nowMs)
    const { numInsertedOrUpdatedRows } = await this.database
      .insertInto('factor_challenges')
      .values(toRow({ id, userId: null, secret: null, attempts: 0, expiresAtMs }))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }

  async removeChallenge(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.database
      .deleteFrom('factor_challenges')
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows === 1n
  }

  async confirmedAtMs(sessionHash: string): Promise<number | null> {
    const row = await this.database
      .selectFrom('session_confirmations')
      .select('confirmed_at_ms')
      .where('session_hash', '=', sessionHash)
      .executeTakeFirst()
    return row?.confirmed_at_ms ?? null
  }

  async confirm(sessionHash: string, atMs: number): Promise<void> {
    const row = { confirmed_at_ms: atMs }
    await this.database
      .insertInto('session_confirmations')
      .values({ session_hash: sessionHash, ...row })
      .onConflict((conflict) => conflict.column('session_hash').doUpdateSet(row))
      .execute()
  }

  async #removeExpired(nowMs: number): Promise<void> {
    await this.database.deleteFrom('factor_challenges').where('expires_at_ms', '<=', nowMs).execute()
  }
}

function toPasskey(row: SecondFactorTables['passkeys']): Passkey {
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
    rpId: row.rp_id,
    createdAtMs: row.created_at_ms,
    lastUsedAtMs: row.last_used_at_ms,
  }
}

function toRow({ id, userId, secret, attempts, expiresAtMs, signIn }: FactorChallenge) {
  const sign_in = signIn === undefined ? null : JSON.stringify(signIn)
  return { id, user_id: userId, secret, attempts, expires_at_ms: expiresAtMs, sign_in }
}

function toChallenge(row: SecondFactorTables['factor_challenges']): FactorChallenge {
  return {
    id: row.id,
    userId: row.user_id,
    secret: row.secret,
    attempts: row.attempts,
    expiresAtMs: row.expires_at_ms,
    ...(row.sign_in !== null && { signIn: JSON.parse(row.sign_in) as SignInWay }),
  }
}
