/** Where backups are stored: named objects in a folder or in S3-compatible storage. */

export interface BackupTarget {
  /** Used in messages. */
  readonly name: string
  /** Replaces an existing object. The object is complete and durable when the promise resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null if the object does not exist. Throws if it is larger than `maxBytes`. */
  get(key: string, maxBytes: number): Promise<Uint8Array | null>
  /** Keys that start with `prefix`, which ends with a slash. */
  list(prefix: string): Promise<readonly string[]>
  remove(key: string): Promise<void>
  /** Allows one backup at a time: a second one could delete chunks that the first has found and will refer to. */
  lock(): Promise<TargetLock>
}

export type TargetLock = {
  /** Throws if another backup took the lock. Call it before completing or deleting a backup. */
  confirm(): Promise<void>
  release(): Promise<void>
}

/** A problem that the operator has to solve. */
export class BackupError extends Error {
  constructor(
    message: string,
    readonly fix?: string,
  ) {
    super(message)
  }
}
