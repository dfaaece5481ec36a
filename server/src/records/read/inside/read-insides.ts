/** Looks into logs along a walk: unpacks the blocks of some rows at a time, each block once. */

import type { RecordBodies } from '../../../core/record.ts'
import type { RecordDetail } from '../../store/row-codec.ts'
import type { LogDatabase } from '../engine/log-database.ts'
import { type BlockPlace, readBlocks } from '../engine/read-block.ts'
import { BODY_PLACE_COLUMNS, type BodyPlace } from '../read-log.ts'

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
