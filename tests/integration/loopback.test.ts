import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { type Gateway, startGateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

/** Every spelling of the loopback address that a URL accepts. */
const SPELLINGS = [
  '127.0.0.1',
  '127.1',
  '127.8.9.10',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  'localhost',
  'LOCALHOST.',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[::]',
]

function chatAt(gateway: Gateway, host: string, headers: Record<string, string> = {}): Promise<Response> {
  return gateway.chat({ provider: 'openai-compatible', custom_host: host, api_key: 'k' }, { headers })
}

const IS_PUBLIC = { GATEWAY_PUBLIC_URL: 'https://ai.example.com' }

test.each<[string, () => Promise<Gateway>]>([
  ['a trusted proxy', () => startGateway({ environment: { GATEWAY_TRUSTED_PROXIES: '127.0.0.1' } })],
  ['a public address', () => startGateway({ environment: IS_PUBLIC })],
  [
    'two workers and a public address',
    () => startGatewayProcess({ environment: { ...IS_PUBLIC, GATEWAY_WORKERS: '2' } }),
  ],
])('behind %s no caller reaches loopback, whatever its spelling', async (_, start) => {
  await using simulator = await startSimulator({ answers: ['never'] })
  await using gateway = await start()
  const { port } = new URL(simulator.url)
  for (const spelling of SPELLINGS) {
    const refused = await errorOf(await chatAt(gateway, `http://${spelling}:${port}/v1`))
    expect([spelling, refused.status, refused.code]).toEqual([spelling, 400, 'address_forbidden'])
  }
  const byHeader = { 'x-gateway-provider': 'openai', 'x-gateway-custom-host': `${simulator.url}/v1` }
  const reply = await gateway.chat(null, { headers: { ...byHeader, authorization: 'Bearer k' } })
  expect((await errorOf(reply)).code).toBe('address_forbidden')
  expect(simulator.requests).toHaveLength(0)
  // The built-in mock also listens on loopback, but callers cannot name its address.
  expect((await gateway.chat({ provider: 'mock' }, { body: { model: 'mock-1' } })).status).toBe(200)
})

test('a host in GATEWAY_TRUSTED_HOSTS is reachable behind a proxy, only at its port', async () => {
  await using simulator = await startSimulator({ answers: ['hello', 'hello'] })
  await using other = await startSimulator({ answers: ['never'] })
  const { port } = new URL(simulator.url)
  const environment = {
    GATEWAY_TRUSTED_PROXIES: '127.0.0.1',
    GATEWAY_TRUSTED_HOSTS: `127.0.0.1:${port}, localhost:${port}`,
  }
  await using gateway = await startGateway({ environment })
  expect(await contentOf(await gateway.chat(at(simulator)))).toBe('hello')
  expect((await errorOf(await gateway.chat(at(other)))).code).toBe('address_forbidden')
  expect(other.requests).toHaveLength(0)
})

test('a host that an Admin key saved is reachable only for that virtual key', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  await using gateway = await startGateway({ environment: IS_PUBLIC })
  const { adminKey } = gateway
  const body = {
    name: 'local',
    slug: 'local',
    provider: 'openai-compatible',
    key: 'k',
    custom_host: `${simulator.url}/v1`,
  }
  const workspaces = (await (await gateway.fetch('/v1/admin/workspaces', { key: adminKey })).json()) as {
    data: { id: string }[]
  }
  const saved = { ...body, workspace_id: workspaces.data[0]!.id }
  expect((await gateway.fetch('/v1/virtual-keys', { method: 'POST', key: adminKey, body: saved })).status).toBe(200)
  expect(await contentOf(await gateway.chat({ virtual_key: 'local' }))).toBe('hello')
  expect((await errorOf(await gateway.chat(at(simulator)))).code).toBe('address_forbidden')
})
