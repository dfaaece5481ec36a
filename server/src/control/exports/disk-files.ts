/** Stores export files in a folder on disk, for a single process. */

import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogExport } from '../../core/logs/log-exports.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { ExportFile, ExportFiles, FileName } from './export-files.ts'

/** Characters per write. Other work can run between two writes. */
const PIECE_CHARACTERS = 64 * 1024
const MIN_FREE_BYTES = 256 * 1024 * 1024

export class DiskFiles implements ExportFiles {
  readonly isShared = false

  constructor(
    private readonly directory: string,
    private readonly stores: Pick<Stores, 'organisations' | 'logExports'>,
  ) {}

  async prepare(): Promise<void> {
    // Not recursive: if the data folder was removed, it must not be created again.
    await mkdir(this.directory, { mode: 0o700 }).catch(async (error: unknown) => {
      const isThere = await stat(this.directory).then(
        (found) => found.isDirectory(),
        () => false,
      )
      if (!isThere) throw error
    })
  }

  async open(job: FileName): Promise<ExportFile> {
    await this.prepare()
    const file = await open(this.pathOf(job), constants.O_RDWR | constants.O_CREAT, 0o600)
    return new DiskFile(file, this.directory)
  }

  async read(job: LogExport): Promise<Blob | null> {
    const file = Bun.file(this.pathOf(job))
    return (await file.exists()) ? file : null
  }

  async remove(job: FileName): Promise<void> {
    await rm(this.pathOf(job), { force: true })
  }

  /** Removes files of deleted jobs. Also call it after a workspace was deleted. */
  async sweep(): Promise<void> {
    const { id: organisationId } = await this.stores.organisations.readOfDeployment()
    for (const name of await readdir(this.directory)) {
      const id = name.replace(/\.(jsonl|csv)$/, '')
      const job = await this.stores.logExports.find({ organisationId, workspaceId: null }, id)
      if (job === undefined) await rm(join(this.directory, name), { force: true })
    }
  }

  pathOf({ id, format }: FileName): string {
    return join(this.directory, `${id}.${format}`)
  }
}

class DiskFile implements ExportFile {
  readonly pieceCharacters = PIECE_CHARACTERS

  constructor(
    private readonly file: FileHandle,
    private readonly directory: string,
  ) {}

  async cut(atByte: number): Promise<boolean> {
    const { size } = await this.file.stat()
    const isLongEnough = size >= atByte
    await this.file.truncate(isLongEnough ? atByte : 0)
    return isLongEnough
  }

  async write(bytes: Uint8Array, atByte: number): Promise<boolean> {
    await this.#refuseFullDisk()
    for (let done = 0; done < bytes.length; ) {
      const { bytesWritten } = await this.file.write(bytes, done, bytes.length - done, atByte + done)
      done += bytesWritten
    }
    return true
  }

  close(): Promise<void> {
    return this.file.close()
  }

  /** Keeps free space for the journal, which is on the same disk. */
  async #refuseFullDisk(): Promise<void> {
    const { bavail, bsize } = await statfs(this.directory)
    if (bavail * bsize < MIN_FREE_BYTES) throw Object.assign(new Error('The disk is almost full.'), { code: 'ENOSPC' })
  }
}
