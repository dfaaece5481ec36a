/** SQLite implementation of `LogDatabase`. */

import type { Database, SQLQueryBindings } from 'bun:sqlite'
import type { LogDatabase, SqlDialect } from '../read/log-database.ts'
import { IN_EVERY_BUCKET } from './row-bucket.ts'

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
  // See row-bucket.ts.
  indexedTextIs: (column, wanted) => ({
    text: `${IN_EVERY_BUCKET} AND ${column} IN (SELECT value FROM json_each(?))`,
    values: [JSON.stringify(wanted)],
  }),
  logOfFeedback: (onLog) => `log_seq IN (SELECT seq FROM logs WHERE seq = log_seq AND ${onLog})`,
  isBlock: (id) => ({ text: 'id = ?', values: [id] }),
  isAnyBlock: (blocks) => ({
    text: 'id IN (SELECT value FROM json_each(?))',
    values: [JSON.stringify(blocks.map(({ block }) => block))],
  }),
  aggregatesInSql: false,
}

export function sqliteLogDatabase(database: Database): LogDatabase {
  return {
    dialect: DIALECT,
    rows: (sql, values) => database.query(sql).values(...(values as SQLQueryBindings[])) as unknown[][],
  }
}
