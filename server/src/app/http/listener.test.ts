import { afterAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { eventually } from '../../../../tests/harness/eventually.ts'
import { type CertificateFiles, Pki } from '../../../../tests/harness/pki.ts'
import { readSettings } from '../../settings.ts'
import { type Listener, listen } from './listener.ts'

const pki = new Pki()
const listeners: Listener[] = []
afterAll(async () => {
  for (const listener of listeners) await listener.stop(true)
  pki[Symbol.dispose]()
})

const server = pki.server('gateway')
const ca = readFileSync(pki.path('ca.pem'), 'utf8')

async function open(environment: Record<string, string> = {}): Promise<Listener> {
  const settings = readSettings({
    GATEWAY_PORT: '0',
    GATEWAY_TLS_CERT_FILE: server.cert,
    GATEWAY_TLS_KEY_FILE: server.key,
    ...environment,
  })
  const listener = await listen(settings, {
    reusePort: false,
    respond: (request) =>
      Response.json({ address: listener.addressOf(request), names: listener.certificateOf(request)?.names ?? null }),
  })
  listeners.push(listener)
  return listener
}

function tlsOf(files?: CertificateFiles) {
  if (files === undefined) return { ca }
  return { ca, cert: readFileSync(files.cert, 'utf8'), key: readFileSync(files.key, 'utf8') }
}

async function ask(listener: Listener, files?: CertificateFiles): Promise<unknown> {
  const reply = await fetch(`https://127.0.0.1:${listener.port}/`, { tls: tlsOf(files), keepalive: false })
  return reply.json()
}

const OPTIONAL = { GATEWAY_TLS_CLIENT_CERTIFICATES: 'optional', GATEWAY_TLS_CLIENT_CA_FILE: pki.path('ca.pem') }

test('the HTTP server behind TLS serves TLS connections of this process only', async () => {
  const listener = await open()
  const [tlsPort, httpPort] = listener.ports
  expect(tlsPort).toBe(listener.port)
  expect(await ask(listener)).toEqual({ address: '127.0.0.1', names: null })
  const refused = await fetch(`http://127.0.0.1:${httpPort}/`)
  expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('This port is internal')])
})

// Other systems have one address of the loopback interface.
test.if(process.platform === 'linux')(
  'a program with the same port on another loopback address is not taken for a TLS connection',
  async () => {
    const listener = await open(OPTIONAL)
    const httpPort = listener.ports[1]!
    const files = pki.issue('victim', { names: 'DNS:victim.example' })
    const victim = connectTls({ host: '127.0.0.1', port: listener.port, ...tlsOf(files) })
    const localPort = await eventually('the connection to the HTTP server', () => portConnectedTo(httpPort))
    const thief = connect({ host: '127.0.0.1', port: httpPort, localAddress: '127.0.0.2', localPort })
    thief.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let text = ''
    for await (const chunk of thief) text += String(chunk)
    expect(text).toContain('This port is internal')
    expect(text).not.toContain('victim')
    victim.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    let own = ''
    for await (const chunk of victim) own += String(chunk)
    expect(own).toContain('dns:victim.example')
  },
)

/** The local port of a connection to this port of the loopback interface; undefined if there is none. */
function portConnectedTo(port: number): number | undefined {
  const remote = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  for (const line of readFileSync('/proc/self/net/tcp', 'utf8').split('\n')) {
    const [, local, to, state] = line.trim().split(/\s+/)
    if (to === remote && state === '01') return Number.parseInt(local!.split(':')[1]!, 16)
  }
  return undefined
}

test('every request of a connection has the certificate of its connection', async () => {
  const listener = await open(OPTIONAL)
  const programs = Array.from({ length: 5 }, (_, i) => pki.issue(`program-${i}`, { names: `DNS:p${i}.example` }))
  const rounds = Array.from({ length: 60 }, async (_, i) => {
    const program = i % 6 === 5 ? undefined : programs[i % 6]
    return [i % 6, await ask(listener, program)] as const
  })
  for (const [index, found] of await Promise.all(rounds)) {
    const names = index === 5 ? null : [expect.stringMatching(/^sha256:[0-9a-f]{64}$/), `dns:p${index}.example`]
    expect(found).toEqual({ address: '127.0.0.1', names })
  }
  await eventually('all connections are closed', () => listener.health()?.connections === 0)
})

test('a resumed session has the certificate of the first', async () => {
  const listener = await open(OPTIONAL)
  const { cert, key } = pki.issue('resumed', { names: 'DNS:resumed.example' })
  const words = (session: string[]) =>
    Bun.spawn(
      [
        'openssl',
        's_client',
        '-connect',
        `127.0.0.1:${listener.port}`,
        '-cert',
        cert,
        '-key',
        key,
        '-ign_eof',
        ...session,
      ],
      {
        stdin: Buffer.from('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'),
        stdout: 'pipe',
        stderr: 'ignore',
      },
    )
  const file = pki.path('session.pem')
  expect(await new Response(words(['-sess_out', file]).stdout).text()).toContain('dns:resumed.example')
  const printed = await new Response(words(['-sess_in', file]).stdout).text()
  expect(printed).toContain('Reused, TLSv1.3')
  expect(printed).toContain('dns:resumed.example')
})

test('an oversized client certificate ends the connection or is read in part, and others are served', async () => {
  const listener = await open(OPTIONAL)
  const names = Array.from({ length: 6_000 }, (_, i) => `DNS:name-${i}.of.an.oversized.example`).join(',')
  const large = pki.issue('large', { names })
  const found = await ask(listener, large).then(
    (reply) => (reply as { names: readonly string[] }).names.length,
    () => 0,
  )
  expect(found).toBeLessThanOrEqual(51)
  expect(await ask(listener)).toMatchObject({ names: null })
})
