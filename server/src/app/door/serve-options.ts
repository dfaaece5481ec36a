/** How every listener of ours is set up. */

import { rmSync } from 'node:fs'
import { GatewayError } from '../../core/errors.ts'
import { logDefect } from '../../observe/log.ts'
import { refusal } from '../front-door.ts'

/** At a port also `idleTimeout: 0`: thinking models are silent for minutes; the sweep in `running` has our own limits. */
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
  return Bun.serve({
    ...SERVE_OPTIONS,
    unix: socketPath,
    fetch(request, server) {
      // Whoever watches the logs may see nothing for a long time.
      server.timeout(request, 0)
      return answer(request)
    },
  })
}
