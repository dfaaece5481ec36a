/** Runs the mock provider on a free port of loopback, so that calls to it take the same way as calls to any provider. */

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
    // mock-slow is silent for as long as it was asked to be.
    idleTimeout: 0,
    fetch: (request) => {
      const workspaceId = workspaceOf(request.headers.get('authorization'))
      return respondAsMock(request, workspaceId === null ? null : store.of(workspaceId))
    },
    // A caller that left during a pause, or a malformed path: the answer reaches nobody, or says so.
    error: () => failure(500, 'The mock provider failed.', 'mock_failure'),
  })
  return { origin: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}
