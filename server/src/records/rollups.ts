/** Sums per minute and hour, so that graphs never read single rows. */

import type { Database, Statement } from 'bun:sqlite'
import { AT, type RecordRow } from './record-row.ts'

export const ROLLUP_TABLES = ['rollup_minutes', 'rollup_hours'] as const
type RollupTable = (typeof ROLLUP_TABLES)[number]

const WIDTH_MS: Readonly<Record<RollupTable, number>> = { rollup_minutes: 60_000, rollup_hours: 3_600_000 }

/** Upper bounds of the duration histogram; its last column counts everything above. */
const DURATION_BOUNDS_MS = [
  5, 10, 20, 50, 100, 200, 350, 500, 750, 1000, 1500, 2000, 3000, 5000, 7500, 10_000, 20_000, 30_000, 60_000,
] as const

const KEY_COLUMNS = ['bucket_ms', 'organisation_id', 'workspace_id', 'provider', 'model', 'status_class'] as const

/** `rescued`: answered 2xx only because of a retry or another target. */
const SUM_COLUMNS = [
  'requests',
  'errors',
  'retries',
  'rescued',
  'cache_hits',
  'input_tokens',
  'output_tokens',
  'total_tokens',
  'cached_tokens',
  'reasoning_tokens',
  'duration_ms',
] as const

const HISTOGRAM_AT = SUM_COLUMNS.length
const ALL_SUMS: readonly string[] = [
  ...SUM_COLUMNS,
  ...DURATION_BOUNDS_MS.map((bound) => `duration_to_${bound}`),
  'duration_above',
]

export function rollupTable(table: RollupTable): string {
  return `CREATE TABLE ${table} (
    bucket_ms INTEGER NOT NULL, organisation_id TEXT NOT NULL, workspace_id TEXT NOT NULL,
    provider TEXT NOT NULL, model TEXT NOT NULL, status_class INTEGER NOT NULL,
    ${ALL_SUMS.map((name) => `${name} NUMERIC NOT NULL`).join(', ')},
    PRIMARY KEY (${KEY_COLUMNS.join(', ')})
  ) WITHOUT ROWID`
}

type Key = readonly [
  bucketMs: number,
  organisationId: string,
  workspaceId: string,
  provider: string,
  model: string,
  statusClass: number,
]
type Sum = { readonly key: Key; readonly values: number[] }

/** Collects the rows of one batch; each distinct key is written once. */
export class Rollups {
  readonly #upserts: readonly { readonly widthMs: number; readonly statement: Statement }[]
  #minutes = new Map<string, Sum>()

  constructor(database: Database) {
    this.#upserts = ROLLUP_TABLES.map((table) => ({
      widthMs: WIDTH_MS[table],
      statement: prepareUpsert(database, table),
    }))
  }

  add(row: RecordRow): void {
    const minute = row[AT.startedAtMs] - (row[AT.startedAtMs] % WIDTH_MS.rollup_minutes)
    const statusClass = Math.floor(row[AT.status] / 100)
    const key: Key = [
      minute,
      row[AT.organisationId],
      row[AT.workspaceId],
      row[AT.provider] ?? '',
      row[AT.model] ?? '',
      statusClass,
    ]
    const { values } = sumOf(this.#minutes, key)
    const isError = row[AT.status] >= 400 || row[AT.ending] === 'broken'
    const isRescued = statusClass === 2 && (row[AT.retries] > 0 || row[AT.attemptCount] > 1)
    const isHit = row[AT.cacheStatus] === 'HIT' || row[AT.cacheStatus] === 'SEMANTIC HIT'
    values[0]! += 1
    values[1]! += isError ? 1 : 0
    values[2]! += row[AT.retries]
    values[3]! += isRescued ? 1 : 0
    values[4]! += isHit ? 1 : 0
    values[5]! += row[AT.inputTokens] ?? 0
    values[6]! += row[AT.outputTokens] ?? 0
    values[7]! += row[AT.totalTokens] ?? 0
    values[8]! += row[AT.cachedTokens] ?? 0
    values[9]! += row[AT.reasoningTokens] ?? 0
    values[10]! += row[AT.durationMs]
    values[HISTOGRAM_AT + histogramIndex(row[AT.durationMs])]! += 1
  }

  /** Writes and forgets what was collected. */
  flush(): void {
    for (const { widthMs, statement } of this.#upserts) {
      for (const { key, values } of widen(this.#minutes, widthMs).values()) statement.run(...key, ...values)
    }
    this.clear()
  }

  clear(): void {
    this.#minutes.clear()
  }

  close(): void {
    for (const { statement } of this.#upserts) statement.finalize()
  }
}

function prepareUpsert(database: Database, table: RollupTable): Statement {
  const names = [...KEY_COLUMNS, ...ALL_SUMS]
  return database.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
    ON CONFLICT DO UPDATE SET ${ALL_SUMS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`)
}

function sumOf(sums: Map<string, Sum>, key: Key): Sum {
  // A separator no identifier, provider or model has; equal texts from unequal keys would need it.
  const text = key.join('\u0000')
  let sum = sums.get(text)
  if (!sum) {
    sum = { key, values: new Array<number>(ALL_SUMS.length).fill(0) }
    sums.set(text, sum)
  }
  return sum
}

function widen(minutes: Map<string, Sum>, widthMs: number): Map<string, Sum> {
  if (widthMs === WIDTH_MS.rollup_minutes) return minutes
  const wide = new Map<string, Sum>()
  for (const { key, values } of minutes.values()) {
    const [minute, ...rest] = key
    const sum = sumOf(wide, [minute - (minute % widthMs), ...rest])
    for (let i = 0; i < values.length; i++) sum.values[i]! += values[i]!
  }
  return wide
}

function histogramIndex(durationMs: number): number {
  let i = 0
  while (i < DURATION_BOUNDS_MS.length && durationMs > DURATION_BOUNDS_MS[i]!) i++
  return i
}
