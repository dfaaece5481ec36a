/** Ports for device logins: device codes (RFC 8628) and the API keys that they were exchanged for. */

import type { ApiKey } from './api-keys.ts'

/** What a user granted to a device. */
export type DeviceApproval = {
  readonly organisationId: string
  /** Null: an Admin key, for owners and admins. */
  readonly workspaceId: string | null
  readonly scopes: readonly string[]
  readonly allowInference: boolean
  readonly keyName: string
  readonly lastsMs: number
}

/** A login that waits for a user or for the client. Only hashes of the two codes are stored. */
export type DeviceCode = {
  readonly hash: string
  readonly userCodeHash: string
  readonly clientId: string
  /** As reported by the client. */
  readonly deviceName: string | null
  /** Requested. `*`: everything that the user may grant. */
  readonly scopes: readonly string[]
  /** Id or slug of the requested workspace. */
  readonly workspace: string | null
  readonly ip: string
  readonly userAgent: string | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
  /** The client must wait this long between polls. */
  readonly intervalMs: number
  readonly polledAtMs: number | null
  readonly status: 'pending' | 'approved' | 'denied'
  /** Who approved or denied it. */
  readonly userId: string | null
  readonly approval: DeviceApproval | null
}

/** A key that was issued to a device. */
export type DeviceLogin = {
  readonly keyId: string
  readonly userId: string
  readonly clientId: string
  readonly ip: string
  readonly userAgent: string | null
  readonly createdAtMs: number
}

export interface DeviceLoginStore {
  /** Also deletes codes that expired more than a minute ago. */
  insertCode(code: DeviceCode, nowMs: number): Promise<void>
  countCodes(nowMs: number): Promise<number>
  findCode(hash: string): Promise<DeviceCode | undefined>
  /** Undefined unless it is pending and has not expired. */
  findPending(userCodeHash: string, nowMs: number): Promise<DeviceCode | undefined>
  /** Approves a pending code, or denies it if `approval` is null. Of two concurrent calls, one gets undefined. */
  decide(
    userCodeHash: string,
    decision: { readonly userId: string; readonly approval: DeviceApproval | null },
    nowMs: number,
  ): Promise<DeviceCode | undefined>
  recordPoll(hash: string, atMs: number, intervalMs: number): Promise<void>
  /** Deletes and returns an approved code, so that it is exchanged once. */
  takeApproved(hash: string, nowMs: number): Promise<DeviceCode | undefined>
  insert(login: DeviceLogin): Promise<void>
  /** Logins of one user whose key exists and has not expired, newest first. */
  list(userId: string, nowMs: number): Promise<readonly { readonly login: DeviceLogin; readonly key: ApiKey }[]>
  /** By the hash of a valid secret of the key (the previous one too), for revocation by the client. */
  findByKeyHash(
    keyHash: string,
    nowMs: number,
  ): Promise<{ readonly login: DeviceLogin; readonly key: ApiKey } | undefined>
}
