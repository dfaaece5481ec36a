import { expect, test } from 'bun:test'
import { networkInterfaces } from 'node:os'
import PORTS from '../../../scripts/services/test-ports.json' with { type: 'json' }
import { compilePolicy, denialReason, type EgressPolicy, type TrustLevel } from './policy.ts'

const PUBLIC: EgressPolicy = {
  isLoopbackOpen: false,
  trustedHosts: [],
  ownPorts: [8787],
  stores: [
    { host: 'db.internal', port: 5433 },
    { host: 'cache.example', port: 6380 },
  ],
  mockOrigin: 'http://127.0.0.1:40000',
}

function ask(host: string, address: string, port: number, change: Partial<EgressPolicy> = {}): string | null {
  return denialReason({ scheme: 'https', name: host, port }, address, compilePolicy({ ...PUBLIC, ...change }))
}

test('a public address is allowed on the ports that providers use', () => {
  for (const port of [80, 443, 1024, 8000, 8080, 65_535]) expect(ask('api.example', '8.8.8.8', port)).toBeNull()
})

test('infrastructure ports are denied', () => {
  for (const port of [0, 22, 25, 81, 1023, 2375, 3306, 5432, 6379, 6443, 9200, 10_250, 11_211, 27_017, 65_536]) {
    expect(ask('api.example', '8.8.8.8', port)).toContain(`port ${port}`)
  }
})

test('the servers of tests get no denied port', () => {
  const policy = compilePolicy({ ...PUBLIC, isLoopbackOpen: true })
  const end = (PORTS.lastBlock + 1) * PORTS.blockSize
  for (let port = PORTS.firstBlock * PORTS.blockSize; port < end; port++) {
    expect(denialReason({ scheme: 'http', name: 'localhost', port }, '127.0.0.1', policy)).toBeNull()
  }
})

test('metadata, link-local, unspecified, multicast, broadcast and reserved are denied even if trusted', () => {
  const trustedHosts = ['0.0.0.0/0', '::/0', '*.example', 'x.example']
  const never = [
    '169.254.169.254',
    '169.254.1.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    'fe80::1',
    '::',
  ]
  for (const address of [...never, '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fd00:ec2::254']) {
    expect(ask('x.example', address, 443, { trustedHosts, isLoopbackOpen: true })).toContain('it is a')
  }
})

test('loopback is allowed only if the gateway listens on loopback alone or the host is trusted', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']) {
    expect(ask('localhost', address, 11_434)).toBe('it is a loopback address')
    expect(ask('localhost', address, 11_434, { isLoopbackOpen: true })).toBeNull()
    expect(ask('localhost', address, 11_434, { trustedHosts: ['localhost:11434'] })).toBeNull()
    expect(ask('localhost', address, 11_435, { trustedHosts: ['localhost:11434'] })).not.toBeNull()
  }
})

test('a private address must be trusted, even if the gateway listens on loopback alone', () => {
  for (const address of ['10.1.2.3', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd12::1']) {
    expect(ask('llm.lan', address, 8000, { isLoopbackOpen: true })).toBe('it is a private address')
  }
})

test.each([
  ['llm.lan', 'llm.lan', '10.0.0.1', 8000, true],
  ['LLM.lan', 'llm.lan', '10.0.0.1', 8000, true],
  ['llm.lan', 'xllm.lan', '10.0.0.1', 8000, false],
  ['llm.lan', 'a.llm.lan', '10.0.0.1', 8000, false],
  ['*.lan', 'llm.lan', '10.0.0.1', 8000, true],
  ['*.lan', 'a.b.lan', '10.0.0.1', 8000, true],
  ['*.lan', 'lan', '10.0.0.1', 8000, false],
  ['*.lan', 'evillan', '10.0.0.1', 8000, false],
  ['*.lan:8000', 'llm.lan', '10.0.0.1', 8000, true],
  ['*.lan:8000', 'llm.lan', '10.0.0.1', 8001, false],
  ['10.0.0.0/8', 'any.name', '10.9.9.9', 22, true],
  ['10.0.0.0/8', 'any.name', '192.168.0.1', 8000, false],
  ['10.0.0.0/8', 'any.name', '::ffff:10.1.1.1', 8000, true],
  ['10.0.0.0/8:8000', '10.1.1.1', '10.1.1.1', 8001, false],
  ['10.0.0.5', '10.0.0.5', '10.0.0.5', 8000, true],
  ['10.0.0.5', '10.0.0.6', '10.0.0.6', 8000, false],
  ['fd12::/16', 'x', 'fd12:3::1', 8000, true],
  ['[fd12::1]:9000', 'x', 'fd12::1', 9000, true],
  ['[fd12::1]:9000', 'x', 'fd12::1', 9001, false],
  ['fd12::1', 'x', 'fd12::1', 9001, true],
] as const)('trust in %s for %s at %s port %i: %s', (entry, host, address, port, isAllowed) => {
  expect(ask(host, address, port, { trustedHosts: [entry] }) === null).toBe(isAllowed)
})

test('an invalid entry throws an error that quotes it', () => {
  for (const entry of ['', 'http://x', 'a b', '10.0.0.0/33', '10.0.0.0/x', '*', '*.', 'x:port', 'a/8']) {
    expect(() => compilePolicy({ ...PUBLIC, trustedHosts: [entry] })).toThrow(`"${entry}"`)
  }
})

test("the gateway's own listener is denied at every address of this machine, even if trusted", () => {
  const change = { trustedHosts: ['localhost', '0.0.0.0/0', '::/0'], isLoopbackOpen: true }
  const own = Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map((entry) => entry.address))
  expect(own.length).toBeGreaterThan(0)
  for (const address of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1']) {
    expect(ask('localhost', address, 8787, change)).toBe('it is the gateway itself')
  }
  // Skip interfaces whose address class is denied anyway.
  for (const address of own) expect(ask('localhost', address, 8787, change)).not.toBeNull()
  expect(ask('other.lan', '10.200.200.200', 8787, change)).toBeNull()
})

