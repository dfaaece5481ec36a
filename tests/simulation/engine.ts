/** What a simulated request uses: the simulation and the code under test. */

import type { Target } from '../../server/src/config/plan.ts'
import type { runPlan } from '../../server/src/gateway/plan/run-plan.ts'
import type { Circuit } from '../../server/src/policies/circuit.ts'
import type { ModelCircuit } from './model-circuit.ts'
import type { RandomUpstream } from './random-upstream.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Step } from './step.ts'
import type { VirtualTime } from './virtual-time.ts'

/** The real planner and circuit, or copies with a planted bug. */
export type Engine = { readonly runPlan: typeof runPlan; readonly Circuit: typeof Circuit }

export type Guard = { readonly circuit: Circuit; readonly model: ModelCircuit }

export interface SimulationView {
  readonly time: VirtualTime
  readonly random: SeededRandom
  readonly upstream: RandomUpstream
  readonly stuck: Map<string, number>
  readonly violation: string | null
  calls: number
  replyId: number
  guardOf(target: Target): Guard | null
  note(request: number, text: string): void
  noteStep(request: number, step: Step): void
  fail(violation: string): void
}
