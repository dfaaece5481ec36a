/** The stages that plain requests and WebSocket upgrades share. */

import { asGatewayError } from '../core/errors.ts'
import { type AdmitPorts, accept, authenticate, enterWorkspace, readOptions } from './admit/admit.ts'
import { type AttemptPorts, PlanAttempts } from './attempt/plan-attempts.ts'
import type { ProviderResponse } from './attempt/provider-response.ts'
import type { Circuits } from './plan/circuits.ts'
import { type PlanResult, runPlan } from './plan/run-plan.ts'
import type { Accepted, AnyStage, Attempted, Planned, Received } from './request.ts'
import { abandon, refuse, type SettlePorts } from './settle/settle.ts'

/** The last stage that a request has reached. If the request is refused, this stage is settled. */
export type Progress = { reached: AnyStage }

/** Everything before the body: the key, the options, the workspace, the load and the request limits. */
export async function admit(received: Received, progress: Progress, ports: AdmitPorts): Promise<Accepted> {
  const authenticated = await authenticate(received, ports)
  progress.reached = authenticated
  const configured = readOptions(authenticated, ports)
  progress.reached = configured
  const { workspaceId } = configured.options
  const inWorkspace = workspaceId === null ? configured : await enterWorkspace(configured, workspaceId, ports.directory)
  progress.reached = inWorkspace
  const accepted = accept(inWorkspace, ports)
  progress.reached = accepted
  // Before the body: a caller over its limits must not make us read one.
  if (accepted.caller.limits !== undefined) await ports.limits.countRequest(accepted)
  return accepted
}

type Answer = { readonly attempted: Attempted; readonly result: PlanResult<ProviderResponse> }

/** Runs the plan of a request. Throws if the gateway itself refuses the last attempt. */
export async function attempt(
  planned: Planned,
  fieldTexts: ReadonlyMap<string, string> | null,
  progress: Progress,
  ports: AttemptPorts & { readonly circuits: Circuits },
): Promise<Answer> {
  const attempts = new PlanAttempts(planned, fieldTexts, ports)
  let result: PlanResult<ProviderResponse>
  let attempted: Attempted
  try {
    result = await runPlan(planned.plan, attempts, attempts)
  } finally {
    attempted = attempts.end()
    progress.reached = attempted
  }
  planned.connection.stopBuffering()
  if (result.kind === 'abandoned') return { attempted, result }
  if (result.response.refusal) throw result.response.refusal
  if (attempts.guards === null) return { attempted, result }
  return { attempted, result: { ...result, response: await attempts.guardError(result.response) } }
}

type FailPorts = SettlePorts & { readonly onDefect: (error: unknown, traceId: string) => void }

/** Settles a failed request at the stage it has reached, and builds the response. */
export async function fail(error: unknown, { reached }: Progress, ports: FailPorts): Promise<Response> {
  if (reached.connection.hasLeft) return abandon(reached, ports)
  const refusal = asGatewayError(error)
  if (refusal.code === 'internal_error') ports.onDefect(refusal.cause, reached.head.traceId)
  try {
    return await refuse(reached, refusal, ports)
  } catch (unsaved) {
    // The request is settled already, so this only builds a response.
    return refuse(reached, asGatewayError(unsaved), ports)
  }
}
