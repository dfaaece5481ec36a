/** The path of a request: received, admitted, planned, answered, settled. Each stage takes a value and returns the next. */

import { errorResponse } from '../core/error-response.ts'
import { asGatewayError } from '../core/errors.ts'
import { type AdmitPorts, accept, authenticate, enterWorkspace, readOptions } from './admit/admit.ts'
import { type AttemptPorts, PlanAttempts } from './attempt/plan-attempts.ts'
import { type ProviderResponse, readUnread } from './attempt/provider-response.ts'
import { batchOfOutput, batchOutput } from './batch-output.ts'
import type { ClientConnection } from './client-connection.ts'
import { stickyTexts } from './large/sticky-texts.ts'
import type { RequestLimits } from './limits/request-limits.ts'
import { choosePlan, type PlanPorts } from './plan/choose-plan.ts'
import type { Circuits } from './plan/circuits.ts'
import { type PlanResult, runPlan } from './plan/run-plan.ts'
import { isPromptRoute, type PromptPorts, renderPrompt, renderTargetPrompts } from './prompts/render-prompt.ts'
import { receive } from './receive/receive.ts'
import { type BodyLimits, readBody } from './receive/request-body.ts'
import { inArray } from './relay/json-array.ts'
import { type RelayPorts, relay } from './relay/relay.ts'
import type { Admitted, AnyStage, Attempted } from './request.ts'
import { abandon, refuse } from './settle/settle.ts'
import { createSecret, createsSecret, type SecretBox } from './sockets/client-secret.ts'
import { openSocket } from './sockets/open-socket.ts'
import { opensSocket } from './sockets/socket-request.ts'
import type { Sockets } from './sockets/sockets.ts'
import { answerModels, isModelRead } from './stored/answer-models.ts'
import type { ModelLists } from './stored/model-lists.ts'

export type GatewayPorts = AdmitPorts &
  BodyLimits &
  PromptPorts &
  PlanPorts &
  AttemptPorts &
  RelayPorts & {
    readonly circuits: Circuits
    readonly limits: RequestLimits
    readonly modelLists: ModelLists
    readonly sockets: Sockets
    readonly secrets: SecretBox
    readonly onReceived: (connection: ClientConnection) => void
    /** Called with failures that are our own defects; the caller sees only a trace id. */
    readonly onDefect: (error: unknown, traceId: string) => void
  }

export function handle(request: Request, ports: GatewayPorts): Promise<Response> {
  if (opensSocket(request)) return openSocket(request, ports, (turn) => run(turn, ports))
  if (createsSecret(request)) return secretOf(request, ports)
  const batch = batchOfOutput(request)
  if (batch === null) return run(request, ports)
  return batchOutput(request, batch, (part) => run(part, ports), ports.baseUrlOf(request))
}

/** Errors of the replacement itself; those of the request are responses already. */
async function secretOf(request: Request, ports: GatewayPorts): Promise<Response> {
  try {
    return await createSecret(request, (part) => run(part, ports), ports)
  } catch (error) {
    const id = Bun.randomUUIDv7()
    const { status, headers, body } = errorResponse(asGatewayError(error), id, id, ports.baseUrlOf(request))
    return new Response(body, { status, headers })
  }
}

async function run(request: Request, ports: GatewayPorts): Promise<Response> {
  const received = receive(request, ports.prefixes)
  const { connection } = received
  ports.onReceived(connection)
  // A refusal settles the request as far as it has come.
  let reached: AnyStage = received
  try {
    const authenticated = await authenticate(received, ports)
    reached = authenticated
    const configured = readOptions(authenticated, ports)
    reached = configured
    const { workspaceId } = configured.options
    const inWorkspace =
      workspaceId === null ? configured : await enterWorkspace(configured, workspaceId, ports.directory)
    reached = inWorkspace
    const accepted = accept(inWorkspace, ports)
    reached = accepted
    const hasLimits = accepted.caller.limits !== undefined
    // Before the body: a caller over its limits must not make us read one.
    if (hasLimits) await ports.limits.countRequest(accepted)
    const sent: Admitted = { ...accepted, body: await readBody(accepted, ports), prompts: null, prompt: null }
    reached = sent
    if (hasLimits) await ports.limits.reserveTokens(sent)
    const admitted = isPromptRoute(sent.head) ? await renderPrompt(sent, ports) : sent
    reached = admitted

    const planned = await choosePlan(admitted, ports)
    reached = planned
    if (planned.prompts) await renderTargetPrompts(planned.prompts, planned.plan)
    const fieldTexts = planned.body.facts ? await stickyTexts(planned, ports.bodies) : null
    const attempts = new PlanAttempts(planned, fieldTexts, ports)
    let result: PlanResult<ProviderResponse>
    let attempted: Attempted
    try {
      result = await runPlan(planned.plan, attempts, attempts)
    } finally {
      attempted = attempts.end()
      reached = attempted
    }
    connection.stopBuffering()
    if (result.kind === 'abandoned') return abandon(attempted, ports)

    const { response, retryCount } = result
    if (response.refusal) throw response.refusal
    if (response.isUnread) await readUnread(response)
    const answered = isModelRead(attempted.head) ? await answerModels(attempted, response, ports) : response
    return await relay(attempted, inArray(attempted.head, answered), retryCount, ports)
  } catch (error) {
    if (connection.hasLeft) return abandon(reached, ports)
    const refusal = asGatewayError(error)
    if (refusal.code === 'internal_error') ports.onDefect(refusal.cause, received.head.traceId)
    return refuse(reached, refusal, ports)
  }
}
