/** Options shared by all HTTP listeners. */

import { rmSync } from 'node:fs'
import { GatewayError } from '../../core/errors.ts'
import type { SocketHandler } from '../../gateway/sockets/sockets.ts'
import { logDefect } from '../../observe/log.ts'
import type { GatehouseSettings } from '../../settings.ts'
import { errorResponse } from '../route-request.ts'

export const SERVE_OPTIONS = {
  // Uploads are streamed; the gateway limits JSON bodies when it reads them.
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  error: (error: Error) => {
    logDefect(error, 'none')
    // Bun does not pass the request, so the link has no origin.
    return errorResponse(new GatewayError('internal_error'), '')
  },
}

/** Idle timeout of the runtime. It sends a ping before the timeout, which detects dead callers. */
const PING_SECONDS = 120

/** A session limits its send queue by pausing the other side, so the runtime's `backpressureLimit` is off. */
export function socketOptions({ socketMessageBytes }: Pick<GatehouseSettings, 'socketMessageBytes'>) {
  const handlers: Bun.WebSocketHandler<SocketHandler> = {
    open: async (socket) => void (await socket.data.onOpen(socket)),
    message: (socket, message) => socket.data.onMessage(message),
    drain: (socket) => socket.data.onDrain(),
    close: (socket, code, reason) => socket.data.onClose(code, reason),
    error: (error) => logDefect(error, 'none'),
    maxPayloadLength: socketMessageBytes,
    backpressureLimit: 0,
    idleTimeout: PING_SECONDS,
    sendPings: true,
    perMessageDeflate: false,
  }
  return handlers
}

/** This process holds the data lock, so an existing socket file was left by a process that has exited. */
export function serveAtSocket(
  socketPath: string,
  respond: (request: Request) => Response | Promise<Response>,
  settings: Pick<GatehouseSettings, 'socketMessageBytes'>,
): Bun.Server<SocketHandler> {
  rmSync(socketPath, { force: true })
  const websocket = socketOptions(settings)
  const options: Bun.Serve.Options<SocketHandler> = { ...SERVE_OPTIONS, websocket, unix: socketPath, fetch: respond }
  // Bun's types lack `idleTimeout` for Unix sockets. Without it, Bun closes a connection after 10 idle seconds
  // regardless of `server.timeout`. Only workers connect here, and they enforce the timeouts of clients.
  Object.assign(options, { idleTimeout: 0 })
  return Bun.serve(options)
}
