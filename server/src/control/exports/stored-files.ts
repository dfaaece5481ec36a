/** Files of exports in the shared store: any node goes on with them and gives them out, a piece at a time. */

import { GatewayError } from '../../core/errors.ts'
import type { ExportChunkStore, LogExport } from '../../core/logs/log-exports.ts'
import type { Stores } from '../../core/stores/stores.ts'
import type { ExportFile, ExportFiles, FileName } from './export-files.ts'

const PIECE_CHARACTERS = 512 * 1024
const MOST_CHUNK_BYTES = 1024 * 1024
/** The database is everybody's: one export must not fill it. */
const MOST_FILE_BYTES = 4 * 1024 ** 3
const DAY_MS = 86_400_000
/** Files are kept for days: looking more often finds nothing. */
const SWEEP_EVERY_MS = 3_600_000

type StoredFilesOptions = {
  /** For workspaces that do not say how long their logs are kept. */
  readonly retentionDays: number
  readonly mostFileBytes?: number
}

export class StoredFiles implements ExportFiles {
  readonly isShared = true
  #sweptAtMs = 0

  constructor(
    private readonly stores: Pick<Stores, 'exportChunks' | 'organisations' | 'workspaces'>,
    private readonly options: StoredFilesOptions,
  ) {}

  async prepare(): Promise<void> {}

  async open({ id }: LogExport, runId: string): Promise<ExportFile> {
    return new StoredFile(id, runId, this.stores.exportChunks, this.options.mostFileBytes ?? MOST_FILE_BYTES)
  }

  async read({ id, fileBytes }: LogExport): Promise<ReadableStream<Uint8Array> | null> {
    const chunks = this.stores.exportChunks
    return (await chunks.sizeOf(id)) === fileBytes ? streamOf(id, fileBytes, chunks) : null
  }

  /** Those of a removed job went with it. */
  async remove({ id }: FileName): Promise<void> {
    await this.stores.exportChunks.remove(id, 'draft')
  }

  /** A file is kept no longer than the logs in it. */
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
      throw Object.assign(new Error('The file of the export would be too large.'), { code: 'EFBIG' })
    for (let done = 0; done < bytes.length; done += MOST_CHUNK_BYTES) {
      const data = bytes.subarray(done, done + MOST_CHUNK_BYTES)
      if (!(await this.chunks.write(this.id, this.runId, { atByte: atByte + done, data }))) return false
    }
    return true
  }

  async close(): Promise<void> {}
}

/** One piece in memory, read when the one before was taken. */
function streamOf(id: string, fileBytes: number, chunks: ExportChunkStore): ReadableStream<Uint8Array> {
  let atByte = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (atByte >= fileBytes) return controller.close()
        const data = await chunks.read(id, atByte)
        // The connection breaks off: half a file must not look like a whole one.
        if (data === undefined) throw new GatewayError('not_found', { message: 'The file was removed meanwhile.' })
        atByte += data.length
        controller.enqueue(data)
      },
    },
    { highWaterMark: 0 },
  )
}
