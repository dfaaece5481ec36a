// Response formats: https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html and
// https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-metadata-security-credentials.html.
import { afterEach, expect, test } from 'bun:test'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CloudIdentities, NO_IDENTITIES } from '../../core/ambient-identities.ts'
import { createEgress } from '../../egress/send.ts'
import { LOCAL_POLICY } from '../../egress/test-policy.ts'
import type { Settings } from '../adapter.ts'
import { AwsIdentity } from './aws-identity.ts'
import { bedrock } from './bedrock.ts'
import { signingOf } from './bedrock-settings.ts'

const STORED = { mayUseAmbientIdentity: true }
const ROLE = 'arn:aws:iam::123456789012:role/r'
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function keysOnWire(number: number) {
  const Expiration = new Date(Date.now() + 3_600_000).toISOString()
  return { AccessKeyId: `ASIA${number}`, SecretAccessKey: `secret${number}`, Token: `token${number}`, Expiration }
}

type Aws = Partial<CloudIdentities['aws']>

function identity(
  respond: (line: string, request: Request) => Response | Promise<Response>,
  aws: (origin: string) => Aws,
) {
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const line = `${request.method} ${new URL(request.url).pathname}`
      asked.push(line)
      return respond(line, request)
    },
  })
  const egress = createEgress(LOCAL_POLICY)
  stops.push(
    () => server.stop(true),
    () => egress.close(),
  )
  const own: CloudIdentities = {
    ...NO_IDENTITIES,
    allowed: new Set(['aws'] as const),
    aws: { ...NO_IDENTITIES.aws, ...aws(`http://127.0.0.1:${server.port}`) },
  }
  return { asked, source: new AwsIdentity({ identities: own, send: egress.send, sendToIdentity: egress.send }) }
}

test('the keys of the environment come first', async () => {
  const keys = { accessKeyId: 'AKIA', secretAccessKey: 's' }
  const { asked, source } = identity(
    () => new Response(),
    () => ({ keys }),
  )
  expect(await source.keys('cloud_c_role_arn', STORED)).toEqual(keys)
  expect(asked).toEqual([])
})

test('EC2: version 2 of the metadata service, with one lookup for concurrent requests', async () => {
  const { asked, source } = identity(
    (line, request) => {
      if (line === 'PUT /latest/api/token') return new Response('session')
      expect(request.headers.get('x-aws-ec2-metadata-token')).toBe('session')
      return line.endsWith('/') ? new Response('gateway-role') : Response.json(keysOnWire(1))
    },
    (metadata) => ({ metadata }),
  )
  const all = await Promise.all(Array.from({ length: 10 }, () => source.keys('cloud_c_role_arn', STORED)))
  expect(new Set(all.map((keys) => keys.accessKeyId))).toEqual(new Set(['ASIA1']))
  expect(all[0]).toEqual({ accessKeyId: 'ASIA1', secretAccessKey: 'secret1', sessionToken: 'token1' })
  expect(asked).toEqual([
    'PUT /latest/api/token',
    'GET /latest/meta-data/iam/security-credentials/',
    'GET /latest/meta-data/iam/security-credentials/gateway-role',
  ])
})

test('containers: the URL and the token file of the environment', async () => {
  const tokenFile = join(await mkdtemp(join(tmpdir(), 'aws-')), 'token')
  await writeFile(tokenFile, 'pod-token')
  const { source } = identity(
    (_line, request) => {
      expect(request.headers.get('authorization')).toBe('pod-token')
      return Response.json(keysOnWire(2))
    },
    (origin) => ({ container: { url: `${origin}/v1/credentials`, token: null, tokenFile } }),
  )
  expect((await source.keys('cloud_c_role_arn', STORED)).accessKeyId).toBe('ASIA2')
})

