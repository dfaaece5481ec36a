/** The events of a simulated request. The simulation writes them; the model and the trace read them. */

import type { Target } from '../../server/src/config/plan.ts'
import type { GatewayError } from '../../server/src/core/errors.ts'
import type { AttemptOutcome, MovesOn, PlanResult } from '../../server/src/gateway/plan/run-plan.ts'

export type SimulatedResponse = {
  readonly id: number
  readonly status: number
  readonly retryAfterMs: number | null
  readonly isTooLarge: boolean
  /** `open`: not read yet; `keeping`: being buffered; `kept`: buffered; `dropped`: its connection is closed. */
  state: 'open' | 'keeping' | 'kept' | 'dropped'
}

export type Step =
  /** `isSent` is false if the caller had left: the simulation does not send the call. */
  | {
      readonly kind: 'call'
      readonly target: Target
      readonly retry: number
      readonly next: MovesOn | null
      readonly isSent: boolean
    }
  | { readonly kind: 'outcome'; readonly outcome: AttemptOutcome<SimulatedResponse> }
  /** The gateway refused the call itself. No other target is tried. */
  | { readonly kind: 'refused'; readonly error: GatewayError }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'woke'; readonly stayed: boolean }
  | { readonly kind: 'keep'; readonly reply: SimulatedResponse }
  /** No target is left to call: the planner waits for responses that are being buffered. */
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
      return 'waits for buffered responses'
    case 'end':
      return `end ${resultText(step.result)}`
  }
}

function resultText(result: StepOf<'end'>['result']): string {
  if (!('kind' in result)) return `${result.code} ${result.retryAfterMs ?? ''}`
  if (result.kind === 'abandoned') return 'abandoned'
  return `reply ${result.response.id} of ${result.target.configPath}, count ${result.retryCount}`
}
