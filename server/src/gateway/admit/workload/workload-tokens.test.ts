import { afterAll, beforeAll, expect, test } from 'bun:test'
import { exportSPKI, type JWTPayload } from 'jose'
import type { Caller } from '../../../core/caller.ts'
import { GatewayError } from '../../../core/errors.ts'
import { authenticate } from '../authenticate.ts'
import { Directory } from '../directory.ts'
import { AUDIENCE, makeKey, openTokens, serveKeys, sign } from './test-issuer.ts'

const ISSUER = 'https://issuer.example'
const PREFIXES = ['x-gateway-', 'x-portkey-']

type Key = Awaited<ReturnType<typeof makeKey>>

let opened: Awaited<ReturnType<typeof openTokens>>
let served: ReturnType<typeof serveKeys>
let key: Key
let second: Key
let curve: Key
let stranger: Key
let encryption: Key
let issuerId: string

beforeAll(async () => {
  opened = await openTokens()
  ;[key, second, curve, stranger, encryption] = await Promise.all([
    makeKey('main'),
    makeKey('second'),
    makeKey('curve', 'ES256'),
    makeKey('main'),
    makeKey('for-encryption'),
  ])
  served = serveKeys([key.jwk, second.jwk, curve.jwk, { ...encryption.jwk, use: 'enc' }])
  const issuer = await opened.addIssuer({
    name: 'Main',
    issuer: ISSUER,
    settings: {
      jwksUrl: served.url,
      claims: { repository: ['acme/*'], env: ['prod', 'stage'] },
      metadata: { repo: 'repository', groups: 'groups', gone: 'nothing' },
    },
  })
  issuerId = issuer.id
  // Another issuer with the same key id and other keys.
  await opened.addIssuer({
    name: 'Other',
    issuer: 'https://other.example',
    settings: { jwks: { keys: [stranger.jwk] } },
  })
})

afterAll(async () => {
  served.stop()
  await opened[Symbol.asyncDispose]()
})

const now = () => Math.floor(Date.now() / 1_000)

const claims = (changes: Record<string, unknown> = {}): JWTPayload => ({
  iss: ISSUER,
  sub: 'repo:acme/api:ref:refs/heads/main',
  aud: AUDIENCE,
  iat: now(),
  nbf: now(),
  exp: now() + 300,
  jti: crypto.randomUUID(),
  repository: 'acme/api',
  env: 'prod',
  ...changes,
})

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** Signs any header and payload, even those that libraries refuse. */
async function rawToken(header: string, payload: string, by: Key = key): Promise<string> {
  const input = `${part(header)}.${part(payload)}`
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', by.privateKey as CryptoKey, Buffer.from(input))
  return `${input}.${Buffer.from(signature).toString('base64url')}`
}

async function hmac(alg: 'sha256' | 'sha512', secret: string, header: object, payload: object): Promise<string> {
  const input = `${part(header)}.${part(payload)}`
  return `${input}.${new Bun.CryptoHasher(alg, secret).update(input).digest('base64url')}`
}

const find = async (token: string) => {
  try {
    return (await opened.tokens.find(token)) ?? null
  } catch (error) {
    if (error instanceof GatewayError) return error
    throw error
  }
}

const codeOf = async (token: string) => {
  const found = await find(token)
  return found instanceof GatewayError ? found.code : found === null ? 'unknown' : 'accepted'
}

test('a valid token names its caller, with labels that the request cannot replace', async () => {
  const caller = await find(await sign(claims({ groups: ['a', 'b'] }), key))
  expect(caller).toMatchObject({
    keyId: issuerId,
    keyName: 'Main: repo:acme/api:ref:refs/heads/main',
    kind: 'workspace',
    workspaceId: opened.home.id,
    allowInference: true,
    fixedMetadata: {
      _workload_issuer: 'Main',
      _workload_subject: 'repo:acme/api:ref:refs/heads/main',
      repo: 'acme/api',
      groups: 'a,b',
    },
    workload: { issuerName: 'Main', subject: 'repo:acme/api:ref:refs/heads/main' },
  })
})