test('databases are denied by name and, at non-public addresses, by port', () => {
  const change = { trustedHosts: ['10.0.0.0/8', '127.0.0.1'], isLoopbackOpen: true }
  for (const address of ['127.0.0.1', '10.0.0.1', '::1'])
    expect(ask('x', address, 5433, change)).toContain('database or Redis')
  expect(ask('cache.example', '8.8.8.8', 6380)).toContain('database or Redis')
  expect(ask('api.example', '8.8.8.8', 6380)).toBeNull()
})

test('the mock is allowed on a public listener, on its own port only', () => {
  expect(ask('127.0.0.1', '127.0.0.1', 40_000)).toBeNull()
  expect(ask('127.0.0.1', '127.0.0.1', 40_001)).toBe('it is a loopback address')
})

function askAs(standing: TrustLevel, scheme: 'http' | 'https', address: string, port: number): string | null {
  return denialReason({ scheme, name: 'llm.example', port }, address, compilePolicy(PUBLIC), standing)
}

test('an origin saved by an admin may be private or loopback, but never metadata, the gateway itself or its stores', () => {
  for (const address of ['10.1.2.3', '127.0.0.1', '::1', 'fd12::1']) {
    expect(askAs('trusted', 'http', address, 8000)).toBeNull()
    expect(askAs('stored', 'https', address, 8000)).not.toBeNull()
  }
  for (const address of ['169.254.169.254', 'fe80::1', '0.0.0.0', '224.0.0.1']) {
    expect(askAs('trusted', 'https', address, 443)).toContain('it is a')
  }
  expect(askAs('trusted', 'http', '127.0.0.1', 8787)).toBe('it is the gateway itself')
  expect(askAs('trusted', 'http', '10.0.0.5', 5433)).toContain('database or Redis')
})

test('a stored credential is never sent unencrypted over the internet', () => {
  expect(askAs('stored', 'http', '8.8.8.8', 80)).toContain('clear text')
  expect(askAs('stored', 'https', '8.8.8.8', 443)).toBeNull()
  expect(askAs('open', 'http', '8.8.8.8', 80)).toBeNull()
  expect(askAs('trusted', 'http', '8.8.8.8', 80)).toBeNull()
})

test.each<[TrustLevel, string, number, boolean]>([
  ['identity', '169.254.169.254', 80, true],
  ['identity', '169.254.169.254', 8080, false],
  ['identity', '169.254.170.2', 80, false],
  ['identity', '10.0.0.1', 80, false],
  ['open', '169.254.169.254', 80, false],
  ['stored', '169.254.169.254', 80, false],
  ['trusted', '169.254.169.254', 80, false],
])('only an identity request reaches a listed identity service: %s %s:%d', (trust, address, port, isAllowed) => {
  const policy = compilePolicy({ ...PUBLIC, identityOrigins: ['http://169.254.169.254'] })
  expect(denialReason({ scheme: 'http', name: address, port }, address, policy, trust) === null).toBe(isAllowed)
  const closed = compilePolicy(PUBLIC)
  expect(denialReason({ scheme: 'http', name: address, port }, address, closed, trust)).not.toBeNull()
})
