/** The circuits of this process. A circuit guards a target of a saved config, or a combination of provider, host, credential and rules. */

import type { CircuitPolicy, Target } from '../../config/plan.ts'
import type { BreakerAdmin, BreakerView } from '../../core/ports.ts'
import { Circuit } from '../../policies/circuit.ts'

const MAX_CIRCUITS = 10_000
const MAX_LOOKED_AT = 100
const MAX_HINTS = 1_000

type Entry = { readonly circuit: Circuit; readonly workspaceId: string; readonly target: Target; readonly id: string }

export class Circuits implements BreakerAdmin {
  /** In order of use, oldest first. */
  readonly #entries = new Map<string, Entry>()

  /** When other nodes opened circuits, by circuit id: applied to a circuit that this node creates later. */
  readonly #hints = new Map<string, number>()

  /** `onOpened` is called with the id of a circuit that failures have opened. */
  constructor(
    private readonly nowMs: () => number,
    private readonly onOpened: (id: string) => void = () => {},
  ) {}

  /** Call when another node has opened the circuit with this id. */
  hint(id: string): void {
    const nowMs = this.nowMs()
    this.#hints.delete(id)
    this.#hints.set(id, nowMs)
    const [oldest] = this.#hints.keys()
    if (this.#hints.size > MAX_HINTS && oldest !== undefined) this.#hints.delete(oldest)
    for (const entry of this.#entries.values()) if (entry.id === id) entry.circuit.openByHint(nowMs)
  }

  /** The circuit of a target for a workspace and credential; null if the target has none. */
  of(target: Target, workspaceId: string, credential: string): Circuit | null {
    if (!target.circuit) return null
    const key = keyOf(target, target.circuit, workspaceId, credential)
    const known = this.#entries.get(key)
    if (known) {
      this.#entries.delete(key)
      this.#entries.set(key, known)
      return known.circuit
    }
    const id = Bun.hash(key).toString(36)
    const circuit = new Circuit(target.circuit, () => this.onOpened(id))
    const hintedAtMs = this.#hints.get(id)
    if (hintedAtMs !== undefined && this.nowMs() < hintedAtMs + circuit.rules.cooldownMs) circuit.openByHint(hintedAtMs)
    const entry: Entry = { circuit, workspaceId, target, id }
    if (this.#entries.size >= MAX_CIRCUITS) this.#evictClosed()
    if (this.#entries.size < MAX_CIRCUITS) this.#entries.set(key, entry)
    return entry.circuit
  }

  list(workspaceId: string | null): readonly BreakerView[] {
    return this.#inReach(workspaceId).map((entry) => this.#view(entry))
  }

  reset(workspaceId: string | null, id: string): boolean {
    const found = this.#inReach(workspaceId).filter((entry) => entry.id === id)
    for (const { circuit } of found) circuit.reset()
    return found.length > 0
  }

  #inReach(workspaceId: string | null): Entry[] {
    return [...this.#entries.values()].filter((entry) => workspaceId === null || entry.workspaceId === workspaceId)
  }

  #view({ circuit, workspaceId, target, id }: Entry): BreakerView {
    const nowMs = this.nowMs()
    const sinceMs = Date.now() - nowMs
    return {
      id,
      workspaceId,
      provider: target.provider.slug,
      origin: target.customHost,
      target: target.configPath,
      savedIn: target.savedIn,
      state: circuit.state(nowMs),
      failures: circuit.failures,
      failureThreshold: circuit.rules.failureThreshold,
      failurePercentage: circuit.rules.failurePercentage ?? null,
      minimumRequests: circuit.rules.failurePercentage == null ? null : (circuit.rules.minimumRequests ?? null),
      cooldownMs: circuit.rules.cooldownMs,
      retryAtMs: circuit.retryAtMs === null ? null : Math.round(circuit.retryAtMs + sinceMs),
    }
  }

  /** Only closed circuits may be evicted: evicting an open one would let traffic through again. */
  #evictClosed(): void {
    let candidate: string | null = null
    let looked = 0
    for (const [key, { circuit }] of this.#entries) {
      if (circuit.retryAtMs !== null) continue
      candidate ??= key
      // Prefers the oldest closed circuit without failures.
      if (circuit.failures === 0) candidate = key
      if (circuit.failures === 0 || ++looked >= MAX_LOOKED_AT) break
    }
    if (candidate !== null) this.#entries.delete(candidate)
  }
}

/** Targets of saved configs are identified by their config path, inline targets by their provider, host, credential and rules. */
function keyOf(target: Target, policy: CircuitPolicy, workspaceId: string, credential: string): string {
  if (target.savedIn !== null) return [workspaceId, target.savedIn, target.configPath].join('\0')
  return [workspaceId, target.provider.slug, target.customHost, credential, rulesText(policy)].join('\0')
}

function rulesText(policy: CircuitPolicy): string {
  const { failureThreshold, failurePercentage, minimumRequests, cooldownMs, codes } = policy
  return `${failureThreshold}/${failurePercentage}/${minimumRequests}/${cooldownMs}/${codes}`
}
