/** Stores export files as chunks in the shared database, so that any node can resume and serve them. */

import { GatewayError } from '../../core/errors.ts'
import type { ExportChunkStore, LogExport } from '../../core/logs/log-exports.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { ExportFile, ExportFiles, FileName } from './export-files.ts'

const PIECE_CHARACTERS = 512 * 1024
const MAX_CHUNK_BYTES = 1024 * 1024
/** Prevents one export from filling the shared database. */
const MAX_FILE_BYTES = 4 * 1024 ** 3
const DAY_MS = 86_400_000
/** Retention is in days, so an hourly check is enough. */
const SWEEP_EVERY_MS = 3_600_000

type StoredFilesOptions = {
  /** Default for workspaces without a retention setting. */
  readonly retentionDays: number
  readonly mostFileBytes?: number
}

export class DatabaseFiles implements ExportFiles {
  readonly isShared = true
  #sweptAtMs = 0

  constructor(
    private readonly stores: Pick<Stores, 'exportChunks' | 'organisations' | 'workspaces'>,
    private readonly options: StoredFilesOptions,
  ) {}

  async prepare(): Promise<void> {}

  async open({ id }: LogExport, runId: string): Promise<ExportFile> {
    return new StoredFile(id, runId, this.stores.exportChunks, this.options.mostFileBytes ?? MAX_FILE_BYTES)
  }

  async read({ id, fileBytes }: LogExport): Promise<ReadableStream<Uint8Array> | null> {
    const chunks = this.stores.exportChunks
    return (await chunks.sizeOf(id)) === fileBytes ? streamOf(id, fileBytes, chunks) : null
  }

  /** Deletes chunks of drafts only. The chunks of a finished file are deleted with their job. */
  async remove({ id }: FileName): Promise<void> {
    await this.stores.exportChunks.remove(id, 'draft')
  }

  /** Deletes files whose newest log is older than the retention period. */
  async sweep(): Promise<void> {
    const nowMs = Date.now()
    if (nowMs < this.#sweptAtMs + SWEEP_EVERY_MS) return
    this.#sweptAtMs = nowMs
    const { organisations, workspaces, exportChunks } = this.stores
    const { settings } = await organisations.readOfDeployment()
    for (const old of await exportChunks.olderThan(nowMs - DAY_MS)) {
      const workspace = await workspaces.find(old.organisationId, old.workspaceId)
      const days = workspace?.retentionDays ?? settings.retentionDays ?? this.options.retentionDays
      if (old.newestAtMs < nowMs - days * DAY_MS) await exportChunks.remove(old.id, old.status)
    }
  }
}

class StoredFile implements ExportFile {
  readonly pieceCharacters = PIECE_CHARACTERS

  constructor(
    private readonly id: string,
    private readonly runId: string,
    private readonly chunks: ExportChunkStore,
    private readonly mostFileBytes: number,
  ) {}

  async cut(atByte: number): Promise<boolean> {
    await this.chunks.cut(this.id, this.runId, atByte)
    if ((await this.chunks.sizeOf(this.id)) === atByte) return true
    await this.chunks.cut(this.id, this.runId, 0)
    return false
  }

  async write(bytes: Uint8Array, atByte: number): Promise<boolean> {
    if (atByte + bytes.length > this.mostFileBytes)
      throw Object.assign(new Error('The export file exceeds its size limit.'), { code: 'EFBIG' })
    for (let done = 0; done < bytes.length; done += MAX_CHUNK_BYTES) {
      const data = bytes.subarray(done, done + MAX_CHUNK_BYTES)
      if (!(await this.chunks.write(this.id, this.runId, { atByte: atByte + done, data }))) return false
    }
    return true
  }

  async close(): Promise<void> {}
}

/** Reads the next chunk when the client has consumed the previous one. */
function streamOf(id: string, fileBytes: number, chunks: ExportChunkStore): ReadableStream<Uint8Array> {
  let atByte = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (atByte >= fileBytes) return controller.close()
        const data = await chunks.read(id, atByte)
        // Aborts the connection so that a truncated file is not mistaken for a complete one.
        if (data === undefined)
          throw new GatewayError('not_found', { message: 'The file was deleted during the download.' })
        atByte += data.length
        controller.enqueue(data)
      },
    },
    { highWaterMark: 0 },
  )
}
