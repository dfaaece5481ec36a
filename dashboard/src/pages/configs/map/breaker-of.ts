/** Finds the circuit breaker of a target. */

import type { StrategyNode } from './strategy-tree.ts'

export type Breaker = {
  readonly id: string
  readonly workspace_id: string
  readonly provider: string
  readonly config: { readonly slug: string; readonly name: string; readonly is_newest: boolean } | null
  readonly source: 'saved' | 'inline'
  readonly target: string
  readonly state: 'closed' | 'open' | 'half_open'
  readonly failures: number
  readonly failure_threshold: number | null
  readonly failure_threshold_percentage: number | null
  readonly cooldown_interval: number
  readonly retry_at: string | null
}

const WORST: readonly Breaker['state'][] = ['open', 'half_open', 'closed']

/** Breakers are identified by config path and settings; if several match, the worst state wins. */
export function breakerOf(node: StrategyNode, breakers: readonly Breaker[]): Breaker | null {
  const { circuit, configPath, provider } = node
  if (!circuit) return null
  const fitting = breakers.filter(
    (one) =>
      one.target === configPath &&
      (provider === null || one.provider === provider) &&
      one.failure_threshold === circuit.failureThreshold &&
      one.failure_threshold_percentage === circuit.failurePercentage &&
      one.cooldown_interval === circuit.cooldownMs,
  )
  return fitting.toSorted((left, right) => WORST.indexOf(left.state) - WORST.indexOf(right.state))[0] ?? null
}
