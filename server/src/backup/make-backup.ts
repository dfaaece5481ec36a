/** Makes a backup: captures the data folder and stores the chunks that the target does not have yet. */

import { readSync } from 'node:fs'
import { type CapturedFile, captureFolder } from './capture.ts'
import {
  type BackupFile,
  backupId,
  CHUNK_BYTES,
  CHUNKS,
  listBackups,
  type Manifest,
  newManifest,
  readManifest,
  removeManifest,
  sha256Of,
  writeManifest,
} from './manifest.ts'
import { BackupError, type BackupTarget, type TargetLock } from './target.ts'

/** Chunks in flight. A higher number would use more memory and save little time. */
const CONCURRENT_PUTS = 8

export type BackupOptions = {
  readonly dataDirectory: string
  readonly target: BackupTarget
  readonly version: string
  /** The number of backups to keep, including the new one; null keeps all. */
  readonly keep: number | null
  /** The key to store with the backup, and its fingerprint; null stores none. */
  readonly masterKey: { readonly text: string; readonly id: string } | null
  /** Called when all files are captured. From then on, the backup holds no lock that the gateway could wait for. */
  readonly onCaptured?: () => void
  readonly onProgress: (doneBytes: number, allBytes: number) => void
}

export type MadeBackup = {
  readonly manifest: Manifest
  /** Bytes that were not in the target before. */
  readonly newBytes: number
  /** Ids of the backups that were deleted. */
  readonly removed: readonly string[]
}

export async function makeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { target } = options
  const lock = await target.lock()
  try {
    const made = await storeAll(options, lock)
    if (options.keep === null) return { ...made, removed: [] }
    const removed = await removeLocked(target, options.keep, lock).catch((error: Error) => {
      throw new BackupError(
        `Backup ${made.manifest.id} is complete, but the old ones were not deleted: ${error.message}`,
        'Check the backups: gatehouse backup verify.',
      )
    })
    return { ...made, removed }
  } finally {
    await lock.release()
  }
}

/** Confirms the lock first: another backup may have taken it and may be reusing chunks that would be deleted here. */
async function removeLocked(target: BackupTarget, keep: number, lock: TargetLock): Promise<readonly string[]> {
  await lock.confirm()
  return removeOld(target, keep)
}

async function storeAll(
  { dataDirectory, target, version, masterKey, onCaptured, onProgress }: BackupOptions,
  lock: TargetLock,
): Promise<Omit<MadeBackup, 'removed'>> {
  const chunks = new ChunkStore(target, await target.list(CHUNKS))
  const capture = captureFolder(dataDirectory)
  onCaptured?.()
  try {
    if (masterKey && masterKey.id !== capture.masterKey)
      throw new BackupError(
        'The master key of this machine is not the one of the store, so it was not stored.',
        'Complete the rotation of the master key, or leave out --include-master-key.',
      )
    const allBytes = capture.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
    let doneBytes = 0
    const files: BackupFile[] = []
    for (const file of capture.files)
      files.push(
        await storeFile(file, chunks, (bytes) => {
          doneBytes += bytes
          onProgress(doneBytes, allBytes)
        }),
      )
    if (masterKey) {
      const bytes = Buffer.from(`${masterKey.text}\n`)
      const sha256 = chunks.put(bytes)
      files.push({ path: 'master.key', size_bytes: bytes.length, sha256, chunks: [sha256] })
    }
    await chunks.flush()
    const manifest = newManifest({
      id: backupId(capture.atMs),
      created_at: new Date(capture.atMs).toISOString(),
      gatehouse_version: version,
      master_key: capture.masterKey,
      ledger_position: capture.ledgerPosition && {
        segment: capture.ledgerPosition.segment,
        offset_bytes: capture.ledgerPosition.offsetBytes,
      },
      files,
    })
    await lock.confirm()
    await writeManifest(target, manifest)
    return { manifest, newBytes: chunks.newBytes }
  } finally {
    capture.close()
  }
}

async function storeFile(
  { path, descriptor, sizeBytes }: CapturedFile,
  chunks: ChunkStore,
  onBytes: (bytes: number) => void,
): Promise<BackupFile> {
  const whole = new Bun.CryptoHasher('sha256')
  const hashes: string[] = []
  let offset = 0
  while (offset < sizeBytes) {
    const bytes = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, sizeBytes - offset))
    const read = readFully(descriptor, bytes, offset)
    // A checkpoint may shorten a database file. The part that it cuts off does not belong to the captured database.
    if (read === 0) break
    const chunk = bytes.subarray(0, read)
    whole.update(chunk)
    hashes.push(chunks.put(chunk))
    await chunks.room()
    offset += read
    onBytes(read)
    if (read < bytes.length) break
  }
  return { path, size_bytes: offset, sha256: whole.digest('hex'), chunks: hashes }
}

function readFully(descriptor: number, bytes: Buffer, offset: number): number {
  let done = 0
  while (done < bytes.length) {
    const read = readSync(descriptor, bytes, done, bytes.length - done, offset + done)
    if (read === 0) break
    done += read
  }
  return done
}

/** Stores each chunk once, under its SHA-256. */
class ChunkStore {
  readonly #known: Set<string>
  readonly #running = new Set<Promise<void>>()
  #failure: { readonly error: unknown } | null = null
  newBytes = 0

  constructor(
    private readonly target: BackupTarget,
    keys: readonly string[],
  ) {
    this.#known = new Set(keys.map((key) => key.slice(CHUNKS.length)))
  }

  /** Starts to store the bytes and returns their SHA-256. The caller must not change the bytes afterwards. */
  put(bytes: Uint8Array): string {
    const sha256 = sha256Of(bytes)
    if (this.#known.has(sha256)) return sha256
    this.#known.add(sha256)
    this.newBytes += bytes.length
    const putting = this.target
      .put(CHUNKS + sha256, bytes)
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#running.delete(putting))
    this.#running.add(putting)
    return sha256
  }

  /** Waits until fewer than CONCURRENT_PUTS chunks are in flight. */
  async room(): Promise<void> {
    while (this.#running.size >= CONCURRENT_PUTS) await Promise.race(this.#running)
    if (this.#failure) throw this.#failure.error
  }

  async flush(): Promise<void> {
    await Promise.all(this.#running)
    if (this.#failure) throw this.#failure.error
  }
}

/** Deletes the oldest backups and the chunks that no backup uses. Throws if a manifest that remains is damaged. */
async function removeOld(target: BackupTarget, keep: number): Promise<readonly string[]> {
  const ids = await listBackups(target)
  const old = ids.slice(0, Math.max(0, ids.length - keep))
  const used = new Set<string>()
  for (const id of ids.slice(old.length))
    for (const file of (await readManifest(target, id)).files) for (const chunk of file.chunks) used.add(CHUNKS + chunk)
  for (const id of old) await removeManifest(target, id)
  for (const key of await target.list(CHUNKS)) if (!used.has(key)) await target.remove(key)
  return old
}
