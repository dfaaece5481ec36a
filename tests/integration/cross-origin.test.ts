import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const PAGE = 'https://app.example.com'
const gateway = await shareGateway({ environment: { GATEWAY_CORS_ORIGINS: `${PAGE},http://localhost:3000` } })
const closed = await shareGateway()

const HEADERS = 'authorization,content-type,x-gateway-config,x-gateway-metadata'

function preflight(path: string, origin: string, more: Record<string, string> = {}, at = gateway): Promise<Response> {
  const headers = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': HEADERS,
    ...more,
  }
  return at.fetch(path, { method: 'OPTIONS', key: null, headers })
}

function permissions({ headers }: Response): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-')).sort()
}

test.each([
  '/v1/chat/completions',
  '/v1/prompts/pp-any-1a2b3c/completions',
  '/v1/some/provider/endpoint',
  '/v1/proxy/x',
])('a preflight request to %s needs no key', async (path) => {
  const reply = await preflight(path, PAGE)
  expect(reply.status).toBe(204)
  expect(reply.headers.get('access-control-allow-origin')).toBe(PAGE)
  expect(reply.headers.get('access-control-allow-headers')).toBe(HEADERS)
  expect(reply.headers.get('access-control-allow-methods')).toContain('DELETE')
  expect(reply.headers.get('vary')).toContain('Origin')
  expect(reply.headers.has('access-control-allow-credentials')).toBe(false)
})

test('the page can read responses and errors with all gateway headers, without cookies', async () => {
  await using upstream = await startSimulator({ answers: ['hello'] })
  const config = { provider: 'openai', api_key: 'sk-upstream-1234', custom_host: upstream.url }
  const answer = await gateway.chat(config, { headers: { origin: PAGE } })
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, PAGE])
  expect(answer.headers.get('access-control-expose-headers')).toBe('*')
  expect(answer.headers.get('x-gateway-trace-id')).not.toBeNull()
  const refused = await gateway.fetch('/v1/models', { key: null, headers: { origin: PAGE } })
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, PAGE])
  for (const reply of [answer, refused]) {
    expect(reply.headers.get('vary')).toContain('Origin')
    expect(reply.headers.has('access-control-allow-credentials')).toBe(false)
  }
  const stream = await gateway.chat({ provider: 'mock' }, { headers: { origin: PAGE }, body: { stream: true } })
  expect([stream.status, stream.headers.get('access-control-allow-origin')]).toEqual([200, PAGE])
  expect(await stream.text()).toContain('[DONE]')
})

test.each([
  'https://evil.example',
  'https://app.example.com.evil.example',
  'http://app.example.com',
  'https://app.example.com:8443',
  'https://APP.example.com',
  'https://app.example.com, https://evil.example',
  'null',
  '*',
])('a page of %s gets no CORS headers', async (origin) => {
  const asked = await preflight('/v1/chat/completions', origin)
  expect(asked.status).not.toBe(204)
  const answered = await gateway.chat({ provider: 'mock' }, { headers: { origin } })
  expect(answered.status).toBe(200)
  expect([permissions(asked), permissions(answered)]).toEqual([[], []])
  expect(answered.headers.get('vary')).toContain('Origin')
})

test.each(['/v1/virtual-keys', '/v1/api-keys/some-id', '/v1/sessions/current', '/v1/feedback', '/v1/admin/workspaces'])(
  'the admin API at %s allows no origin, not even a configured one',
  async (path) => {
    const asked = await preflight(path, PAGE)
    expect([asked.status, permissions(asked)]).toEqual([401, []])
    const called = await gateway.fetch(path, { key: gateway.adminKey, headers: { origin: PAGE } })
    expect(permissions(called)).toEqual([])
  },
)

test('invalid header names are not echoed to the page', async () => {
  const reply = await preflight('/v1/chat/completions', PAGE, { 'access-control-request-headers': 'a b;c, <x>' })
  expect([reply.status, permissions(reply)]).toEqual([
    204,
    ['access-control-allow-methods', 'access-control-allow-origin', 'access-control-max-age'],
  ])
})

test('without the setting there are no CORS headers', async () => {
  const asked = await preflight('/v1/chat/completions', PAGE, {}, closed)
  const answered = await closed.chat({ provider: 'mock' }, { headers: { origin: PAGE } })
  expect([asked.status, answered.status]).toEqual([401, 200])
  expect([permissions(asked), permissions(answered)]).toEqual([[], []])
  expect(answered.headers.has('vary')).toBe(false)
})
