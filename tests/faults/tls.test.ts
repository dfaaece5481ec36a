import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress } from '../../server/src/egress/send.ts'
import { newPort } from '../../simulators/new-port.ts'
import { errorOf } from '../harness/error-of.ts'
import { eventually } from '../harness/eventually.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'

const gateway = await shareGatewayProcess({ environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } })
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-faults-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

function openssl(...words: readonly string[]): void {
  const run = Bun.spawnSync(['openssl', ...words], { cwd: folder, stderr: 'pipe' })
  if (run.exitCode !== 0) throw new Error(`openssl ${words.join(' ')}: ${run.stderr}`)
}

openssl('req', '-x509', ...KEY, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '30', '-subj', '/CN=Test root')
writeFileSync(join(folder, 'index.txt'), '')
writeFileSync(
  join(folder, 'ca.cnf'),
  '[ca]\ndefault_ca=own\n[own]\ndir=.\ndatabase=index.txt\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256\npolicy=any\nunique_subject=no\ncopy_extensions=copy\n[any]\ncommonName=supplied\n',
)

/** A certificate for `name` signed by the test root, valid between the two dates. */
function certify(file: string, name: string, from: string, to: string): void {
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  openssl('req', ...KEY, '-keyout', `${file}.key`, '-out', `${file}.csr`, ...subject)
  const dates = ['-startdate', from, '-enddate', to]
  openssl(
    'ca',
    '-batch',
    '-config',
    'ca.cnf',
    '-cert',
    'ca.pem',
    '-keyfile',
    'ca.key',
    ...dates,
    '-in',
    `${file}.csr`,
    '-out',
    `${file}.pem`,
  )
}

certify('good', 'provider.example', '20200101000000Z', '20491231000000Z')
certify('expired', 'provider.example', '20200101000000Z', '20210101000000Z')
certify('future', 'provider.example', '20480101000000Z', '20491231000000Z')
certify('other', 'other.example', '20200101000000Z', '20491231000000Z')

function serve(file: string) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: { key: read(`${file}.key`), cert: read(`${file}.pem`) },
    fetch: () => new Response('reached'),
  })
}

/** The result of a call to provider.example if the test root is trusted. */
async function visit(port: number): Promise<string> {
  const policy = { isLoopbackOpen: true, trustedHosts: [], ownPorts: [], stores: [], mockOrigin: null }
  const egress = createEgress(policy, { lookup: async () => ['127.0.0.1'], roots: read('ca.pem') })
  const request = { method: 'GET', url: `https://provider.example:${port}/`, headers: {}, body: null }
  try {
    return await (await egress.send(request, new AbortController().signal)).text()
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : String(error)
  } finally {
    egress.close()
  }
}

test.each<[string, string, string]>([
  ['a good certificate', 'good', 'reached'],
  ['an expired certificate', 'expired', 'upstream_tls'],
  ['a certificate of the future', 'future', 'upstream_tls'],
  ['a certificate for another name', 'other', 'upstream_tls'],
])('%s', async (_name, file, expected) => {
  using server = serve(file)
  const seen = await visit(server.port!)
  expect(seen).toBe(expected)
})

test('an untrusted certificate is 502 upstream_tls, whatever the environment says', async () => {
  using server = serve('good')
  const config = { provider: 'openai-compatible', custom_host: `https://127.0.0.1:${server.port}/v1`, api_key: 'k' }
  const refused = await errorOf(await gateway.chat(config))
  expect(refused).toMatchObject({ status: 502, code: 'upstream_tls' })
})

test('TLS 1.0 is refused', async () => {
  const port = newPort()
  const old = ['-tls1', '-cipher', 'ALL:@SECLEVEL=0', '-www', '-quiet']
  const server = Bun.spawn(
    ['openssl', 's_server', '-accept', `127.0.0.1:${port}`, '-key', 'good.key', '-cert', 'good.pem', ...old],
    {
      cwd: folder,
      stdout: 'ignore',
      stderr: 'ignore',
    },
  )
  try {
    await eventually('openssl listens', () => isListening(port))
    const seen = await visit(port)
    expect(seen).toBe('upstream_tls')
  } finally {
    server.kill()
  }
})

async function isListening(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })
    socket.terminate()
    return true
  } catch {
    return false
  }
}
