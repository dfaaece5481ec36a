import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import { Secret } from '../../core/secret.ts'
import type { Call, Outgoing, Settings } from '../adapter.ts'
import { bedrock } from './bedrock.ts'
import { type Received, verifySignature } from './test-verify-signature.ts'

const KEYS: Settings = { cloud_c_access_key_id: 'AKIDEXAMPLE', cloud_c_secret_access_key: 'wJalr/K7+EXAMPLE' }
const ARN = 'arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0'

function locate(change: Partial<Call>, settings: Settings = {}): string {
  const call: Call = {
    endpoint: 'chat.completions',
    path: '/chat/completions',
    search: '',
    model: 'm',
    isStream: false,
    body: null,
    customHost: null,
  }
  return bedrock.locate({ ...call, ...change }, settings)
}

test.each<[string, Partial<Call>, Settings, string]>([
  [
    'chat',
    { model: 'amazon.nova-lite-v1:0' },
    {},
    'https://bedrock-runtime.us-east-1.amazonaws.com/model/amazon.nova-lite-v1%3A0/converse',
  ],
  [
    'a chat stream',
    { isStream: true },
    { cloud_c_region: 'eu-west-1' },
    'https://bedrock-runtime.eu-west-1.amazonaws.com/model/m/converse-stream',
  ],
  [
    'another format translated to chat',
    { path: '/messages' },
    {},
    'https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse',
  ],
  [
    'an ARN',
    { model: ARN },
    {},
    `https://bedrock-runtime.us-east-1.amazonaws.com/model/${encodeURIComponent(ARN)}/converse`,
  ],
  [
    'embeddings',
    { endpoint: 'embeddings', path: '/embeddings' },
    {},
    'https://bedrock-runtime.us-east-1.amazonaws.com/model/m/invoke',
  ],
  [
    'China',
    {},
    { cloud_c_region: 'cn-north-1' },
    'https://bedrock-runtime.cn-north-1.amazonaws.com.cn/model/m/converse',
  ],
  ['a custom host', { customHost: 'http://127.0.0.1:9' }, {}, 'http://127.0.0.1:9/model/m/converse'],
  [
    'pass-through',
    { endpoint: 'proxy', path: '/chat/completions' },
    {},
    'https://bedrock-runtime.us-east-1.amazonaws.com/chat/completions',
  ],
  [
    'a path of its own',
    { endpoint: 'proxy', path: '/async-invoke', search: '?maxResults=2' },
    {},
    'https://bedrock-runtime.us-east-1.amazonaws.com/async-invoke?maxResults=2',
  ],
])('%s is found', (_name, call, settings, url) => {
  expect(locate(call, settings)).toBe(url)
})

test.each([
  ['no model', { model: null }, 'invalid_body'],
  ['a model of broken text', { model: '\ud800' }, 'invalid_body'],
  ['a model that climbs', { model: '..' }, 'endpoint_unsupported'],
])('%s is refused', (_name, call, code) => {
  expect(() => locate(call)).toThrow(expect.objectContaining({ code }))
})

test.each([
  ['cloud_c_access_key_id', { cloud_c_access_key_id: 'A' }],
  ['cloud_c_secret_access_key', { cloud_c_secret_access_key: 'S' }],
  ['cloud_c_session_token', { cloud_c_session_token: 'T' }],
])('%s alone is refused before anything is sent', (param, settings) => {
  expect(() => locate({}, settings)).toThrow(expect.objectContaining({ code: 'provider_settings_invalid', param }))
})

test.each([
  ['cloud_c_region', 'us-east-1.evil.example'],
  ['cloud_c_region', 'us-east-1/'],
  ['cloud_c_region', 'us-east-1#'],
  ['cloud_c_role_arn', 'arn:aws:iam::1:role/r'],
  ['cloud_c_external_id', 'a&RoleArn=b'],
  ['cloud_c_sts_endpoint', 'https://user@evil.example'],
  ['cloud_c_sts_endpoint', 'https://sts.amazonaws.com/path'],
])('%s does not take %s', (key, value) => {
  expect(bedrock.settings.safeParse({ [key]: value }).success).toBe(false)
})

function outgoing(url: string, headers: Record<string, string>, body: Outgoing['body'], method = 'POST'): Outgoing {
  return { method, url, headers, body }
}

/** Converts a request to what the server receives. */
function received({ method, url, headers, body }: Outgoing): Received {
  const { pathname, search, host } = new URL(url)
  return {
    method,
    path: pathname,
    search,
    headers: { ...headers, host },
    body: (body as Uint8Array | null) ?? new Uint8Array(),
  }
}

