/** The port of books that several nodes share: balances, and the slices of them that nodes have leased. */

import type { JournalPosition, StoredEntry, StoredHold } from './ledger-store.ts'

/** An account as all nodes see it; times are the store's. */
export type SharedStanding = {
  readonly anchorMs: number
  readonly periodStartedAtMs: number
  /** Reported by the nodes. */
  readonly usedUnits: number
  readonly unknownUnits: number
  /** The right of some node to spend: part of it is spent already and not reported yet. */
  readonly leasedUnits: number
  readonly nowMs: number
}

/** What a node wants to have leased of an account from now on, in place of what it had. */
export type LeaseRequest = {
  readonly account: string
  /** Under way, or spent and not reported: these stay leased whatever is chosen. */
  readonly boundUnits: number
  /** When the current period began, by the account's schedule; null when no boundary has passed. */
  boundaryMs(anchorMs: number, nowMs: number): number | null
  /** How many units beyond the bound ones are leased; `standing` is without this node's slice. */
  choose(standing: SharedStanding): number
}

export type ReportedEntry = StoredEntry & { readonly isUnknown: boolean }

/** A stretch of a node's journal. `periodStartedAtMs` of its entries says when they were set aside. */
export type LedgerReport = {
  readonly from: JournalPosition
  readonly next: JournalPosition
  readonly entries: readonly ReportedEntry[]
  readonly openedHolds: readonly StoredHold[]
  readonly resolvedHoldIds: readonly string[]
  /** From how many used units on somebody is to be told; null: never. */
  alertUnits(account: string): number | null
  /** When the current period of an account began, by its schedule; null when no boundary has passed or nobody knows. */
  boundaryMs(account: string, anchorMs: number, nowMs: number): number | null
}

export type ReportedAccount = {
  readonly account: string
  readonly standing: SharedStanding
  /** It has passed its threshold by this report, and nobody was told before. */
  readonly isAlert: boolean
}

export type NodeState = { readonly position: JournalPosition; readonly holds: readonly StoredHold[] }

export interface SharedLedgerStore {
  /** Where the node's journal was booked to, and its calls under way then. Calls that belong to no node become its own. */
  openNode(node: string): Promise<NodeState>
  /** Gives back everything the node has leased. */
  returnAll(node: string): Promise<void>
  /** Gives the store's time. */
  seen(node: string): Promise<number>
  /** Gives where the account stands afterwards. */
  lease(node: string, ask: LeaseRequest): Promise<SharedStanding>
  /** All of it or nothing, and once: a report that was booked before changes nothing. */
  report(node: string, report: LedgerReport): Promise<readonly ReportedAccount[]>
  read(account: string): Promise<SharedStanding | null>
  /** All accounts that begin so. */
  readAll(prefix: string): Promise<readonly { readonly account: string; readonly standing: SharedStanding }[]>
  reset(account: string): Promise<void>
  /** Posts the slices of nodes not seen for so long as used. */
  expireNodes(afterMs: number): Promise<void>
  /** How many nodes were seen in that time. */
  countNodes(withinMs: number): Promise<number>
  close(): Promise<void>
}

/** What is taken from one window; with `canBePart` less is better than nothing. */
export type WindowClaim = {
  readonly counter: string
  /** Whose it is: counters of one owner are kept together. */
  readonly organisationId: string
  readonly limitUnits: number
  readonly units: number
  /** Windows follow each other from `firstMs` on, each `sizeMs` long. */
  readonly sizeMs: number
  readonly firstMs: number
  /** A window that has begun by another clock: no earlier one is meant. */
  readonly notBeforeMs?: number
}

export type ClaimedWindow = {
  readonly startMs: number
  /** After this claim. */
  readonly usedUnits: number
  readonly claimedUnits: number
}

/** Counts windows for all nodes. Times are the store's. */
export interface WindowStore {
  /** All or nothing: when one has no room, `claimedUnits` is 0 in each. In the order of the claims. */
  claim(claims: readonly WindowClaim[]): Promise<readonly ClaimedWindow[]>
  /** As many of the units as there are. */
  claimPart(claim: WindowClaim): Promise<ClaimedWindow>
  /** Corrects what was claimed, if that window is still the current one. */
  correct(claim: WindowClaim, startMs: number, byUnits: number): Promise<void>
}
