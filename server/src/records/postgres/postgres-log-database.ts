/** PostgreSQL implementation of `LogDatabase`. */

import type { ClientBase } from 'pg'
import { NO_KEYS } from '../encryption/requested-keys.ts'
import type { LogDatabase, SqlDialect, SqlValue } from '../read/log-database.ts'
import { WIDTH_MS } from '../rollups/rollup-table.ts'
import { floor } from '../rollups/watermarks.ts'
import { cleanText } from './clean-text.ts'
import { preparedRows, rowsOf } from './connection.ts'
import { INDEXED_LENGTH } from './migrations.ts'

const DIALECT: SqlDialect = {
  anyOf: (expression, wanted) => ({ text: `${expression} = ANY(?)`, values: [wanted] }),
  pairIn: (columns, wanted) => ({
    text: `(${columns}) IN (SELECT value ->> 0, value ->> 1 FROM jsonb_array_elements(CAST(? AS jsonb)))`,
    values: [JSON.stringify(wanted.map((pair) => pair.map(cleanText)))],
  }),
  metadataIs: (key, value) => ({
    text: 'CAST(metadata AS json) ->> CAST(? AS text) = ?',
    values: [key, value],
  }),
  containsAny: (column, wanted) => ({
    text: `EXISTS (SELECT 1 FROM unnest(CAST(? AS text[])) AS wanted WHERE strpos(${column}, wanted) > 0)`,
    values: [wanted],
  }),
  // No index hints: the planner has statistics and prunes partitions.
  logsBy: () => 'logs',
  feedbackBy: () => 'feedback',
  textLookUp(column, wanted) {
    const starts = wanted.map((value) => [...cleanText(value)].slice(0, INDEXED_LENGTH).join(''))
    const [start, value] = [starts[0], wanted[0]]
    // A single value is not passed as an array: PostgreSQL assumes ten values in an array, so it would not reuse a
    // generic plan and would plan each call again.
    const found =
      wanted.length === 1 && start !== undefined && value !== undefined
        ? { text: lookUp(column, '?'), values: [start, value] }
        : { text: lookUp(column, 'ANY(?)'), values: [starts, wanted] }
    return { entries: found, logs: found }
  },
  logOfFeedback: (onLog) =>
    `EXISTS (SELECT 1 FROM logs WHERE logs.started_at_ms = log_started_at_ms AND logs.seq = log_seq AND ${onLog})`,
  isBlock: (id, startedAtMs) => ({
    text: 'id = ? AND day_ms = ?',
    values: [id, floor(startedAtMs, WIDTH_MS.sums_days)],
  }),
  isAnyBlock: (blocks) => ({
    text: 'id = ANY(?) AND day_ms = ANY(?)',
    values: [
      blocks.map(({ block }) => block),
      [...new Set(blocks.map(({ startedAtMs }) => floor(startedAtMs, WIDTH_MS.sums_days)))],
    ],
  }),
  aggregatesInSql: true,
  partitionMs: WIDTH_MS.sums_days,
  labels: null,
}

function lookUp(column: string, value: string): string {
  return `logs WHERE left(${column}, ${INDEXED_LENGTH}) = ${value} AND ${column} = ${value} AND ${column} IS NOT NULL`
}

export function postgresLogDatabase(client: ClientBase, findKey = NO_KEYS): LogDatabase {
  return {
    dialect: DIALECT,
    findKey,
    rows: (sql, values) =>
      values.length === 0 ? preparedRows(client, sql) : rowsOf(client, numbered(sql), values.map(clean)),
    plannedRows: (sql, values) => preparedRows(client, numbered(sql), values.map(clean)),
  }
}

/** Replaces `?` by `$1`, `$2`, ... Our statements contain no other question marks. */
function numbered(sql: string): string {
  let number = 0
  return sql.replaceAll('?', () => `$${++number}`)
}

function clean(value: SqlValue): SqlValue {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map((entry) => (typeof entry === 'string' ? cleanText(entry) : entry))
  return value
}
