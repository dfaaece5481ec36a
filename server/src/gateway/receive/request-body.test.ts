import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { GatewayError } from '../../core/errors.ts'
import { Load } from '../admit/load.ts'
import { handle } from '../pipeline.ts'
import { json, target, testGateway, UNMEASURED } from '../test-gateway.ts'

const KIB = 1024
const LIMITS = {
  perKey: 3,
  bodyBytes: 2e6,
  keyBodyBytes: 1e6,
  workspaceBodyBytes: 1e6,
  residentBytes: 1e12,
  requests: 1e9,
}

/** How a body ends after its chunks. */
const ENDINGS = ['complete', 'invalid', 'broken', 'left', 'stopped', 'shut down'] as const
type Ending = (typeof ENDINGS)[number]

type Sent = {
  readonly chunkBytes: readonly number[]
  readonly ending: Ending
  readonly isDeclared: boolean
  readonly path: string
}

const request: fc.Arbitrary<Sent> = fc.record({
  chunkBytes: fc.array(fc.integer({ min: 1, max: 200 * KIB }), { maxLength: 8 }),
  ending: fc.constantFrom(...ENDINGS),
  isDeclared: fc.boolean(),
  path: fc.constantFrom('/v1/chat/completions', '/v1/files', '/v1/unknown'),
})

/** Sends one request whose body arrives in these chunks; resolves with the status when it is over. */
async function send(gateway: ReturnType<typeof testGateway>, given: Sent): Promise<number> {
  const { chunkBytes, ending, isDeclared, path } = given
  const leaving = new AbortController()
  const count = gateway.connections.length
  const chunks = bodyOf(chunkBytes, ending)
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  let next = 0
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = chunks[next++]
      if (chunk) return controller.enqueue(chunk)
      const connection = gateway.connections[count]
      if (ending === 'broken') return controller.error(new Error('connection reset'))
      if (ending === 'left') {
        leaving.abort()
        return controller.error(new DOMException('The connection was closed.', 'AbortError'))
      }
      if (ending === 'stopped' && connection?.upload && 'stop' in connection.upload)
        connection.upload.stop(new GatewayError('receive_timeout'))
      if (ending === 'shut down') connection?.terminate('shutting_down')
      controller.close()
    },
  })
  const reply = await handle(
    new Request(`http://g${path}`, {
      method: 'POST',
      body,
      signal: leaving.signal,
      headers: {
        'content-type': path === '/v1/files' ? 'multipart/form-data; boundary=b' : 'application/json',
        ...(isDeclared && { 'content-length': String(size) }),
        'x-gateway-api-key': 'KEY',
        'x-gateway-config': JSON.stringify(target()),
      },
    }),
    gateway.ports,
  )
  await reply.bytes()
  return reply.status
}

function bodyOf(chunkBytes: readonly number[], ending: Ending): Uint8Array[] {
  const chunks = chunkBytes.map((bytes) => new Uint8Array(bytes).fill(0x20))
  if (ending === 'complete') chunks.push(Buffer.from('{"model":"m"}'))
  return chunks
}

test('however bodies end, their memory and slots are free afterwards, and never more is held than allowed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 5 }), async (requests) => {
      const gateway = testGateway(requests.map(() => json(200, { ok: true })))
      const load = new Load(LIMITS, UNMEASURED)
      let most = 0
      const noteHeld = () => {
        most = Math.max(most, load.heldBytes)
      }
      Object.assign(gateway.ports, {
        load,
        onDefect: () => {},
        // A record is written before the memory of its request is released.
        writer: {
          append: () => {
            noteHeld()
            return null
          },
          gather: async () => noteHeld(),
          provisional: () => ({ written: null, done: () => {} }),
        },
      })
      const statuses = await Promise.all(requests.map((one) => send(gateway, one)))
      expect(statuses).toHaveLength(requests.length)
      expect(load.heldBytes).toBe(0)
      expect(most).toBeLessThanOrEqual(LIMITS.keyBodyBytes)
      // All slots of the key are free again.
      for (let i = 0; i < LIMITS.perKey; i++) load.enter('k', 'w')
    }),
    { numRuns: propertyRuns(40) },
  )
})

test('memory is held for the received bytes of a large body, not for its declared length', async () => {
  const gateway = testGateway([json(200, { ok: true })])
  const load = new Load({ ...LIMITS, keyBodyBytes: 2e6, workspaceBodyBytes: 2e6 }, UNMEASURED)
  Object.assign(gateway.ports, { load })
  const text = `{"model":"m","pad":"${'x'.repeat(300 * KIB)}"}`
  const seen: number[] = []
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      seen.push(load.heldBytes)
      if (sent >= text.length) return controller.close()
      controller.enqueue(Buffer.from(text.slice(sent, sent + 100 * KIB)))
      sent += 100 * KIB
    },
  })
  const headers = {
    'content-type': 'application/json',
    'content-length': String(text.length),
    'x-gateway-api-key': 'KEY',
    'x-gateway-config': JSON.stringify(target()),
  }
  const url = 'http://g/v1/chat/completions'
  const reply = await handle(new Request(url, { method: 'POST', body, headers }), gateway.ports)
  expect(reply.status).toBe(200)
  expect(seen[0]).toBe(0)
  for (const bytes of seen) expect(bytes).toBeLessThanOrEqual(sent)
  expect(load.heldBytes).toBe(0)
})
