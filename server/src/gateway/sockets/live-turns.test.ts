import { expect, test } from 'bun:test'
import { LiveTurns } from './live-turns.ts'
import type { SessionTarget, TurnPorts } from './turns.ts'

const caller = { organisationId: 'o', workspaceId: 'w' }
const target = { credential: { kind: 'none' }, provider: { slug: 'google' }, configPath: '$' }
const journal = { elapsedMs: () => 0, decide: () => undefined, warn: () => undefined }
const session = {
  request: { caller, journal },
  target,
  virtualKey: null,
  model: null,
  recheck: async () => ({ caller, virtualKey: null }),
} as unknown as SessionTarget
const ports = {
  bodies: { isLarge: () => false },
  limits: { holdTurn: async () => null, holdServedTurn: async () => null },
  prices: { priceOf: () => null },
  background: { add: () => undefined },
} as unknown as TurnPorts

const report = (totalTokens: number) =>
  JSON.stringify({
    serverContent: { modelTurn: { parts: [{ text: 'Hi' }] } },
    usageMetadata: { promptTokenCount: 100, responseTokenCount: totalTokens - 100, totalTokenCount: totalTokens },
  })

test('usage that the provider reports after the end of the session is not added to the settled turn', async () => {
  const turns = new LiveTurns(session, ports)
  await turns.fromCaller('{"setup":{"model":"models/gemini-2.5-flash"}}')
  await turns.fromProvider('{"setupComplete":{}}')
  await turns.fromCaller('{"clientContent":{"turns":[{"parts":[{"text":"hi"}]}],"turnComplete":true}}')
  await turns.fromProvider(report(300))
  expect(turns.end(false).usage).toMatchObject({ totalTokens: 300 })
  await turns.fromProvider(report(400))
  await turns.fromProvider('{"serverContent":{"turnComplete":true}}')
  expect(turns.end(false).usage).toMatchObject({ totalTokens: 300 })
})
