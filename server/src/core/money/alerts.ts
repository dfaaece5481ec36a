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

export interface AlertStore {
  /** Newest first. A workspace sees only its own alerts. */
  list(reach: Reach, filter: { readonly kind?: Holder['kind'] }, page: Page): Promise<Listed<StoredAlert>>
  insert(alert: StoredAlert): Promise<void>
  removeBefore(atMs: number): Promise<void>
}
