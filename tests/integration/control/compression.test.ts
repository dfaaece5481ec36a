import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { ControlScene } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const workspaceId = await scene.defaultWorkspace()
const ROWS = 100

/** The bytes as they were sent. */
async function sent(path: string, init: RequestInit = {}) {
  const headers = { 'x-gateway-api-key': gateway.adminKey, 'accept-encoding': 'gzip', ...init.headers }
  const reply = await fetch(gateway.url + path, { ...init, headers, decompress: false } as RequestInit)
  return { reply, coding: reply.headers.get('content-encoding') }
}

test('a page of logs is sent compressed, in a fraction of its size', async () => {
  for (let i = 0; i < ROWS; i++) await (await gateway.chat({ provider: 'mock' }, { body: { model: 'mock-1' } })).text()
  await eventually('all logs are stored', async () => {
    const { data } = await scene.do('GET', `/logs?workspace_id=${workspaceId}&page_size=100`)
    return (data as unknown[]).length === ROWS
  })
  const path = `/v1/logs?workspace_id=${workspaceId}&page_size=100`
  const plain = await sent(path, { headers: { 'accept-encoding': 'identity' } })
  const zipped = await sent(path)
  expect([plain.coding, zipped.coding]).toEqual([null, 'gzip'])
  expect(zipped.reply.headers.get('vary')).toBe('accept-encoding')
  const [whole, part] = [await plain.reply.bytes(), await zipped.reply.bytes()]
  expect(gunzipSync(part).toString()).toBe(Buffer.from(whole).toString())
  expect(part.length * 8).toBeLessThan(whole.length)
})

test('responses to changes, which may hold a secret, and event streams are not compressed', async () => {
  const made = await sent('/v1/api-keys/workspace/service', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A key', workspace_id: workspaceId, scopes: ['logs.list'] }),
  })
  expect([made.reply.status, made.coding]).toEqual([200, null])
  const leaving = new AbortController()
  const stream = await sent(`/v1/logs/stream?workspace_id=${workspaceId}`, { signal: leaving.signal })
  expect([stream.reply.status, stream.coding]).toEqual([200, null])
  leaving.abort()
})

test('documents are compressed', async () => {
  for (const path of ['/openapi.json', '/docs/logs', '/docs/logs.md']) {
    const { reply, coding } = await sent(path)
    expect([path, reply.status, coding]).toEqual([path, 200, 'gzip'])
    await reply.body?.cancel()
  }
})
