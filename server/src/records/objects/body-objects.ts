/**
 * Stores blocks of bodies outside the database: one file or S3 object per block. A row has the full address of its
 * object, so that old blocks stay readable after the storage setting has changed. Objects are never overwritten: a
 * changed block gets a new object.
 */

import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Durability, syncFoldersAbove } from '../../core/runtime/disk.ts'
import { withTimeout } from '../../core/runtime/with-timeout.ts'
import { s3ObjectOf } from './s3-objects.ts'

/** Short, because ingest waits for the storage, and commands wait for ingest. */
const TIMEOUT_MS = 5_000
const MAX_OBJECT_BYTES = 16 * 1024 * 1024
const FILE_OBJECT = /^\/.+\.block$/

/** The storage could not be reached, or has no such object. */
export class ObjectUnavailable extends Error {
  readonly reason: 'unreachable' | 'missing' = 'unreachable'
}

export class ObjectMissing extends ObjectUnavailable {
  override readonly reason = 'missing'
}

type BlockName = { readonly workspaceId: string; readonly newestAtMs: number; readonly id: number }

/** Writes new objects below an address: an absolute path, or `s3://bucket/prefix`. */
export class BodyObjects {
  constructor(
    private readonly address: string,
    private readonly durability: Durability = 'process',
  ) {}

  /** A unique name: the random suffix prevents overwriting an earlier object of the same block. */
  nameOf({ workspaceId, newestAtMs, id }: BlockName): string {
    const day = new Date(newestAtMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
    const name = `${id}-${Bun.randomUUIDv7().replaceAll('-', '')}.block`
    return `${this.address}/workspace=${encodeURIComponent(workspaceId)}/day=${day}/${name}`
  }

  async put(object: string, data: Uint8Array): Promise<void> {
    const s3 = s3ObjectOf(object)
    await attempt(object, 'stored', async () => {
      if (s3) await s3.put(data)
      else await writeWhole(object, data, this.durability)
    })
  }
}

/** Throws `ObjectUnavailable`. */
export async function readObject(object: string): Promise<Uint8Array> {
  const s3 = s3ObjectOf(object)
  // The address comes from the database, and must not make the gateway read any other file.
  if (!s3 && !FILE_OBJECT.test(object)) throw new ObjectUnavailable(`"${object}" is not the address of a block`)
  const data = await attempt(object, 'read', async () => (s3 ? s3.get(MAX_OBJECT_BYTES + 1) : readFile(object)))
  if (data.length > MAX_OBJECT_BYTES) throw new ObjectUnavailable(`${object} is too large to be a block`)
  return data
}

/** Succeeds if the object does not exist. */
export async function removeObject(object: string): Promise<void> {
  const s3 = s3ObjectOf(object)
  if (!s3 && !FILE_OBJECT.test(object)) return
  await attempt(object, 'deleted', async () => {
    if (s3) await s3.remove()
    else await rm(object, { force: true })
  })
}

async function attempt<Result>(object: string, what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await withTimeout(TIMEOUT_MS, work())
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (['ENOENT', 'NoSuchKey', 'NotFound'].includes(code)) throw new ObjectMissing(`${object} does not exist`)
    const reason = error instanceof Error ? error.message : String(error)
    throw new ObjectUnavailable(`${object} was not ${what}: ${reason}${code && ` (${code})`}`)
  }
}

async function writeWhole(path: string, data: Uint8Array, durability: Durability): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const part = `${path}.part`
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(data)
    if (durability === 'disk') await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, path)
  if (durability === 'disk') syncFoldersAbove(path)
}
