/** What happens in a simulated request, one word per event: the world writes it, the model and the trace read it. */

import type { Target } from '../../server/src/config/plan.ts'
import type { GatewayError } from '../../server/src/core/errors.ts'
import type { AttemptOutcome, MovesOn, PlanResult } from '../../server/src/gateway/plan/run-plan.ts'

export type SimulatedResponse = {
  readonly id: number
  readonly status: number
  readonly retryAfterMs: number | null
  readonly isTooLarge: boolean
  /** `open`: somebody still has to read it; `keeping`: being read; `kept`: in memory; `dropped`: its connection is closed. */
  state: 'open' | 'keeping' | 'kept' | 'dropped'
}

export type Step =
  /** `isSent` is false when the caller had left: the world turns the call away. */
  | {
      readonly kind: 'call'
      readonly target: Target
      readonly retry: number
      readonly next: MovesOn | null
      readonly isSent: boolean
    }
  | { readonly kind: 'outcome'; readonly outcome: AttemptOutcome<SimulatedResponse> }
  /** The world refused the call itself; no other target is tried. */
  | { readonly kind: 'refused'; readonly error: GatewayError }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'woke'; readonly stayed: boolean }
  | { readonly kind: 'keep'; readonly reply: SimulatedResponse }
  /** No target is left to call: whether an answer was kept is waited for. */
  | { readonly kind: 'keeping' }
  | { readonly kind: 'end'; readonly result: PlanResult<SimulatedResponse> | GatewayError }

export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>

export function textOf(step: Step): string {
  switch (step.kind) {
    case 'call':
      return `call ${step.target.configPath} retry ${step.retry}${step.next ? '' : ', the last chance'}${step.isSent ? '' : ', turned away'}`
    case 'outcome':
      return `outcome ${step.outcome.kind} ${'status' in step.outcome ? step.outcome.status : ''}`
    case 'refused':
      return `refused ${step.error.code}`
    case 'wait':
      return `wait ${step.ms.toFixed(3)} ms`
    case 'woke':
      return step.stayed ? 'woke' : 'woke, the caller has left'
    case 'keep':
      return `keep reply ${step.reply.id}`
    case 'keeping':
      return 'waits for what is kept'
    case 'end':
      return `end ${resultText(step.result)}`
  }
}

function resultText(result: StepOf<'end'>['result']): string {
  if (!('kind' in result)) return `${result.code} ${result.retryAfterMs ?? ''}`
  if (result.kind === 'abandoned') return 'abandoned'
  return `reply ${result.response.id} of ${result.target.configPath}, count ${result.retryCount}`
}
