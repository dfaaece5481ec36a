/** The path of a request: received, admitted, planned, answered, settled. Each stage takes a value and returns the next. */

import type { Target } from '../config/plan.ts'
import { errorResponse } from '../core/error-response.ts'
import { asGatewayError } from '../core/errors.ts'
import { splitUrl } from '../core/request-url.ts'
import type { AdmitPorts } from './admit/admit.ts'
import type { AttemptPorts } from './attempt/plan-attempts.ts'
import { readUnread } from './attempt/provider-response.ts'
import { batchOfOutput, batchOutput } from './batch-output.ts'
import type { ClientConnection } from './client-connection.ts'
import { stickyTexts } from './large/sticky-texts.ts'
import type { RequestLimits } from './limits/request-limits.ts'
import { choosePlan, type PlanPorts } from './plan/choose-plan.ts'
import type { Circuits } from './plan/circuits.ts'
import { isPromptRoute, type PromptPorts, renderPrompt, renderTargetPrompts } from './prompts/render-prompt.ts'
import { receive } from './receive/receive.ts'
import { type BodyLimits, readBody } from './receive/request-body.ts'
import { inArray } from './relay/json-array.ts'
import { type RelayPorts, relay } from './relay/relay.ts'
import type { Admitted, Attempted, Issued } from './request.ts'
import { abandon } from './settle/settle.ts'
import type { SecretBox } from './sockets/client-secret.ts'
import { type RealtimeObject, realtimeObject } from './sockets/realtime-paths.ts'
import { opensSocket } from './sockets/socket-request.ts'
import type { Sockets } from './sockets/sockets.ts'
import { admit, attempt, fail, type Progress } from './stages.ts'
import type { ModelLists } from './stored/model-lists.ts'
import { isModelRead, modelsResponse } from './stored/models-response.ts'

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
  if (opensSocket(request)) return handleSocket(request, ports)
  const { pathname } = splitUrl(request.url)
  const object = realtimeObject(request.method, pathname)
  if (object !== null) return createRealtime(object, request, ports)
  const batch = batchOfOutput(request.method, pathname)
  if (batch === null) return run(request, ports)
  const own = portsOfParts(request, ports)
  return batchOutput(request, batch, (part) => run(part, own), ports.baseUrlOf(request))
}

/** Loads the WebSocket code with the first upgrade. */
async function handleSocket(request: Request, ports: GatewayPorts): Promise<Response> {
  const { openSocket } = await import('./sockets/open-socket.ts')
  const turnPorts = portsOfParts(request, ports)
  return openSocket(request, turnPorts, (turn) => run(turn, turnPorts))
}

/** Creates a client secret for a WebSocket, or a WebRTC call. */
async function createRealtime(object: RealtimeObject, request: Request, ports: GatewayPorts): Promise<Response> {
  const own = portsOfParts(request, ports)
  if (object === 'client_secret') {
    const { createSecret } = await import('./sockets/client-secret.ts')
    return asResponse(request, own, () =>
      createSecret(request, (part, onServed) => run(part, own, null, onServed), own),
    )
  }
  const { createCall } = await import('./sockets/webrtc-call.ts')
  return asResponse(request, own, () =>
    createCall(request, (part, issued, onServed) => run(part, own, issued, onServed), own),
  )
}

/** Requests may be served by several internal ones. These have no connection, so they use the original certificate. */
function portsOfParts(request: Request, ports: GatewayPorts): GatewayPorts {
  const certificate = ports.certificateOf(request)
  return certificate === null ? ports : { ...ports, certificateOf: () => certificate }
}

/** Turns errors that are thrown outside `run` into responses. `run` does this for its own errors. */
async function asResponse(request: Request, ports: GatewayPorts, send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    const id = Bun.randomUUIDv7()
    const { status, headers, body } = errorResponse(asGatewayError(error), id, id, ports.baseUrlOf(request))
    return new Response(body, { status, headers })
  }
}

/** `onServed` is called with the target whose response is returned, and the request. */
async function run(
  request: Request,
  ports: GatewayPorts,
  issued: Issued | null = null,
  onServed: ((target: Target, request: Attempted) => void) | null = null,
): Promise<Response> {
  const plain = receive(request, ports.prefixes)
  const received = issued === null ? plain : { ...plain, head: { ...plain.head, ...issued } }
  ports.onReceived(received.connection)
  const progress: Progress = { reached: received }
  try {
    const accepted = await admit(received, progress, ports)
    const sent: Admitted = { ...accepted, body: await readBody(accepted, ports), prompts: null, prompt: null }
    progress.reached = sent
    if (accepted.caller.limits !== undefined) await ports.limits.reserveTokens(sent)
    const admitted = isPromptRoute(sent.head) ? await renderPrompt(sent, ports) : sent
    progress.reached = admitted

    const planned = await choosePlan(admitted, ports)
    progress.reached = planned
    if (planned.prompts) await renderTargetPrompts(planned.prompts, planned.plan)
    const fieldTexts = planned.body.facts ? await stickyTexts(planned, ports.bodies) : null
    const { attempted, result } = await attempt(planned, fieldTexts, progress, ports)
    if (result.kind === 'abandoned') return abandon(attempted, ports)

    const { response, retryCount } = result
    onServed?.(response.target, attempted)
    if (response.isUnread) await readUnread(response)
    const answered = isModelRead(attempted.head) ? await modelsResponse(attempted, response, ports) : response
    return await relay(attempted, inArray(attempted.head, answered), retryCount, ports)
  } catch (error) {
    return await fail(error, progress, ports)
  }
}
