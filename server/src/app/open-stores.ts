/** The stores of a node: lock, control database (embedded or shared), vault, ledger, and the first keys of a first start. */

import { mkdirSync } from 'node:fs'
import { ALL_SCOPES } from '../control/access/scopes.ts'
import type { Bus } from '../core/runtime/bus.ts'
import type { ControlStore, Vault } from '../core/stores/stores.ts'
import { type OpenLedger, openLedger } from '../ledger/open-ledger.ts'
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
import { openVault } from '../stores/vault.ts'
import { type PolledChanges, pollChanges } from './database/poll-changes.ts'
import { whenReachable } from './database/when-reachable.ts'

export type OpenStores = {
  readonly database: ControlDatabase
  readonly control: ControlStore
  readonly vault: Vault
  /** Budgets and rate limits. */
  readonly ledger: OpenLedger
  /** What other nodes change; null when there are none. */
  readonly changes: PolledChanges | null
  /** What nodes share and may lose; null when there is no Redis. */
  readonly redis: SharedRedis | null
  /** How processes tell each other what they need not know; null when there is one alone. */
  readonly bus: Bus | null
  /** Shown once; null when this was not the first start. */
  readonly firstKeys: FirstKeys | null
  /** What is wrong with the data folder itself; null when nothing is. */
  problem(): string | null
  close(): Promise<void>
}

/**
 * `nearBus` reaches the other processes of this machine; Redis reaches those as well. Waits for a PostgreSQL that cannot
 * be reached yet: nodes and their database often start together.
 */
export async function openStores(settings: GatehouseSettings, nearBus: Bus | null = null): Promise<OpenStores> {
  const { dataDirectory, databaseUrl } = settings
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 })
  for (const warning of closeToOthers(dataDirectory)) logWarning('data_folder', warning)
  // Also with a shared database: the journals in the folder have one writer.
  const lock = lockData(dataDirectory)
  const open = () => openLocked(settings, nearBus, lock)
  try {
    return await (databaseUrl === null ? open() : whenReachable(databaseUrl, open))
  } catch (error) {
    // Whoever tries again finds the folder free.
    lock.release()
    throw error
  }
}

/** Frees everything but the lock when it fails, so that it can be called again. */
async function openLocked(settings: GatehouseSettings, nearBus: Bus | null, lock: DataLock): Promise<OpenStores> {
  const { dataDirectory, databaseUrl } = settings
  const before = databaseUrl ? inspectNodeFolder(dataDirectory) : inspectFolder(dataDirectory)
  const database = databaseUrl ? await openSharedControlDatabase(databaseUrl) : await openControlDatabase(dataDirectory)
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
  const checkpoints = new Checkpoints(database, (error) => logDefect(error, 'none'), changeCount)
  const written = controlStore(database, vault.hash)
  const control = databaseUrl ? written : checkpoints.follow(written)
  opened.defer(() => checkpoints.close())
  // Before anything is read: what changes from now on is heard of.
  const changes = databaseUrl ? pollChanges(control.stores.changes, await control.stores.changes.last()) : null
  if (changes) opened.defer(() => changes.close())
  const redis = settings.redisUrl === null ? null : await connectRedis(settings.redisUrl)
  if (redis) opened.defer(() => redis.close())
  const bus = redis?.bus ?? nearBus
  // A word on the bus only says that there is news: what it is stands in the store.
  bus?.listen('changes', () => changes?.askNow())
  redis?.bus.onReconnected(() => changes?.askNow())
  const given = { admin: settings.adminApiKey, workspace: settings.workspaceApiKey }
  // One transaction, which is the only writer: of nodes that start together one makes them.
  const firstKeys = await makeFirstKeys(database, {
    given,
    hash: vault.hash,
    scopes: [ALL_SCOPES],
    nowMs: Date.now(),
  })
  // Before anybody can ask: what a killed process had under way counts as used.
  const ledger = await openBooks(settings, database, redis)
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

/** One process keeps its own books; nodes of one database share them. */
async function openBooks(
  { dataDirectory, databaseUrl }: GatehouseSettings,
  database: ControlDatabase,
  redis: SharedRedis | null,
): Promise<OpenLedger> {
  if (databaseUrl !== null) {
    // Loaded only where it is used.
    const { openSharedLedger } = await import('../ledger/shared/open-shared-ledger.ts')
    const { openPostgresLedger } = await import('../stores/sql/shared-ledger/open-postgres-ledger.ts')
    const { ledger, windows } = openPostgresLedger(databaseUrl)
    const windowStores = redis ? [redis.windows(windows), windows] : [windows]
    return openSharedLedger({
      dataDirectory,
      store: ledger,
      windowStores,
      onProblem: (message) => logWarning('storage', message),
    })
  }
  return openLedger(dataDirectory, new SqlBalances(database), {
    onProblem: (message) => logWarning('storage', message),
    onMismatch: ({ account, addedUnits, counterUnits }) =>
      logDefect(
        new Error(`the ledger of ${account} adds up to ${addedUnits}, its counter says ${counterUnits}`),
        'none',
      ),
  })
}

async function connectRedis(redisUrl: string): Promise<SharedRedis> {
  // Loaded only where it is used.
  const { SharedRedis } = await import('../stores/redis/shared-redis.ts')
  return new SharedRedis(redisUrl)
}
