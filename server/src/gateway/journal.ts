/** What happened to a request, in order: decisions, warnings and upstream attempts. Entries are only ever added. */

import type { AttemptRecord, Decision, ReceivedBody } from '../core/record.ts'

/** A record has the bodies of at most this many responses that the plan moved on from. */
const MAX_DISCARDED_BODIES = 4
/** Needed for WebSocket sessions, which may last for hours. */
const MAX_WARNINGS = 200

const NONE: readonly string[] = []

export type AttemptEntry = {
  /** Null until the attempt has ended. */
  readonly record: AttemptRecord | null
  /** Set if the plan moved on from the response and bodies are logged. */
  readonly discarded?: { logged(): ReceivedBody | null } | null
}

export class Journal {
  /** Epoch milliseconds. */
  readonly startedAtMs = Date.now()
  readonly decisions: Decision[] = []
  readonly warnings: string[] = []
  /** The warnings that the caller gets too, by the config path of the target they are about. */
  readonly #callerWarnings = new Map<string, string[]>()
  /** In the order in which they were sent. */
  readonly attempts: AttemptEntry[] = []
  readonly #start = performance.now()

  /** Milliseconds since the request arrived, on a monotonic clock. */
  elapsedMs(): number {
    return performance.now() - this.#start
  }

  decide(kind: Decision['kind'], target: string | null, reason: string, atMs = this.elapsedMs(), durationMs = 0): void {
    const decision = { kind, atMs: round(atMs), durationMs: round(durationMs), target, reason }
    let at = this.decisions.length
    // A guardrail is recorded when it ends, which may be after the response, so it is inserted by its start time.
    if (kind === 'guardrail') while (at > 0 && this.decisions[at - 1]!.atMs > decision.atMs) at--
    this.decisions.splice(at, 0, decision)
  }

  /** Records a warning once, even if several attempts give it. */
  warn(warning: string): void {
    if (this.warnings.length < MAX_WARNINGS && !this.warnings.includes(warning)) this.warnings.push(warning)
  }

  /** Records a warning that is also sent to the caller, in a header of a response of this target. */
  warnCaller(target: string, warning: string): void {
    this.warn(`${target}: ${warning}`)
    const warnings = this.#callerWarnings.get(target) ?? []
    if (!warnings.includes(warning)) this.#callerWarnings.set(target, [...warnings, warning])
  }

  /** The warnings for the caller about a target. */
  callerWarnings(target: string): readonly string[] {
    return this.#callerWarnings.get(target) ?? NONE
  }

  /** The attempts that have ended. */
  attemptRecords(): AttemptRecord[] {
    const records: AttemptRecord[] = []
    let bodiesLeft = MAX_DISCARDED_BODIES
    for (const { record, discarded } of this.attempts) {
      if (!record) continue
      const received = discarded && bodiesLeft > 0 ? discarded.logged() : null
      if (received) bodiesLeft--
      records.push(received ? { ...record, received } : record)
    }
    return records
  }
}

/** To microseconds, the resolution of our clock. */
export function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
