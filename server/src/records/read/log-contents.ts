/** Reads the compressed contents of logs (detail and bodies), and applies filters that need them. */

import { type LogPreview, previewOf } from '../../core/logs/log-preview.ts'
import type { LogSummary } from '../../core/logs/log-reader.ts'
import { readableText } from '../../core/logs/readable-text.ts'
import type { Decision, RecordBodies } from '../../core/record.ts'
import type { RecordDetail } from '../log-row.ts'
import type { LogDatabase } from './log-database.ts'
import { type BlockRef, readBlocks } from './read-block.ts'
import type { ReadFilter } from './read-filter.ts'
import { BODY_LOCATION_COLUMNS, type BodyLocation } from './read-log.ts'
import { SearchTime } from './search-time.ts'

/** Blocks in memory at once. A decompressed block has about 256 KiB. */
const MAX_BLOCKS = 16

export const DETAIL_LOCATION_COLUMNS: readonly string[] = ['detail_block', 'detail_offset', 'detail_length']

/** Columns that locate the contents of a row. */
export const CONTENT_COLUMNS: readonly string[] = [...DETAIL_LOCATION_COLUMNS, ...BODY_LOCATION_COLUMNS]

export type DetailLocation = readonly [block: number | null, offset: number | null, length: number | null]

type ContentLocation = {
  readonly startedAtMs: number
  /** Null: not requested. */
  readonly detail: DetailLocation | null
  readonly body: BodyLocation | null
}

type LogContent = {
  /** The detail JSON; null if deleted or not requested. */
  readonly detail: Uint8Array | null
  readonly bodies: RecordBodies
}

type Wanted = { readonly detail: boolean; readonly body: boolean }

/** `cells` must start with `CONTENT_COLUMNS`. */
export function contentLocation(startedAtMs: number, cells: readonly unknown[], wanted: Wanted): ContentLocation {
  return {
    startedAtMs,
    detail: wanted.detail ? (cells.slice(0, DETAIL_LOCATION_COLUMNS.length) as unknown as DetailLocation) : null,
    body: wanted.body
      ? (cells.slice(DETAIL_LOCATION_COLUMNS.length, CONTENT_COLUMNS.length) as unknown as BodyLocation)
      : null,
  }
}

/** Yields contents in order, in groups that share blocks. Callers check their time limit between groups. */
export async function* readContents(
  database: LogDatabase,
  locations: readonly ContentLocation[],
): AsyncGenerator<readonly LogContent[]> {
  for (let at = 0; at < locations.length; ) {
    const { group, blocks } = nextGroup(locations, at)
    at += group.length
    const raw = await readBlocks(database, blocks)
    yield group.map(({ detail, body }) => ({ detail: detailIn(detail, raw), bodies: bodiesIn(body, raw) }))
  }
}

function nextGroup(locations: readonly ContentLocation[], from: number) {
  const blocks = new Map<number, BlockRef>()
  let to = from
  for (; to < locations.length; to++) {
    const { startedAtMs, detail, body } = locations[to]!
    const own = [detail?.[0], body?.[0]].filter((block) => typeof block === 'number')
    const fresh = own.filter((block) => !blocks.has(block))
    if (blocks.size + fresh.length > MAX_BLOCKS) break
    for (const block of fresh) blocks.set(block, { block, startedAtMs })
  }
  return { group: locations.slice(from, to), blocks: [...blocks.values()] }
}

function detailIn(location: DetailLocation | null, raw: ReadonlyMap<number, Uint8Array>): Uint8Array | null {
  const [block, offset, length] = location ?? []
  if (block == null || offset == null || length == null) return null
  return raw.get(block)?.subarray(offset, offset + length) ?? null
}

