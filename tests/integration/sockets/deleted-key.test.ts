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
