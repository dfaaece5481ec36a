/**
 * Opens the stores of a node: data lock, control database (embedded or shared), vault and ledger. Creates the first
 * keys on the first start.
 */

import { mkdirSync } from 'node:fs'
import { ALL_SCOPES } from '../control/access/scopes.ts'
import type { Bus } from '../core/runtime/bus.ts'
import type { ControlStore, Vault } from '../core/stores/stores.ts'
import { type LedgerEvents, type OpenLedger, openLedger } from '../ledger/open-ledger.ts'
import { logDefect, logWarning } from '../observe/log.ts'
import type { GatehouseSettings } from '../settings.ts'
import { closeToOthers } from '../stores/data-folder.ts'
import type { SharedRedis } from '../stores/redis/shared-redis.ts'
import { ChangeCount } from '../stores/sql/change-count.ts'
import { Checkpoints } from '../stores/sql/checkpoints.ts'
import { type ControlDatabase, openControlDatabase, openSharedControlDatabase } from '../stores/sql/control-database.ts'
import { controlStore } from '../stores/sql/control-store.ts'
import { type DataLock, lockData } from '../stores/sql/data-lock.ts'
import { type FirstKeys, makeFirstKeys } from '../stores/sql/first-keys.ts'
import { inspectFolder, inspectNodeFolder, refuseLostStore } from '../stores/sql/lost-store.ts'
import { SqlBalances } from '../stores/sql/repositories/money/balances.ts'
import { syncWal } from '../stores/sql/sync-wal.ts'
import { openVault } from '../stores/vault.ts'
import { type PolledChanges, pollChanges } from './database/poll-changes.ts'
import { whenReachable } from './database/when-reachable.ts'

export type OpenStores = {
  readonly database: ControlDatabase
  readonly control: ControlStore
  readonly vault: Vault
  /** Budgets and rate limits. */
  readonly ledger: OpenLedger
  /** Changes made by other processes; null if this process makes all changes. */
  readonly changes: PolledChanges | null
  /** Non-durable state shared by nodes; null without Redis. */
  readonly redis: SharedRedis | null
  /** Best-effort notifications between processes; null if there is only one process. */
  readonly bus: Bus | null
  /** The keys created on the first start, in plain text; null on later starts. */
  readonly firstKeys: FirstKeys | null
  /** A problem with the data folder itself; null if there is none. */
  problem(): string | null
  close(): Promise<void>
}

/**
 * `nearBus` reaches the other processes on this machine. With Redis, its bus is used instead, which reaches them too.
 * If PostgreSQL is unreachable, waits for it, because nodes and their database often start together.
 */
export async function openStores(settings: GatehouseSettings, nearBus: Bus | null = null): Promise<OpenStores> {
  const { dataDirectory, databaseUrl } = settings
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  for (const warning of closeToOthers(dataDirectory)) logWarning('data_folder', warning)
  // A shared database needs the lock too: the journals in the folder allow one writer.
  const lock = lockData(dataDirectory)
  const open = () => openLocked(settings, nearBus, lock)
  try {
    return await (databaseUrl === null ? open() : whenReachable(databaseUrl, open))
  } catch (error) {
    // Lets a retry lock the folder again.
    lock.release()
    throw error
  }
}

/** On failure, closes everything except the lock, so that it can be called again. */
async function openLocked(settings: GatehouseSettings, nearBus: Bus | null, lock: DataLock): Promise<OpenStores> {
  const { dataDirectory, databaseUrl } = settings
  const before = databaseUrl ? inspectNodeFolder(dataDirectory) : inspectFolder(dataDirectory)
  const database = databaseUrl
    ? await openSharedControlDatabase(databaseUrl, settings.storeTimeoutMs)
    : await openControlDatabase(dataDirectory, settings.settingsHistoryDays > 0)
  await using opened = new AsyncDisposableStack()
  opened.defer(() => database.destroy())
  await refuseLostStore(database, before)
  return await openWith(settings, nearBus, lock, database, opened)
}

