import { expect, test } from 'bun:test'
import { startSocketSimulator } from '../../../simulators/socket-simulator.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { connectSocket } from '../../harness/socket-client.ts'
import { cost, LimitedScene } from '../limits/limited-gateway.ts'

const gateway = await shareGateway()
const scene = new LimitedScene(gateway)

type Added = { readonly key: string; readonly headers: Record<string, string>; readonly add: () => Promise<unknown> }

/** The owners of the budget that is added while the session is open. */
const OWNERS: Readonly<Record<string, (url: string) => Promise<Added>>> = {
  'the key': async (url) => {
    const { key, id } = await scene.key({})
    return { key, headers: at(url), add: () => scene.control.do('PUT', `/api-keys/${id}`, cost(1)) }
  },
  'the key, in tokens': async (url) => {
    const { key, id } = await scene.key({})
    const limits = { usage_limits: { type: 'tokens', credit_limit: 1_000 } }
    return { key, headers: at(url), add: () => scene.control.do('PUT', `/api-keys/${id}`, limits) }
  },
  'the virtual key': async (url) => {
    const { key } = await scene.key({})
    const slug = await scene.virtualKey({ url }, {})
    const add = () => scene.control.do('PUT', `/virtual-keys/${slug}`, cost(1))
    return { key, headers: { 'x-gateway-virtual-key': slug }, add }
  },
  'a policy': async (url) => {
    const { key, id } = await scene.key({})
    const policy = {
      conditions: [{ key: 'api_key', value: id }],
      group_by: [{ key: 'api_key' }],
      type: 'cost',
      credit_limit: 1,
    }
    return { key, headers: at(url), add: () => scene.control.do('POST', '/policies/usage-limits', policy) }
  },
}

function at(url: string): Record<string, string> {
  return { 'x-gateway-config': JSON.stringify({ provider: 'openai', custom_host: `${url}/v1`, api_key: 'sk' }) }
}

async function open(key: string, headers: Record<string, string>) {
  return connectSocket(`${gateway.url}/v1/proxy/listen`, { headers: { authorization: `Bearer ${key}`, ...headers } })
}

for (const [owner, prepare] of Object.entries(OWNERS)) {
  test.concurrent(`a budget added to ${owner} ends a session whose messages are not read`, async () => {
    await using provider = startSocketSimulator({ message: (peer, message) => peer.send(message) })
    const { key, headers, add } = await prepare(provider.url)
    const other = await scene.key({})
    const unlimited = await open(other.key, at(provider.url))
    const client = await open(key, headers)
    await add()
    expect(await client.closed).toMatchObject({ code: 1008, reason: expect.stringContaining('price_unknown') })
    await (await provider.peer(2)).closed
    // Sessions without a budget continue.
    unlimited.send('still here')
    expect(String(await unlimited.next())).toBe('still here')
    unlimited.socket.close()
  })
}
