/** The latest matches of semantic lookups in shadow mode, with the guard's objections, for review. */

import type { ShadowHit, ShadowReport } from '../../core/semantic/cache-admin.ts'

const KEPT = 1_000

type Counts = { lookups: number; wouldServe: number; objected: number }

export class ShadowLog {
  #hits: ShadowHit[] = []
  readonly #counts = new Map<string, Counts>()

  /** Counts a lookup in shadow mode. `hit` is null if nothing reached the threshold. */
  note(workspaceId: string, hit: ShadowHit | null): void {
    const counts = this.#countsOf(workspaceId)
    counts.lookups++
    if (hit === null) return
    if (hit.objection === null) counts.wouldServe++
    else counts.objected++
    this.#hits.push(hit)
    if (this.#hits.length > 2 * KEPT) this.#hits = this.#hits.slice(-KEPT)
  }

  report(workspaceId: string | null, limit: number): ShadowReport {
    const total: Counts = { lookups: 0, wouldServe: 0, objected: 0 }
    for (const [id, counts] of this.#counts) {
      if (workspaceId !== null && id !== workspaceId) continue
      total.lookups += counts.lookups
      total.wouldServe += counts.wouldServe
      total.objected += counts.objected
    }
    const own = this.#hits.slice(-KEPT).filter((hit) => workspaceId === null || hit.workspaceId === workspaceId)
    return { ...total, hits: own.reverse().slice(0, limit) }
  }

  forget(workspaceId: string): void {
    this.#hits = this.#hits.filter((hit) => hit.workspaceId !== workspaceId)
  }

  #countsOf(workspaceId: string): Counts {
    const known = this.#counts.get(workspaceId)
    if (known) return known
    const counts = { lookups: 0, wouldServe: 0, objected: 0 }
    this.#counts.set(workspaceId, counts)
    return counts
  }
}
