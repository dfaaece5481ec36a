// Response format: https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html.
import { afterEach, expect, test } from 'bun:test'
import { createEgress } from '../../egress/send.ts'
import { LOCAL_POLICY } from '../../egress/test-policy.ts'
import type { Outgoing, Settings } from '../adapter.ts'
import { createProviderServices } from '../provider-services.ts'
import { RoleSessions } from './assume-role.ts'
import { bedrock } from './bedrock.ts'
import { type Received, verifySignature } from './test-verify-signature.ts'

const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'long-lived-secret' }
const egress = createEgress(LOCAL_POLICY)
const stops: (() => void)[] = []

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function session(number: number, expiresAt: Date): string {
  return `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
    <AccessKeyId>ASIA${number}</AccessKeyId><SecretAccessKey>secret/${number}+</SecretAccessKey>
    <SessionToken>token${number}==</SessionToken><Expiration>${expiresAt.toISOString()}</Expiration>
  </Credentials></AssumeRoleResult></AssumeRoleResponse>`
}

const REFUSAL = `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>Not authorized to perform: sts:AssumeRole</Message></Error></ErrorResponse>`

/** A token service on loopback that verifies signatures like AWS STS. */
function tokenService(answer: (form: URLSearchParams, count: number) => Response) {
  const seen: Received[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const body = await request.bytes()
      const received = { method: request.method, path: pathname, search, headers: request.headers.toJSON(), body }
      expect(verifySignature(received, KEYS.secretAccessKey)).toMatchObject({ service: 'sts', region: 'eu-west-1' })
      seen.push(received)
      return answer(new URLSearchParams(Buffer.from(body).toString()), seen.length)
    },
  })
  stops.push(() => server.stop(true))
  const endpoint = `http://127.0.0.1:${server.port}`
  const role = { arn: 'arn:aws:iam::123456789012:role/team/r', externalId: 'ext-1', region: 'eu-west-1', endpoint }
  return { seen, role, endpoint }
}

const HOUR_MS = 3_600_000

test('concurrent requests share one AssumeRole call, and the keys are renewed before they expire', async () => {
  let nowMs = Date.parse('2026-01-01T00:00:00Z')
  const forms: string[] = []
  const { seen, role } = tokenService((form, count) => {
    forms.push(form.toString())
    return new Response(session(count, new Date(nowMs + HOUR_MS)))
  })
  const sessions = new RoleSessions(egress.send, () => nowMs)
  const first = await Promise.all(Array.from({ length: 20 }, () => sessions.keysFor(role, KEYS)))
  expect(new Set(first.map((keys) => keys.accessKeyId))).toEqual(new Set(['ASIA1']))
  expect(first[0]).toEqual({ accessKeyId: 'ASIA1', secretAccessKey: 'secret/1+', sessionToken: 'token1==' })
  expect(forms[0]).toBe(
    'Action=AssumeRole&Version=2011-06-15&RoleArn=arn%3Aaws%3Aiam%3A%3A123456789012%3Arole%2Fteam%2Fr&RoleSessionName=gatehouse&ExternalId=ext-1',
  )
  nowMs += HOUR_MS - 6 * 60_000
  expect((await sessions.keysFor(role, KEYS)).accessKeyId).toBe('ASIA1')
  nowMs += 2 * 60_000
  expect((await sessions.keysFor(role, KEYS)).accessKeyId).toBe('ASIA2')
  expect(seen).toHaveLength(2)
})

test('each external id and role has its own session', async () => {
  const { seen, role } = tokenService((_form, count) => new Response(session(count, new Date(Date.now() + HOUR_MS))))
  const sessions = new RoleSessions(egress.send)
  await sessions.keysFor(role, KEYS)
  await sessions.keysFor({ ...role, externalId: null }, KEYS)
  await sessions.keysFor({ ...role, arn: `${role.arn}2` }, KEYS)
  expect(seen).toHaveLength(3)
})

test('an error quotes the token service, and the next request tries again', async () => {
  const { role } = tokenService((_form, count) =>
    count === 1 ? new Response(REFUSAL, { status: 403 }) : new Response(session(count, new Date(Date.now() + HOUR_MS))),
  )
  const sessions = new RoleSessions(egress.send)
  const refused = await sessions.keysFor(role, KEYS).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'provider_settings_invalid', param: 'cloud_c_role_arn' })
  expect(String(refused)).toContain('AccessDenied): Not authorized')
  expect((await sessions.keysFor(role, KEYS)).accessKeyId).toBe('ASIA2')
})

test.each([
  ['a failing service', () => new Response('', { status: 500 })],
  ['an answer without keys', () => new Response('<html>')],
  ['an endless answer', () => new Response('x'.repeat(100_000))],
])('%s is an upstream failure', async (_name, answer) => {
  const { role } = tokenService(answer)
  expect(new RoleSessions(egress.send).keysFor(role, KEYS)).rejects.toMatchObject({ code: 'upstream_unreachable' })
})

test('unexpired keys are used while renewals fail', async () => {
  let nowMs = Date.now()
  const { role } = tokenService((_form, count) =>
    count === 1 ? new Response(session(1, new Date(nowMs + HOUR_MS))) : new Response('', { status: 503 }),
  )
  const sessions = new RoleSessions(egress.send, () => nowMs)
  await sessions.keysFor(role, KEYS)
  nowMs += HOUR_MS - 60_000
  expect((await sessions.keysFor(role, KEYS)).accessKeyId).toBe('ASIA1')
  nowMs += 31_000
  expect(sessions.keysFor(role, KEYS)).rejects.toMatchObject({ code: 'upstream_unreachable' })
})

test('the adapter signs with the keys of the configured role', async () => {
  const { endpoint } = tokenService((_form, count) => new Response(session(count, new Date(Date.now() + HOUR_MS))))
  const services = createProviderServices('http://127.0.0.1:9', egress.send)
  const settings: Settings = {
    cloud_c_access_key_id: KEYS.accessKeyId,
    cloud_c_secret_access_key: KEYS.secretAccessKey,
    cloud_c_region: 'eu-west-1',
    cloud_c_role_arn: 'arn:aws:iam::123456789012:role/r',
    cloud_c_sts_endpoint: endpoint,
  }
  const url = 'https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse'
  const request: Outgoing = { method: 'POST', url, headers: {}, body: Buffer.from('{}') }
  await bedrock.authorize(request, null, settings, { services, mayUseAmbientIdentity: false })
  const headers = { ...request.headers, host: new URL(url).host }
  const received = { method: 'POST', path: '/model/m/converse', search: '', headers, body: Buffer.from('{}') }
  expect(verifySignature(received, 'secret/1+').accessKeyId).toBe('ASIA1')
  expect(request.headers['x-amz-security-token']).toBe('token1==')
})