test('web identity: the token file is exchanged at STS', async () => {
  const tokenFile = join(await mkdtemp(join(tmpdir(), 'aws-')), 'token')
  await writeFile(tokenFile, 'jwt')
  const { source } = identity(
    async (_line, request) => {
      expect(Object.fromEntries(new URLSearchParams(await request.text()))).toEqual({
        Action: 'AssumeRoleWithWebIdentity',
        Version: '2011-06-15',
        RoleArn: ROLE,
        RoleSessionName: 'gatehouse',
        WebIdentityToken: 'jwt',
      })
      const { AccessKeyId, SecretAccessKey, Token, Expiration } = keysOnWire(3)
      return new Response(
        `<R><Credentials><AccessKeyId>${AccessKeyId}</AccessKeyId><SecretAccessKey>${SecretAccessKey}</SecretAccessKey><SessionToken>${Token}</SessionToken><Expiration>${Expiration}</Expiration></Credentials></R>`,
      )
    },
    (sts) => ({ sts, webIdentity: { roleArn: ROLE, tokenFile } }),
  )
  expect((await source.keys('cloud_c_role_arn', STORED)).accessKeyId).toBe('ASIA3')
})

test('a machine without a role is named as the cause', async () => {
  const { source } = identity(
    (line) => (line.startsWith('PUT') ? new Response('s') : new Response('', { status: 404 })),
    (metadata) => ({ metadata }),
  )
  expect(source.keys('cloud_c_role_arn', STORED)).rejects.toMatchObject({
    code: 'provider_settings_invalid',
    message: expect.stringContaining('has no AWS identity'),
  })
})

test('a request cannot use it, and the operator must allow it', async () => {
  const keys = { accessKeyId: 'AKIA', secretAccessKey: 's' }
  const { source } = identity(
    () => new Response(),
    () => ({ keys }),
  )
  expect(source.keys('cloud_c_role_arn', { mayUseAmbientIdentity: false })).rejects.toThrow('cannot use the gateway')
  const never = () => Promise.reject(new Error('not sent'))
  const own = { ...NO_IDENTITIES, aws: { ...NO_IDENTITIES.aws, keys } }
  const closed = new AwsIdentity({ identities: own, send: never, sendToIdentity: never })
  expect(closed.keys('cloud_c_role_arn', STORED)).rejects.toMatchObject({
    code: 'provider_settings_invalid',
    param: 'cloud_c_role_arn',
    message: expect.stringContaining('does not allow the use of its own identity "aws"'),
  })
})

const KEYS = { cloud_c_access_key_id: 'AKIA', cloud_c_secret_access_key: 's' }

test.each<[Settings, string]>([
  [{}, 'api_key'],
  [{ cloud_c_auth_type: 'apiKey', ...KEYS }, 'api_key'],
  [{ ...KEYS, cloud_c_role_arn: ROLE }, 'keys'],
  [{ ...KEYS, cloud_c_auth_type: 'assumedRole', cloud_c_role_arn: ROLE }, 'keys'],
  [{ cloud_c_role_arn: ROLE }, 'ambient'],
  [{ cloud_c_auth_type: 'serviceRole' }, 'ambient'],
])('%j is authenticated by %s', (settings, kind) => {
  expect(signingOf(settings).kind).toBe(kind as 'keys')
  expect(bedrock.usesAmbientIdentity?.(settings)).toBe(kind === 'ambient')
})

test.each<[Settings, string]>([
  [{ cloud_c_auth_type: 'assumedRole' }, 'cloud_c_role_arn'],
  [{ cloud_c_auth_type: 'accessKey' }, 'cloud_c_access_key_id'],
  [{ cloud_c_role_arn: ROLE, cloud_c_access_key_id: 'AKIA' }, 'cloud_c_secret_access_key'],
])('%j names the missing setting %s, and is not the gateway’s own identity', (settings, missing) => {
  expect(() => signingOf(settings)).toThrow(missing)
  expect(bedrock.usesAmbientIdentity?.(settings)).toBe(false)
})
