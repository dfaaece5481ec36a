import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()

function headersFor(first: { readonly url: string }, second: { readonly url: string }, trace: string) {
  return {
    'x-gateway-config': JSON.stringify({ strategy: { mode: 'fallback' }, targets: [at(first), at(second)] }),
    'x-gateway-trace-id': trace,
    'content-type': 'application/octet-stream',
  }
}

function chunked(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (let i = 0; i < bytes.length; i += 10_000) controller.enqueue(bytes.subarray(i, i + 10_000))
      controller.close()
    },
  })
}

test.each<[string, (bytes: Uint8Array<ArrayBuffer>) => Bun.BodyInit]>([
  ['with a length', (bytes) => bytes],
  ['in chunks', chunked],
])('an upload of up to a megabyte %s is sent again to the next target', async (_name, wrap) => {
  await using busy = await startSimulator({ answers: [503] })
  await using free = await startSimulator({ answers: [{ sink: true }] })
  const bytes = crypto.getRandomValues(new Uint8Array(60_000))
  const reply = await gateway.fetch('/v1/blob', {
    method: 'POST',
    headers: headersFor(busy, free, crypto.randomUUID()),
    body: wrap(bytes),
  })
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  expect([reply.status, await reply.json()]).toEqual([200, { sha256, bytes: bytes.length }])
})

test('a larger upload is sent once: the failure is returned and the record says why', async () => {
  await using busy = await startSimulator({ answers: [503] })
  await using free = await startSimulator({ answers: [{ sink: true }] })
  const trace = crypto.randomUUID()
  const reply = await gateway.fetch('/v1/blob', {
    method: 'POST',
    headers: headersFor(busy, free, trace),
    body: new Uint8Array(3_000_000),
  })
  expect(reply.status).toBe(503)
  await reply.text()
  expect(free.requests).toHaveLength(0)
  const log = await gateway.waitForLog(trace)
  expect(log.decisions.map((decision) => decision.kind)).toContain('not_replayable')
})
