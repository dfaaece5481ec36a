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

/** The stored bodies of a workspace that an earlier version of its key encrypts. */
export type ReencryptedBlocks = {
  readonly organisationId: string
  readonly workspaceId: string
  /** The newest version. Those before it are replaced. */
  readonly version: number
}

/** The last block that was examined; null: start. */
export type ReencryptCursor = { readonly version: number; readonly id: number } | null

export type ReencryptStep = {
  readonly blocks: number
  /** Blocks that cannot be decrypted stay as they are: they are damaged, or their key is missing. */
  readonly unreadable: number
  /** Blocks of earlier versions after this step, with the unreadable ones. */
  readonly left: number
  /** Null: no block is left after this one. */
  readonly next: ReencryptCursor
}

export interface BodyReencryption {
  /**
   * One bounded step. After the first one, no node stores a block with an earlier version. Repeating a step changes
   * nothing.
   */
  step(blocks: ReencryptedBlocks, cursor: ReencryptCursor): Promise<ReencryptStep>
}
