import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

const IDLE_MS = 5_000

const gateway = await shareGatewayProcess({ environment: { GATEWAY_IDLE_TIMEOUT_MS: String(IDLE_MS) } })

test.concurrent.each(['hang', 'headers-then-silence'] as const)(
  'a provider that stalls (%s) causes 504',
  async (fault) => {
    await using hanging = await startSimulator({ answers: [{ fault }] })
    expect(await errorOf(await gateway.chat(at(hanging)))).toMatchObject({ status: 504, code: 'upstream_idle' })
    expect(await hanging.requests[0]!.ended).toBe('aborted')
  },
)

test.concurrent('a provider that stalls in a stream causes an error event', async () => {
  await using stalling = await startSimulator({ answers: [{ stream: ['one', 'two'], stallAfter: 1 }] })
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(stalling), { stream: true }))
  await client.until('"content":"one"')
  await client.closed
  expect(client.text).toContain('event: error')
  expect(client.text).toContain('upstream_idle')
  expect(client.text).not.toContain('[DONE]')
})

/** Far longer than the pauses below, even on a busy machine. */
const LONG_IDLE_MS = 5_000

test.concurrent('a response or stream may take longer than the idle limit as long as bytes arrive', async () => {
  await using patient = await startGatewayProcess({ environment: { GATEWAY_IDLE_TIMEOUT_MS: String(LONG_IDLE_MS) } })
  await using dripping = await startSimulator({ answers: [{ fault: 'drip', gapMs: 25, text: 'slow' }] })
  const words = Array.from({ length: 12 }, (_, i) => ` w${i}`)
  await using streaming = await startSimulator({ answers: [{ stream: words, gapMs: LONG_IDLE_MS / 10 }] })
  const startMs = performance.now()
  const timed = async (text: Promise<string | undefined>) => ({ text: await text, ms: performance.now() - startMs })
  const [whole, stream] = await Promise.all([
    timed(patient.chat(at(dripping)).then(contentOf)),
    timed(patient.chat(at(streaming), { body: { stream: true } }).then((reply) => reply.text())),
  ])
  expect(whole.text).toBe('slow')
  expect(stream.text).toEndWith('data: [DONE]\n\n')
  expect(Math.min(whole.ms, stream.ms)).toBeGreaterThan(LONG_IDLE_MS)
})
