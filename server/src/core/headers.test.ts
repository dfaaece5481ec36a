import { expect, test } from 'bun:test'
import { bearerToken, forwardable, forwardNameRefusal, headerMap, recordable, returnable } from './headers.ts'

const PREFIXES = ['x-gateway-', 'x-portkey-']

const NEVER_SENT_ON = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'content-length',
  'expect',
  'cookie',
  'set-cookie',
  'forwarded',
  'accept-encoding',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-anything',
  'authorization',
  'x-api-key',
  'api-key',
  'x-gateway-api-key',
  'x-gateway-anything',
  'x-portkey-provider',
]

test.each(NEVER_SENT_ON)('the caller’s %s is not sent to a provider', (name) => {
  expect(forwardable({ [name]: 'value', accept: '*/*' }, PREFIXES)).toEqual({ accept: '*/*' })
})

test('all other headers are sent unchanged, and the caller’s map is not modified', () => {
  const headers = {
    'content-type': 'application/json',
    'openai-beta': 'x=1',
    'x-custom': 'ä',
    'x-gatewayish': '1',
    cookie: 'a=b',
  }
  const { cookie: _, ...others } = headers
  expect(forwardable(headers, PREFIXES)).toEqual(others)
  expect(headers.cookie).toBe('a=b')
})

test('headers listed in Connection are hop-by-hop too, in any case and spacing', () => {
  const headers = { connection: 'Keep-Alive, X-Secret ,x-other', 'x-secret': '1', 'x-other': '2', 'x-stays': '3' }
  expect(forwardable(headers, [])).toEqual({ 'x-stays': '3' })
})

test('an alias that is not configured is an ordinary header', () => {
  expect(forwardable({ 'x-portkey-provider': 'mock' }, ['x-gateway-'])).toEqual({ 'x-portkey-provider': 'mock' })
})

test.each([
  'Content-Length',
  'HOST',
  'transfer-encoding',
  'Connection',
  'expect',
  'X-Gateway-Api-Key',
  'x-portkey-config',
  '',
  'two words',
  'colon:',
  'new\nline',
])('forward_headers may not name %j', (name) => {
  expect(forwardNameRefusal(name, PREFIXES)).toBeString()
})

test.each(['Authorization', 'cookie', 'X-Api-Key', 'forwarded', 'x-custom'])('forward_headers may name %s', (name) => {
  expect(forwardNameRefusal(name, PREFIXES)).toBeNull()
})

test.each([
  'connection',
  'transfer-encoding',
  'content-length',
  'set-cookie',
  'content-security-policy',
  'strict-transport-security',
  'clear-site-data',
  'access-control-allow-origin',
])('a provider’s %s is not sent to the caller', (name) => {
  const headers = new Headers({ 'content-type': 'text/plain', 'x-ratelimit-remaining': '5' })
  headers.append(name, 'value')
  expect(returnable(headerMap(headers), ['x-gateway-'])).toEqual({
    'content-type': 'text/plain',
    'x-ratelimit-remaining': '5',
  })
})

test('a provider’s gateway headers and those listed in its Connection header are not sent to the caller', () => {
  const headers = new Headers({
    'x-gateway-gateway-exception': 'true',
    connection: 'x-hop',
    'x-hop': '1',
    'x-own': '2',
  })
  expect(returnable(headerMap(headers), ['x-gateway-'])).toEqual({ 'x-own': '2' })
})

test('every value is a string, also that of Set-Cookie', () => {
  const headers = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
    ['x-own', '3'],
  ])
  expect(headerMap(headers)).toEqual({ 'set-cookie': 'a=1, b=2', 'x-own': '3' })
})

test('two cookies of a provider are both dropped', () => {
  const headers = new Headers([
    ['set-cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ])
  expect(returnable(headerMap(headers), ['x-gateway-'])).toEqual({})
})

test('a record contains allowlisted headers only, so no secrets', () => {
  const secret = {
    authorization: 'Bearer x',
    cookie: 'a',
    'x-api-key': 'b',
    'api-key': 'c',
    'x-custom-token': 'd',
    'x-gateway-api-key': 'e',
  }
  const harmless = {
    'content-type': 'application/json',
    'user-agent': 'OpenAI/JS',
    'x-stainless-lang': 'js',
    'x-ratelimit-reset': '1s',
  }
  expect(recordable({ ...secret, ...harmless })).toEqual(harmless)
})

test.each([
  ['Bearer abc', 'abc'],
  ['bearer  abc ', 'abc'],
  ['BEARER abc', 'abc'],
  ['Bearer ', null],
  ['Bearer', null],
  ['Bearer      ', null],
  ['Basic abc=', null],
  ['Bearerabc', null],
  [undefined, null],
])('the bearer token of %j is %j', (header, token) => {
  expect(bearerToken(header)).toBe(token)
})
