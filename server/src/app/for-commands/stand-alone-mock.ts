/** The mock provider as a program of its own, slower or less reliable when asked. */

import { failure } from '../../providers/mock/reply.ts'
import { respondAsMock } from '../../providers/mock/respond.ts'
import { MockStore } from '../../providers/mock/store.ts'

export type MockOptions = {
  readonly host: string
  readonly port: number
  readonly latencyMs: number
  /** Shares of all calls, drawn in this order. */
  readonly failures: readonly { readonly status: number; readonly share: number }[]
  readonly onAnswer: (request: Request, status: number) => void
}

export type StandAloneMock = { readonly url: string; stop(): Promise<void> }

export function startStandAloneMock(wishes: MockOptions): StandAloneMock {
  // One for all callers, as behind one key of a provider.
  const store = new MockStore().of('')
  const server = Bun.serve({
    hostname: wishes.host,
    port: wishes.port,
    idleTimeout: 0,
    async fetch(request) {
      if (wishes.latencyMs > 0) await Bun.sleep(wishes.latencyMs)
      const response = drawFailure(wishes) ?? (await respondAsMock(request, store))
      wishes.onAnswer(request, response.status)
      return response
    },
    error: () => failure(500, 'The mock provider failed.', 'mock_failure'),
  })
  const host = wishes.host.includes(':') ? `[${wishes.host}]` : wishes.host
  return { url: `http://${host}:${server.port}`, stop: () => server.stop(true) }
}

function drawFailure({ failures }: MockOptions): Response | null {
  let drawn = Math.random()
  for (const { status, share } of failures) {
    if (drawn < share) return failure(status, `The mock provider was told to fail with ${status}.`, 'mock_error')
    drawn -= share
  }
  return null
}
