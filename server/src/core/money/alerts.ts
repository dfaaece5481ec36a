/** Stored budget alerts, as the admin API and the dashboard list them. */

import type { Listed, Page, Reach } from '../stores/reach.ts'
import type { BudgetUnit, Holder } from './spending.ts'

export type StoredAlert = {
  readonly id: string
  readonly organisationId: string
  /** Null for a budget of the whole organisation. */
  readonly workspaceId: string | null
  readonly holder: Holder
  readonly name: string
  /** The unit of the amounts below; `cost` is in nano-USD. */
  readonly unit: BudgetUnit
  readonly thresholdUnits: number
  readonly limitUnits: number
  readonly usedUnits: number
  readonly nextResetAtMs: number | null
  readonly atMs: number
}

/** Selects groups of policies by the policy and the value of the group. */
export type IsWantedGroup = (policyId: string, value: string) => boolean

export interface AlertStore {
  /** Newest first. A workspace sees only its own alerts. */
  list(reach: Reach, filter: { readonly kind?: Holder['kind'] }, page: Page): Promise<Listed<StoredAlert>>
  insert(alert: StoredAlert): Promise<void>
  removeBefore(atMs: number): Promise<void>
  /** Deletes alerts about groups of policies; returns their number. */
  removeGroups(organisationId: string, isWanted: IsWantedGroup): Promise<number>
}
