/** How every listener of ours is set up. */

import { rmSync } from 'node:fs'
import { GatewayError } from '../../core/errors.ts'
import { logDefect } from '../../observe/log.ts'
import { refusal } from '../front-door.ts'

export const SERVE_OPTIONS = {
  // Uploads stream; JSON bodies have their limit in the edge.
  maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  error: (error: Error) => {
    logDefect(error, 'none')
    return refusal(new GatewayError('internal_error'))
  },
}

/** The folder is locked by us: a file that is there was left by a process that is gone. */
export function serveAtSocket(
  socketPath: string,
  answer: (request: Request) => Response | Promise<Response>,
): Bun.Server<undefined> {
  rmSync(socketPath, { force: true })
  const options: Bun.Serve.Options<undefined> = { ...SERVE_OPTIONS, unix: socketPath, fetch: answer }
  // Bun's types do not have it here, and without it Bun closes a connection after 10 silent seconds, whatever
  // `server.timeout` says. Only workers connect to the socket; they have the time-outs of callers.
  Object.assign(options, { idleTimeout: 0 })
  return Bun.serve(options)
}
