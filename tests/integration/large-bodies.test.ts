import { expect, test } from 'bun:test'
import { downloadSha256 } from '../../simulators/play-download.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { under } from '../harness/at.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const MIB = 1024 * 1024

const BINARY = { 'content-type': 'application/octet-stream' }

test.each([true, false])('a large download (chunked: %p) arrives complete', async (chunked) => {
  const sizeBytes = 10 * MIB + 7
  await using simulator = await startSimulator({ answers: [{ download: sizeBytes, chunked }] })
  const reply = await gateway.fetch('/v1/blob', { headers: under(simulator, BINARY) })
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of reply.body!) hash.update(chunk)
  expect(hash.digest('hex')).toBe(downloadSha256(sizeBytes))
})

/** Spaces, `1.0` and escapes that a serializer would change. */
const ODD_BODY = `{ "model" : "m", "n":1.0, "x":12345678901234567890, "messages":[${Array.from(
  { length: 10_000 },
  (_, i) => `{"role" :"user","content":"\\u00e9 ${i} ${'x'.repeat(60)}"}`,
).join(' ,')}] }`

test.each(['declared', 'chunked'])(
  'a JSON body of 1 MB (%s length) reaches the provider byte for byte',
  async (length) => {
    await using simulator = await startSimulator({ answers: ['hello'] })
    const bytes = Buffer.from(ODD_BODY)
    const body =
      length === 'declared'
        ? bytes
        : new ReadableStream<Uint8Array>({
            start(controller) {
              for (let i = 0; i < bytes.length; i += 100_000) controller.enqueue(bytes.subarray(i, i + 100_000))
              controller.close()
            },
          })
    const headers = { ...under(simulator), 'content-type': 'application/json', 'x-gateway-trace-id': `large-${length}` }
    const reply = await gateway.fetch('/v1/chat/completions', { method: 'POST', headers, body })
    expect(reply.status).toBe(200)
    expect(Buffer.compare(simulator.requests[0]!.body, bytes)).toBe(0)
    const log = await gateway.waitForLog(`large-${length}`)
    expect([log.request.body_cut, log.request.body]).toEqual([true, ODD_BODY.slice(0, 256 * 1024)])
  },
)

test('a rejected JSON body of 1 MB gets an error with the reason', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const headers = under(simulator, { 'content-type': 'application/json' })
  for (const [body, code] of [
    [ODD_BODY.slice(0, -1), 'invalid_json'],
    [ODD_BODY.replace('"n":1.0', '"model":"other"'), 'duplicate_member'],
    [ODD_BODY.replace('"n":1.0', `"n":${'['.repeat(70)}${']'.repeat(70)}`), 'invalid_body'],
  ] as const) {
    const reply = await gateway.fetch('/v1/chat/completions', { method: 'POST', headers, body })
    const { error } = (await reply.json()) as { error: { code: string } }
    expect([reply.status, error.code]).toEqual([400, code])
  }
  expect(simulator.requests).toEqual([])
})
