/**
 * Captures a data folder at one moment while the gateway may be running in another process: opens every file, so that it
 * can be read after the gateway has deleted it, and fixes its size.
 *
 * The order makes the copy exact. Segments are opened first: whatever the gateway has stored and deleted by then is in the
 * databases. The databases follow, then the segments that are new. A restored gateway replays the segments from the
 * positions in the databases, as after a crash. The sizes of log journals are fixed before those of the ledger, because a
 * request is charged before its record is written: the spending of every captured record is captured too.
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
/** A retry is needed only if the gateway writes two ledger segments of 16 MiB within the milliseconds of a capture. */
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
    // If the links stay broken, the folder itself is damaged. The copy then has the same damage, which the gateway reports.
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
    // A segment moves from a worker or from provisional/ to the journal of the owner: listed last, it cannot be missed.
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
    // At once: the thread that serves requests writes control.db, and copying the WAL of logs.db may take long. The writer of
    // logs.db, which may be large, is another thread.
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

  /** Fixes the sizes. */
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
 * Size without the frame that is being written: it is not acknowledged yet, and a restored gateway would report it as lost.
 * Ledger frames have the same header, and a lower limit.
 */
function wholeFrames(descriptor: number, sizeBytes: number): number {
  const header = Buffer.alloc(FRAME_HEADER_BYTES)
  for (let offset = 0; ; ) {
    if (offset === sizeBytes) return sizeBytes
    const read = readSync(descriptor, header, 0, Math.min(FRAME_HEADER_BYTES, sizeBytes - offset), offset)
    if (read < FRAME_HEADER_BYTES) return offset
    const payloadBytes = header.readUInt32LE(0)
    // Not a frame: the file is damaged, and the gateway decides what to do with it.
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
