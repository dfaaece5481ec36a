/** Chooses the provider key for the next call: by weight among the available keys; a rejected or limited key is paused. */

import { pickWeighted } from './weighted-pick.ts'

/** `id` changes when the key is replaced, so a new key starts without pauses. */
export type RotationMember = { readonly id: string; readonly weight: number }

/** Why a key is paused: the provider rejected it (401) or rate limited it (429). */
export type RestCause = 'rejected' | 'limited'

type Pause = { readonly cause: RestCause; untilMs: number }

export type Turn = { readonly index: number; readonly reason: string }

const LIMITED_MS = 30_000
const LONGEST_LIMITED_MS = 3_600_000
/** A rejected key is probed with one call per interval until it is replaced. */
const PROBE_EVERY_MS = 300_000
const MAX_PAUSES = 10_000

export class CredentialRotation {
  readonly #pauses = new Map<string, Pause>()

  /** Null if no key is left to try. `tried`: keys that already failed for this call. */
  choose(members: readonly RotationMember[], tried: ReadonlySet<string>, nowMs: number, random01: number): Turn | null {
    const probe = members.findIndex((member) => !tried.has(member.id) && this.#isDue(member.id, nowMs))
    if (probe >= 0) {
      // Set before the call, so that concurrent calls do not probe too.
      this.#pauses.get(members[probe]!.id)!.untilMs = nowMs + PROBE_EVERY_MS
      return { index: probe, reason: 'it was rejected earlier and this call probes it' }
    }
    const weights = members.map((member) =>
      tried.has(member.id) || this.#pauseMs(member.id, nowMs) > 0 ? 0 : member.weight,
    )
    const index = pickWeighted(weights, random01)
    if (index >= 0) return { index, reason: `chosen by weight ${members[index]!.weight}` }
    return this.#shortestPause(members, tried, nowMs)
  }

  /** `retryAfterMs`: from the provider's Retry-After, if any. */
  rest(id: string, cause: RestCause, retryAfterMs: number | null, nowMs: number): void {
    const limitedMs = Math.min(retryAfterMs ?? LIMITED_MS, LONGEST_LIMITED_MS)
    // Delete first, so that insertion order is age and the oldest entry is evicted first.
    this.#pauses.delete(id)
    this.#pauses.set(id, { cause, untilMs: nowMs + (cause === 'rejected' ? PROBE_EVERY_MS : limitedMs) })
    if (this.#pauses.size > MAX_PAUSES) this.#pauses.delete(this.#pauses.keys().next().value!)
  }

  /** The provider accepted the key, so its pause ends. */
  serve(id: string): void {
    if (this.#pauses.size > 0) this.#pauses.delete(id)
  }

  /** Remaining pause; 0 if the key is available. */
  #pauseMs(id: string, nowMs: number): number {
    const pause = this.#pauses.get(id)
    if (pause === undefined) return 0
    // A rejected key stays paused until a probe succeeds.
    return pause.cause === 'rejected' ? Math.max(1, pause.untilMs - nowMs) : Math.max(0, pause.untilMs - nowMs)
  }

  #isDue(id: string, nowMs: number): boolean {
    const pause = this.#pauses.get(id)
    return pause !== undefined && pause.cause === 'rejected' && pause.untilMs <= nowMs
  }

  /**
   * If all keys are paused, uses the one whose pause ends first. After a rejection the call may still try keys that are only
   * rate limited. After a rate limit it stops, because otherwise every call would try every key.
   */
  #shortestPause(members: readonly RotationMember[], tried: ReadonlySet<string>, nowMs: number): Turn | null {
    const wasLimited = [...tried].some((id) => this.#pauses.get(id)?.cause !== 'rejected')
    if (wasLimited) return null
    let shortest: number | null = null
    for (const [i, { id }] of members.entries()) {
      if (tried.has(id) || (tried.size > 0 && this.#pauses.get(id)?.cause === 'rejected')) continue
      if (shortest === null || this.#pauseMs(id, nowMs) < this.#pauseMs(members[shortest]!.id, nowMs)) shortest = i
    }
    return shortest === null ? null : { index: shortest, reason: 'all keys are paused and this pause ends first' }
  }
}
