import { expect, test } from 'bun:test'
import type { Answer } from '../../simulators/answer.ts'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()
const MIB = 1024 * 1024

function upload(config: object, body: Bun.BodyInit, type = 'application/octet-stream'): Promise<Response> {
  const headers = { 'x-gateway-config': JSON.stringify(config), 'content-type': type }
  return gateway.fetch('/v1/blob', { method: 'POST', headers, body })
}

async function kindsOf(reply: Response): Promise<readonly string[]> {
  const log = await gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
  return log.decisions.map(({ kind }) => kind)
}

function fallback(...targets: readonly object[]): object {
  return { strategy: { mode: 'fallback' }, targets }
}

test('an upload of exactly 1 MB is replayed, one byte more is not', async () => {
  await using busy = await startSimulator({ answers: [503] })
  await using free = await startSimulator({ answers: [{ sink: true }] })
  const whole = await upload(fallback(at(busy), at(free)), new Uint8Array(MIB))
  expect([whole.status, await whole.json()]).toMatchObject([200, { bytes: MIB }])
  expect(await kindsOf(whole)).toContain('fallback')

  const larger = await upload(fallback(at(busy), at(free)), new Uint8Array(MIB + 1))
  expect(larger.status).toBe(503)
  const kinds = await kindsOf(larger)
  expect([kinds.includes('not_replayable'), kinds.includes('fallback')]).toEqual([true, false])
  expect(free.requests).toHaveLength(1)
})

test('a large upload is not retried, and its response is returned unchanged', async () => {
  await using busy = await startSimulator({ answers: [{ status: 503, body: 'come later', retryAfter: { ms: 1 } }] })
  const reply = await upload(
    at(busy, { retry: { attempts: 3, use_retry_after_headers: true } }),
    new Uint8Array(2 * MIB),
  )
  expect([reply.status, await reply.text()]).toEqual([503, 'come later'])
  const kinds = await kindsOf(reply)
  expect([kinds.includes('not_replayable'), kinds.includes('wait')]).toEqual([true, false])
  expect(busy.requests).toHaveLength(1)
})

test.each<[string, Answer, number]>([
  ['rejects early', { status: 503, body: 'no', early: true }, 503],
  ['breaks off', { fault: 'reset' }, 502],
])('a provider that %s during a large upload ends the request with a clear response', async (_, answer, status) => {
  await using first = await startSimulator({ answers: [answer] })
  await using second = await startSimulator({ answers: [{ sink: true }] })
  const reply = await upload(fallback(at(first), at(second)), new Uint8Array(2 * MIB))
  await reply.bytes()
  expect(reply.status).toBe(status)
  expect(await kindsOf(reply)).toContain('not_replayable')
  expect(second.requests).toHaveLength(0)
})

test('a large upload skips a target with an open circuit', async () => {
  const cb_config = { failure_threshold: 1, cooldown_interval: 30_000 }
  await using resting = await startSimulator({ answers: [503] })
  await using free = await startSimulator({ answers: [{ sink: true }] })
  await (await gateway.chat(at(resting, { cb_config }))).bytes()
  const reply = await upload(fallback(at(resting, { cb_config }), at(free)), new Uint8Array(2 * MIB))
  expect([reply.status, await reply.json()]).toMatchObject([200, { bytes: 2 * MIB }])
  expect(resting.requests).toHaveLength(1)
})

test('a large JSON body is buffered and replayed complete, on first-class and other paths', async () => {
  const body = JSON.stringify({ model: 'sim-model', messages: [], pad: 'x'.repeat(5 * MIB) })
  const sha256 = new Bun.CryptoHasher('sha256').update(body).digest('hex')
  for (const path of ['/v1/chat/completions', '/v1/rerank']) {
    await using busy = await startSimulator({ answers: [503] })
    await using free = await startSimulator({ answers: [{ sink: true }] })
    const headers = {
      'x-gateway-config': JSON.stringify(fallback(at(busy), at(free))),
      'content-type': 'application/json',
    }
    const reply = await gateway.fetch(path, { method: 'POST', headers, body })
    expect([reply.status, await reply.json()]).toEqual([200, { sha256, bytes: body.length }])
    expect(busy.requests[0]!.bodySha256).toBe(sha256)
  }
})

test('the first target serves a large upload', async () => {
  await using first = await startSimulator({ answers: [{ sink: true }] })
  await using second = await startSimulator({ answers: [{ sink: true }] })
  const reply = await upload(fallback(at(first), at(second)), new Uint8Array(2 * MIB))
  expect([reply.status, await reply.json()]).toMatchObject([200, { bytes: 2 * MIB }])
  expect(await kindsOf(reply)).not.toContain('not_replayable')
})
