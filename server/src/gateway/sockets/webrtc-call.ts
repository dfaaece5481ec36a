/**
 * WebRTC calls of the Realtime API. Their audio does not pass through the gateway, so the gateway opens the provider's
 * sideband connection to each call: it reads the usage, holds every turn, and ends a call whose budget runs out.
 */

import type { Target } from '../../config/plan.ts'
import { parseObject } from '../../core/body/json-text.ts'
import { boundaryOf, formFields } from '../../core/body/multipart.ts'
import { GatewayError } from '../../core/errors.ts'
import type { HeaderMap } from '../../core/headers.ts'
import { memberOf } from '../../core/json.ts'
import { pinTo } from '../plan/pinned-target.ts'
import type { Attempted, Issued } from '../request.ts'
import { restoreSecret } from './client-secret.ts'
import { type Created, hangUp } from './hang-up.ts'
import { openSocket, type SocketPorts, virtualKeyOf } from './open-socket.ts'
import { withoutSlug } from './prepare-socket.ts'
import type { CallerSocket, SocketHandler } from './sockets.ts'

/** Sends a request through the gateway. `onServed` is called with the target whose response is returned, and the request. */
type Send = (
  request: Request,
  issued: Issued | null,
  onServed: ((target: Target, request: Attempted) => void) | null,
) => Promise<Response>

/** The close code if the provider has closed the connection because the call is over. */
const NORMAL = 1000
/** Headers of the caller's request that belong to its body. */
const BODY_HEADERS = ['content-length', 'content-type', 'content-encoding', 'transfer-encoding', 'accept'] as const
/** Limit for an SDP offer with the settings of a session. */
const MAX_OFFER_BYTES = 1024 * 1024
/** Statuses of servers that have calls but no sideband connection. */
const NO_SIDEBAND: ReadonlySet<number> = new Set([404, 405, 426, 501])

/** Creates the call, and opens its sideband connection before the caller gets the response. */
export async function createCall(request: Request, send: Send, ports: SocketPorts): Promise<Response> {
  const headers = request.headers.toJSON() as HeaderMap
  const secret = restoreSecret(headers, ports)
  const { url, signal } = request
  const offer = copyOf(request.body)
  const call = new Request(url, { method: 'POST', headers, body: offer.body, signal })
  let served = null as Omit<Created, 'virtualKey'> | null
  const response = await send(call, secret?.issued ?? null, (target, request) => {
    served = { target, request }
  })
  if (!response.ok || served === null) return response
  // The key may have been deleted since the call was created. The sideband connection is then refused.
  const virtualKey = await virtualKeyOf(served.request.caller, served.target, ports).catch(() => null)
  const created: Created = { ...served, virtualKey }
  const location = response.headers.get('location') ?? ''
  const callId = /\/([\w-]{1,128})\/?(?:\?|$)/.exec(location)?.[1]
  if (callId === undefined) throw new GatewayError('upstream_broken', { message: 'The provider named no call.' })
  if (secret) delete headers['authorization']
  const model = secret?.model ?? new URL(url).searchParams.get('model') ?? modelInForm(offer.read(), headers)
  const sideband = new Sideband(request, headers, { callId, model, created }, (part) => send(part, null, null), ports)
  const refusal = await sideband.open()
  if (refusal === null) return response
  const isUnsupported = refusal instanceof Response && NO_SIDEBAND.has(refusal.status)
  // Without limits, nothing has to be held: only the usage is unknown.
  if (isUnsupported && !(await isLimited(created, model, ports))) return response
  await response.body?.cancel()
  await hangUp(callId, created, ports)
  if (refusal instanceof Response) return refusal
  throw refusal
}

/** True if a limit applies to the call, or if that is unknown. */
async function isLimited(created: Created, named: string | null, { limits }: SocketPorts): Promise<boolean> {
  const { target, request, virtualKey } = created
  if (request.caller.limits !== undefined) return true
  if (target.credential.kind === 'virtual_key' && virtualKey === null) return true
  const model = withoutSlug(named, target)
  const params = model === null ? null : { model }
  const servedModel = request.lastAttempt?.servedModel ?? null
  return limits.holdsTurns({ request, target, virtualKey, params, servedModel, body: null }).catch(() => true)
}

