/** Writes files of a backup into a folder and checks every chunk. */

import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type BackupFile, CHUNK_BYTES, CHUNKS, sha256Of } from './manifest.ts'
import { BackupError, type BackupTarget } from './target.ts'

/** Chunks read ahead. */
const CONCURRENT_GETS = 8

/** Throws a BackupError that names the file if a chunk is missing or damaged. */
export async function writeFiles(
  target: BackupTarget,
  files: readonly BackupFile[],
  folder: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<void> {
  for (const file of files) await writeBackupFile(target, file, folder, onBytes)
}

export async function writeBackupFile(
  target: BackupTarget,
  file: BackupFile,
  folder: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<void> {
  const path = join(folder, file.path)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const whole = new Bun.CryptoHasher('sha256')
  const output = await open(path, 'wx', 0o600)
  try {
    for (let first = 0; first < file.chunks.length; first += CONCURRENT_GETS) {
      const some = file.chunks.slice(first, first + CONCURRENT_GETS)
      for (const bytes of await Promise.all(some.map((sha256) => readChunk(target, file, sha256)))) {
        whole.update(bytes)
        await output.writeFile(bytes)
        onBytes(bytes.length)
      }
    }
    const { size } = await output.stat()
    if (size !== file.size_bytes || whole.digest('hex') !== file.sha256)
      throw new BackupError(`${file.path} is damaged: its chunks do not match the manifest.`)
    await output.sync()
  } finally {
    await output.close()
  }
}

async function readChunk(target: BackupTarget, { path }: BackupFile, sha256: string): Promise<Uint8Array> {
  const bytes = await target.get(CHUNKS + sha256, CHUNK_BYTES)
  if (bytes === null) throw new BackupError(`${path}: chunk ${sha256} is missing from ${target.name}.`)
  if (sha256Of(bytes) === sha256) return bytes
  throw new BackupError(
    `${path}: the chunk ${sha256} in ${target.name} is damaged.`,
    'Delete the chunk: the next backup stores it again if the data still has it.',
  )
}
