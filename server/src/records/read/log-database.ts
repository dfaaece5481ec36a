/** What readers need of an engine: the rows of a statement, and the few dialect in which engines differ. */

import type { Awaitable } from '../../core/ports.ts'

export type SqlValue = string | number | null | readonly (string | number)[]

/** Statements mark their values with `?`, in order. */
export interface LogDatabase {
  readonly dialect: SqlDialect
  rows(sql: string, values: readonly SqlValue[]): Awaitable<unknown[][]>
}

type Condition = { readonly text: string; readonly values: readonly SqlValue[] }

export type SqlDialect = {
  /** Any of these values; the text does not depend on how many they are. */
  anyOf(expression: string, wanted: readonly (string | number)[]): Condition
  pairIn(columns: string, wanted: readonly (readonly [string, string])[]): Condition
  metadataIs(key: string, value: string): Condition
  /** The table of logs, to be read along an index. */
  logsBy(index: string): string
  feedbackBy(index: string): string
  /** `anyOf` for a column of random text that has an index of its own. */
  indexedTextIs(column: string, wanted: readonly string[]): Condition
  /** That the feedback's log is one of those in question. */
  logOfFeedback(onLog: string): string
  /** A block is found by its number and the time of a row in it. */
  isBlock(id: number, startedAtMs: number): Condition
  isAnyBlock(places: readonly { readonly block: number; readonly startedAtMs: number }[]): Condition
  /** True where the store adds up by value sooner than it sends all rows. */
  readonly aggregatesInSql: boolean
}

export async function firstRow(
  database: LogDatabase,
  sql: string,
  values: readonly SqlValue[] = [],
): Promise<unknown[] | undefined> {
  return (await database.rows(sql, values))[0]
}
