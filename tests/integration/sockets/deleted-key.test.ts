import { expect, test } from 'bun:test'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket } from '../../harness/socket-client.ts'
import { LimitedScene } from '../limits/limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

test.each(['/v1/realtime?model=gpt-realtime', '/v1/proxy/listen'])(
  '%s: deleting the key ends its open session',
  async (path) => {
    await using provider = startSocketSimulator()
    const { key, id } = await scene.key({})
    const client = await connectSocket(`${gateway.url}${path}`, {
      headers: {
        authorization: `Bearer ${key}`,
        'x-gateway-config': JSON.stringify({ provider: 'openai', custom_host: `${provider.url}/v1`, api_key: 'sk' }),
      },
    })
    await scene.control.do('DELETE', `/api-keys/${id}`)
    expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('access_revoked') })
    await (await provider.peer(1)).closed
  },
)

function openWith(slug: string, path: string, key: string) {
  const headers = { authorization: `Bearer ${key}`, 'x-gateway-virtual-key': slug }
  return connectSocket(`${gateway.url}${path}`, { headers })
}

test.each([
  ['deleted', 'virtual_key_unknown', (path: string) => scene.control.do('DELETE', path)],
  ['disabled', 'virtual_key_disabled', (path: string) => scene.control.do('PUT', path, { status: 'archived' })],
] as const)('an open session gets no further turn if its virtual key is %s', async (_, code, change) => {
  await using provider = startSocketSimulator()
  const { key } = await scene.key({})
  const slug = await scene.virtualKey(provider, {})
  const client = await openWith(slug, '/v1/realtime?model=gpt-realtime', key)
  await change(`/virtual-keys/${slug}`)
  client.sendJson({ type: 'response.create' })
  expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining(code) })
  const peer = await provider.peer(1)
  await peer.closed
  expect(peer.received).toHaveLength(0)
})

test('a virtual key that expires ends an open session whose messages are not read', async () => {
  await using provider = startSocketSimulator()
  const { key } = await scene.key({})
  const slug = await scene.virtualKey(provider, {})
  const client = await openWith(slug, '/v1/proxy/listen', key)
  const expires_at = new Date(Date.now() + 10_000).toISOString()
  await scene.control.do('PUT', `/virtual-keys/${slug}`, { expires_at })
  expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('virtual_key_expired') })
  await (await provider.peer(1)).closed
})