async function openWith(
  settings: GatehouseSettings,
  nearBus: Bus | null,
  lock: DataLock,
  database: ControlDatabase,
  opened: AsyncDisposableStack,
): Promise<OpenStores> {
  const { dataDirectory, databaseUrl } = settings
  const vault = await openVault(database, {
    dataDirectory,
    given: settings.masterKey,
    previous: settings.previousMasterKey,
  })
  const changeCount = databaseUrl ? null : await ChangeCount.open(database, dataDirectory)
  const lost = changeCount?.problem() ?? null
  if (lost !== null) logWarning('storage', lost)
  // PostgreSQL syncs each commit itself.
  const sync = settings.durability === 'disk' && databaseUrl === null ? () => syncWal(dataDirectory) : null
  const checkpoints = new Checkpoints(database, (error) => logDefect(error, 'none'), changeCount, sync)
  const written = controlStore(database, vault.hash)
  const control = databaseUrl ? written : checkpoints.follow(written)
  opened.defer(() => checkpoints.close())
  // Start polling before anything is read, so that no later change is missed.
  const changes = databaseUrl ? pollChanges(control.stores.changes, await control.stores.changes.last()) : null
  if (changes) opened.defer(() => changes.close())
  const redis = settings.redisUrl === null ? null : await connectRedis(settings.redisUrl, settings.redisTimeoutMs)
  if (redis) opened.defer(() => redis.close())
  const bus = redis?.bus ?? nearBus
  // A bus message only signals that something changed; the change itself is read from the store.
  bus?.listen('changes', () => changes?.pollNow())
  redis?.bus.onReconnected(() => changes?.pollNow())
  const given = { admin: settings.adminApiKey, workspace: settings.workspaceApiKey }
  // Runs in one write transaction, so only one of several nodes that start together creates the keys.
  const firstKeys = await makeFirstKeys(database, {
    given,
    hash: vault.hash,
    scopes: [ALL_SCOPES],
    nowMs: Date.now(),
  })
  await sync?.()
  // Opened before the first request: holds that a killed process left open are settled in full.
  const ledger = await openNodeLedger(settings, database, redis, sync)
  opened.move()
  return {
    database,
    control,
    vault,
    ledger,
    changes,
    redis,
    bus,
    firstKeys,
    problem: () => lock.problem() ?? lost,
    async close() {
      await changes?.close()
      await ledger.close()
      redis?.close()
      await checkpoints.close()
      await database.destroy()
      lock.release()
    },
  }
}

/** Opens the ledger: local for a single process, shared for the nodes of one PostgreSQL database. */
async function openNodeLedger(
  { dataDirectory, databaseUrl, storeTimeoutMs, durability }: GatehouseSettings,
  database: ControlDatabase,
  redis: SharedRedis | null,
  syncStore: (() => Promise<void>) | null,
): Promise<OpenLedger> {
  if (databaseUrl !== null) {
    // Loaded on demand: only needed with a shared database.
    const { openSharedLedger } = await import('../ledger/shared/open-shared-ledger.ts')
    const { openPostgresLedger } = await import('../stores/sql/shared-ledger/open-postgres-ledger.ts')
    const { ledger, windows } = openPostgresLedger(databaseUrl, storeTimeoutMs)
    const windowStores = redis ? [redis.windows(windows, storeTimeoutMs), windows] : [windows]
    return openSharedLedger({
      dataDirectory,
      durability,
      store: ledger,
      timeoutMs: storeTimeoutMs,
      windowStores,
      onProblem: (message) => logWarning('storage', message),
    })
  }
  const events: LedgerEvents = {
    onProblem: (message) => logWarning('storage', message),
    onMismatch: ({ account, addedUnits, counterUnits }) =>
      logDefect(
        new Error(
          `The ledger entries of ${account} add up to ${addedUnits} units, but its counter is ${counterUnits}.`,
        ),
        'none',
      ),
  }
  return openLedger(dataDirectory, new SqlBalances(database), events, syncStore)
}

async function connectRedis(redisUrl: string, timeoutMs: number): Promise<SharedRedis> {
  // Loaded on demand: only needed with Redis.
  const { SharedRedis } = await import('../stores/redis/shared-redis.ts')
  return new SharedRedis(redisUrl, timeoutMs)
}
