import { expect, test } from 'bun:test'
import { startSimulator } from '../../../simulators/simulator.ts'
import { at } from '../../../tests/harness/at.ts'
import { errorOf } from '../../../tests/harness/error-of.ts'
import { type Gateway, startGateway } from '../../../tests/harness/start-gateway.ts'
import { startGatewayProcess } from '../../../tests/harness/start-gateway-process.ts'
import { RESERVED } from '../core/reserved-paths.ts'

const SECRET = 'sk-never-to-be-forwarded'

const CALLS = RESERVED.flatMap(([methods, path]) =>
  methods.split(' ').map((method) => ({ method, path: path.replaceAll('{}', 'some-id') })),
)

/** Creates a key with a default config that routes to `target`, so that requests need no headers. */
async function keyWithDefault(gateway: Gateway, target: object): Promise<string> {
  const post = async (path: string, body: object) => {
    const reply = await gateway.fetch(path, { method: 'POST', body })
    expect([path, reply.status]).toEqual([path, 200])
    return (await reply.json()) as Record<string, string>
  }
  const { slug } = await post('/v1/configs', { name: 'default', config: target })
  const made = await post('/v1/api-keys/workspace/service', {
    name: 'with a default',
    scopes: ['logs.view'],
    defaults: { config_id: slug },
  })
  return made['key']!
}

test.each<[string, () => Promise<Gateway>]>([
  ['one process', () => startGateway()],
  ['two workers', () => startGatewayProcess({ environment: { GATEWAY_WORKERS: '2' } })],
])('administrative calls the gateway does not have reach no provider: %s', async (_, start) => {
  await using simulator = await startSimulator({ answers: ['forwarded'] })
  await using gateway = await start()
  // The first request: in a single process, the control plane is not loaded yet.
  const config = { 'x-gateway-config': JSON.stringify(at(simulator)) }
  const first = await gateway.fetch('/v1/mcp-servers', { method: 'POST', headers: config, body: { key: SECRET } })
  expect((await errorOf(first)).status).toBe(404)

  const key = await keyWithDefault(gateway, at(simulator))
  for (const { method, path } of CALLS) {
    const body = method === 'GET' ? {} : { body: { key: SECRET } }
    const refused = await errorOf(await gateway.fetch(`/v1${path}`, { method, key, ...body }))
    expect([method, path, refused.status, refused.code]).toEqual([method, path, 404, 'not_found'])
    expect(refused.hint).toContain(`/v1/proxy${path}`)
  }
  for (const path of [
    '/guardrails/',
    '/integrations/',
    '//providers',
    '/%69ntegrations',
    '/virtual-keys/',
    '/configs//',
  ]) {
    const refused = await errorOf(await gateway.fetch(`/v1${path}`, { method: 'POST', key, body: { key: SECRET } }))
    expect([path, refused.status, refused.code]).toEqual([path, 404, 'not_found'])
  }
  expect(simulator.requests).toHaveLength(0)

  // The default config applies, other provider paths pass through, and /v1/proxy reaches the reserved paths too.
  for (const path of ['/rerank', '/vector_stores', '/assistants', '/proxy/guardrails', '/proxy/providers/x']) {
    expect([path, (await gateway.fetch(`/v1${path}`, { method: 'POST', key, body: {} })).status]).toEqual([path, 200])
  }
  expect(simulator.requests.map(({ target }) => target)).toEqual([
    '/v1/rerank',
    '/v1/vector_stores',
    '/v1/assistants',
    '/v1/guardrails',
    '/v1/providers/x',
  ])
})
