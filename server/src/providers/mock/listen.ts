/** Runs the mock provider on a free loopback port, so that calls to it use the same path as calls to any provider. */

import { failure } from './reply.ts'
import { respondAsMock } from './respond.ts'
import { MockStore } from './store.ts'
import { workspaceOf } from './workspace-token.ts'

export type RunningMock = { readonly origin: string; stop(): Promise<void> }

export function startMock(): RunningMock {
  const store = new MockStore()
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    // mock-slow sends nothing for the requested time.
    idleTimeout: 0,
    fetch: (request) => {
      const workspaceId = workspaceOf(request.headers.get('authorization'))
      return respondAsMock(request, workspaceId === null ? null : store.of(workspaceId))
    },
    // Reached if the client disconnects during a delay, or if the path is malformed.
    error: () => failure(500, 'The mock provider failed.', 'mock_failure'),
  })
  return { origin: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
