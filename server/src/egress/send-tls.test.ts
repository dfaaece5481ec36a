import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Pki } from '../../../tests/harness/pki.ts'
import { createEgress, type Egress } from './send.ts'
import { LOCAL_POLICY } from './test-policy.ts'

const pki = new Pki()
afterAll(() => pki[Symbol.dispose]())

const read = (file: string) => readFileSync(pki.path(file), 'utf8')

/** The client port identifies the connection. */
type Seen = { readonly connection: number; readonly host: string }

let port = 0
let close = async () => {}

/** Two hostnames at one address, each with its own certificate. */
beforeAll(() => {
  for (const name of ['a', 'b']) pki.issue(name, { names: `DNS:${name}.example` })
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: ['a', 'b'].map((name) => ({
      serverName: `${name}.example`,
      key: read(`${name}.key`),
      cert: read(`${name}.pem`),
    })),
    fetch: (request, own) =>
      Response.json({ connection: own.requestIP(request)?.port, host: request.headers.get('host') }),
  })
  port = server.port!
  close = () => server.stop(true)
})

afterAll(async () => {
  await close()
})

async function visit(egress: Egress, host: string): Promise<Seen> {
  const request = { method: 'GET', url: `https://${host}:${port}/`, headers: {}, body: null }
  const response = await egress.send(request, new AbortController().signal)
  return (await response.json()) as Seen
}

const lookup = async () => ['127.0.0.1']

test('connections are reused per hostname and never shared by two hostnames at one address', async () => {
  const egress = createEgress(LOCAL_POLICY, { lookup, roots: read('ca.pem') })
  const byName = new Map<string, Set<number>>()
  for (const name of ['a', 'a', 'b', 'a', 'b', 'b', 'a', 'b']) {
    const seen = await visit(egress, `${name}.example`)
    expect(seen.host).toBe(`${name}.example:${port}`)
    byName.set(name, (byName.get(name) ?? new Set()).add(seen.connection))
  }
  egress.close()
  expect(byName.get('a')!.size).toBe(1)
  expect(byName.get('b')!.size).toBe(1)
  expect([...byName.get('a')!]).not.toEqual([...byName.get('b')!])
})

test('a certificate for another hostname is rejected, with and without an open connection', async () => {
  const egress = createEgress(LOCAL_POLICY, { lookup, roots: read('ca.pem') })
  await expect(visit(egress, 'c.example')).rejects.toMatchObject({ code: 'upstream_tls' })
  await visit(egress, 'a.example')
  await expect(visit(egress, 'c.example')).rejects.toMatchObject({ code: 'upstream_tls' })
  await expect(visit(egress, '127.0.0.1')).rejects.toMatchObject({ code: 'upstream_tls' })
  egress.close()
})

test('a certificate from an unknown root is rejected, even if the environment disables verification', async () => {
  const egress = createEgress(LOCAL_POLICY, { lookup })
  await expect(visit(egress, 'a.example')).rejects.toMatchObject({ code: 'upstream_tls' })
  egress.close()

  const script = `
    import { createEgress } from ${JSON.stringify(`${import.meta.dir}/send.ts`)}
    const egress = createEgress(${JSON.stringify(LOCAL_POLICY)}, { lookup: async () => ['127.0.0.1'] })
    const request = { method: 'GET', url: 'https://a.example:${port}/', headers: {}, body: null }
    const answer = await egress.send(request, new AbortController().signal).catch((error) => error)
    process.stdout.write(String(answer.code))
    process.exit(0)`
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
  const child = Bun.spawn([process.execPath, '-e', script], { env, stdout: 'pipe', stderr: 'ignore' })
  expect(await new Response(child.stdout).text()).toBe('upstream_tls')
})
