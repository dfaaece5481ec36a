/** Settings of the stores: PostgreSQL, Redis, durability, settings history and logged bodies. */

import { normalize } from 'node:path'
import type { Durability } from '../core/runtime/disk.ts'
import { DEFAULT_STORE_TIMEOUT_MS } from '../core/stores/stores.ts'
import { type ReadText, type Refuse, readInteger } from './readers.ts'

export type DatabaseSettings = {
  /** Null: all data is in the data folder. */
  readonly databaseUrl: string | null
  /** How long cached keys stay valid while the database is unavailable. */
  readonly storeOutageMs: number
  /** How long a request waits for the database. */
  readonly storeTimeoutMs: number
}

export const DATABASE_ENVIRONMENT = [
  [
    'DATABASE_URL',
    'none',
    'PostgreSQL that several nodes share (postgres://user:password@host:port/database); needs GATEWAY_MASTER_KEY.',
  ],
  [
    'GATEWAY_STORE_OUTAGE_MS',
    '300000',
    'How long cached keys stay valid while the database is unavailable; other keys get 503.',
  ],
  [
    'GATEWAY_STORE_TIMEOUT_MS',
    String(DEFAULT_STORE_TIMEOUT_MS),
    'How long a request waits for the database, for a key, a part of a budget or a rate limit, before it gets 503 or is counted by its node alone.',
  ],
] as const

export function readDatabase(text: ReadText, refuse: Refuse): DatabaseSettings {
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl !== null && !isPostgresUrl(databaseUrl))
    refuse('DATABASE_URL must be postgres://user:password@host:port/database.')
  if (databaseUrl !== null && text('GATEWAY_MASTER_KEY') === null) {
    refuse(
      'DATABASE_URL requires GATEWAY_MASTER_KEY, the same on every node. Generate one with "openssl rand -hex 32".',
    )
  }
  const outage = text('GATEWAY_STORE_OUTAGE_MS') ?? '300000'
  if (!/^[0-9]{1,9}$/.test(outage)) refuse('GATEWAY_STORE_OUTAGE_MS must be a whole number from 0 to 999999999.')
  const timeout = text('GATEWAY_STORE_TIMEOUT_MS') ?? String(DEFAULT_STORE_TIMEOUT_MS)
  if (!/^[1-9][0-9]{2,5}$/.test(timeout)) refuse('GATEWAY_STORE_TIMEOUT_MS must be a whole number from 100 to 999999.')
  return { databaseUrl, storeOutageMs: Number(outage), storeTimeoutMs: Number(timeout) }
}

function isPostgresUrl(value: string): boolean {
  const url = URL.parse(value)
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length > 1
}

export const DURABILITY_ENVIRONMENT = [
  [
    'GATEWAY_DURABILITY',
    'process',
    'What a finished request survives: process (a kill of the gateway) or disk (a power failure too; each response waits for a sync of the disk).',
  ],
] as const

export type DurabilitySettings = { readonly durability: Durability }

export function readDurability(text: ReadText, refuse: Refuse): DurabilitySettings {
  const durability = text('GATEWAY_DURABILITY') ?? 'process'
  if (durability === 'process' || durability === 'disk') return { durability }
  return refuse('GATEWAY_DURABILITY must be process or disk.')
}

export const HISTORY_ENVIRONMENT = [
  [
    'GATEWAY_SETTINGS_HISTORY_DAYS',
    '30',
    'How far back "gatehouse restore --at" can undo changes of settings. Deleted credentials stay in control.db, encrypted, for this time. 0 keeps no history. Not used with DATABASE_URL.',
  ],
] as const

export type HistorySettings = { readonly settingsHistoryDays: number }

export function readHistory(text: ReadText, refuse: Refuse): HistorySettings {
  const name = 'GATEWAY_SETTINGS_HISTORY_DAYS'
  return { settingsHistoryDays: readInteger(name, text(name), 30, 0, 3650, refuse) }
}

export const ENCRYPTION_ENVIRONMENT = [
  [
    'GATEWAY_BODY_ENCRYPTION',
    'off',
    'on encrypts logged bodies with a key per workspace, in the journal and in the store. off stores new ones in plain text; those that are encrypted stay readable.',
  ],
  [
    'GATEWAY_BODY_STORAGE',
    'table',
    'Where new logged bodies are stored: table (in the log store), a folder (an absolute path, which all nodes share), or s3://bucket/prefix with the credentials of AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT. Bodies that are stored already stay where they are.',
  ],
] as const

export type EncryptionSettings = {
  readonly encryptsBodies: boolean
  /** An absolute path or an S3 address; null: in the log store. */
  readonly bodyStorage: string | null
}

const S3_ADDRESS = /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[^\s?#]*)?$/

function readBodyStorage(text: ReadText, refuse: Refuse): string | null {
  const storage = (text('GATEWAY_BODY_STORAGE') ?? 'table').replace(/\/+$/, '')
  if (storage === 'table') return null
  if (S3_ADDRESS.test(storage) || (storage.startsWith('/') && normalize(storage) === storage)) return storage
  return refuse('GATEWAY_BODY_STORAGE must be table, an absolute path such as /srv/bodies, or s3://bucket/prefix.')
}

export function readEncryption(text: ReadText, refuse: Refuse): EncryptionSettings {
  const encryption = text('GATEWAY_BODY_ENCRYPTION') ?? 'off'
  if (encryption === 'on' || encryption === 'off')
    return { encryptsBodies: encryption === 'on', bodyStorage: readBodyStorage(text, refuse) }
  return refuse('GATEWAY_BODY_ENCRYPTION must be on or off.')
}

export type RedisSettings = {
  /** Null: rate limits are counted in the database, and each node has its own cache. */
  readonly redisUrl: string | null
  /** How long a request waits for Redis. */
  readonly redisTimeoutMs: number
}

const DEFAULT_REDIS_TIMEOUT_MS = '300'

export const REDIS_ENVIRONMENT = [
  [
    'REDIS_URL',
    'none',
    'Redis that nodes share: redis://, rediss://, redis-cluster://host,host or redis-sentinel://host,host/master; needs DATABASE_URL.',
  ],
  [
    'GATEWAY_REDIS_TIMEOUT_MS',
    DEFAULT_REDIS_TIMEOUT_MS,
    'How long a request waits for Redis before its rate limit is counted in the database.',
  ],
] as const

export function readRedis(text: ReadText, refuse: Refuse): RedisSettings {
  const redisUrl = text('REDIS_URL')
  const timeout = text('GATEWAY_REDIS_TIMEOUT_MS') ?? DEFAULT_REDIS_TIMEOUT_MS
  if (!/^[1-9][0-9]{2,5}$/.test(timeout)) refuse('GATEWAY_REDIS_TIMEOUT_MS must be a whole number from 100 to 999999.')
  const redisTimeoutMs = Number(timeout)
  if (redisUrl === null) return { redisUrl, redisTimeoutMs }
  if (!/^rediss?:\/\/[^/]+/.test(redisUrl) && !/^redis-(cluster|sentinel):\/\/[^/]+/.test(redisUrl)) {
    refuse(
      'REDIS_URL must be redis://host:port, rediss://host:port, redis-cluster://host:port,... or redis-sentinel://host:port,.../master.',
    )
  }
  if (text('DATABASE_URL') === null)
    refuse(
      'REDIS_URL requires DATABASE_URL, because Redis stores only data that may be lost. Unset REDIS_URL, or set both.',
    )
  return { redisUrl, redisTimeoutMs }
}