test('the signature covers URL, body and x-amz headers, and no other credential is sent', async () => {
  const headers = {
    authorization: 'Bearer of-the-caller',
    'content-type': 'application/json',
    'x-amz-date': 'old',
    'x-amz-content-sha256': 'forged',
    'x-amzn-bedrock-trace': 'ENABLED',
    accept: '*/*',
  }
  const request = outgoing(locate({ model: ARN }), headers, Buffer.from('{"messages":[]}'))
  await bedrock.authorize(
    request,
    { secret: new Secret('api-key') },
    { ...KEYS, cloud_c_session_token: 'token/+=', cloud_c_region: 'us-west-2' },
  )
  const verified = verifySignature(received(request), KEYS['cloud_c_secret_access_key']!)
  expect(verified).toMatchObject({ accessKeyId: 'AKIDEXAMPLE', region: 'us-west-2', service: 'bedrock' })
  expect(verified.signed).toEqual([
    'content-type',
    'host',
    'x-amz-content-sha256',
    'x-amz-date',
    'x-amz-security-token',
  ])
  expect(request.headers['x-amz-security-token']).toBe('token/+=')
  expect(JSON.stringify(request.headers)).not.toContain('of-the-caller')
  expect(JSON.stringify(request.headers)).not.toContain('api-key')
})

test('any pass-through path and query is signed exactly as it is sent', async () => {
  const segment = fc.oneof(
    fc.constantFrom('model', 'a%3Ab', '%2F', "it's(1)*!", 'ü', '~', '$x', '@y', 'a+b', 'a;b,c'),
    fc.stringMatching(/^[a-z0-9]{1,8}$/),
  )
  const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`)
  const search = fc.constantFrom('', '?a=1', '?b=2&a=%20x&a=1', '?list', '?x=%2B%C3%BC', '?q=it%27s')
  await fc.assert(
    fc.asyncProperty(path, search, fc.constantFrom('GET', 'POST', 'DELETE'), async (at, query, method) => {
      const body = method === 'POST' ? Buffer.from('x') : null
      const request = outgoing(locate({ endpoint: 'proxy', path: at, search: query }), {}, body, method)
      await bedrock.authorize(request, null, KEYS)
      expect(verifySignature(received(request), KEYS['cloud_c_secret_access_key']!).service).toBe('bedrock')
    }),
    { numRuns: propertyRuns(60) },
  )
})

test('a large body, hashed in several steps, is signed like a small one', async () => {
  const request = outgoing(locate({}), {}, Buffer.alloc(5 * 1024 * 1024, 'large '))
  await bedrock.authorize(request, null, KEYS)
  const secret = KEYS['cloud_c_secret_access_key']!
  expect(verifySignature(received(request), secret).signed).toContain('x-amz-content-sha256')
  expect(() =>
    verifySignature({ ...received(request), body: Buffer.alloc(5 * 1024 * 1024, 'other ') }, secret),
  ).toThrow()
})

test('a changed body, path or key fails signature verification', async () => {
  const request = outgoing(locate({}), {}, Buffer.from('a'))
  await bedrock.authorize(request, null, KEYS)
  const secret = KEYS['cloud_c_secret_access_key']!
  expect(() => verifySignature({ ...received(request), body: Buffer.from('b') }, secret)).toThrow()
  expect(() => verifySignature({ ...received(request), path: '/model/n/converse' }, secret)).toThrow()
  expect(() => verifySignature(received(request), `${secret}x`)).toThrow()
})

test('two signatures of one request differ only in credential headers', async () => {
  const signed = async (sessionToken: string) => {
    const request = outgoing(locate({}), { 'x-amzn-bedrock-trace': 'ENABLED' }, Buffer.from('a'))
    await bedrock.authorize(request, null, { ...KEYS, cloud_c_session_token: sessionToken })
    return request
  }
  const [one, other] = [await signed('one'), await signed('other')]
  const counted = ({ headers, credentialHeaders }: Outgoing) =>
    Object.entries(headers).filter(([name]) => !credentialHeaders?.includes(name))
  expect(one.headers['authorization']).not.toBe(other.headers['authorization'])
  expect(one.credentialHeaders).toContain('x-amz-date')
  expect(counted(one)).toEqual(counted(other))
  expect(counted(one)).toEqual([['x-amzn-bedrock-trace', 'ENABLED']])
})

test('a streamed body cannot be signed, and the error says what to do', async () => {
  const request = outgoing(locate({}), {}, new ReadableStream())
  expect(bedrock.authorize(request, null, KEYS)).rejects.toMatchObject({
    code: 'body_too_large',
    hint: expect.stringContaining('API key'),
  })
})

test('an API key is sent as a bearer token without a signature', async () => {
  const request = outgoing(locate({}), { 'x-api-key': 'c' }, Buffer.from('{}'))
  await bedrock.authorize(request, { secret: new Secret('ABSK123') }, { cloud_c_region: 'eu-west-1' })
  expect(request.headers).toEqual({ authorization: 'Bearer ABSK123' })
})
