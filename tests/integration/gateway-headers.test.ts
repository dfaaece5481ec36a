import { expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

test.each<[string, string]>([
  ['x-gateway-trace-id', 'order-17/a'],
  ['x-gateway-metadata', '{"_user":"u-1","team":"blue"}'],
  ['x-gateway-cache-force-refresh', 'true'],
  ['x-gateway-cache-force-refresh', 'false'],
  ['x-gateway-cache-namespace', 'mine'],
  ['x-gateway-request-timeout', '30000'],
  ['x-gateway-forward-headers', '["X-One","X-Two"]'],
  ['x-gateway-forward-headers', 'X-One, X-Two'],
  ['x-gateway-debug', 'false'],
])('%s: %s is accepted and not forwarded', async (name, value) => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  expect(await contentOf(await gateway.chat(at(simulator), { headers: { [name]: value } }))).toBe('hello')
  expect(Object.keys(simulator.requests[0]?.headers ?? {}).filter((header) => header.startsWith('x-gateway'))).toEqual(
    [],
  )
})

test.each<[string, string]>([
  ['x-gateway-trace-id', 'x'.repeat(129)],
  ['x-gateway-metadata', 'not json'],
  ['x-gateway-metadata', '["a"]'],
  ['x-gateway-metadata', '"text"'],
  ['x-gateway-metadata', 'null'],
  ['x-gateway-cache-force-refresh', 'yes'],
  ['x-gateway-cache-force-refresh', 'TRUE'],
  ['x-gateway-cache-force-refresh', '1'],
  ['x-gateway-cache-namespace', 'n'.repeat(257)],
  ['x-gateway-request-timeout', '0'],
  ['x-gateway-request-timeout', '-1'],
  ['x-gateway-request-timeout', '1.5'],
  ['x-gateway-request-timeout', '1e3'],
  ['x-gateway-request-timeout', 'soon'],
  ['x-gateway-forward-headers', '[1]'],
  ['x-gateway-forward-headers', '["Host"]'],
  ['x-gateway-forward-headers', '["Content-Length"]'],
  ['x-gateway-forward-headers', '["Transfer-Encoding"]'],
  ['x-gateway-forward-headers', '["x-gateway-api-key"]'],
  ['x-gateway-forward-headers', '["x-portkey-config"]'],
  ['x-gateway-forward-headers', '["two words"]'],
  ['x-gateway-debug', 'off'],
])('%s: %s is rejected by name and nothing is forwarded', async (name, value) => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const refused = await errorOf(await gateway.chat(at(simulator), { headers: { [name]: value } }))
  expect(refused).toMatchObject({ status: 400, code: 'invalid_header', param: name })
  expect(refused.message).toContain(name)
  expect(simulator.requests).toHaveLength(0)
})

test('a trace id is echoed, and generated if none was sent', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const given = await gateway.chat(at(simulator), { headers: { 'x-gateway-trace-id': 'my trace' } })
  expect(given.headers.get('x-gateway-trace-id')).toBe('my trace')
  const [first, second] = await Promise.all([gateway.chat(at(simulator)), gateway.chat(at(simulator))])
  const made = [first.headers.get('x-gateway-trace-id'), second.headers.get('x-gateway-trace-id')]
  expect(made.every((id) => id !== null && id.length >= 16)).toBe(true)
  expect(made[0]).not.toBe(made[1]!)
})

test('a response has headers with the provider, the target and the number of retries', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const config = { strategy: { mode: 'fallback' }, targets: [at(simulator)] }
  const reply = await gateway.chat(config)
  expect(reply.headers.get('x-gateway-provider')).toBe('openai-compatible')
  expect(reply.headers.get('x-gateway-last-used-option-index')).toBe('config.targets[0]')
  expect(reply.headers.get('x-gateway-retry-attempt-count')).toBe('0')
  expect(reply.headers.get('x-gateway-cache-status')).toBe('DISABLED')
  const single = await gateway.chat(at(simulator))
  expect(single.headers.get('x-gateway-last-used-option-index')).toBe('config')
})

test('headers with an alias prefix are equal, and the response has them with both prefixes', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const headers = {
    'x-portkey-api-key': gateway.workspaceKey,
    'x-portkey-config': JSON.stringify(at(simulator)),
    'x-portkey-trace-id': 'aliased',
  }
  const reply = await gateway.chat(null, { key: null, headers })
  expect(await contentOf(reply)).toBe('hello')
  for (const name of ['trace-id', 'provider', 'retry-attempt-count', 'last-used-option-index', 'cache-status']) {
    expect([name, reply.headers.get(`x-portkey-${name}`)]).toEqual([name, reply.headers.get(`x-gateway-${name}`)])
    expect(reply.headers.get(`x-gateway-${name}`)).not.toBeNull()
  }
  expect(reply.headers.get('x-gateway-trace-id')).toBe('aliased')
  expect(Object.keys(simulator.requests[0]?.headers ?? {}).filter((name) => name.startsWith('x-portkey'))).toEqual([])
})

test('an error also has headers with both prefixes', async () => {
  const reply = await gateway.chat(null, { key: null, headers: { 'x-portkey-api-key': 'gww_nobody_has_this_key' } })
  expect(reply.status).toBe(401)
  expect(reply.headers.get('x-portkey-trace-id')).toBe(reply.headers.get('x-gateway-trace-id'))
})

test('a response has one prefix if no alias was used', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const reply = await gateway.chat(at(simulator))
  expect([...reply.headers.keys()].filter((name) => name.startsWith('x-portkey'))).toEqual([])
})

test('two prefixes may have the same value, but not different values', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const same = { 'x-gateway-trace-id': 'one', 'x-portkey-trace-id': 'one' }
  expect((await gateway.chat(at(simulator), { headers: same })).status).toBe(200)
  const different = { 'x-gateway-trace-id': 'one', 'x-portkey-trace-id': 'two' }
  const refused = await errorOf(await gateway.chat(at(simulator), { headers: different }))
  expect(refused).toMatchObject({ status: 400, code: 'header_conflict' })
})

test('a config of 40 KiB fits in a header, one of 49 KiB is rejected', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const padded = (bytes: number) => at(simulator, { override_params: { padding: 'x'.repeat(bytes) } })
  expect(await contentOf(await gateway.chat(padded(40_000)))).toBe('hello')
  expect(await errorOf(await gateway.chat(padded(49 * 1024)))).toMatchObject({ status: 400, param: 'x-gateway-config' })
})

test.each([
  ['x-portkey-input-guardrails', '[{"id":"g"}]'],
  ['x-gateway-before-request-hooks', '[{"id":"g"}]'],
  ['X-Gateway-Huggingface-Base-Url', 'https://mine.example'],
])('%s is rejected by name because it is not supported, and nothing is forwarded', async (name, value) => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const refused = await errorOf(await gateway.chat(at(simulator), { headers: { [name]: value } }))
  expect(refused).toMatchObject({ status: 400, code: 'not_supported', param: name.toLowerCase() })
  expect(simulator.requests).toHaveLength(0)
})

test('the same names without the prefix are forwarded to the provider', async () => {
  await using simulator = await startSimulator({ answers: ['hello'] })
  const headers = { 'azure-foundry-url': 'https://a.example', 'x-default-input-guardrails': 'g' }
  expect(await contentOf(await gateway.chat(at(simulator), { headers }))).toBe('hello')
  expect(simulator.requests[0]?.headers).toMatchObject(headers)
})
