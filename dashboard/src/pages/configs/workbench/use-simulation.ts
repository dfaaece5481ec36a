/** State of the dry run in the editor: scenario, result and visited targets. */

import { useCallback, useMemo, useState } from 'preact/hooks'
import { explainBody, objectOf, SAMPLE, type Scenario } from '../explain/scenario.ts'
import { type ExplainState, useExplanation } from '../explain/use-explanation.ts'
import type { NodeOutcome } from '../map/node-list.tsx'
import type { StrategyNode } from '../map/strategy-tree.ts'
import { trailOf } from './trail.ts'

export type Simulation = {
  readonly scenario: Scenario
  readonly change: (part: Partial<Scenario>) => void
  readonly state: ExplainState
  /** Why a dry run is not possible; null if it is. */
  readonly reason: string | null
  readonly outcomes: ReadonlyMap<string, NodeOutcome>
  readonly run: () => void
}

type Subject = {
  readonly text: string
  readonly slug: string | null
  readonly leaves: readonly StrategyNode[]
  readonly hasErrors: boolean
}

export function useSimulation({ text, slug, leaves, hasErrors }: Subject): Simulation {
  const [scenario, setScenario] = useState<Scenario>(SAMPLE)
  const [round, setRound] = useState(0)
  const change = useCallback((part: Partial<Scenario>) => setScenario((before) => ({ ...before, ...part })), [])
  const reason = reasonFor(scenario, hasErrors)
  const paths = leaves.map((leaf) => leaf.configPath)
  const state = useExplanation(text, slug, reason === null ? explainBody(scenario, paths) : null, round)
  const outcomes = useMemo(() => trailOf(reason === null ? state.result : null), [state.result, reason])
  return { scenario, change, state, reason, outcomes, run: () => setRound((before) => before + 1) }
}

function reasonFor({ params, metadata }: Scenario, hasErrors: boolean): string | null {
  if (hasErrors) return 'Fix the errors in the config first.'
  const isReadable = objectOf(params) !== null && objectOf(metadata) !== null
  return isReadable ? null : 'The request’s body and metadata must be JSON objects.'
}
