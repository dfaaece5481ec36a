/**
 * Captures a data folder at one moment, even while a gateway uses it: opens every file, so that it stays readable after
 * the gateway deletes it, and records its size.
 *
 * The order makes the copy consistent. Segments are opened first: the gateway deletes a segment only when its content
 * is in the databases. The databases follow, then the segments created since. A restored gateway replays the segments
 * from the positions in the databases, as after a crash. The sizes of log journals are read before those of the ledger.
 * A request is charged before its record is written, so the capture has the spending of every captured record.
 */

import { closeSync, existsSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs'
import { basename, join } from 'node:path'
import { firstLink, ledgerSegmentOf } from '../ledger/segment-link.ts'
import { FRAME_HEADER_BYTES, MAX_PAYLOAD_BYTES } from '../records/journal/frame.ts'
import { sealedWith } from '../stores/sealed-text.ts'
import { type FileRange, LiveFile } from '../stores/sql/live-file.ts'
import { BackupError } from './target.ts'

const WORKER = /^worker-[1-9]\d*$/
const JOURNAL_FILE = /^\d{15}\.journal$/
const LEDGER_FILE = /^\d{15}\.ledger$/
const DAMAGE_FILE = /^\d{15}-\d+(\.acknowledged)?\.(json|ledger)$/
/** A retry is needed only if the gateway writes two ledger segments of 16 MiB in the milliseconds of a capture. */
const MAX_TRIES = 5

export type CapturedFile = FileRange & { readonly path: string }

export type Position = { readonly segment: number; readonly offsetBytes: number }

export type Capture = {
  readonly atMs: number
  readonly files: readonly CapturedFile[]
  /** Fingerprint of the master key that encrypts the data key; null if the store has no data key. */
  readonly masterKey: string | null
  readonly ledgerPosition: Position | null
  close(): void
}

export function captureFolder(dataDirectory: string): Capture {
  if (!existsSync(join(dataDirectory, 'control.db')))
    throw new BackupError(
      `No store found in ${dataDirectory}.`,
      'Run it on the gateway’s machine, with --data or GATEWAY_DATA_DIR as for "gatehouse start".',
    )
  for (let tries = 1; ; tries++) {
    const capture = captureOnce(dataDirectory)
    // If a segment is still missing, the folder itself is damaged, and so is the copy. The gateway reports the damage.
    if (tries === MAX_TRIES || isLinked(capture)) return capture
    capture.close()
  }
}

function captureOnce(dataDirectory: string): Capture {
  const atMs = Date.now()
  const journals = new OpenFiles(dataDirectory)
  const ledger = new OpenFiles(dataDirectory)
  const databases: LiveFile[] = []
  const close = () => {
    for (const database of databases) database.close()
    journals.close()
    ledger.close()
  }
  const openSegments = () => {
    // Segments move from workers and from provisional/ into the owner's journal, so that journal is listed last.
    for (const folder of journalFolders(dataDirectory)) journals.add(folder, JOURNAL_FILE)
    ledger.add('ledger', LEDGER_FILE)
  }
  try {
    openSegments()
    const control = new LiveFile(join(dataDirectory, 'control.db'))
    databases.push(control)
    const progress = control.first<{ segment: number; position_bytes: number }>(
      'select segment, position_bytes from ledger_progress',
    )
    const dataKey = control.first<{ sealed: string }>('select sealed from data_keys order by created_at_ms limit 1')
    // Copies control.db and ends its transaction now, because copying the WAL of logs.db may take long. The request
    // thread writes control.db and must not wait; logs.db is written by another thread.
    control.detach()
    const logsPath = join(dataDirectory, 'logs.db')
    if (existsSync(logsPath)) databases.push(new LiveFile(logsPath))
    openSegments()
    ledger.add('ledger/damage', DAMAGE_FILE)
    const journalFiles = journals.files()
    const ledgerFiles = ledger.files()
    return {
      atMs,
      files: [...databases.flatMap(filesOf), ...ledgerFiles, ...journalFiles],
      masterKey: dataKey && sealedWith(dataKey.sealed),
      ledgerPosition: progress && { segment: progress.segment, offsetBytes: progress.position_bytes },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

function filesOf(database: LiveFile): CapturedFile[] {
  const name = basename(database.path)
  const file = { path: name, ...database.file }
  return database.wal ? [file, { path: `${name}-wal`, ...database.wal }] : [file]
}

function journalFolders(dataDirectory: string): string[] {
  const workers = readdirSync(dataDirectory).filter((name) => WORKER.test(name))
  return [...workers, '.'].flatMap((owner) => {
    const journal = owner === '.' ? 'journal' : `${owner}/journal`
    return [`${journal}/provisional`, journal]
  })
}

/** Open files by inode, because the gateway renames segments. */
class OpenFiles {
  readonly #files = new Map<number, { path: string; readonly descriptor: number }>()

  constructor(private readonly dataDirectory: string) {}

  add(folder: string, names: RegExp): void {
    const directory = join(this.dataDirectory, folder)
    if (!existsSync(directory)) return
    for (const name of readdirSync(directory)) {
      if (!names.test(name)) continue
      const descriptor = openIfThere(join(directory, name))
      if (descriptor === null) continue
      const { ino } = fstatSync(descriptor)
      const known = this.#files.get(ino)
      if (known) {
        known.path = `${folder}/${name}`
        closeSync(descriptor)
      } else this.#files.set(ino, { path: `${folder}/${name}`, descriptor })
    }
  }

  /** The open files with their current sizes. */
  files(): CapturedFile[] {
    return [...this.#files.values()].map(({ path, descriptor }) => {
      const { size } = fstatSync(descriptor)
      return { path, descriptor, sizeBytes: path.includes('/damage/') ? size : wholeFrames(descriptor, size) }
    })
  }

  close(): void {
    for (const { descriptor } of this.#files.values()) closeSync(descriptor)
  }
}

/** Null if the file was moved or deleted since the folder was listed. */
function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/**
 * The file size without an incomplete last frame. That frame is not acknowledged yet, and a restored gateway would
 * report it as lost. Ledger frames have the same header and a lower size limit.
 */
function wholeFrames(descriptor: number, sizeBytes: number): number {
  const header = Buffer.alloc(FRAME_HEADER_BYTES)
  for (let offset = 0; ; ) {
    if (offset === sizeBytes) return sizeBytes
    const read = readSync(descriptor, header, 0, Math.min(FRAME_HEADER_BYTES, sizeBytes - offset), offset)
    if (read < FRAME_HEADER_BYTES) return offset
    const payloadBytes = header.readUInt32LE(0)
    // Not a frame header: the file is damaged. It is copied whole, and the gateway handles the damage.
    if (payloadBytes === 0 || payloadBytes > MAX_PAYLOAD_BYTES) return sizeBytes
    if (offset + FRAME_HEADER_BYTES + payloadBytes > sizeBytes) return offset
    offset += FRAME_HEADER_BYTES + payloadBytes
  }
}

/** True if no ledger segment is missing between the position in control.db and the last segment. */
function isLinked({ files, ledgerPosition }: Capture): boolean {
  const from = ledgerPosition?.segment ?? 0
  const segments = new Map(
    files.flatMap((file) => {
      const segment = ledgerSegmentOf(file.path)
      return segment === null || segment < from ? [] : [[segment, file] as const]
    }),
  )
  if (from > 0 && !segments.has(from)) return false
  return [...segments].every(([segment, file]) => {
    const before = segment > from ? firstLink(file.descriptor) : null
    return before === null || before < from || segments.has(before)
  })
}
