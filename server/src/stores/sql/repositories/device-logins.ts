/**
 * Device codes and logins in the control store. Every use of a code is one conditional statement, so that only one of
 * two concurrent uses succeeds.
 */

import type { DeviceApproval, DeviceCode, DeviceLogin, DeviceLoginStore } from '../../../core/stores/device-logins.ts'
import type { ControlDatabase } from '../control-database.ts'
import type { DeviceCodeTable } from '../schema.ts'
import { toKey } from './api-keys.ts'

export class SqlDeviceLogins implements DeviceLoginStore {
  constructor(private readonly database: ControlDatabase) {}

  async insertCode(code: DeviceCode, nowMs: number): Promise<void> {
    await this.database
      .deleteFrom('device_codes')
      .where('expires_at_ms', '<=', nowMs - EXPIRED_KEPT_MS)
      .execute()
    await this.database
      .insertInto('device_codes')
      .values({
        hash: code.hash,
        user_code_hash: code.userCodeHash,
        client_id: code.clientId,
        device_name: code.deviceName,
        scopes: JSON.stringify(code.scopes),
        workspace: code.workspace,
        ip: code.ip,
        user_agent: code.userAgent,
        created_at_ms: code.createdAtMs,
        expires_at_ms: code.expiresAtMs,
        interval_ms: code.intervalMs,
        polled_at_ms: code.polledAtMs,
        status: code.status,
        user_id: code.userId,
        approval: code.approval && JSON.stringify(code.approval),
      })
      .execute()
  }

  async countCodes(nowMs: number): Promise<number> {
    const { count } = await this.database
      .selectFrom('device_codes')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('expires_at_ms', '>', nowMs - EXPIRED_KEPT_MS)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async findCode(hash: string): Promise<DeviceCode | undefined> {
    const row = await this.database.selectFrom('device_codes').selectAll().where('hash', '=', hash).executeTakeFirst()
    return row && toCode(row)
  }

  async findPending(userCodeHash: string, nowMs: number): Promise<DeviceCode | undefined> {
    const row = await this.database
      .selectFrom('device_codes')
      .selectAll()
      .where('user_code_hash', '=', userCodeHash)
      .where('status', '=', 'pending')
      .where('expires_at_ms', '>', nowMs)
      .executeTakeFirst()
    return row && toCode(row)
  }

  async decide(
    userCodeHash: string,
    { userId, approval }: { readonly userId: string; readonly approval: DeviceApproval | null },
    nowMs: number,
  ): Promise<DeviceCode | undefined> {
    const row = await this.database
      .updateTable('device_codes')
      .set({
        status: approval === null ? 'denied' : 'approved',
        user_id: userId,
        approval: approval && JSON.stringify(approval),
      })
      .where('user_code_hash', '=', userCodeHash)
      .where('status', '=', 'pending')
      .where('expires_at_ms', '>', nowMs)
      .returningAll()
      .executeTakeFirst()
    return row && toCode(row)
  }

  async recordPoll(hash: string, atMs: number, intervalMs: number): Promise<void> {
    await this.database
      .updateTable('device_codes')
      .set({ polled_at_ms: atMs, interval_ms: intervalMs })
      .where('hash', '=', hash)
      .execute()
  }

  async takeApproved(hash: string, nowMs: number): Promise<DeviceCode | undefined> {
    const row = await this.database
      .deleteFrom('device_codes')
      .where('hash', '=', hash)
      .where('status', '=', 'approved')
      .where('expires_at_ms', '>', nowMs)
      .returningAll()
      .executeTakeFirst()
    return row && toCode(row)
  }

  async insert(login: DeviceLogin): Promise<void> {
    await this.database
      .insertInto('device_logins')
      .values({
        key_id: login.keyId,
        user_id: login.userId,
        client_id: login.clientId,
        ip: login.ip,
        user_agent: login.userAgent,
        created_at_ms: login.createdAtMs,
      })
      .execute()
  }

  async list(userId: string, nowMs: number) {
    const rows = await this.#logins()
      .where('device_logins.user_id', '=', userId)
      .where(({ eb, or }) => or([eb('api_keys.expires_at_ms', 'is', null), eb('api_keys.expires_at_ms', '>', nowMs)]))
      .orderBy('api_keys.created_at_ms', 'desc')
      .orderBy('api_keys.id', 'desc')
      .execute()
    return rows.map((row) => ({ login: toLogin(row), key: toKey(row) }))
  }

  async findByKeyHash(keyHash: string, nowMs: number) {
    const row = await this.#logins()
      .where(({ eb, or, and }) =>
        or([
          eb('api_keys.hash', '=', keyHash),
          and([eb('api_keys.previous_hash', '=', keyHash), eb('api_keys.previous_hash_expires_at_ms', '>', nowMs)]),
        ]),
      )
      .executeTakeFirst()
    return row && { login: toLogin(row), key: toKey(row) }
  }

  #logins() {
    return this.database
      .selectFrom('device_logins')
      .innerJoin('api_keys', 'api_keys.id', 'device_logins.key_id')
      .selectAll('api_keys')
      .select([
        'device_logins.user_id as login_user_id',
        'device_logins.client_id',
        'device_logins.ip',
        'device_logins.user_agent',
        'device_logins.created_at_ms as login_created_at_ms',
      ])
      .where('api_keys.revoked_at_ms', 'is', null)
  }
}

/** Expired codes are kept for this time, so that a client that polls late learns that its code has expired. */
const EXPIRED_KEPT_MS = 60_000

type LoginRow = {
  readonly id: string
  readonly login_user_id: string
  readonly client_id: string
  readonly ip: string
  readonly user_agent: string | null
  readonly login_created_at_ms: number
}

function toLogin(row: LoginRow): DeviceLogin {
  return {
    keyId: row.id,
    userId: row.login_user_id,
    clientId: row.client_id,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAtMs: row.login_created_at_ms,
  }
}

function toCode(row: DeviceCodeTable): DeviceCode {
  return {
    hash: row.hash,
    userCodeHash: row.user_code_hash,
    clientId: row.client_id,
    deviceName: row.device_name,
    scopes: JSON.parse(row.scopes) as string[],
    workspace: row.workspace,
    ip: row.ip,
    userAgent: row.user_agent,
    createdAtMs: row.created_at_ms,
    expiresAtMs: row.expires_at_ms,
    intervalMs: row.interval_ms,
    polledAtMs: row.polled_at_ms,
    status: row.status,
    userId: row.user_id,
    approval: row.approval === null ? null : (JSON.parse(row.approval) as DeviceApproval),
  }
}