/** The body, and a copy of its bytes up to `MAX_OFFER_BYTES`, which is made while the body is read. */
function copyOf(body: ReadableStream<Uint8Array> | null): {
  body: ReadableStream<Uint8Array> | null
  read: () => Buffer
} {
  const chunks: Uint8Array[] = []
  let size = 0
  const copying = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.length
      if (size <= MAX_OFFER_BYTES) chunks.push(chunk)
      controller.enqueue(chunk)
    },
  })
  return { body: body?.pipeThrough(copying) ?? null, read: () => Buffer.concat(chunks) }
}

/** The field `session` of the form is JSON. */
function modelInForm(offer: Uint8Array, headers: HeaderMap): string | null {
  const boundary = boundaryOf(headers['content-type'])
  const session = boundary === null ? null : formFields(offer, boundary)?.['session']
  const parsed = typeof session === 'string' ? parseObject(Buffer.from(session)) : null
  const model = memberOf(parsed, 'model')
  return typeof model === 'string' ? model : null
}

/** The gateway's own connection to a call. It only listens. */
class Sideband implements CallerSocket {
  #session: SocketHandler | null = null
  #isClosed = false

  constructor(
    private readonly request: Request,
    private readonly headers: HeaderMap,
    private readonly call: { readonly callId: string; readonly model: string | null; readonly created: Created },
    private readonly send: (request: Request) => Promise<Response>,
    private readonly ports: SocketPorts,
  ) {}

  /** Null if the connection is open and the first turn is held; else the refusal. */
  async open(): Promise<Response | GatewayError | null> {
    const { sockets } = this.ports
    const { callId, model, created } = this.call
    // The call exists only at the target that created it.
    const issued: Issued = { pinned: pinTo(created.target) }
    const query = new URLSearchParams({ call_id: callId, ...(model !== null && { model }) })
    const handshake: HeaderMap = {
      ...this.#plainHeaders(),
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-version': '13',
      'sec-websocket-key': Buffer.from(Bun.randomUUIDv7('buffer')).toString('base64'),
    }
    const request = new Request(this.#url(`/v1/realtime?${query}`), { headers: handshake })
    const upgrade = (_: Request, session: SocketHandler) => {
      this.#session = session
      return true
    }
    // No idle limit: the provider sends no events during silence, and it ends calls that take too long.
    const limits = { ...sockets.limits, idleMs: Number.POSITIVE_INFINITY }
    const own = {
      limits,
      upgrade,
      requireOpen: () => sockets.requireOpen(),
      add: (session: SocketHandler) => sockets.add(session),
      remove: (session: SocketHandler) => sockets.remove(session),
    }
    const response = await openSocket(request, { ...this.ports, sockets: own }, this.send, issued)
    if (this.#session === null) return response
    return await this.#session.onOpen(this)
  }

  /** Called when the session has ended. Ends the call unless the provider did, so that it does not go on unmetered. */
  close(code = NORMAL, reason = ''): void {
    if (this.#isClosed) return
    this.#isClosed = true
    const { callId, created } = this.call
    if (code !== NORMAL) hangUp(callId, created, this.ports).catch((error) => this.ports.onDefect(error, callId))
    // Called later, as the runtime does, because the session is still closing.
    queueMicrotask(() => this.#session?.onClose(code, reason))
  }

  terminate(): void {
    this.close(1006)
  }

  sendText(): number {
    return 1
  }

  sendBinary(): number {
    return 1
  }

  pause(): void {}

  resume(): void {}

  getBufferedAmount(): number {
    return 0
  }

  cork(send: () => void): void {
    send()
  }

  #url(path: string): string {
    return new URL(path, this.request.url).href
  }

  #plainHeaders(): HeaderMap {
    const headers = { ...this.headers }
    for (const name of BODY_HEADERS) delete headers[name]
    return headers
  }
}
