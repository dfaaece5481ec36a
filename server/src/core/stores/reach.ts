/** Which rows a caller may see: one workspace, or every workspace of its organisation. */

export type Reach = {
  readonly organisationId: string
  /** Null: all of them. */
  readonly workspaceId: string | null
}

export type Page = { readonly currentPage: number; readonly pageSize: number }

/** One page of a list, and how many there are in all. */
export type Listed<Row> = { readonly rows: readonly Row[]; readonly total: number }
