/** Looks into logs along a walk: unpacks the blocks of some rows at a time, each block once. */

import { glanceAt, type LogGlance } from '../../core/logs/log-glance.ts'
import type { LogSummary } from '../../core/logs/log-reader.ts'
import { readableText } from '../../core/logs/readable-text.ts'
import type { Decision, RecordBodies } from '../../core/record.ts'
import type { RecordDetail } from '../log-row.ts'
import type { LogDatabase } from './log-database.ts'
import { type BlockPlace, readBlocks } from './read-block.ts'
import type { ReadFilter } from './read-filter.ts'
import { BODY_PLACE_COLUMNS, type BodyPlace } from './read-log.ts'

/** Unpacked blocks are about 256 KiB each. */
const MOST_BLOCKS = 16

const DETAIL_PLACE = ['detail_block', 'detail_offset', 'detail_length']

/** The columns that say where the inside of a row is. */
export const INSIDE_COLUMNS: readonly string[] = [...DETAIL_PLACE, ...BODY_PLACE_COLUMNS]

type DetailPlace = readonly [block: number | null, offset: number | null, length: number | null]

export type InsidePlace = {
  readonly startedAtMs: number
  /** Null: not needed. */
  readonly detail: DetailPlace | null
  readonly body: BodyPlace | null
}

export type Inside = {
  /** The detail's JSON; null when it is gone or was not needed. */
  readonly detail: Uint8Array | null
  readonly bodies: RecordBodies
}

export type Wanted = { readonly detail: boolean; readonly body: boolean }

/** From cells that begin with `INSIDE_COLUMNS`. */
export function insidePlace(startedAtMs: number, cells: readonly unknown[], wanted: Wanted): InsidePlace {
  return {
    startedAtMs,
    detail: wanted.detail ? (cells.slice(0, DETAIL_PLACE.length) as unknown as DetailPlace) : null,
    body: wanted.body ? (cells.slice(DETAIL_PLACE.length, INSIDE_COLUMNS.length) as unknown as BodyPlace) : null,
  }
}

/** In order, in groups that share their blocks: between two groups a caller may look at the clock. */
export async function* readInsides(
  database: LogDatabase,
  places: readonly InsidePlace[],
): AsyncGenerator<readonly Inside[]> {
  for (let at = 0; at < places.length; ) {
    const { group, blocks } = nextGroup(places, at)
    at += group.length
    const raw = await readBlocks(database, blocks)
    yield group.map(({ detail, body }) => ({ detail: detailIn(detail, raw), bodies: bodiesIn(body, raw) }))
  }
}

function nextGroup(places: readonly InsidePlace[], from: number) {
  const blocks = new Map<number, BlockPlace>()
  let to = from
  for (; to < places.length; to++) {
    const { startedAtMs, detail, body } = places[to]!
    const own = [detail?.[0], body?.[0]].filter((block) => typeof block === 'number')
    const fresh = own.filter((block) => !blocks.has(block))
    if (blocks.size + fresh.length > MOST_BLOCKS) break
    for (const block of fresh) blocks.set(block, { block, startedAtMs })
  }
  return { group: places.slice(from, to), blocks: [...blocks.values()] }
}

function detailIn(place: DetailPlace | null, raw: ReadonlyMap<number, Uint8Array>): Uint8Array | null {
  const [block, offset, length] = place ?? []
  if (block == null || offset == null || length == null) return null
  return raw.get(block)?.subarray(offset, offset + length) ?? null
}

/** Views: they are looked at and let go. */
function bodiesIn(place: BodyPlace | null, raw: ReadonlyMap<number, Uint8Array>): RecordBodies {
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

// >>> server/src/records/read/inside/read-glances.ts: /** What a page of rows shows of their insides, as far as it can be read in time. */
/** With the search before it well under 200 ms. */
const READ_MS = 70

type Glanced = {
  readonly log: LogSummary
  /** Of `INSIDE_COLUMNS`. */
  readonly cells: readonly unknown[]
}

export async function readGlances(database: LogDatabase, rows: readonly Glanced[]): Promise<LogSummary[]> {
  const deadlineMs = performance.now() + READ_MS
  const places = rows.map(({ log, cells }) => insidePlace(log.startedAtMs, cells, { detail: true, body: true }))
  const glances: LogGlance[] = []
  for await (const insides of readInsides(database, places)) {
    for (const { detail, bodies } of insides) {
      const { source, durationMs } = rows[glances.length]!.log
      glances.push(glanceAt({ source, durationMs, ...readDetail(detail) }, bodies.request))
    }
    if (performance.now() >= deadlineMs) break
  }
  return rows.map(({ log }, i) => ({ ...log, ...(glances[i] && { glance: glances[i] }) }))
}

// >>> server/src/records/read/inside/sieve.ts: /** Filters that the rows of logs cannot answer: rows pass a sieve that looks into them. */
/** A row as the walk reads it: where it stands, then the columns that were asked for. */
export type WalkRow = [startedAtMs: number, seq: number, ...cells: unknown[]]

export type Sieve = {
  /** Asked for behind all others. */
  readonly columns: readonly string[]
  /** Some rows at a time, in order: those that pass, and the last that was looked at. */
  sift(rows: readonly WalkRow[]): AsyncGenerator<{ readonly kept: readonly WalkRow[]; readonly last: WalkRow }>
}

/** Null when the rows themselves answer it. */
export function sieveFor(database: LogDatabase, filter: ReadFilter): Sieve | null {
  const { text, hasCircuitSkip } = filter
  const wanted = { detail: hasCircuitSkip !== undefined, body: text !== undefined }
  if (!wanted.detail && !wanted.body) return null
  const passes = ({ detail, bodies }: Inside) =>
    (hasCircuitSkip === undefined || hasSkip(detail) === hasCircuitSkip) &&
    (text === undefined || hasText(bodies, text))
  return {
    columns: INSIDE_COLUMNS,
    async *sift(rows) {
      const places = rows.map((row) => insidePlace(row[0], row.slice(-INSIDE_COLUMNS.length), wanted))
      let at = 0
      for await (const insides of readInsides(database, places)) {
        const group = rows.slice(at, at + insides.length)
        at += insides.length
        yield { kept: group.filter((_, i) => passes(insides[i]!)), last: group.at(-1)! }
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