test.each<[string, () => Promise<string>]>([
  ['another key of the set', () => sign(claims(), second)],
  ['ES256', () => sign(claims(), curve)],
  ['a list of audiences with ours', () => sign(claims({ aud: ['other', AUDIENCE] }), key)],
  ['an access token (RFC 9068)', () => sign(claims(), key, { typ: 'at+jwt' })],
  ['a clock that is 50 s ahead', () => sign(claims({ iat: now() + 50, nbf: now() + 50 }), key)],
  ['a clock that is 50 s behind', () => sign(claims({ exp: now() - 50 }), key)],
  ['no iat', () => sign(claims({ iat: undefined }), key)],
  ['another accepted value', () => sign(claims({ env: 'stage' }), key)],
])('accepts %s', async (_what, make) => {
  expect(await codeOf(await make())).toBe('accepted')
})

const FORGED: [string, () => Promise<string>, string?][] = [
  ['alg none', async () => `${part({ alg: 'none' })}.${part(claims())}.`],
  ['alg None with a signature', async () => `${part({ alg: 'None', kid: 'main' })}.${part(claims())}.c2ln`],
  ['no alg', async () => rawToken(JSON.stringify({ kid: 'main' }), JSON.stringify(claims()))],
  ['alg as a list', async () => rawToken(JSON.stringify({ alg: ['RS256'], kid: 'main' }), JSON.stringify(claims()))],
  [
    'HS256 with the public key in PEM',
    async () => hmac('sha256', await exportSPKI(key.publicKey as CryptoKey), { alg: 'HS256', kid: 'main' }, claims()),
  ],
  ['HS256 with the modulus', async () => hmac('sha256', String(key.jwk.n), { alg: 'HS256', kid: 'main' }, claims())],
  ['HS512 with an empty secret', async () => hmac('sha512', '', { alg: 'HS512', kid: 'main' }, claims())],
  ['RS256 header on an ES256 key', () => sign(claims(), { ...key, kid: 'curve' })],
  [
    'an algorithm that is not accepted',
    async () => sign(claims(), { ...(await makeKey('main', 'PS256')), kid: 'main' }),
  ],
  ['another key with the same kid', () => sign(claims(), stranger)],
  ['an unknown kid', () => sign(claims(), { ...key, kid: 'unknown' })],
  ['no kid, although several keys match', () => sign(claims(), { privateKey: key.privateKey, alg: 'RS256' })],
  ['a path as kid', () => sign(claims(), { ...stranger, kid: '../../../dev/null' })],
  ['SQL as kid', () => sign(claims(), { ...stranger, kid: "main' or '1'='1" })],
  ['__proto__ as kid', () => sign(claims(), { ...stranger, kid: '__proto__' })],
  ['a key for encryption', () => sign(claims(), encryption)],
  ['jwk in the header', () => sign(claims(), stranger, { jwk: stranger.jwk })],
  ['jwk in the header without kid', () => sign(claims(), { ...stranger, kid: 'x' }, { jwk: stranger.jwk })],
  ['jku in the header', () => sign(claims(), stranger, { jku: `${served.origin}/evil` })],
  ['x5u in the header', () => sign(claims(), stranger, { x5u: `${served.origin}/evil.pem` })],
  ['x5c in the header', () => sign(claims(), stranger, { x5c: ['AAAA'] })],
  [
    'an unknown critical header',
    async () => rawToken(JSON.stringify({ alg: 'RS256', kid: 'main', crit: ['x'], x: 1 }), JSON.stringify(claims())),
  ],
  [
    'a payload that is not encoded',
    async () =>
      rawToken(JSON.stringify({ alg: 'RS256', kid: 'main', crit: ['b64'], b64: false }), JSON.stringify(claims())),
  ],
  ['a logout token', () => sign(claims(), key, { typ: 'logout+jwt' })],
  ['a DPoP proof', () => sign(claims(), key, { typ: 'dpop+jwt' })],
  ['expired', () => sign(claims({ iat: now() - 600, exp: now() - 61 }), key), 'token_expired'],
  ['no exp', () => sign(claims({ exp: undefined }), key)],
  [
    'exp as a text',
    async () => rawToken(JSON.stringify({ alg: 'RS256', kid: 'main' }), JSON.stringify(claims({ exp: '9999999999' }))),
  ],
  [
    'exp null',
    async () => rawToken(JSON.stringify({ alg: 'RS256', kid: 'main' }), JSON.stringify(claims({ exp: null }))),
  ],
  ['exp far away', () => sign(claims({ exp: now() + 3_600 + 120 }), key)],
  ['exp far away and iat with it', () => sign(claims({ iat: now() + 9_000, exp: now() + 9_300, nbf: now() }), key)],
  ['exp far away and no iat', () => sign(claims({ iat: undefined, exp: now() + 3_600 + 120 }), key)],
  ['an exp of 1e300', () => sign(claims({ exp: 1e300 }), key)],
  [
    'iat as a text',
    async () => rawToken(JSON.stringify({ alg: 'RS256', kid: 'main' }), JSON.stringify(claims({ iat: 'now' }))),
  ],
  ['a future nbf', () => sign(claims({ nbf: now() + 120 }), key)],
  ['a future iat', () => sign(claims({ iat: now() + 120 }), key)],
  ['another audience', () => sign(claims({ aud: 'other' }), key)],
  ['a list of other audiences', () => sign(claims({ aud: ['other', 'gatehouse.example'] }), key)],
  ['no audience', () => sign(claims({ aud: undefined }), key)],
  ['an audience that only starts alike', () => sign(claims({ aud: 'gatehouse-evil' }), key)],
  [
    'an audience object',
    async () =>
      rawToken(JSON.stringify({ alg: 'RS256', kid: 'main' }), JSON.stringify(claims({ aud: { 0: AUDIENCE } }))),
  ],
  ['the issuer of another tenant with the same kid', () => sign(claims({ iss: 'https://other.example' }), key)],
  ['signed by another tenant for ours', () => sign(claims({ iss: ISSUER }), stranger)],
  ['a claim with another value', () => sign(claims({ repository: 'evil/api' }), key)],
  ['a claim that only contains the value', () => sign(claims({ repository: 'evil/acme/api' }), key)],
  ['a claim in another case', () => sign(claims({ repository: 'ACME/api' }), key)],
  ['a missing claim', () => sign(claims({ env: undefined }), key)],
  ['an object as claim', () => sign(claims({ env: { prod: true } }), key)],
  ['an exact value as a start', () => sign(claims({ env: 'production' }), key)],
  ['no subject', () => sign(claims({ sub: undefined }), key)],
  ['an empty subject', () => sign(claims({ sub: '' }), key)],
  [
    'a number as subject',
    async () => rawToken(JSON.stringify({ alg: 'RS256', kid: 'main' }), JSON.stringify(claims({ sub: 7 }))),
  ],
  ['a long subject', () => sign(claims({ sub: 'x'.repeat(513) }), key)],
  ['a long jti', () => sign(claims({ jti: 'x'.repeat(513) }), key)],
  ['another organisation', () => sign(claims({ portkey_oid: 'somebody-else' }), key)],
  [
    'a claim twice',
    async () =>
      rawToken(
        JSON.stringify({ alg: 'RS256', kid: 'main' }),
        JSON.stringify(claims({ repository: 'evil/api' })).replace(/}$/, ',"repository":"acme/api"}'),
      ),
  ],
  [
    'a claim twice, once escaped',
    async () =>
      rawToken(
        JSON.stringify({ alg: 'RS256', kid: 'main' }),
        JSON.stringify(claims()).replace(/}$/, ',"\\u0073ub":"admin"}'),
      ),
  ],
  ['alg twice', async () => rawToken('{"alg":"none","kid":"main","alg":"RS256"}', JSON.stringify(claims()))],
  [
    'a changed payload',
    async () => {
      const [head, , signature] = (await sign(claims(), key)).split('.')
      return `${head}.${part(claims({ repository: 'acme/other' }))}.${signature}`
    },
  ],
  [
    'a changed signature',
    async () => {
      const token = await sign(claims(), key)
      const at = token.lastIndexOf('.') + 10
      return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`
    },
  ],
  ['no signature', async () => `${(await sign(claims(), key)).split('.').slice(0, 2).join('.')}.`],
  ['a payload that is no object', async () => rawToken(JSON.stringify({ alg: 'RS256', kid: 'main' }), '["iss"]')],
  ['a payload that is no JSON', async () => rawToken(JSON.stringify({ alg: 'RS256', kid: 'main' }), '{"iss":')],
  [
    'a payload that is no UTF-8',
    async () => `${part({ alg: 'RS256' })}.${Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')}.AA`,
  ],
  ['a huge token', () => sign(claims({ padding: 'x'.repeat(9_000) }), key)],
]

test.each(FORGED)('refuses %s', async (_what, make, code = 'token_invalid') => {
  const token = await make()
  const requests = served.state.requests
  const found = await find(token)
  expect(found).toBeInstanceOf(GatewayError)
  const { code: actual, message, hint, cause } = found as GatewayError
  expect({ actual, message }).toEqual({ actual: code as GatewayError['code'], message })
  expect((found as GatewayError).status).toBe(401)
  // Nothing of the token is repeated.
  for (const piece of [...token.split('.').filter((one) => one.length > 8), 'evil', 'somebody-else'])
    expect(`${message} ${hint} ${String(cause)}`).not.toContain(piece)
  // A second fetch is possible only for an unknown key, and at most every 30 s.
  expect(served.state.requests - requests).toBeLessThanOrEqual(1)
})

test('there are more than 60 forged tokens', () => {
  expect(FORGED.length).toBeGreaterThan(60)
})

test('tokens with unknown key ids cause at most one fetch in 30 s, and jku and x5u none', async () => {
  const before = served.state.requests
  for (let i = 0; i < 20; i++)
    expect(await codeOf(await sign(claims(), { ...key, kid: `k${i}` }))).toBe('token_invalid')
  expect(served.state.requests - before).toBeLessThanOrEqual(1)
})

test('a token of an unknown issuer is not found', async () => {
  expect(await codeOf(await sign(claims({ iss: 'https://nobody.example' }), key))).toBe('unknown')
  expect(await codeOf(await sign(claims({ iss: undefined }), key))).toBe('unknown')
})

test('a revoked token and a revoked subject are refused, others are not', async () => {
  const one = await sign(claims({ jti: 'one' }), key)
  const other = await sign(claims({ jti: 'other' }), key)
  const leaver = await sign(claims({ sub: 'leaver', jti: 'third' }), key)
  for (const token of [one, other, leaver]) expect(await codeOf(token)).toBe('accepted')
  const base = { issuerId, reason: null, expiresAtMs: null, createdBy: 'test', createdAtMs: 1 }
  await opened.stores.workloadRevocations.insert({ ...base, id: 'r1', kind: 'jti', value: 'one' })
  await opened.stores.workloadRevocations.insert({ ...base, id: 'r2', kind: 'subject', value: 'leaver' })
  opened.tokens.forgetAll()
  expect(await Promise.all([one, other, leaver].map(codeOf))).toEqual(['token_invalid', 'accepted', 'token_invalid'])
  // A jti is not a subject.
  expect(await codeOf(await sign(claims({ sub: 'one', jti: 'leaver' }), key))).toBe('accepted')
  await opened.stores.workloadRevocations.remove('r1')
  opened.tokens.forgetAll()
  expect(await codeOf(one)).toBe('accepted')
})

test('a result that was read before a revocation is not kept', async () => {
  const token = await sign(claims({ jti: 'racing' }), key)
  const running = opened.tokens.find(token)
  opened.tokens.forgetAll()
  await running
  const base = { issuerId, reason: null, expiresAtMs: null, createdBy: 'test', createdAtMs: 1 }
  await opened.stores.workloadRevocations.insert({ ...base, id: 'r3', kind: 'jti', value: 'racing' })
  expect(await codeOf(token)).toBe('token_invalid')
})

test('a disabled issuer has no tokens', async () => {
  const issuer = await opened.addIssuer({
    issuer: 'https://off.example',
    isEnabled: false,
    settings: { jwks: { keys: [key.jwk] } },
  })
  expect(await codeOf(await sign(claims({ iss: issuer.issuer }), key))).toBe('unknown')
})

test('of several issuers with the same iss, the one whose rules match decides', async () => {
  const iss = 'https://shared.example'
  const jwks = { keys: [key.jwk] }
  await opened.addIssuer({ name: 'A', issuer: iss, settings: { jwks, claims: { repository: ['acme/a'] }, scopes: [] } })
  await opened.addIssuer({ name: 'B', issuer: iss, settings: { jwks, claims: { repository: ['acme/b'] } } })
  expect(await find(await sign(claims({ iss, repository: 'acme/b' }), key))).toMatchObject({
    allowInference: true,
    workload: { issuerName: 'B' },
  })
  expect(await find(await sign(claims({ iss, repository: 'acme/a' }), key))).toMatchObject({
    allowInference: false,
    workload: { issuerName: 'A' },
  })
  expect(await codeOf(await sign(claims({ iss, repository: 'acme/c' }), key))).toBe('token_invalid')
})

test('another organisation cannot take over tokens by configuring the same issuer and audience', async () => {
  const iss = 'https://contested.example'
  const jwks = { keys: [key.jwk] }
  await opened.database
    .insertInto('organisations')
    .values({ id: 'evil', name: 'Evil', settings: '{}', created_at_ms: 1, updated_at_ms: 1 })
    .execute()
  await opened.database
    .insertInto('workspaces')
    .values({
      id: 'evil-home',
      organisation_id: 'evil',
      slug: 'evil',
      name: 'Evil',
      is_default: 1,
      default_metadata: '{}',
      limits: '{}',
      created_at_ms: 1,
      updated_at_ms: 1,
    })
    .execute()
  await opened.addIssuer({ issuer: iss, organisationId: 'evil', workspaceId: 'evil-home', settings: { jwks } })
  const token = await sign(claims({ iss }), key)
  expect(await find(token)).toMatchObject({ organisationId: 'evil' })
  await opened.addIssuer({ issuer: iss, settings: { jwks } })
  expect(await codeOf(token)).toBe('token_invalid')
  // A workspace of another organisation is not found by its id.
  await opened.addIssuer({
    issuer: 'https://by-claim.example',
    workspaceId: null,
    settings: { jwks, workspaceClaim: 'ws' },
  })
  expect(await codeOf(await sign(claims({ iss: 'https://by-claim.example', ws: 'evil-home' }), key))).toBe(
    'token_invalid',
  )
})

test('Portkey tokens name workspace and scopes in claims', async () => {
  await opened.addIssuer({
    issuer: 'https://portkey.example',
    workspaceId: null,
    settings: {
      jwks: { keys: [key.jwk] },
      workspaceClaim: 'portkey_workspace',
      scopes: ['completions.write', 'logs.list', 'prompts.render'],
      scopeClaim: 'scope',
    },
  })
  const portkey = { iss: 'https://portkey.example', portkey_oid: opened.home.organisation_id }
  const scoped = await find(
    await sign(
      claims({
        ...portkey,
        portkey_workspace: opened.home.slug,
        scope: ['portkey.completions.write', 'logs.view', 'logs.list'],
      }),
      key,
    ),
  )
  expect(scoped).toMatchObject({ workspaceId: opened.home.id, allowInference: true })
  expect((scoped as Caller).scopes).toEqual(new Set(['completions.write', 'logs.list']))
  expect(await find(await sign(claims({ ...portkey, portkey_workspace: opened.home.slug }), key))).toMatchObject({
    allowInference: false,
  })
  for (const portkey_workspace of [undefined, '', 'no-such', 7, ['x']])
    expect(await codeOf(await sign(claims({ ...portkey, portkey_workspace, scope: 'completions.write' }), key))).toBe(
      'token_invalid',
    )
})

/** The claims of https://docs.github.com/actions/reference/openid-connect-reference. */
const GITHUB = {
  iss: 'https://token.actions.githubusercontent.com',
  sub: 'repo:octo-org/octo-repo:environment:prod',
  environment: 'prod',
  aud: 'https://gateway.example',
  ref: 'refs/heads/main',
  sha: '1a2b3c4d5e6f',
  repository: 'octo-org/octo-repo',
  repository_owner: 'octo-org',
  actor_id: '12',
  repository_visibility: 'private',
  repository_id: '74',
  repository_owner_id: '65',
  run_id: '123456789',
  run_number: '10',
  run_attempt: '2',
  runner_environment: 'github-hosted',
  actor: 'octocat',
  workflow: 'example-workflow',
  head_ref: '',
  base_ref: '',
  event_name: 'workflow_dispatch',
  ref_type: 'branch',
  job_workflow_ref: 'octo-org/octo-automation/.github/workflows/oidc.yml@refs/heads/main',
}

test('GitHub Actions: the repository decides', async () => {
  await opened.addIssuer({
    name: 'GitHub',
    issuer: GITHUB.iss,
    settings: {
      jwks: { keys: [key.jwk] },
      audiences: ['https://gateway.example'],
      claims: { repository: ['octo-org/*'], ref: ['refs/heads/main'] },
      metadata: { workflow: 'workflow', run: 'run_id' },
    },
  })
  const times = { iat: now(), nbf: now() - 600, exp: now() + 900, jti: crypto.randomUUID() }
  const header = { typ: 'JWT', x5t: 'ykNaY4qM_ta4k2TgZOCEYLkcYlA' }
  expect(await find(await sign({ ...GITHUB, ...times }, key, header))).toMatchObject({
    fixedMetadata: { workflow: 'example-workflow', run: '123456789', _workload_subject: GITHUB.sub },
  })
  const fork = { ...GITHUB, ...times, repository: 'evil/octo-org', sub: 'repo:evil/octo-org:ref:refs/heads/main' }
  expect(await codeOf(await sign(fork, key, header))).toBe('token_invalid')
  expect(await codeOf(await sign({ ...GITHUB, ...times, ref: 'refs/pull/7/merge' }, key, header))).toBe('token_invalid')
})

test('Kubernetes: a projected service account token', async () => {
  await opened.addIssuer({
    name: 'Cluster',
    issuer: 'https://kubernetes.default.svc.cluster.local',
    settings: {
      jwks: { keys: [key.jwk, second.jwk] },
      claims: { sub: ['system:serviceaccount:prod:*'], '/kubernetes.io/namespace': ['prod'] },
      metadata: { pod: '/kubernetes.io/pod/name', account: '/kubernetes.io/serviceaccount/name' },
    },
  })
  const account = (namespace: string): JWTPayload => ({
    aud: [AUDIENCE],
    exp: now() + 3_600,
    iat: now(),
    nbf: now(),
    iss: 'https://kubernetes.default.svc.cluster.local',
    jti: 'ea28ed49-2e11-4280-9ec5-bc3d1d84661a',
    'kubernetes.io': {
      namespace,
      node: { name: 'node-1', uid: '58456cb0-dd00-45ed-b797-5578fdceaced' },
      pod: { name: 'api-69cbfb9798-jv9gn', uid: '778a530c-b3f4-47c0-9cd5-ab018fb64f33' },
      serviceaccount: { name: 'api', uid: 'a087d5a0-e1dd-43ec-93ac-f13d89cd13af' },
    },
    sub: `system:serviceaccount:${namespace}:api`,
  })
  expect(await find(await sign(account('prod'), key))).toMatchObject({
    fixedMetadata: { pod: 'api-69cbfb9798-jv9gn', account: 'api' },
  })
  expect(await codeOf(await sign(account('dev'), key))).toBe('token_invalid')
  expect(await codeOf(await sign({ ...account('prod'), 'kubernetes.io': { namespace: 'dev' } }, key))).toBe(
    'token_invalid',
  )
})

test('the token is accepted in every header of a key, and removed from all of them', async () => {
  const keys = {
    findCaller: async () => undefined,
    findCallerIn: async () => undefined,
    findCallerOf: async () => undefined,
    certificates: async () => [],
    recordUses: async () => {},
  }
  const directory = new Directory(keys, (secret) => secret, undefined, undefined, opened.tokens)
  const token = await sign(claims(), key)
  for (const name of [
    'x-gateway-api-key',
    'x-portkey-api-key',
    'authorization',
    'x-api-key',
    'api-key',
    'x-goog-api-key',
  ]) {
    const headers = {
      [name]: name === 'authorization' ? `Bearer ${token}` : token,
      'x-copy': `see ${token}`,
      accept: 'x',
    }
    expect(await authenticate(headers, PREFIXES, directory)).toMatchObject({ keyId: issuerId })
    const left = Object.keys(headers).filter((one) => !one.startsWith('x-gateway-') && !one.startsWith('x-portkey-'))
    expect(left).toEqual(['accept'])
  }
  const invalid = await sign(claims({ aud: 'other' }), key)
  expect(authenticate({ authorization: `Bearer ${invalid}` }, PREFIXES, directory)).rejects.toMatchObject({
    code: 'token_invalid',
  })
  const foreign = await sign(claims({ iss: 'https://nobody.example' }), key)
  expect(authenticate({ authorization: `Bearer ${foreign}` }, PREFIXES, directory)).rejects.toMatchObject({
    message: 'No workload issuer of this gateway has the issuer of the token (claim iss).',
  })
  // A provider's token in another header than the gateway's.
  const both = { authorization: `Bearer ${invalid}`, 'x-api-key': token }
  expect(await authenticate(both, PREFIXES, directory)).toMatchObject({ keyId: issuerId })
  expect(Object.keys(both)).toEqual(['authorization'])
  await directory.close()
})

test('a caller may name its own workspace and no other', async () => {
  const keys = {
    findCaller: async () => undefined,
    findCallerIn: async () => undefined,
    findCallerOf: async () => undefined,
    certificates: async () => [],
    recordUses: async () => {},
  }
  const directory = new Directory(keys, (secret) => secret, undefined, undefined, opened.tokens)
  const caller = (await opened.tokens.find(await sign(claims(), key)))!
  for (const name of [opened.home.id, opened.home.slug]) expect(await directory.inWorkspace(caller, name)).toBe(caller)
  expect(directory.inWorkspace(caller, 'evil-home')).rejects.toMatchObject({ code: 'workspace_unknown' })
  await directory.close()
})

test('verified tokens are kept within a limit', async () => {
  opened.tokens.forgetAll()
  expect(opened.tokens.heldBytes).toBe(0)
  const token = await sign(claims(), key)
  const first = await opened.tokens.find(token)
  expect(opened.tokens.find(token)).toBe(first!)
  expect(opened.tokens.heldBytes).toBeGreaterThan(2_000)
})
