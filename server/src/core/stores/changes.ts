/** Change notifications: the control plane publishes them so that caches on all nodes invalidate their entries. */

export type Change =
  | { readonly kind: 'api_key'; readonly keyId: string }
  /** Role, status or deletion of a user. */
  | { readonly kind: 'user'; readonly userId: string }
  /** The permissions of a custom role, or who has it. */
  | { readonly kind: 'role'; readonly roleId: string }
  | { readonly kind: 'virtual_key'; readonly workspaceId: string; readonly slug: string }
  /** An integration with its models and the access of workspaces. */
  | { readonly kind: 'integration'; readonly integrationId: string }
  | { readonly kind: 'config'; readonly workspaceId: string; readonly slug: string }
  /** `workspaceId` is null for a guardrail of the organisation. */
  | { readonly kind: 'guardrail'; readonly workspaceId: string | null }
  | { readonly kind: 'prompt'; readonly workspaceId: string }
  | { readonly kind: 'limits'; readonly workspaceId: string | null }
  | { readonly kind: 'price'; readonly workspaceId: string | null }
  | { readonly kind: 'sink'; readonly sinkId: string }
  /** A workload issuer or its revocations. */
  | { readonly kind: 'workload_issuer'; readonly issuerId: string }
  /** The keys that encrypt the logged bodies of a workspace; null: of any workspace. */
  | { readonly kind: 'body_key'; readonly workspaceId: string | null }
  /** Settings, status or deletion of a workspace. Everything inside it may have changed. */
  | { readonly kind: 'workspace'; readonly workspaceId: string }
  | { readonly kind: 'organisation'; readonly organisationId: string }

/** The log of changes, in commit order. Other nodes poll it. */
export interface ChangeStore {
  /** Call in the same transaction as the change itself. */
  append(change: Change, nowMs: number): Promise<void>
  /** Changes after `sequence`. `isComplete` is false if older changes were already deleted. */
  after(sequence: number, most: number): Promise<ChangePage>
  /** Sequence number of the latest change; 0 if there is none. */
  last(): Promise<number>
}

export type ChangePage = {
  readonly changes: readonly { readonly sequence: number; readonly change: Change }[]
  readonly isComplete: boolean
}

/** Distributes changes between nodes. */
export interface ChangeFeed {
  /** Call after the commit. Notifies other nodes before their next poll. */
  publish(change: Change): void
  /** Null: changes were missed, so anything may have changed. */
  onChange(listener: (change: Change | null) => void): void
  close(): Promise<void>
}
