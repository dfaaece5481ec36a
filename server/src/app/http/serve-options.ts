/** Options shared by all HTTP listeners. */

import { rmSync } from 'node:fs'
import { GatewayError } from '../../core/errors.ts'
import { logDefect } from '../../observe/log.ts'
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

/** This process holds the data lock, so an existing socket file was left by a process that has exited. */
export function serveAtSocket(
  socketPath: string,
  respond: (request: Request) => Response | Promise<Response>,
): Bun.Server<undefined> {
  rmSync(socketPath, { force: true })
  const options: Bun.Serve.Options<undefined> = { ...SERVE_OPTIONS, unix: socketPath, fetch: respond }
  // Bun's types lack `idleTimeout` for Unix sockets. Without it, Bun closes a connection after 10 idle seconds
  // regardless of `server.timeout`. Only workers connect here, and they enforce the timeouts of clients.
  Object.assign(options, { idleTimeout: 0 })
  return Bun.serve(options)
}
