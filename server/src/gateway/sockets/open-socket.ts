/** Opens a WebSocket: the same stages as any request, up to the handshake with the provider. */

import type { Route, Target } from '../../config/plan.ts'
import type { Caller } from '../../core/caller.ts'
import { SOCKET_ENDPOINTS } from '../../core/endpoints.ts'
import { GatewayError } from '../../core/errors.ts'
import { addAliasHeaders } from '../../core/options/aliases.ts'
import type { AdmitPorts } from '../admit/admit.ts'
import { authenticate } from '../admit/authenticate.ts'
import { checkUsable } from '../attempt/credential.ts'
import type { AttemptPorts } from '../attempt/plan-attempts.ts'
import { type ProviderResponse, readUnread } from '../attempt/provider-response.ts'
import type { ClientConnection } from '../client-connection.ts'
import { uncoveredRefusal, uncoveredRouteRefusal } from '../guard/uncovered-refusal.ts'
import { Journal } from '../journal.ts'
import type { RequestLimits } from '../limits/request-limits.ts'
import { choosePlan, type PlanPorts } from '../plan/choose-plan.ts'
import type { Circuits } from '../plan/circuits.ts'
import { targetsOf } from '../plan/pinned-target.ts'
import { RequestBody } from '../receive/request-body.ts'
import { type RelayPorts, relay } from '../relay/relay.ts'
import { addRateHeaders, responseHeaders } from '../relay/response-headers.ts'
import type { Accepted, Admitted, Attempted, Issued, Planned } from '../request.ts'
import { abandon } from '../settle/settle.ts'
import { admit, attempt, fail, type Progress } from '../stages.ts'
import type { LiveVirtualKey } from '../stored/virtual-keys.ts'
import { BridgeSession, type Respond, turnHeaders } from './bridge-session.ts'
import { restoreSecret, type SecretBox } from './client-secret.ts'
import { LiveTurns } from './live-turns.ts'
import { sessionModel } from './prepare-socket.ts'
import { RealtimeTurns } from './realtime-turns.ts'
import { RelaySession } from './relay-session.ts'
import { ResponsesTurns } from './responses-turns.ts'
import { pathRefusal, planRefusal } from './socket-refusals.ts'
import { checkHandshake, receiveSocket } from './socket-request.ts'
import type { SocketHandler, SocketList } from './sockets.ts'
import type { SessionLimits, SessionTarget, Turns } from './turns.ts'

export type SocketPorts = AdmitPorts &
  PlanPorts &
  AttemptPorts &
  RelayPorts & {
    readonly circuits: Circuits
    readonly limits: RequestLimits
    readonly sockets: SocketList
    readonly secrets: SecretBox
    readonly onReceived: (connection: ClientConnection) => void
    readonly onDefect: (error: unknown, traceId: string) => void
  }

/** `respond` serves a plain HTTP request. */
export async function openSocket(
  request: Request,
  ports: SocketPorts,
  respond: Respond,
  issued: Issued | null = null,
): Promise<Response> {
  const { received, model } = receiveSocket(request, ports.prefixes)
  const { head } = received
  // Copied before the key is removed from the headers.
  const headers = head.socket === 'responses' ? turnHeaders(head.headers, head.traceId) : null
  ports.onReceived(received.connection)
  const progress: Progress = { reached: received }
  try {
    ports.sockets.requireOpen()
    checkHandshake(head)
    const secret = head.endpoint === SOCKET_ENDPOINTS.realtime ? restoreSecret(head.headers, ports) : null
    const known = { ...received, head: { ...head, ...issued, ...secret?.issued } }
    // A copy: admission removes the key from the headers.
    const withKey = { ...head.headers }
    const certificate = ports.certificateOf(request)
    const accepted = await admit(known, progress, ports)
    const refusal = pathRefusal(known.head)
    if (refusal !== null) throw refusal
    const admitted: Admitted = {
      ...accepted,
      body: RequestBody.ofModel(secret?.model ?? model),
      prompts: null,
      prompt: null,
    }
    progress.reached = admitted
    const bridge = () => upgradeBridge(accepted, new BridgeSession(accepted, headers!, respond, ports), ports)
    const canBridge = headers !== null && head.endpoint.name !== 'proxy'
    const planned = canBridge ? await planFor(admitted, ports) : await plan(admitted, ports)
    if (planned === null) return bridge()
    progress.reached = planned
    const { attempted, result } = await attempt(planned, null, progress, ports)
    if (result.kind === 'abandoned') return abandon(attempted, ports)
    const { response, retryCount } = result
    if (response.socket) {
      const sender = async () => {
        const caller = await authenticate({ ...withKey }, ports.prefixes, ports.directory, certificate)
        const { workspaceId } = accepted.options
        return workspaceId === null ? caller : ports.directory.inWorkspace(caller, workspaceId)
      }
      return await upgrade(attempted, response, retryCount, sender, ports)
    }
    if (canBridge && NO_SOCKET.has(response.status)) {
      response.attempt?.abort()
      attempted.journal.decide('committed', null, `the provider has no WebSocket (status ${response.status})`)
      return bridge()
    }
    if (response.isUnread) await readUnread(response)
    if (response.status < 300) throw notUpgraded(response)
    return await relay(attempted, response, retryCount, ports)
  } catch (error) {
    return await fail(error, progress, ports)
  }
}

