/** The advisory locks of the shared store of logs: any numbers, the same on every node of one database. */

export const LOCKS = {
  schema: 4_715_020_601,
  /** One node at a time folds sums and drops what is old. */
  tidy: 4_715_020_602,
  /** Shared by batches, which rely on the marks they read; alone for whoever moves marks or changes others' sums. */
  sums: 4_715_020_603,
  /** One node at a time makes or drops days. */
  days: 4_715_020_604,
} as const
