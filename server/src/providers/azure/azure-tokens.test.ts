// Requests and responses as documented at https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow.
import { afterEach, expect, test } from 'bun:test'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AmbientIdentity, type CloudIdentities, NO_IDENTITIES } from '../../core/ambient-identities.ts'
import { createEgress } from '../../egress/send.ts'
import { LOCAL_POLICY } from '../../egress/test-policy.ts'
import type { Settings } from '../adapter.ts'
import { AzureTokens } from './azure-tokens.ts'

const HOUR_MS = 3_600_000
const STORED = { mayUseAmbientIdentity: true }
const IN_REQUEST = { mayUseAmbientIdentity: false }
const ENTRA: Settings = {
  cloud_a_auth_mode: 'entra',
  cloud_a_entra_tenant_id: 'tenant-1',
  cloud_a_entra_client_id: 'client-1',
  cloud_a_entra_client_secret: 's3cret~value',
}

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

type Asked = { readonly url: string; readonly headers: Record<string, string>; readonly form: Record<string, string> }

/** Stand-in for Entra ID and the metadata service. The last response repeats. */
function tokenService(
  responses: readonly (() => Response)[],
  azure: Partial<CloudIdentities['azure']> = {},
  allowed: readonly AmbientIdentity[] = ['azure-managed', 'azure-workload'],
) {
  const asked: Asked[] = []
  const time = { nowMs: Date.UTC(2026, 0, 1) }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const form = Object.fromEntries(new URLSearchParams(await request.text()))
      asked.push({ url: `${request.method} ${pathname}${search}`, headers: request.headers.toJSON(), form })
      return responses[Math.min(asked.length, responses.length) - 1]!()
    },
  })
  const egress = createEgress(LOCAL_POLICY)
  stops.push(
    () => server.stop(true),
    () => egress.close(),
  )
  const origin = `http://127.0.0.1:${server.port}`
  const identities: CloudIdentities = {
    ...NO_IDENTITIES,
    allowed: new Set(allowed),
    azure: { ...NO_IDENTITIES.azure, authority: origin, metadata: origin, ...azure },
  }
  const tokens = new AzureTokens({ identities, send: egress.send, sendToIdentity: egress.send, now: () => time.nowMs })
  return { asked, time, tokens, origin }
}

const granted =
  (token: string, seconds: number | string = 3_599) =>
  () =>
    Response.json({ token_type: 'Bearer', expires_in: seconds, access_token: token })

test('Entra: concurrent requests share one token request, and later ones use the token', async () => {
  const { asked, tokens } = tokenService([granted('first')])
  const made = await Promise.all(Array.from({ length: 20 }, () => tokens.tokenOf(ENTRA, IN_REQUEST)))
  expect(new Set(made.map(({ token }) => token))).toEqual(new Set(['first']))
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    url: 'POST /tenant-1/oauth2/v2.0/token',
    form: {
      grant_type: 'client_credentials',
      client_id: 'client-1',
      client_secret: 's3cret~value',
      scope: 'https://cognitiveservices.azure.com/.default',
    },
  })
  expect(tokens.tokenOf(ENTRA, IN_REQUEST)).toMatchObject({ token: 'first' })
})

test('a token is renewed before it expires, and each application has its own', async () => {
  const { asked, time, tokens } = tokenService([granted('first'), granted('second'), granted('third')])
  await tokens.tokenOf(ENTRA, IN_REQUEST)
  time.nowMs += HOUR_MS - 20_000
  expect(await tokens.tokenOf(ENTRA, IN_REQUEST)).toMatchObject({ token: 'second' })
  const other = { ...ENTRA, cloud_a_entra_client_secret: 'corrected' }
  expect(await tokens.tokenOf(other, IN_REQUEST)).toMatchObject({ token: 'third' })
  expect(asked).toHaveLength(3)
})

test('a rejected token is replaced once, however many requests it was rejected in', async () => {
  const { asked, tokens } = tokenService([granted('first'), granted('second')])
  const [one, two] = await Promise.all([tokens.tokenOf(ENTRA, IN_REQUEST), tokens.tokenOf(ENTRA, IN_REQUEST)])
  one.discard()
  expect(await tokens.tokenOf(ENTRA, IN_REQUEST)).toMatchObject({ token: 'second' })
  two.discard()
  expect(await tokens.tokenOf(ENTRA, IN_REQUEST)).toMatchObject({ token: 'second' })
  expect(asked).toHaveLength(2)
})

