/** Port for the data keys that encrypt the logged bodies of workspaces. Deleting a workspace deletes its keys. */

export type StoredBodyKey = {
  readonly organisationId: string
  readonly workspaceId: string
  readonly version: number
  /** Encrypted by the vault. */
  readonly sealed: string
  readonly createdAtMs: number
}

export interface BodyKeyStore {
  /** Newest version first. */
  list(workspaceId: string): Promise<readonly StoredBodyKey[]>
  /** False if the workspace has this version already, or was deleted. */
  insert(key: StoredBodyKey): Promise<boolean>
}
