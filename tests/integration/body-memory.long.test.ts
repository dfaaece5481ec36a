/** Memory of the gateway while bodies of hundreds of megabytes pass. */

import { expect, test } from 'bun:test'
import { downloadBlocks, downloadSha256 } from '../../simulators/play-download.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at, under } from '../harness/at.ts'
import { residentBytes } from '../harness/process-use.ts'
import { connectRaw, rawRequest } from '../harness/raw-client.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess()
const MIB = 1024 * 1024

const BINARY = { 'content-type': 'application/octet-stream' }

/** A stream that generates bytes only as fast as they are read. */
function uploadOf(sizeBytes: number, watch: () => void): ReadableStream<Uint8Array> {
  const blocks = downloadBlocks(sizeBytes)
  let count = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (count++ % 256 === 0) watch()
      const next = blocks.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
  })
}

test('an upload of 200 MB arrives complete with bounded gateway memory', async () => {
  const sizeBytes = 200_000_000
  await using simulator = await startSimulator({ answers: [{ sink: true }] })
  const before = residentBytes(gateway.process.child.pid)
  let peak = before
  const body = uploadOf(sizeBytes, () => {
    peak = Math.max(peak, residentBytes(gateway.process.child.pid))
  })
  const reply = await gateway.fetch('/v1/blob', { method: 'POST', headers: under(simulator, BINARY), body })
  expect(await reply.json()).toEqual({ sha256: downloadSha256(sizeBytes), bytes: sizeBytes })
  expect(Math.round((peak - before) / MIB)).toBeLessThan(64)
})

test('a caller that stops reading applies backpressure to the provider with bounded gateway memory', async () => {
  const sizeBytes = 512 * MIB
  await using simulator = await startSimulator({ answers: [{ download: sizeBytes }] })
  const before = residentBytes(gateway.process.child.pid)
  const client = await connectRaw(gateway.url, { keep: false })
  const headers = Object.entries(under(simulator, { ...BINARY, 'x-gateway-api-key': gateway.workspaceKey }))
  client.send(rawRequest('GET', '/v1/blob', headers))
  const request = await simulator.received(1)
  client.pause()
  const held = await settled(() => request.acceptedBytes)
  expect(held).toBeGreaterThan(0)
  expect(held - client.receivedBytes).toBeLessThan(24 * MIB)
  expect(residentBytes(gateway.process.child.pid) - before).toBeLessThan(48 * MIB)
  client.resume()
  while (request.acceptedBytes < held + 32 * MIB) await Bun.sleep(5)
  client.leave()
  expect(await request.ended).toBe('aborted')
})

/** Waits until the number has not changed for half a second. */
async function settled(read: () => number): Promise<number> {
  for (let same = 0, last = -1; ; ) {
    const now = read()
    same = now === last ? same + 1 : 0
    last = now
    if (same === 5) return now
    // The end of the growth has no event.
    await Bun.sleep(100)
  }
}

test.each(['anthropic', 'openai-compatible'])(
  'a message of 32 MB is sent to %s, and so is a count of its tokens; one more than 32 MiB is refused',
  async (provider) => {
    await using simulator = await startSimulator({ answers: ['hello'] })
    const headers = {
      'x-gateway-config': JSON.stringify(at(simulator, { provider })),
      'anthropic-version': '2023-06-01',
    }
    const send = (path: string, sizeBytes: number) => {
      const start = '{"model":"m","max_tokens":10,"messages":[{"role":"user","content":"'
      const body = `${start}${'x'.repeat(sizeBytes - start.length - 4)}"}]}`
      return gateway.fetch(path, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })
    }
    const sent = await send('/v1/messages', 32_000_000)
    await sent.bytes()
    expect(sent.status).toBe(200)
    expect(simulator.requests[0]!.bodyBytes).toBeGreaterThan(31_900_000)
    const refused = await send('/v1/messages', 32 * MIB + 1)
    expect(refused.status).toBe(413)
    if (provider !== 'anthropic') return
    await (await send('/v1/messages/count_tokens', 32_000_000)).bytes()
    expect(simulator.requests[1]!.bodyBytes).toBe(32_000_000)
  },
)
