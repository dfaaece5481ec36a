/** Access scope of queries (one workspace or the whole organisation) and pagination. */

export type Reach = {
  readonly organisationId: string
  /** Null: every workspace of the organisation. */
  readonly workspaceId: string | null
}

export type Page = { readonly currentPage: number; readonly pageSize: number }

/** One page of rows; `total` counts all pages. */
export type Listed<Row> = { readonly rows: readonly Row[]; readonly total: number }
