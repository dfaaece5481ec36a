/** Data keys that encrypt the logged bodies of workspaces. */

export type BodyKey = {
  readonly organisationId: string
  readonly workspaceId: string
  /** New bodies are encrypted with the newest version. */
  readonly version: number
  /** 32 bytes, for AES-256. */
  readonly bytes: Uint8Array
}

export interface BodyKeys {
  /**
   * All versions of a workspace's key, newest first. `create`: makes the first one if there is none. Empty if the
   * workspace was deleted.
   */
  find(workspaceId: string, create: boolean): Promise<readonly BodyKey[]>
}