/** Statuses that servers return for an upgrade at a path without a WebSocket. */
const NO_SOCKET: ReadonlySet<number> = new Set([200, 400, 404, 405, 426, 501])

async function plan(request: Admitted, ports: SocketPorts): Promise<Planned> {
  try {
    return await choosePlan(request, ports)
  } catch (error) {
    throw planRefusal(error, request.head, request.options)
  }
}

/** The plan of a Responses socket; null if its turns are sent one by one over HTTP. */
async function planFor(request: Admitted, ports: SocketPorts): Promise<Planned | null> {
  try {
    const planned = await choosePlan(request, ports)
    if (isNative(planned.plan.route)) return planned
    const refusal = uncoveredRouteRefusal(request.head, planned.plan.route)
    if (refusal !== null) throw refusal
    return null
  } catch (error) {
    // The model of each turn may choose the provider.
    if (error instanceof GatewayError && error.code === 'provider_missing') return null
    throw error
  }
}

/**
 * True if the messages can be relayed to the provider's WebSocket. The gateway does not change the messages, and only
 * the messages name the model, so routes by model and parameter changes need HTTP.
 */
function isNative(route: Route): boolean {
  if (route.kind === 'conditional') return false
  if (route.kind !== 'target') return route.routes.every(isNative)
  const { provider, changes, stripsModel } = route.target
  return provider.sockets?.has('responses') === true && changes === null && !stripsModel
}

/** Only these errors end a session. Others are ignored, because the store may be unavailable for a while. */
const ENDING_REFUSALS: ReadonlySet<string> = new Set([
  'api_key_invalid',
  'api_key_expired',
  'token_invalid',
  'token_expired',
  'virtual_key_unknown',
  'virtual_key_disabled',
  'virtual_key_expired',
  'integration_not_allowed',
  'guardrail_uncovered',
  'price_unknown',
])

/**
 * Returns a function that reads the current limits of a session. It rejects only with `ENDING_REFUSALS`. After any
 * other error, it returns the last known limits.
 */
function rechecking(
  request: Attempted,
  target: Target,
  first: SessionLimits,
  sender: () => Promise<Caller>,
  ports: SocketPorts,
): () => Promise<SessionLimits> {
  let last = first
  return async () => {
    try {
      const caller = await sender()
      last = { caller, virtualKey: await virtualKeyOf(caller, target, ports) }
      await checkBudgets({ ...request, caller }, target, last.virtualKey, ports)
      // Checked last: if the config no longer compiles, the session still gets the changed limits.
      await checkGuardrails({ ...request, caller }, target, ports)
    } catch (error) {
      if (error instanceof GatewayError && ENDING_REFUSALS.has(error.code)) throw error
    }
    return last
  }
}

/** Null if the target has no virtual key. Throws if the key may not be used any more. */
export async function virtualKeyOf(
  { workspaceId }: Caller,
  target: Target,
  { virtualKeys }: Pick<SocketPorts, 'virtualKeys'>,
): Promise<LiveVirtualKey | null> {
  const { credential } = target
  if (credential.kind !== 'virtual_key') return null
  const key = await virtualKeys.find(workspaceId, credential.slug)
  checkUsable(key, credential.slug, target)
  return key
}

/** Throws if a budget now applies and the messages are not read. In other sessions, each turn has its own hold. */
async function checkBudgets(
  request: Attempted,
  target: Target,
  virtualKey: LiveVirtualKey | null,
  { limits }: SocketPorts,
): Promise<void> {
  if (request.head.socket !== 'opaque') return
  const model = sessionModel(request, target)
  const params = model === null ? null : { model }
  const servedModel = request.lastAttempt?.servedModel ?? null
  const refusal = await limits.refuseUnread({ request, target, virtualKey, params, servedModel, body: null })
  if (refusal !== null) throw refusal
}

/** Throws if the plan now has a guardrail that the session would bypass: one that was added to a config, or as a default. */
async function checkGuardrails(request: Admitted, { configPath }: Target, ports: SocketPorts): Promise<void> {
  // A separate journal, because the record of the session keeps only the decisions from its start.
  const { plan } = await choosePlan({ ...request, journal: new Journal() }, ports)
  const target = targetsOf(plan.route).find((one) => one.configPath === configPath)
  const refusal = target ? uncoveredRefusal(request.head, target) : null
  if (refusal !== null) throw refusal
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
  sender: () => Promise<Caller>,
  ports: SocketPorts,
): Promise<Response> {
  const { journal } = request
  const socket = response.socket!
  const { target } = response
  try {
    const limits = { caller: request.caller, virtualKey: await virtualKeyOf(request.caller, target, ports) }
    journal.decide('committed', target.configPath, 'the WebSocket is open')
    const recheck = rechecking(request, target, limits, sender, ports)
    const turns = turnsOf(request, target, limits, recheck, ports)
    const session = new RelaySession(request, response, turns, recheck, ports)
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(responseHeaders(request, response, retryCount, ports.prefixes))) {
      if (!name.startsWith('sec-websocket-') && !name.startsWith('content-')) headers[name] = value
    }
    if (socket.protocol !== null) headers['sec-websocket-protocol'] = socket.protocol
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
function turnsOf(
  request: Attempted,
  target: Target,
  { virtualKey }: SessionLimits,
  recheck: () => Promise<SessionLimits>,
  ports: SocketPorts,
): Turns | null {
  const session: SessionTarget = { request, target, virtualKey, model: sessionModel(request, target), recheck }
  switch (request.head.socket) {
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
