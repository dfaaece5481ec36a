/** What the control plane changed, told to the running parts that remember it. */

export type Change =
  | { readonly kind: 'api_key'; readonly keyId: string }
  | { readonly kind: 'virtual_key'; readonly workspaceId: string; readonly slug: string }
  | { readonly kind: 'config'; readonly workspaceId: string; readonly slug: string }
  | { readonly kind: 'prompt'; readonly workspaceId: string }
  | { readonly kind: 'limits'; readonly workspaceId: string | null }
  | { readonly kind: 'price'; readonly workspaceId: string | null }
  /** Settings, status or existence of a workspace; with it everything inside may have changed. */
  | { readonly kind: 'workspace'; readonly workspaceId: string }
  | { readonly kind: 'organisation'; readonly organisationId: string }

/** Changes in the order of their commits, so that other nodes can follow. */
export interface ChangeStore {
  /** In the transaction that makes the change: one without the other cannot be. */
  append(change: Change, nowMs: number): Promise<void>
  /** What came behind that number; `isComplete` is false when some of it is no longer kept. */
  after(sequence: number, most: number): Promise<ChangePage>
  /** The number of the last one; 0 when there was none. */
  last(): Promise<number>
}

export type ChangePage = {
  readonly changes: readonly { readonly sequence: number; readonly change: Change }[]
  readonly isComplete: boolean
}

/** How nodes hear of each other's changes. */
export interface ChangeFeed {
  /** After the commit: others may hear of it sooner than they would by themselves. */
  publish(change: Change): void
  /** Null: anything may have changed. */
  onChange(listener: (change: Change | null) => void): void
  close(): Promise<void>
}
