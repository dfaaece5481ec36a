/** Looks into logs along a walk: unpacks the blocks of some rows at a time, each block once. */

import { glanceAt, type LogGlance } from '../../core/logs/log-glance.ts'
import type { LogSummary } from '../../core/logs/log-reader.ts'
import { readableText } from '../../core/logs/readable-text.ts'
import type { Decision, RecordBodies } from '../../core/record.ts'
import type { RecordDetail } from '../log-row.ts'
import type { LogDatabase } from './log-database.ts'
import { type BlockRef, readBlocks } from './read-block.ts'
import type { ReadFilter } from './read-filter.ts'
import { BODY_LOCATION_COLUMNS, type BodyLocation } from './read-log.ts'

/** Unpacked blocks are about 256 KiB each. */
const MAX_BLOCKS = 16

const DETAIL_LOCATION = ['detail_block', 'detail_offset', 'detail_length']

/** The columns that say where the inside of a row is. */
export const CONTENT_COLUMNS: readonly string[] = [...DETAIL_LOCATION, ...BODY_LOCATION_COLUMNS]

type DetailLocation = readonly [block: number | null, offset: number | null, length: number | null]

export type ContentLocation = {
  readonly startedAtMs: number
  /** Null: not needed. */
  readonly detail: DetailLocation | null
  readonly body: BodyLocation | null
}

export type LogContent = {
  /** The detail's JSON; null when it is gone or was not needed. */
  readonly detail: Uint8Array | null
  readonly bodies: RecordBodies
}

export type Wanted = { readonly detail: boolean; readonly body: boolean }

/** From cells that begin with `INSIDE_COLUMNS`. */
export function contentLocation(startedAtMs: number, cells: readonly unknown[], wanted: Wanted): ContentLocation {
  return {
    startedAtMs,
    detail: wanted.detail ? (cells.slice(0, DETAIL_LOCATION.length) as unknown as DetailLocation) : null,
    body: wanted.body ? (cells.slice(DETAIL_LOCATION.length, CONTENT_COLUMNS.length) as unknown as BodyLocation) : null,
  }
}

/** In order, in groups that share their blocks: between two groups a caller may look at the clock. */
export async function* readContents(
  database: LogDatabase,
  places: readonly ContentLocation[],
): AsyncGenerator<readonly LogContent[]> {
  for (let at = 0; at < places.length; ) {
    const { group, blocks } = nextGroup(places, at)
    at += group.length
    const raw = await readBlocks(database, blocks)
    yield group.map(({ detail, body }) => ({ detail: detailIn(detail, raw), bodies: bodiesIn(body, raw) }))
  }
}

function nextGroup(places: readonly ContentLocation[], from: number) {
  const blocks = new Map<number, BlockRef>()
  let to = from
  for (; to < places.length; to++) {
    const { startedAtMs, detail, body } = places[to]!
    const own = [detail?.[0], body?.[0]].filter((block) => typeof block === 'number')
    const fresh = own.filter((block) => !blocks.has(block))
    if (blocks.size + fresh.length > MAX_BLOCKS) break
    for (const block of fresh) blocks.set(block, { block, startedAtMs })
  }
  return { group: places.slice(from, to), blocks: [...blocks.values()] }
}

function detailIn(place: DetailLocation | null, raw: ReadonlyMap<number, Uint8Array>): Uint8Array | null {
  const [block, offset, length] = place ?? []
  if (block == null || offset == null || length == null) return null
  return raw.get(block)?.subarray(offset, offset + length) ?? null
}

/** Views: they are looked at and let go. */
function bodiesIn(place: BodyLocation | null, raw: ReadonlyMap<number, Uint8Array>): RecordBodies {
  const [block, offset, requestLength, responseLength] = place ?? []
  const bytes = block == null ? undefined : raw.get(block)
  if (!bytes || offset == null) return { request: null, response: null }
  const responseAt = offset + (requestLength ?? 0)
  return {
    request: requestLength == null ? null : bytes.subarray(offset, responseAt),
    response: responseLength == null ? null : bytes.subarray(responseAt, responseAt + responseLength),
  }
}

const decoder = new TextDecoder()

/** Attempts and decisions; empty when the detail is gone. */
export function readDetail(detail: Uint8Array | null): Pick<RecordDetail, 'attempts' | 'decisions'> {
  if (!detail) return { attempts: [], decisions: [] }
  return JSON.parse(decoder.decode(detail))
}

// >>> server/src/records/read/inside/inside.ts: /** What only the inside of a log tells: its texts and its decisions. */
/** `needle` is as texts are searched: small letters, single spaces. */
export function hasText({ request, response }: RecordBodies, needle: string): boolean {
  return [request, response].some((body) => body !== null && readableText(body).includes(needle))
}

/** A circuit that opens, or is probed, is a decision of that kind too; it skips nothing. */
export function isCircuitSkip({ kind, reason }: Pick<Decision, 'kind' | 'reason'>): boolean {
  return kind === 'breaker' && /\bopen\b/.test(reason)
}

// >>> server/src/records/read/inside/read-glances.ts: /** What a page of rows shows of their contents, as far as it can be read in time. */
/** With the search before it well under 200 ms. */
const READ_MS = 70

type GlanceRow = {
  readonly log: LogSummary
  /** Of `INSIDE_COLUMNS`. */
  readonly cells: readonly unknown[]
}

export async function readGlances(database: LogDatabase, rows: readonly GlanceRow[]): Promise<LogSummary[]> {
  const deadlineMs = performance.now() + READ_MS
  const places = rows.map(({ log, cells }) => contentLocation(log.startedAtMs, cells, { detail: true, body: true }))
  const glances: LogGlance[] = []
  for await (const contents of readContents(database, places)) {
    for (const { detail, bodies } of contents) {
      const { source, durationMs } = rows[glances.length]!.log
      glances.push(glanceAt({ source, durationMs, ...readDetail(detail) }, bodies.request))
    }
    if (performance.now() >= deadlineMs) break
  }
  return rows.map(({ log }, i) => ({ ...log, ...(glances[i] && { glance: glances[i] }) }))
}

// >>> server/src/records/read/inside/sieve.ts: /** Filters that the rows of logs cannot answer: rows pass a sieve that looks into them. */
/** A row as the walk reads it: where it stands, then the columns that were asked for. */
export type ScanRow = [startedAtMs: number, seq: number, ...cells: unknown[]]

export type ContentFilter = {
  /** Asked for behind all others. */
  readonly columns: readonly string[]
  /** Some rows at a time, in order: those that pass, and the last that was looked at. */
  filter(rows: readonly ScanRow[]): AsyncGenerator<{ readonly kept: readonly ScanRow[]; readonly last: ScanRow }>
}

/** Null when the rows themselves answer it. */
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
      const places = rows.map((row) => contentLocation(row[0], row.slice(-CONTENT_COLUMNS.length), wanted))
      let at = 0
      for await (const contents of readContents(database, places)) {
        const group = rows.slice(at, at + contents.length)
        at += contents.length
        yield { kept: group.filter((_, i) => passes(contents[i]!)), last: group.at(-1)! }
      }
    },
  }
}

const MARK = Buffer.from('"breaker"')

/** Most details are passed over without being parsed. */
function hasSkip(detail: Uint8Array | null): boolean {
  if (detail === null || !Buffer.from(detail.buffer, detail.byteOffset, detail.length).includes(MARK)) return false
  return readDetail(detail).decisions.some(isCircuitSkip)
}
