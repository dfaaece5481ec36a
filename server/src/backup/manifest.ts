/** The manifest of a backup: its files as lists of chunks. It is written last: a backup without one is incomplete. */

import { z } from 'zod'
import { BackupError, type BackupTarget } from './target.ts'

const FORMAT = 1
export const CHUNK_BYTES = 1024 * 1024
/** The manifest takes about 70 KB per gigabyte of files. */
const MAX_MANIFEST_BYTES = 256 * 1024 * 1024

const BACKUPS = 'backups/'
export const CHUNKS = 'chunks/'
const ID = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z$/
const SHA256 = /^[0-9a-f]{64}$/

/** The only paths that a restore writes, relative to the data folder. */
const PATH = new RegExp(
  [
    '^(?:(?:control|logs)\\.db(?:-wal)?|master\\.key',
    '(?:worker-[1-9]\\d{0,3}/)?journal/(?:provisional/)?\\d{15}\\.journal',
    'ledger/\\d{15}\\.ledger',
    'ledger/damage/\\d{15}-\\d{1,15}(?:\\.acknowledged)?\\.(?:json|ledger))$',
  ].join('|'),
)

const fileSchema = z.strictObject({
  path: z.string().regex(PATH),
  size_bytes: z.int().min(0),
  sha256: z.string().regex(SHA256),
  chunks: z.array(z.string().regex(SHA256)),
})

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  id: z.string().regex(ID),
  /** The backup contains everything that was acknowledged before this time. */
  created_at: z.iso.datetime(),
  gatehouse_version: z.string(),
  /** Fingerprint of the master key that decrypts the credentials. */
  master_key: z.string().nullable(),
  /** The position up to which control.db contains the ledger journal. */
  ledger_position: z.strictObject({ segment: z.int(), offset_bytes: z.int() }).nullable(),
  files: z.array(fileSchema),
})

export type BackupFile = z.infer<typeof fileSchema>
export type Manifest = z.infer<typeof manifestSchema>

/** Ids sort by time. */
export function backupId(atMs: number): string {
  return new Date(atMs).toISOString().replaceAll(/[:.]/g, '-')
}

export function newManifest(parts: Omit<Manifest, 'format'>): Manifest {
  return { format: FORMAT, ...parts }
}

/** Ids of the complete backups, oldest first. */
export async function listBackups(target: BackupTarget): Promise<readonly string[]> {
  const keys = await target.list(BACKUPS)
  return keys
    .map((key) => key.slice(BACKUPS.length).replace(/\.json$/, ''))
    .filter((id) => ID.test(id))
    .sort()
}

export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<void> {
  const text = JSON.stringify(manifest)
  const whole = JSON.stringify({ sha256: sha256Of(Buffer.from(text)), manifest: text })
  await target.put(keyOf(manifest.id), Buffer.from(whole))
}

export async function removeManifest(target: BackupTarget, id: string): Promise<void> {
  await target.remove(keyOf(id))
}

const envelopeSchema = z.strictObject({ sha256: z.string(), manifest: z.string() })

export async function readManifest(target: BackupTarget, id: string): Promise<Manifest> {
  const bytes = ID.test(id) ? await target.get(keyOf(id), MAX_MANIFEST_BYTES) : null
  if (bytes === null)
    throw new BackupError(`${target.name} has no backup "${id}".`, 'List the backups: gatehouse backup list.')
  try {
    const envelope = envelopeSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    if (sha256Of(Buffer.from(envelope.manifest)) !== envelope.sha256) throw new Error('its checksum is wrong')
    const manifest = manifestSchema.parse(JSON.parse(envelope.manifest))
    if (manifest.id !== id) throw new Error(`it is the manifest of ${manifest.id}`)
    for (const file of manifest.files) checkChunks(file)
    return manifest
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new BackupError(`The manifest of backup ${id} in ${target.name} is damaged: ${reason}`, 'Use another backup.')
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
}

function checkChunks({ path, size_bytes, chunks }: BackupFile): void {
  if (chunks.length !== Math.ceil(size_bytes / CHUNK_BYTES))
    throw new Error(`${path} has ${size_bytes} bytes and ${chunks.length} chunks`)
}

function keyOf(id: string): string {
  return `${BACKUPS}${id}.json`
}
