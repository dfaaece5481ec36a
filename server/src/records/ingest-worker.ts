/**
 * The ingest worker thread, the only writer of logs on this node. It sleeps until the main thread reports new journal
 * data or maintenance is due.
 */

import type { BodyKey } from '../core/logs/body-keys.ts'
import type { Durability } from '../core/runtime/disk.ts'
import { lowerThreadPriority } from '../core/runtime/thread-priority.ts'
import { KnownKeys, MissingBodyKeys } from './encryption/known-keys.ts'
import type { JournalPosition } from './journal/segments.ts'
import {
  type IngestCounts,
  type LogWriter,
  noCounts,
  RETENTION_EVERY_MS,
  type WriterCommand,
  type WriterResult,
} from './log-writer.ts'
import { BodyObjects } from './objects/body-objects.ts'
import { SqliteLogWriter } from './sqlite/sqlite-log-writer.ts'
import { describeLocation, type StoreLocation } from './store-location.ts'
import { WorkLoop } from './work-loop.ts'

type IngestStart = StoreLocation & {
  readonly journalDirectory: string
  readonly retentionDays: number
  readonly durability: Durability
  /** Decrypts the journal; null if it was never encrypted. */
  readonly journalKey: Uint8Array | null
  readonly encryptsBodies: boolean
  /** Where blocks of bodies are stored: a folder or an S3 address; null: in the table. */
  readonly bodyStorage: string | null
}

export type ToIngest =
  | { readonly kind: 'start'; readonly options: IngestStart }
  | { readonly kind: 'wake' }
  | { readonly kind: 'command'; readonly requestId: number; readonly command: WriterCommand }
  | { readonly kind: 'keys'; readonly keys: readonly (readonly [workspaceId: string, keys: readonly BodyKey[]])[] }
  | { readonly kind: 'forget-keys'; readonly workspaceId: string | null }
  | { readonly kind: 'stop' }

export type FromIngest =
  | { readonly kind: 'progress'; readonly position: JournalPosition; readonly counts: IngestCounts }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'loss'; readonly message: string }
  | { readonly kind: 'rotate'; readonly segment: number }
  | { readonly kind: 'wants-keys'; readonly workspaceIds: readonly string[] }
  | { readonly kind: 'result'; readonly requestId: number; readonly result: WriterResult }
  | { readonly kind: 'failed'; readonly requestId: number; readonly error: string }
  | { readonly kind: 'stopped' }

declare const self: Worker

const RETRY_MS = 50
const MAINTAIN_EVERY_MS = 60_000
/** When to ask again for keys that the main thread could not read. */
const RETRY_KEYS_MS = 1_000

let options: IngestStart | null = null
const counts = noCounts()
const keys = new KnownKeys()
let writer: LogWriter | null = null
let hasOpened = false
const loop = new WorkLoop({
  run: work,
  // The store is not writable. The records stay in the journal and the worker retries.
  async failed(error) {
    post({ kind: 'error', message: describeError(error) })
    await closeWriter()
  },
})

function post(message: FromIngest): void {
  self.postMessage(message)
}

/** Ingests one batch, runs one maintenance step, and returns the delay until the next call. */
async function work(): Promise<number> {
  if (!options) return RETENTION_EVERY_MS
  writer ??= await openWriter(options)
  const outcome = await writer.step()
  const hasMore = await writer.maintain(Date.now())
  post({ kind: 'progress', position: writer.position, counts })
  if (outcome === 'moved' || hasMore) return 0
  if (outcome === 'needs-keys') {
    post({ kind: 'wants-keys', workspaceIds: keys.wanted })
    return RETRY_KEYS_MS
  }
  if (outcome === 'rotate') post({ kind: 'rotate', segment: writer.position.segment })
  return outcome === 'idle' ? MAINTAIN_EVERY_MS : RETRY_MS
}

async function openWriter(start: IngestStart): Promise<LogWriter> {
  const encryption = {
    journalKey: start.journalKey,
    keys: start.encryptsBodies ? keys : null,
    storedKeys: keys,
    objects: start.bodyStorage === null ? null : new BodyObjects(start.bodyStorage, start.durability),
  }
  if ('databasePath' in start) {
    const opened = new SqliteLogWriter({ ...start, ...encryption, mustExist: hasOpened }, counts, onLoss)
    hasOpened = true
    return opened
  }
  // Imported on demand: the embedded SQLite store starts without the PostgreSQL client.
  const { openPostgresLogWriter } = await import('./postgres/postgres-log-writer.ts')
  return openPostgresLogWriter({ ...start, ...encryption }, counts, onLoss)
}

function onLoss(message: string): void {
  post({ kind: 'loss', message })
}

/** Adds the store location and the error code, for example SQLITE_FULL. */
function describeError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return `${options ? `${describeLocation(options)}: ` : ''}${String(error)}${code}`
}

async function closeWriter(): Promise<void> {
  try {
    await writer?.close()
  } catch {
    // Closing a broken connection may fail too; the next tick opens a new one.
  }
  writer = null
}

async function runCommand(requestId: number, command: WriterCommand): Promise<void> {
  try {
    if (!options) throw new Error('the ingest worker got a command before its start message')
    writer ??= await openWriter(options)
    post({ kind: 'result', requestId, result: await writer.run(command, Date.now()) })
    // A command may leave work for maintenance, such as objects to delete.
    loop.wake()
  } catch (error) {
    if (error instanceof MissingBodyKeys) {
      post({ kind: 'wants-keys', workspaceIds: keys.wanted })
      setTimeout(() => loop.enqueue(() => runCommand(requestId, command)), RETRY_KEYS_MS)
      return
    }
    await closeWriter()
    post({ kind: 'failed', requestId, error: describeError(error) })
  }
}

self.onmessage = ({ data }: MessageEvent<ToIngest>) => {
  if (data.kind === 'start') {
    lowerThreadPriority()
    options = data.options
  }
  if (data.kind === 'keys') for (const [workspaceId, found] of data.keys) keys.put(workspaceId, found)
  if (data.kind === 'forget-keys') return keys.forget(data.workspaceId)
  if (data.kind === 'command') loop.enqueue(() => runCommand(data.requestId, data.command))
  if (data.kind !== 'stop') return loop.wake()
  loop.enqueue(async () => {
    loop.stop()
    await closeWriter()
    post({ kind: 'stopped' })
  })
}
