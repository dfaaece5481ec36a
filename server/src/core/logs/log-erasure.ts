/** Port for erasing the logs of one person. */

/** Which logs are erased: those of an end user (`_user` in the metadata), or those sent with some API keys. */
export type ErasedLogs = {
  readonly organisationId: string
  /** Null: every workspace of the organisation. */
  readonly workspaceId: string | null
  readonly match: { readonly user: string } | { readonly keyIds: readonly string[] }
  /** Start time of the latest request to erase. */
  readonly untilMs: number
}

export type LogErasureCounts = {
  readonly logs: number
  /** Logs that had a stored request or response body. */
  readonly bodies: number
  readonly feedback: number
  /** Rows of the rollups by user. */
  readonly rollups: number
}

/**
 * `rollups`: the rollups by user. `logs`: rows, details, bodies, and the feedback on their traces. `feedback`: feedback
 * that itself names the user. `scrub`: copies of deleted data in the write-ahead log.
 */
export type ErasePhase = 'rollups' | 'logs' | 'feedback' | 'scrub'

/** What every process of every node erases in its own memory and files. */
export type LocalErasure = {
  /** Null: the person has no logs. */
  readonly logs: ErasedLogs | null
  /** Quarantined files that contain one of these are deleted. */
  readonly texts: readonly string[]
  /** Workspaces whose caches are purged. */
  readonly workspaceIds: readonly string[]
}

export type LocalErasureCounts = { readonly quarantinedFiles: number; readonly cachedResponses: number }

/** Where a phase continues; null: at its start. */
export type EraseCursor = string | number | null

export type EraseStep = {
  readonly counts: LogErasureCounts
  /** Null: the phase is complete. */
  readonly next: EraseCursor
}

export interface LogErasure {
  /** Resolves when every record so far is in the store and the journal files that contained it are deleted. */
  settle(): Promise<void>
  /** One bounded step. Repeating a step erases nothing twice. */
  step(logs: ErasedLogs, phase: ErasePhase, cursor: EraseCursor): Promise<EraseStep>
  /** Overwrites logs that wait for sinks on this node; resolves with their number. */
  eraseOutbox(logs: ErasedLogs): Promise<number>
  /** Deletes quarantined journal files that contain one of these texts; resolves with their number. */
  removeQuarantined(texts: readonly string[]): Promise<number>
}
