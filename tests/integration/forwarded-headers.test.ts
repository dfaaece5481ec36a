import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { errorOf } from '../harness/error-of.ts'
import { connectRaw, type Headers, rawRequest } from '../harness/raw-client.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

/** The headers that the provider gets, with sorted lower-case names, without connection headers. */
async function arrivedFrom(path: string, headers: Headers, config: object = {}): Promise<Record<string, string>> {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const client = await connectRaw(gateway.url)
  const ours: Headers = [
    ['x-gateway-api-key', gateway.workspaceKey],
    ['x-gateway-config', JSON.stringify(at(simulator, config))],
    ['content-type', 'application/json'],
  ]
  client.send(rawRequest('POST', path, [...ours, ...headers], '{"model":"m","messages":[]}'))
  const request = await simulator.received(1)
  await client.until('\r\n\r\n')
  client.leave()
  const names = request.rawHeaders.map(([name]) => name.toLowerCase())
  expect(names).toHaveLength(new Set(names).size)
  const { host: _host, connection: _connection, ...rest } = request.headers
  return rest
}

const CUSTOM: Headers = [
  ['User-Agent', 'my-client/1'],
  ['X-My-Custom-Header', 'Value, with comma'],
  ['OpenAI-Organization', 'org-1'],
  ['Idempotency-Key', 'once'],
]

test.each(['/v1/chat/completions', '/v1/rerank'])(
  '%s: other headers reach the provider unchanged, and nothing is added',
  async (path) => {
    const arrived = await arrivedFrom(path, [...CUSTOM, ['Accept', '*/*']])
    expect(arrived).toEqual({
      accept: '*/*',
      'accept-encoding': 'identity',
      authorization: 'Bearer sk-sim',
      'content-length': '27',
      'content-type': 'application/json',
      'idempotency-key': 'once',
      'openai-organization': 'org-1',
      'user-agent': 'my-client/1',
      'x-my-custom-header': 'Value, with comma',
    })
  },
)

test.each(['/v1/chat/completions', '/v1/rerank'])(
  '%s: credentials, cookies, hop-by-hop and proxy headers are not forwarded',
  async (path) => {
    const stripped: Headers = [
      ['Authorization', 'Bearer sk-callers-own'],
      ['x-api-key', 'sk-ant-callers-own'],
      ['api-key', 'azure-callers-own'],
      ['Cookie', 'session=1'],
      ['Forwarded', 'for=1.2.3.4'],
      ['X-Forwarded-For', '1.2.3.4'],
      ['X-Forwarded-Proto', 'https'],
      ['Connection', 'keep-alive, X-Hop'],
      ['X-Hop', 'mine'],
      ['Keep-Alive', 'timeout=5'],
      ['Proxy-Authorization', 'Basic eA=='],
      ['TE', 'trailers'],
      ['Trailer', 'X-Sum'],
      ['x-gateway-metadata', '{}'],
      ['x-portkey-trace-id', 't'],
    ]
    const arrived = await arrivedFrom(path, [...stripped, ['X-Stays', '1']])
    expect(arrived['x-stays']).toBe('1')
    expect(arrived['authorization']).toBe('Bearer sk-sim')
    const left = stripped
      .map(([name]) => name.toLowerCase())
      .filter((name) => name !== 'authorization' && name !== 'connection')
    for (const name of left) expect([name, arrived[name]]).toEqual([name, undefined])
  },
)

test('forward_headers from the config or the header also forward headers that are stripped by default', async () => {
  const cookies: Headers = [
    ['Cookie', 'session=1'],
    ['X-Forwarded-For', '1.2.3.4'],
  ]
  const byConfig = await arrivedFrom('/v1/chat/completions', cookies, { forward_headers: ['Cookie', 'x-absent'] })
  expect([byConfig['cookie'], byConfig['x-forwarded-for'], byConfig['x-absent']]).toEqual([
    'session=1',
    undefined,
    undefined,
  ])
  const named: Headers = [...cookies, ['x-gateway-forward-headers', 'x-forwarded-for']]
  const byHeader = await arrivedFrom('/v1/chat/completions', named, { forward_headers: ['cookie'] })
  expect([byHeader['cookie'], byHeader['x-forwarded-for']]).toEqual([undefined, '1.2.3.4'])
})

test('forward_headers never replace a stored credential', async () => {
  const own: Headers = [['Authorization', 'Bearer sk-callers-own']]
  const arrived = await arrivedFrom('/v1/chat/completions', own, { forward_headers: ['authorization'] })
  expect(arrived['authorization']).toBe('Bearer sk-sim')
})

test.each(['Host', 'Content-Length', 'Transfer-Encoding', 'Connection', 'x-gateway-api-key'])(
  'forward_headers may not name %s',
  async (name) => {
    const config = { provider: 'mock', forward_headers: [name] }
    expect(await errorOf(await gateway.chat(config))).toMatchObject({ status: 400, code: 'config_invalid' })
  },
)

test('a credential in another header form is converted to the provider’s own', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const headers = {
    'x-gateway-provider': 'anthropic',
    'x-gateway-custom-host': `${simulator.url}/v1`,
    authorization: 'Bearer sk-ant-mine',
  }
  await gateway.fetch('/v1/messages', { method: 'POST', headers, body: { model: 'claude', messages: [] } })
  const { 'x-api-key': key, authorization, 'anthropic-version': version } = simulator.requests[0]!.headers
  expect([key, authorization, version]).toEqual(['sk-ant-mine', undefined, '2023-06-01'])
})

test('an Anthropic client’s x-api-key and version are forwarded', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const headers = {
    'x-gateway-provider': 'anthropic',
    'x-gateway-custom-host': `${simulator.url}/v1`,
    'x-api-key': 'sk-ant-mine',
    'anthropic-version': '2024-01-01',
  }
  await gateway.fetch('/v1/messages', { method: 'POST', headers, body: { model: 'claude', messages: [] } })
  const { 'x-api-key': key, 'anthropic-version': version } = simulator.requests[0]!.headers
  expect([key, version]).toEqual(['sk-ant-mine', '2024-01-01'])
})

test('cloud A gets the bearer value as api-key', async () => {
  await using simulator = await startSimulator({ answers: ['ok'] })
  const config = {
    provider: 'azure-openai',
    api_key: 'azure-secret',
    azure_resource_name: 'res',
    azure_deployment_id: 'dep',
    azure_api_version: '2024-10-21',
    custom_host: `${simulator.url}/openai`,
  }
  await gateway.chat(config)
  const { 'api-key': key, authorization } = simulator.requests[0]?.headers ?? {}
  expect([key, authorization]).toEqual(['azure-secret', undefined])
})
