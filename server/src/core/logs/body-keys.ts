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

/** Selects the stored bodies of a workspace that are encrypted with an earlier version of its key. */
export type ReencryptedBlocks = {
  readonly organisationId: string
  readonly workspaceId: string
  /** The newest version of the key, with which the bodies are encrypted again. */
  readonly version: number
}

/** The last block that was examined; null: start at the beginning. */
export type ReencryptCursor = { readonly version: number; readonly id: number } | null

export type ReencryptStep = {
  readonly blocks: number
  /** Blocks that cannot be decrypted, because they are damaged or their key is missing. They are not changed. */
  readonly unreadable: number
  /** Blocks that still use an earlier version of the key after this step, including unreadable ones. */
  readonly left: number
  /** Null: this was the last step. */
  readonly next: ReencryptCursor
}

export interface BodyReencryption {
  /**
   * One bounded step; repeating it changes nothing. After the first step, no node stores a block with an earlier
   * version of the key.
   */
  step(blocks: ReencryptedBlocks, cursor: ReencryptCursor): Promise<ReencryptStep>
}
