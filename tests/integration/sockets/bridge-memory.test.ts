import { expect, test } from 'bun:test'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket } from '../../harness/socket-client.ts'

const MIB = 1024 * 1024
const gateway = await shareGateway({ environment: { GATEWAY_BODY_MEMORY_BYTES: String(16 * MIB) } })

test('turns that wait for the one before them count as memory of the key', async () => {
  // A provider that never responds.
  await using provider = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => {}) })
  const target = { provider: 'perplexity-ai', custom_host: `http://127.0.0.1:${provider.port}/v1`, api_key: 'sk' }
  const client = await connectSocket(`${gateway.url}/v1/responses`, {
    headers: { authorization: `Bearer ${gateway.workspaceKey}`, 'x-gateway-config': JSON.stringify(target) },
  })
  const input = 'x'.repeat(MIB)
  for (let i = 0; i < 32; i++) client.sendJson({ type: 'response.create', model: 'sim-model', input })
  expect(await client.closed).toMatchObject({ code: 1013 })
})
