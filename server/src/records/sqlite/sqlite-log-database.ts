/** SQLite implementation of `LogDatabase`. */

import type { Database, SQLQueryBindings } from 'bun:sqlite'
import { NO_KEYS } from '../encryption/requested-keys.ts'
import type { LogDatabase, SqlDialect } from '../read/log-database.ts'
import { LABEL_NAMES, LABEL_REQUESTS } from './label-index.ts'
import { inEveryBucket } from './row-bucket.ts'
import { boundTraces, LOGS_OF_TRACES, TRACE_ENTRIES } from './trace-index.ts'

/** See row-bucket.ts. */
const lookUpInBuckets = (index: string, column: string) =>
  `logs INDEXED BY ${index} WHERE ${inEveryBucket()} AND ${column} IN (SELECT value FROM json_each(?))
    AND ${column} IS NOT NULL`
const BUCKET_LOOK_UPS = {
  span_id: lookUpInBuckets('logs_span', 'span_id'),
  user_label: lookUpInBuckets('logs_user', 'user_label'),
}

const DIALECT: SqlDialect = {
  anyOf: (expression, wanted) => ({
    text: `${expression} IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(wanted)],
  }),
  pairIn: (columns, wanted) => ({
    text: `(${columns}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?))`,
    values: [JSON.stringify(wanted)],
  }),
  metadataIs: (key, value) => ({
    text: 'json_extract(metadata, ?) = ?',
    values: [`$.${JSON.stringify(key)}`, value],
  }),
  containsAny: (column, wanted) => ({
    text: `EXISTS (SELECT 1 FROM json_each(?) WHERE instr(${column}, value) > 0)`,
    values: [JSON.stringify(wanted)],
  }),
  // Explicit index: without statistics SQLite may sort the whole table for one page.
  logsBy: (index) => `logs INDEXED BY ${index}`,
  feedbackBy: (index) => `feedback INDEXED BY ${index}`,
  textLookUp(column, wanted) {
    if (column === 'trace_id') {
      const values = boundTraces(wanted)
      return { entries: { text: TRACE_ENTRIES, values }, logs: { text: LOGS_OF_TRACES, values } }
    }
    const found = { text: BUCKET_LOOK_UPS[column], values: [JSON.stringify(wanted)] }
    return { entries: found, logs: found }
  },
  logOfFeedback: (onLog) => `log_seq IN (SELECT seq FROM logs WHERE seq = log_seq AND ${onLog})`,
  isBlock: (id) => ({ text: 'id = ?', values: [id] }),
  isAnyBlock: (blocks) => ({
    text: 'id IN (SELECT value FROM json_each(?))',
    values: [JSON.stringify(blocks.map(({ block }) => block))],
  }),
  aggregatesInSql: false,
  partitionMs: null,
  labels: { requests: LABEL_REQUESTS, names: LABEL_NAMES },
}

export function sqliteLogDatabase(database: Database, findKey = NO_KEYS): LogDatabase {
  const rows: LogDatabase['rows'] = (sql, values) =>
    database.query(sql).values(...(values as SQLQueryBindings[])) as unknown[][]
  return { dialect: DIALECT, findKey, rows, plannedRows: rows }
}
