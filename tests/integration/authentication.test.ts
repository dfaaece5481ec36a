import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

/** Provider and custom host as headers, the credential in Authorization. */
function towards(url: string): Record<string, string> {
  return { 'x-gateway-provider': 'openai-compatible', 'x-gateway-custom-host': `${url}/v1` }
}

test.each([
  ['the workspace key', gateway.workspaceKey],
  ['the Admin key', gateway.adminKey],
])('%s in x-gateway-api-key is accepted', async (_name, key) => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  expect(await contentOf(await gateway.chat(at(simulator), { key }))).toBe('hello')
})

test('without x-gateway-api-key the bearer value is the gateway key, and the provider never sees it', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const headers = { authorization: `Bearer ${gateway.workspaceKey}` }
  expect(await contentOf(await gateway.chat(at(simulator), { key: null, headers }))).toBe('hello')
  expect(simulator.requests[0]?.headers['authorization']).toBe('Bearer sk-sim')
})

test('an Authorization that differs from the gateway key is the provider credential', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const headers = { ...towards(simulator.url), authorization: 'Bearer sk-mine' }
  expect(await contentOf(await gateway.chat(null, { headers }))).toBe('hello')
  expect(simulator.requests[0]?.headers['authorization']).toBe('Bearer sk-mine')
})

test('an Authorization equal to the gateway key is not a provider credential', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const headers = { ...towards(simulator.url), authorization: `Bearer ${gateway.workspaceKey}` }
  expect(await contentOf(await gateway.chat(null, { headers }))).toBe('hello')
  expect(simulator.requests[0]?.headers['authorization']).toBeUndefined()
})

test('a bearer gateway key does not count as the credential a provider needs', async () => {
  const headers = { 'x-gateway-provider': 'openai', authorization: `Bearer ${gateway.workspaceKey}` }
  const refused = await errorOf(await gateway.chat(null, { key: null, headers }))
  expect(refused).toMatchObject({ status: 400, code: 'credential_missing' })
})

test('x-api-key is the gateway key if it is valid and no other key was sent', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const headers = { 'x-api-key': gateway.workspaceKey }
  expect(await contentOf(await gateway.chat(at(simulator), { key: null, headers }))).toBe('hello')
  const sent = simulator.requests[0]?.rawHeaders.map(([, value]) => value).join('\n')
  expect(sent).not.toContain(gateway.workspaceKey)
})

test('no header to the provider has the gateway key, whatever forward_headers names', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const names = ['authorization', 'x-api-key', 'api-key', 'x-goog-api-key', 'x-custom-key', 'cookie']
  const headers = Object.fromEntries(names.map((name) => [name, `Bearer ${gateway.workspaceKey}`]))
  const bare = Object.fromEntries(names.map((name) => [name, gateway.workspaceKey]))
  for (const config of [at(simulator), at(simulator, { forward_headers: names })]) {
    await gateway.chat(config, { headers })
    await gateway.chat(config, { headers: bare })
  }
  expect(simulator.requests).toHaveLength(4)
  const sent = simulator.requests.flatMap(({ rawHeaders }) => rawHeaders.map(([, value]) => value)).join('\n')
  expect(sent).not.toContain(gateway.workspaceKey)
})

test.each(['api-key', 'x-goog-api-key'])(
  '%s is the gateway key if it is valid and no other key was sent',
  async (name) => {
    await using simulator = await startSimulator({ answers: ['hello'] })
    const reply = await gateway.chat(at(simulator), { key: null, headers: { [name]: gateway.workspaceKey } })
    expect(await contentOf(reply)).toBe('hello')
    expect(JSON.stringify(simulator.requests[0]?.rawHeaders)).not.toContain(gateway.workspaceKey)
  },
)

test.each<[string, Record<string, string>, string]>([
  ['no key at all', {}, 'api_key_missing'],
  ['an unknown key', { 'x-gateway-api-key': 'gww_unknown_key_of_nobody' }, 'api_key_invalid'],
  ['an unknown bearer', { authorization: 'Bearer sk-some-provider-key' }, 'api_key_invalid'],
  ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }, 'api_key_missing'],
  ['an unknown x-api-key only', { 'x-api-key': 'sk-ant-unknown' }, 'api_key_invalid'],
])('%s is rejected with 401 and nothing is forwarded', async (_name, headers, code) => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const reply = await gateway.chat(at(simulator), { key: null, headers })
  expect(reply.headers.get('x-should-retry')).toBe('false')
  const refused = await errorOf(reply)
  expect(refused).toMatchObject({ status: 401, type: 'authentication_error', code })
  expect(simulator.requests).toHaveLength(0)
})

test('a wrong gateway key is rejected although another header has a valid one', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const headers = { authorization: `Bearer ${gateway.workspaceKey}` }
  const reply = await gateway.chat(at(simulator), { key: 'gww_not_a_key_of_anybody', headers })
  expect(reply.status).toBe(401)
  expect(simulator.requests).toHaveLength(0)
})

test('health and readiness need no key', async () => {
  expect((await gateway.fetch('/healthz', { key: null })).status).toBe(200)
  expect((await gateway.fetch('/readyz', { key: null })).status).toBe(200)
})
