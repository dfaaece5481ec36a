/** Opens a WebSocket: the same stages as any request, up to the handshake with the provider. */

import type { Route } from '../../config/plan.ts'
import { SOCKET_ENDPOINTS } from '../../core/endpoints.ts'
import { asGatewayError, GatewayError } from '../../core/errors.ts'
import { addAliasHeaders } from '../../core/options/aliases.ts'
import { type AdmitPorts, accept, authenticate, enterWorkspace, readOptions } from '../admit/admit.ts'
import { authenticate as authenticateKey } from '../admit/authenticate.ts'
import { type AttemptPorts, PlanAttempts } from '../attempt/plan-attempts.ts'
import { type ProviderResponse, readUnread } from '../attempt/provider-response.ts'
import type { ClientConnection } from '../client-connection.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import { choosePlan, type PlanPorts } from '../plan/choose-plan.ts'
import type { Circuits } from '../plan/circuits.ts'
import { type PlanResult, runPlan } from '../plan/run-plan.ts'
import { RequestBody } from '../receive/request-body.ts'
import { type RelayPorts, relay } from '../relay/relay.ts'
import { addRateHeaders, responseHeaders } from '../relay/response-headers.ts'
import type { Accepted, Admitted, AnyStage, Attempted, Planned } from '../request.ts'
import { abandon, refuse } from '../settle/settle.ts'
import { BridgeSession, type Respond, turnHeaders } from './bridge-session.ts'
import { restoreSecret, type SecretBox } from './client-secret.ts'
import { LiveTurns } from './live-turns.ts'
import { RealtimeTurns } from './realtime-turns.ts'
import { RelaySession } from './relay-session.ts'
import { ResponsesTurns } from './responses-turns.ts'
import { checkHandshake, receiveSocket } from './socket-request.ts'
import type { SocketHandler, Sockets } from './sockets.ts'
import type { SessionTarget, Turns } from './turns.ts'

export type SocketPorts = AdmitPorts &
  PlanPorts &
  AttemptPorts &
  RelayPorts & {
    readonly circuits: Circuits
    readonly limits: RequestLimits
    readonly sockets: Sockets
    readonly secrets: SecretBox
    readonly onReceived: (connection: ClientConnection) => void
    readonly onDefect: (error: unknown, traceId: string) => void
  }

/** `respond` serves a plain HTTP request. */
export async function openSocket(request: Request, ports: SocketPorts, respond: Respond): Promise<Response> {
  const { received, model } = receiveSocket(request, ports.prefixes)
  const { connection, head } = received
  // Copied before the key is removed from the headers.
  const headers = head.socket === 'responses' ? turnHeaders(head.headers, head.traceId) : null
  ports.onReceived(connection)
  let reached: AnyStage = received
  try {
    ports.sockets.requireOpen()
    checkHandshake(head)
    const secret = head.endpoint === SOCKET_ENDPOINTS.realtime ? restoreSecret(head.headers, ports) : null
    const known = secret ? { ...received, head: { ...head, clientSecret: secret.secret } } : received
    // The key is removed from the headers.
    const withKey = { ...head.headers }
    const authenticated = await authenticate(known, ports)
    reached = authenticated
    const checkKey = () => authenticateKey({ ...withKey }, ports.prefixes, ports.directory)
    const configured = readOptions(authenticated, ports)
    reached = configured
    const { workspaceId } = configured.options
    const inWorkspace =
      workspaceId === null ? configured : await enterWorkspace(configured, workspaceId, ports.directory)
    reached = inWorkspace
    const accepted = accept(inWorkspace, ports)
    reached = accepted
    if (accepted.caller.limits !== undefined) await ports.limits.countRequest(accepted)
    const admitted: Admitted = {
      ...accepted,
      body: RequestBody.ofModel(secret?.model ?? model),
      prompts: null,
      prompt: null,
    }
    reached = admitted
    const bridge = () => upgradeBridge(accepted, new BridgeSession(accepted, headers!, respond, ports), ports)
    const canBridge = headers !== null && head.endpoint.name !== 'proxy'
    const planned = canBridge ? await planFor(admitted, ports) : await choosePlan(admitted, ports)
    if (planned === null) return bridge()
    reached = planned
    const attempts = new PlanAttempts(planned, null, ports)
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
    if (response.socket) return await upgrade(attempted, response, retryCount, checkKey, ports)
    if (canBridge && NO_SOCKET.has(response.status)) {
      response.attempt?.abort()
      attempted.journal.decide('committed', null, `the provider has no WebSocket (status ${response.status})`)
      return bridge()
    }
    if (response.isUnread) await readUnread(response)
    if (response.status < 300) throw notUpgraded(response)
    return await relay(attempted, response, retryCount, ports)
  } catch (error) {
    if (connection.hasLeft) return abandon(reached, ports)
    const refusal = asGatewayError(error)
    if (refusal.code === 'internal_error') ports.onDefect(refusal.cause, received.head.traceId)
    return refuse(reached, refusal, ports)
  }
}

