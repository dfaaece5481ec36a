/** Kysely types of the ledger and rate limit tables. */

export type LedgerEntryTable = {
  hold_id: string
  account: string
  kind: string
  at_ms: number
  held_units: number
  units: number
  period_started_at_ms: number
  balance_units: number | null
}

export type BalanceTable = {
  account: string
  anchor_at_ms: number
  period_started_at_ms: number
  used_units: number
  unknown_units: number
  is_alerted: number
}

type HoldTable = {
  hold_id: string
  at_ms: number
  /** JSON array of hold lines. */
  legs: string
}

type WindowTable = { counter: string; window_started_at_ms: number; used_units: number }

type ProgressTable = { id: number; segment: number; position_bytes: number }

export type LedgerTables = {
  ledger_entries: LedgerEntryTable
  balances: BalanceTable
  ledger_holds: HoldTable
  window_counters: WindowTable
  ledger_progress: ProgressTable
}
