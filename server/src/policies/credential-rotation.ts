/** Which of several provider keys serves the next call: by weight among those in service; one that was refused rests. */

import { pickWeighted } from './weighted-pick.ts'

/** `id` changes with the key itself: a replaced key has no past. */
export type RotationMember = { readonly id: string; readonly weight: number }

/** Why a key rests: the provider did not know it (401), or it had asked too often (429). */
export type RestCause = 'rejected' | 'limited'

type Rest = { readonly cause: RestCause; untilMs: number }

export type Turn = { readonly index: number; readonly reason: string }

const LIMITED_MS = 30_000
const LONGEST_LIMITED_MS = 3_600_000
/** A rejected key gets one call each time this is over, until it is replaced. */
const PROBE_EVERY_MS = 300_000
const MAX_RESTS = 10_000

export class CredentialRotation {
  readonly #rests = new Map<string, Rest>()

  /** Null when none is left to try: `tried` are those this very call was refused with. */
  choose(members: readonly RotationMember[], tried: ReadonlySet<string>, nowMs: number, random01: number): Turn | null {
    const probe = members.findIndex((member) => !tried.has(member.id) && this.#isDue(member.id, nowMs))
    if (probe >= 0) {
      // Set at once, so that the calls beside this one do not probe as well.
      this.#rests.get(members[probe]!.id)!.untilMs = nowMs + PROBE_EVERY_MS
      return { index: probe, reason: 'it was rejected a while ago: this call is the probe' }
    }
    const weights = members.map((member) =>
      tried.has(member.id) || this.#restMs(member.id, nowMs) > 0 ? 0 : member.weight,
    )
    const index = pickWeighted(weights, random01)
    if (index >= 0) return { index, reason: `drawn by weight ${members[index]!.weight}` }
    return this.#shortestRest(members, tried, nowMs)
  }

  /** `retryAfterMs` is what the provider asked for, if anything. */
  rest(id: string, cause: RestCause, retryAfterMs: number | null, nowMs: number): void {
    const limitedMs = Math.min(retryAfterMs ?? LIMITED_MS, LONGEST_LIMITED_MS)
    // Moved to the end: the oldest is forgotten first.
    this.#rests.delete(id)
    this.#rests.set(id, { cause, untilMs: nowMs + (cause === 'rejected' ? PROBE_EVERY_MS : limitedMs) })
    if (this.#rests.size > MAX_RESTS) this.#rests.delete(this.#rests.keys().next().value!)
  }

  /** The provider took it: it is in service again. */
  serve(id: string): void {
    if (this.#rests.size > 0) this.#rests.delete(id)
  }

  /** How long it still rests; 0 when it is in service. */
  #restMs(id: string, nowMs: number): number {
    const rest = this.#rests.get(id)
    if (rest === undefined) return 0
    // Until it is probed, a rejected key does not come back by itself.
    return rest.cause === 'rejected' ? Math.max(1, rest.untilMs - nowMs) : Math.max(0, rest.untilMs - nowMs)
  }

  #isDue(id: string, nowMs: number): boolean {
    const rest = this.#rests.get(id)
    return rest !== undefined && rest.cause === 'rejected' && rest.untilMs <= nowMs
  }

  /**
   * When all rest, one call goes out all the same, with the key that rests shortest. A call that was rejected may besides
   * try those that are only limited; one that was limited goes no further, or every call would ask every key.
   */
  #shortestRest(members: readonly RotationMember[], tried: ReadonlySet<string>, nowMs: number): Turn | null {
    const wasLimited = [...tried].some((id) => this.#rests.get(id)?.cause !== 'rejected')
    if (wasLimited) return null
    let shortest: number | null = null
    for (const [i, { id }] of members.entries()) {
      if (tried.has(id) || (tried.size > 0 && this.#rests.get(id)?.cause === 'rejected')) continue
      if (shortest === null || this.#restMs(id, nowMs) < this.#restMs(members[shortest]!.id, nowMs)) shortest = i
    }
    return shortest === null ? null : { index: shortest, reason: 'all rest, and this one rests shortest' }
  }
}
