/** Alerts that were given, kept for whoever was not there to hear them. */

import type { Listed, Page, Reach } from '../stores/reach.ts'
import type { BudgetUnit, Holder } from './spending.ts'

export type KeptAlert = {
  readonly id: string
  readonly organisationId: string
  /** Null: a budget of the whole organisation. */
  readonly workspaceId: string | null
  readonly holder: Holder
  readonly name: string
  /** Nano-USD for `cost`. */
  readonly unit: BudgetUnit
  readonly thresholdUnits: number
  readonly limitUnits: number
  readonly usedUnits: number
  readonly nextResetAtMs: number | null
  readonly atMs: number
}

export interface AlertStore {
  /** Newest first; a workspace sees its own only. */
  list(reach: Reach, filter: { readonly kind?: Holder['kind'] }, page: Page): Promise<Listed<KeptAlert>>
  insert(alert: KeptAlert): Promise<void>
  /** Forgets what is older than this. */
  removeBefore(atMs: number): Promise<void>
}