test.each([
  [
    'provider_settings_invalid',
    'AADSTS7000215',
    () =>
      Response.json({ error: 'invalid_client', error_description: 'AADSTS7000215: Invalid secret.' }, { status: 401 }),
  ],
  ['upstream_unreachable', 'HTTP 503', () => new Response('', { status: 503 })],
  ['upstream_broken', 'no token', () => new Response('<html>')],
  ['upstream_broken', 'no token', () => Response.json({ access_token: 'a\nb', expires_in: 10 })],
])('a failure is %s, says %s, and the next request tries again', async (code, words, response) => {
  const { tokens } = tokenService([response, granted('later')])
  const error: unknown = await Promise.resolve(tokens.tokenOf(ENTRA, IN_REQUEST)).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code })
  expect(String(error)).toContain(words)
  expect(String(error)).not.toContain('s3cret')
  expect(await tokens.tokenOf(ENTRA, IN_REQUEST)).toMatchObject({ token: 'later' })
})

test('managed identity: the metadata service of the machine, with the client id', async () => {
  const { asked, tokens } = tokenService([granted('managed', '86399')])
  const settings = { cloud_a_auth_mode: 'managed', cloud_a_managed_client_id: 'mi-1' }
  expect(await tokens.tokenOf(settings, STORED)).toMatchObject({ token: 'managed' })
  expect(asked[0]?.url).toBe(
    'GET /metadata/identity/oauth2/token?api-version=2018-02-01&resource=https%3A%2F%2Fcognitiveservices.azure.com%2F&client_id=mi-1',
  )
  expect(asked[0]?.headers['metadata']).toBe('true')
})

test('managed identity in App Service: the endpoint and header of the environment', async () => {
  const expires = String(Date.UTC(2026, 0, 2) / 1_000)
  const response = () => Response.json({ access_token: 'app', expires_on: expires })
  const service = tokenService([response])
  const { asked, tokens } = tokenService([response], {
    appService: { url: `${service.origin}/msi/token`, header: 'h' },
  })
  expect(await tokens.tokenOf({ cloud_a_auth_mode: 'managed' }, STORED)).toMatchObject({ token: 'app' })
  expect(asked).toEqual([])
  expect(service.asked[0]?.url).toContain('GET /msi/token?api-version=2019-08-01&resource=')
  expect(service.asked[0]?.headers['x-identity-header']).toBe('h')
})

test('workload identity: the federated token is read anew for each token request', async () => {
  const tokenFile = join(await mkdtemp(join(tmpdir(), 'azure-')), 'token')
  await writeFile(tokenFile, 'jwt-1\n')
  const azure = { tenantId: 'tenant-w', clientId: 'client-w', tokenFile }
  const { asked, tokens, time } = tokenService([granted('first'), granted('second')], azure)
  const settings = { cloud_a_auth_mode: 'workload' }
  await tokens.tokenOf(settings, STORED)
  await writeFile(tokenFile, 'jwt-2\n')
  time.nowMs += HOUR_MS
  await tokens.tokenOf(settings, STORED)
  expect(asked.map(({ url, form }) => [url, form['client_id'], form['client_assertion']])).toEqual([
    ['POST /tenant-w/oauth2/v2.0/token', 'client-w', 'jwt-1'],
    ['POST /tenant-w/oauth2/v2.0/token', 'client-w', 'jwt-2'],
  ])
  expect(asked[0]?.form['client_assertion_type']).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
})

test.each([
  [{}, 'AZURE_TENANT_ID'],
  [{ tenantId: 't', clientId: 'c' }, 'AZURE_FEDERATED_TOKEN_FILE'],
  [{ tenantId: 't', clientId: 'c', tokenFile: '/nowhere/token' }, 'AZURE_FEDERATED_TOKEN_FILE'],
])('workload identity with %j names what is missing: %s', async (azure, param) => {
  const { asked, tokens } = tokenService([granted('never')], azure)
  const error = await (async () => tokens.tokenOf({ cloud_a_auth_mode: 'workload' }, STORED))().catch(
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ code: 'provider_settings_invalid', param })
  expect(asked).toEqual([])
})

test.each(['managed', 'workload'])('%s: a request cannot use it, and the operator must allow it', (mode) => {
  const settings = { cloud_a_auth_mode: mode }
  const open = tokenService([granted('never')], { tenantId: 't', clientId: 'c', tokenFile: '/x' })
  expect(() => open.tokens.tokenOf(settings, IN_REQUEST)).toThrow('a request or config cannot use')
  const closed = tokenService([granted('never')], {}, [])
  expect(() => closed.tokens.tokenOf(settings, STORED)).toThrow('does not allow the use of its own identity')
  expect([...open.asked, ...closed.asked]).toEqual([])
})
