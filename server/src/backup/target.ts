/** Where backups are stored: named objects in a folder or in S3-compatible storage. */

export interface BackupTarget {
  /** For messages. */
  readonly name: string
  /** Replaces an existing object. When it resolves, the object is complete and durable. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Null if there is no such object. Throws if it is larger than `maxBytes`. */
  get(key: string, maxBytes: number): Promise<Uint8Array | null>
  /** Keys that start with `prefix`, which ends with a slash. */
  list(prefix: string): Promise<readonly string[]>
  remove(key: string): Promise<void>
  /** Only one backup at a time: another could delete objects that this one has found and will use. */
  lock(): Promise<TargetLock>
}

export type TargetLock = {
  /** Throws if another backup took the lock. Call it before a backup is completed or deleted. */
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
