/** Upstreams that alternate between healthy and failing periods. Each call is drawn from the current period. */

import type { ErrorCode } from '../../server/src/core/error-table.ts'
import { HOSTS } from './random-config.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The outcome of a call, unless the caller or a timeout ends it first. */
export type Behaviour = {
  readonly durationMs: number
  readonly end:
    | {
        readonly kind: 'status'
        readonly status: number
        readonly retryAfterMs: number | null
        readonly isTooLarge: boolean
      }
    /** A 200 whose first event is an error of this status. */
    | { readonly kind: 'error-in-stream'; readonly status: number }
    | { readonly kind: 'broken'; readonly code: ErrorCode }
    /** The gateway refuses the request before sending it. */
    | { readonly kind: 'refused'; readonly code: ErrorCode }
}

type Mood = 'well' | 'down' | 'busy' | 'mixed'

const MOODS: readonly Mood[] = ['well', 'well', 'down', 'busy', 'mixed']
const FAILURES = [500, 501, 502, 503, 504, 529] as const
const MOOD_MS = 20_000

export class RandomUpstream {
  readonly #moods = new Map<string, Mood[]>()

  constructor(
    private readonly random: SeededRandom,
    lastsMs: number,
  ) {
    const spells = Math.ceil(lastsMs / MOOD_MS)
    for (const host of HOSTS)
      this.#moods.set(
        host,
        Array.from({ length: spells }, () => random.pick(MOODS)),
      )
  }

  behave(host: string, atMs: number): Behaviour {
    const moods = this.#moods.get(host) ?? []
    // After the last period every upstream is healthy, so that all requests must end.
    const mood = moods[Math.floor(atMs / MOOD_MS)] ?? 'well'
    const durationMs = this.random.chance(0.05) ? this.random.between(1_000, 700_000) : this.random.between(0, 400)
    return { durationMs, end: this.#end(mood) }
  }

  #end(mood: Mood): Behaviour['end'] {
    const { random } = this
    if (random.chance(0.01)) return { kind: 'refused', code: 'address_forbidden' }
    const isBad = random.chance(mood === 'well' ? 0.04 : mood === 'mixed' ? 0.5 : 0.95)
    if (!isBad) return status(200, null, false)
    if (mood === 'busy') return status(429, this.#retryAfterMs(), random.chance(0.1))
    if (random.chance(0.15)) return status(random.pick([400, 401, 404]), null, false)
    if (random.chance(0.2)) return { kind: 'error-in-stream', status: random.pick([429, 502, 529]) }
    if (random.chance(0.3))
      return { kind: 'broken', code: random.pick(['upstream_unreachable', 'upstream_broken', 'upstream_tls']) }
    return status(random.pick(FAILURES), random.chance(0.3) ? this.#retryAfterMs() : null, random.chance(0.15))
  }

  #retryAfterMs(): number | null {
    return this.random.pick([null, 0, 700, 5_000, 60_000, 60_001, 3_600_000])
  }
}

function status(code: number, retryAfterMs: number | null, isTooLarge: boolean): Behaviour['end'] {
  return { kind: 'status', status: code, retryAfterMs, isTooLarge }
}
