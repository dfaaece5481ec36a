/** Runs the mock provider as a separate server, with optional latency and failures. */

import { failure } from '../../providers/mock/reply.ts'
import { respondAsMock } from '../../providers/mock/respond.ts'
import { MockStore } from '../../providers/mock/store.ts'

export type MockOptions = {
  readonly host: string
  readonly port: number
  readonly latencyMs: number
  /** Fractions of all calls, evaluated in this order. */
  readonly failures: readonly { readonly status: number; readonly share: number }[]
  readonly onResponse: (request: Request, status: number) => void
}

export type StandAloneMock = { readonly url: string; stop(): Promise<void> }

export function startStandAloneMock(options: MockOptions): StandAloneMock {
  // All callers share one store, as with one key of a real provider.
  const store = new MockStore().of('')
  const server = Bun.serve({
    hostname: options.host,
    port: options.port,
    idleTimeout: 0,
    async fetch(request) {
      if (options.latencyMs > 0) await Bun.sleep(options.latencyMs)
      const response = drawFailure(options) ?? (await respondAsMock(request, store))
      options.onResponse(request, response.status)
      return response
    },
    error: () => failure(500, 'The mock provider failed.', 'mock_failure'),
  })
  const host = options.host.includes(':') ? `[${options.host}]` : options.host
  return { url: `http://${host}:${server.port}`, stop: () => server.stop(true) }
}

function drawFailure({ failures }: MockOptions): Response | null {
  let drawn = Math.random()
  for (const { status, share } of failures) {
    if (drawn < share)
      return failure(status, `The mock provider simulated a failure with status ${status}.`, 'mock_error')
    drawn -= share
  }
  return null
}
