/** The SQL interface readers use, and the parts of SQL that differ between engines. */

import type { Awaitable } from '../../core/ports.ts'
import type { FindKey } from '../encryption/requested-keys.ts'

export type SqlValue = string | number | null | readonly (string | number)[]

/** Statements bind values with `?`, in order. */
export interface LogDatabase {
  readonly dialect: SqlDialect
  rows(sql: string, values: readonly SqlValue[]): Awaitable<unknown[][]>
  /**
   * Like `rows`, but keeps the plan, for statements on all partitions: PostgreSQL needs 30 ms to plan 32 partitions.
   * Only for a few SQL texts that do not depend on the filter, because each connection keeps every plan.
   */
  plannedRows(sql: string, values: readonly SqlValue[]): Awaitable<unknown[][]>
  /** Finds the keys of encrypted blocks. */
  readonly findKey: FindKey
}

/** SQL to put after FROM. Each has a WHERE clause, so that more conditions can follow. */
export type TextLookUp = {
  /** One row per log, read from the index alone. */
  readonly entries: Condition
  /** The columns of `logs`. */
  readonly logs: Condition
}

type Condition = { readonly text: string; readonly values: readonly SqlValue[] }

export type SqlDialect = {
  /** The SQL text is the same for any number of values, so prepared statements are reused. */
  anyOf(expression: string, wanted: readonly (string | number)[]): Condition
  pairIn(columns: string, wanted: readonly (readonly [string, string])[]): Condition
  metadataIs(key: string, value: string): Condition
  /** Whether a text contains one of these; false for NULL. */
  containsAny(column: string, wanted: readonly string[]): Condition
  /** The `logs` table, with an index hint where the engine needs one. */
  logsBy(index: string): string
  feedbackBy(index: string): string
  /** Finds logs by an index on a column with many distinct values, such as trace ids. */
  textLookUp(column: 'trace_id' | 'span_id' | 'user_label', wanted: readonly string[]): TextLookUp
  /** Restricts feedback to logs that match `onLog`. */
  logOfFeedback(onLog: string): string
  /** PostgreSQL partitions blocks by day, so it needs the time of a row as well. */
  isBlock(id: number, startedAtMs: number): Condition
  isAnyBlock(blocks: readonly { readonly block: number; readonly startedAtMs: number }[]): Condition
  /** True if GROUP BY in SQL is faster than adding up rows in JavaScript. */
  readonly aggregatesInSql: boolean
  /** Length of a partition of `logs`; null: not partitioned. */
  readonly partitionMs: number | null
  /**
   * SQL that reads the values of a label over days from an index: `value, requests`, or `value` alone. Binds scope,
   * dimension, first bucket and end bucket (excluded). Null: `sums_days` itself is as fast.
   */
  readonly labels: { readonly requests: string; readonly names: string } | null
}

export async function firstRow(
  database: LogDatabase,
  sql: string,
  values: readonly SqlValue[] = [],
): Promise<unknown[] | undefined> {
  return (await database.rows(sql, values))[0]
}
