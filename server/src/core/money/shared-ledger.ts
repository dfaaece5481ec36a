/** Port of a ledger shared by several nodes: account balances, and the part of each that a node has leased. */

import type { JournalPosition, StoredEntry, StoredHold } from './ledger-store.ts'

/** An account as all nodes see it. Times are from the database clock. */
export type SharedAccountState = {
  readonly anchorMs: number
  readonly periodStartedAtMs: number
  /** Sum of what the nodes have reported. */
  readonly usedUnits: number
  readonly unknownUnits: number
  /** Leased to nodes. Part of it may be spent but not reported yet. */
  readonly leasedUnits: number
  readonly nowMs: number
}

/** Replaces a node's lease on an account. */
export type LeaseRequest = {
  readonly account: string
  /** Held by running requests, or spent and not reported. These units stay leased. */
  readonly boundUnits: number
  /** Start of the current period by the account's schedule; null if no reset is due. */
  boundaryMs(anchorMs: number, nowMs: number): number | null
  /** Returns how many units to lease in addition to `boundUnits`. `state` excludes this node's lease. */
  choose(state: SharedAccountState): number
}

export type ReportedEntry = StoredEntry & { readonly isUnknown: boolean }

/** A range of a node's journal. `periodStartedAtMs` of an entry is the time of its hold. */
export type LedgerReport = {
  readonly from: JournalPosition
  readonly next: JournalPosition
  readonly entries: readonly ReportedEntry[]
  readonly openedHolds: readonly StoredHold[]
  readonly resolvedHoldIds: readonly string[]
  /** The alert threshold in used units; null: no alert. */
  alertUnits(account: string): number | null
  /** Start of the account's current period by its schedule; null if no reset is due or the schedule is unknown. */
  boundaryMs(account: string, anchorMs: number, nowMs: number): number | null
}

export type ReportedAccount = {
  readonly account: string
  readonly state: SharedAccountState
  /** True if this report took the account over its alert threshold for the first time in the period. */
  readonly isAlert: boolean
}

export type NodeState = { readonly position: JournalPosition; readonly holds: readonly StoredHold[] }

export interface SharedLedgerStore {
  /** Returns the journal position and open holds of the node. Takes over holds made before the ledger was shared. */
  openNode(node: string): Promise<NodeState>
  /** Releases all leases of the node. */
  releaseAll(node: string): Promise<void>
  /** Records that the node is alive; returns the database time. */
  heartbeat(node: string): Promise<number>
  /** Returns the account after the change. */
  lease(node: string, request: LeaseRequest): Promise<SharedAccountState>
  /** Atomic and idempotent: repeating a report changes nothing. */
  report(node: string, report: LedgerReport): Promise<readonly ReportedAccount[]>
  read(account: string): Promise<SharedAccountState | null>
  /** All accounts whose name starts with `prefix`. */
  readAll(prefix: string): Promise<readonly { readonly account: string; readonly state: SharedAccountState }[]>
  reset(account: string): Promise<void>
  /** Counts the leases of nodes that were not seen for `afterMs` as used. */
  expireLeases(afterMs: number): Promise<void>
  /** Number of nodes seen within this time. */
  countNodes(withinMs: number): Promise<number>
  close(): Promise<void>
}

/** Units to take from one rate limit window. */
export type WindowClaim = {
  readonly counter: string
  /** Counters of one organisation are stored together, on the same Redis Cluster slot. */
  readonly organisationId: string
  readonly limitUnits: number
  readonly units: number
  /** Windows are `sizeMs` long and aligned to `firstMs`. */
  readonly sizeMs: number
  readonly firstMs: number
  /** Start of a window that has already begun by another store's clock. Earlier windows must not be used. */
  readonly notBeforeMs?: number
}

export type ClaimedWindow = {
  readonly startMs: number
  /** After this claim. */
  readonly usedUnits: number
  readonly claimedUnits: number
}

/** Rate limit counters shared by all nodes. Times are from the store's clock. */
export interface WindowStore {
  /** Atomic: if one window is full, `claimedUnits` is 0 in all of them. Results are in the order of the claims. */
  claim(claims: readonly WindowClaim[]): Promise<readonly ClaimedWindow[]>
  /** Claims as many of the units as the window has left. */
  claimPart(claim: WindowClaim): Promise<ClaimedWindow>
  /** Adjusts an earlier claim, if its window is still the current one. */
  correct(claim: WindowClaim, startMs: number, byUnits: number): Promise<void>
}
