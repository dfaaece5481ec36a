import { expect, test } from 'bun:test'
import { masked, maskedHeaders, maskedText } from './mask.ts'

const SECRET = 'a-very-secret-value'

test.each([
  'key',
  'keys',
  'api_key',
  'apiKey',
  'password',
  'new_password',
  'token',
  'Authorization',
  'cloud_c_secret_access_key',
  'aws_access_key_id',
  'cloud_c_session_token',
  'vertex_service_account_json',
  'client_secret',
  'private_key',
  'invite_link',
  'passphrase',
  'connection_string',
  'subscription_key',
  'x-auth',
  'custom_headers',
  'customHeaders',
  'request_token',
  'user_code',
  'device_code',
  'code',
  'recovery_codes',
  'end_user',
  'webhook_url',
  'signed_url',
  'bearer',
])('the field %s is hidden, whatever it holds', (name) => {
  for (const value of [SECRET, [SECRET], { inner: SECRET }, [{ inner: [SECRET] }]])
    expect(JSON.stringify(masked({ outer: [{ [name]: value }] }))).not.toContain(SECRET)
})

test.each(['name', 'max_tokens', 'prompt_token_max', 'key_transition_period_ms', 'api_key_id', 'virtual_key', 'slug'])(
  'the field %s is not masked',
  (name) => {
    expect(masked({ [name]: 'value' })).toEqual({ [name]: 'value' })
  },
)

test('the price of a token is not masked', () => {
  const pricing = { request_token: { price: 0.01 }, response_token: { price: 0.02 } }
  expect(masked({ pay_as_you_go: pricing })).toEqual({ pay_as_you_go: pricing })
})

test('a config that comes as JSON in a string is looked into', () => {
  const config = JSON.stringify({ targets: [{ provider: 'openai', api_key: SECRET }] })
  const text = maskedText({ config, name: 'n' })
  expect(text).not.toContain(SECRET)
  expect(text).toContain('openai')
  expect(masked({ note: '{ not JSON' })).toEqual({ note: '{ not JSON' })
})

test('keys are hidden wherever they stand in a text', () => {
  for (const key of [`gwa_${'a'.repeat(40)}`, `sk-${'b'.repeat(40)}`, `Bearer ${SECRET}`])
    expect(masked({ note: `my key is ${key}, do not tell` })).toEqual({ note: expect.stringContaining('********') })
})

test('empty values stay empty, and long ones are cut', () => {
  expect(masked({ api_key: null })).toEqual({ api_key: null })
  expect(maskedText(null)).toBeNull()
  expect(maskedText(undefined)).toBeNull()
  const cut = maskedText({ note: '😀'.repeat(20_000) })
  expect(cut?.length).toBeLessThan(40_000)
  expect(JSON.parse(cut ?? '')).toHaveProperty('cut')
})

test('only harmless headers keep their value', () => {
  const headers = { 'user-agent': 'curl', cookie: SECRET, authorization: SECRET, 'x-anything': SECRET }
  const text = maskedHeaders(headers)
  expect(text).not.toContain(SECRET)
  expect(JSON.parse(text)).toMatchObject({ 'user-agent': 'curl', cookie: '********' })
})