/** Statuses that servers return for an upgrade at a path without a WebSocket. */
const NO_SOCKET: ReadonlySet<number> = new Set([200, 400, 404, 405, 426, 501])

/** The plan of a Responses socket; null if its turns are sent one by one over HTTP. */
async function planFor(request: Admitted, ports: SocketPorts): Promise<Planned | null> {
  try {
    const planned = await choosePlan(request, ports)
    return isNative(planned.plan.route) ? planned : null
  } catch (error) {
    // The model of each turn may choose the provider.
    if (error instanceof GatewayError && error.code === 'provider_missing') return null
    throw error
  }
}

/** Only the messages name the model, and they are not changed: routes by model and parameter changes need HTTP. */
function isNative(route: Route): boolean {
  if (route.kind === 'conditional') return false
  if (route.kind !== 'target') return route.routes.every(isNative)
  const { provider, changes, stripsModel } = route.target
  return provider.sockets?.has('responses') === true && changes === null && !stripsModel
}

/** The provider treated the upgrade as a plain GET. */
function notUpgraded({ status, target, attempt }: ProviderResponse): GatewayError {
  attempt?.abort()
  return new GatewayError('websocket_unsupported', {
    param: target.configPath,
    message: `Provider ${target.provider.slug} returned HTTP ${status} to the WebSocket handshake: it has no WebSocket at this path.`,
  })
}

async function upgrade(
  request: Attempted,
  response: ProviderResponse,
  retryCount: number,
  checkKey: () => Promise<unknown>,
  ports: SocketPorts,
): Promise<Response> {
  const { journal } = request
  const socket = response.socket!
  const { target } = response
  journal.decide('committed', target.configPath, 'the WebSocket is open')
  const session = new RelaySession(request, response, await turnsOf(request, response, ports), checkKey, ports)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(responseHeaders(request, response, retryCount, ports.prefixes))) {
    if (!name.startsWith('sec-websocket-') && !name.startsWith('content-')) headers[name] = value
  }
  if (socket.protocol !== null) headers['sec-websocket-protocol'] = socket.protocol
  try {
    return accepted(request, session, headers, ports)
  } catch (error) {
    socket.terminate()
    throw error
  }
}

function upgradeBridge(request: Accepted, session: BridgeSession, ports: SocketPorts): Response {
  const { id, head, journal, holds, options } = request
  journal.decide('committed', null, 'the WebSocket is open; each turn is a request of its own')
  const headers: Record<string, string> = { 'x-gateway-trace-id': head.traceId, 'x-gateway-request-id': id }
  addRateHeaders(headers, holds.windows, Date.now())
  addAliasHeaders(headers, options.aliases)
  return accepted(request, session, headers, ports)
}

/** Makes the caller's connection a WebSocket, or throws. */
function accepted(
  { connection, head }: Accepted,
  session: SocketHandler,
  headers: Readonly<Record<string, string>>,
  ports: SocketPorts,
): Response {
  // After the upgrade, the close event of the socket reports that the caller has left.
  connection.request.signal.removeEventListener('abort', connection)
  if (!connection.hasLeft && ports.sockets.upgrade(connection.request, session, headers)) return new Response(null)
  connection.isUpgraded = false
  connection.hasLeft ||= connection.request.signal.aborted
  throw new GatewayError('invalid_header', {
    param: 'sec-websocket-key',
    message: `The request for ${head.pathname.slice(0, 128)} is not a valid WebSocket handshake.`,
    hint: 'Open the WebSocket with a WebSocket client.',
  })
}

/** Null if the gateway does not read the messages of the protocol. */
async function turnsOf(request: Attempted, { target }: ProviderResponse, ports: SocketPorts): Promise<Turns | null> {
  const { head, caller, body, lastAttempt } = request
  const { credential } = target
  const virtualKey =
    credential.kind === 'virtual_key' ? await ports.virtualKeys.find(caller.workspaceId, credential.slug) : null
  const model = lastAttempt?.servedModel ?? body.model
  const session: SessionTarget = { request, target, virtualKey: virtualKey ?? null, model }
  switch (head.socket) {
    case 'realtime':
      return new RealtimeTurns(session, ports)
    case 'responses':
      return new ResponsesTurns(session, ports)
    case 'live':
      return new LiveTurns(session, ports)
    default:
      return null
  }
}