/** Returns views into the block, valid while it is in memory. */
function bodiesIn(location: BodyLocation | null, raw: ReadonlyMap<number, Uint8Array>): RecordBodies {
  const [block, offset, requestLength, responseLength] = location ?? []
  const bytes = block == null ? undefined : raw.get(block)
  if (!bytes || offset == null) return { request: null, response: null }
  const responseAt = offset + (requestLength ?? 0)
  return {
    request: requestLength == null ? null : bytes.subarray(offset, responseAt),
    response: responseLength == null ? null : bytes.subarray(responseAt, responseAt + responseLength),
  }
}

const decoder = new TextDecoder()

/** Empty if the detail is deleted. */
export function readDetail(detail: Uint8Array | null): Pick<RecordDetail, 'attempts' | 'decisions' | 'guardrails'> {
  if (!detail) return { attempts: [], decisions: [] }
  return JSON.parse(decoder.decode(detail))
}

/** `needle` must be normalised: lower case, single spaces. */
export function hasText({ request, response }: RecordBodies, needle: string): boolean {
  return [request, response].some((body) => body !== null && readableText(body).includes(needle))
}

/** True if a target was skipped because its circuit was open. Decisions to open or probe have the same kind. */
export function isCircuitSkip({ kind, reason }: Pick<Decision, 'kind' | 'reason'>): boolean {
  return kind === 'breaker' && /\bopen\b/.test(reason)
}

/** Keeps a page below 200 ms together with the search. */
const READ_MS = 70

type GlanceRow = {
  readonly log: LogSummary
  /** Cells of `CONTENT_COLUMNS`. */
  readonly cells: readonly unknown[]
}

export async function readPreviews(database: LogDatabase, rows: readonly GlanceRow[]): Promise<LogSummary[]> {
  const time = new SearchTime(READ_MS)
  const locations = rows.map(({ log, cells }) => contentLocation(log.startedAtMs, cells, { detail: true, body: true }))
  const previews: LogPreview[] = []
  for await (const contents of readContents(database, locations)) {
    for (const { detail, bodies } of contents) {
      const { source, durationMs } = rows[previews.length]!.log
      previews.push(previewOf({ source, durationMs, ...readDetail(detail) }, bodies.request))
    }
    if (time.isOverAfterStep()) break
  }
  return rows.map(({ log }, i) => ({ ...log, ...(previews[i] && { preview: previews[i] }) }))
}

/** A scanned row: its position, then the requested columns. */
export type ScanRow = [startedAtMs: number, seq: number, ...cells: unknown[]]

export type ContentFilter = {
  /** Columns the filter needs, appended to the requested ones. */
  readonly columns: readonly string[]
  /** Yields groups of rows in order: those that match, and the last row that was checked. */
  filter(rows: readonly ScanRow[]): AsyncGenerator<{ readonly matching: readonly ScanRow[]; readonly last: ScanRow }>
}

/** Null if the columns of `logs` are enough for this filter. */
export function contentFilterFor(database: LogDatabase, filter: ReadFilter): ContentFilter | null {
  const { text, hasCircuitSkip } = filter
  const wanted = { detail: hasCircuitSkip !== undefined, body: text !== undefined }
  if (!wanted.detail && !wanted.body) return null
  const passes = ({ detail, bodies }: LogContent) =>
    (hasCircuitSkip === undefined || hasSkip(detail) === hasCircuitSkip) &&
    (text === undefined || hasText(bodies, text))
  return {
    columns: CONTENT_COLUMNS,
    async *filter(rows) {
      const locations = rows.map((row) => contentLocation(row[0], row.slice(-CONTENT_COLUMNS.length), wanted))
      let at = 0
      for await (const contents of readContents(database, locations)) {
        const group = rows.slice(at, at + contents.length)
        at += contents.length
        yield { matching: group.filter((_, i) => passes(contents[i]!)), last: group.at(-1)! }
      }
    },
  }
}

const MARK = Buffer.from('"breaker"')

/** Searches the bytes first, so that most details need no JSON parsing. */
function hasSkip(detail: Uint8Array | null): boolean {
  if (detail === null || !Buffer.from(detail.buffer, detail.byteOffset, detail.length).includes(MARK)) return false
  return readDetail(detail).decisions.some(isCircuitSkip)
}
