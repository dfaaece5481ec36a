import { expect, test } from 'bun:test'
import type { AuditEntry } from './entry.ts'
import { sentenceOf, wordsOf } from './sentence.ts'

function entry(given: Partial<AuditEntry> & { readonly was?: unknown; readonly is?: unknown }): AuditEntry {
  const action = given.action ?? 'virtual_key.update'
  return {
    id: '1',
    timestamp: '2026-01-01T00:00:00Z',
    method: 'PUT',
    uri: '/v1/virtual-keys/openai-main',
    request_id: 'r',
    trace_id: 't',
    request_body: null,
    query_params: null,
    user_id: 'u',
    user_type: 'user',
    user_name: 'ada@example.com',
    user_created_by: null,
    user_agent: null,
    workspace_id: null,
    response_status_code: 200,
    refused_with: null,
    resource_type: action.slice(0, action.indexOf('.')),
    action,
    target_id: 'v-1',
    target_name: 'openai-main',
    before: given.was === undefined ? null : JSON.stringify(given.was),
    after: given.is === undefined ? null : JSON.stringify(given.is),
    client_ip: '127.0.0.1',
    sequence: 1,
    hash: 'h',
    ...given,
  }
}

const words = (given: Parameters<typeof entry>[0]) => wordsOf(sentenceOf(entry(given)))

test('a raised budget is shown in dollars, as an object and as a list', () => {
  const was = { usage_limits: { type: 'cost', credit_limit: 50 }, last_updated_at: 'a' }
  const is = { usage_limits: { type: 'cost', credit_limit: 80 }, last_updated_at: 'b' }
  expect(words({ was, is })).toBe(
    'ada@example.com raised the budget of the virtual key openai-main from $50.00 to $80.00',
  )
  const listed = { usage_limits: [{ type: 'tokens', credit_limit: 5_000 }] }
  const less = { usage_limits: [{ type: 'tokens', credit_limit: 1_000 }] }
  expect(words({ was: listed, is: less })).toContain('lowered the budget')
  expect(words({ was: listed, is: less })).toContain('from 5,000 tokens to 1,000 tokens')
})

test('the sentence says if a budget was added or removed', () => {
  const some = { usage_limits: { type: 'cost', credit_limit: 5 } }
  expect(words({ was: { usage_limits: null }, is: some })).toContain('set the budget of')
  expect(words({ was: some, is: { usage_limits: null } })).toContain('removed the budget of')
})

test('one changed field is shown with both values, several by name, none with the verb only', () => {
  expect(words({ was: { status: 'active' }, is: { status: 'disabled' } })).toContain(
    'changed status of the virtual key openai-main from “active” to “disabled”',
  )
  expect(words({ was: { a: 1, b: 1 }, is: { a: 2, b: 2 } })).toContain(': a, b')
  expect(words({ was: { a: 1 }, is: { a: 1 } })).toContain('changed the virtual key openai-main')
})

test('a refused entry shows what was attempted and why it was refused', () => {
  const refused = { action: 'workspace.delete', refused_with: 'in_use', target_name: 'Payments' }
  expect(words(refused)).toBe('ada@example.com was refused to delete the workspace Payments: in_use')
})

test('a key that acts is called a key', () => {
  expect(words({ action: 'config.create', user_type: 'api_key', user_name: 'deploy', target_name: 'Careful' })).toBe(
    'The key deploy created the config Careful',
  )
})

test('device logins and ended sessions are told', () => {
  const device = { target_name: 'Gatehouse command line on build-7' }
  expect(words({ action: 'device_login.approve', ...device })).toBe(
    'ada@example.com approved the device login of Gatehouse command line on build-7',
  )
  expect(words({ action: 'device_login.create', ...device })).toBe(
    'ada@example.com logged in with Gatehouse command line on build-7',
  )
  expect(words({ action: 'user.sessions_end', target_name: 'bob@example.com' })).toBe(
    'ada@example.com ended all sessions of bob@example.com',
  )
})

test('a state that is no JSON breaks nothing', () => {
  expect(words({ before: '{"cut', after: '{"cut too' })).toContain('ada@example.com changed')
})

test('a sign-in without the second factor is not called a sign-in', () => {
  expect(words({ action: 'session.create', is: { object: 'pending_sign_in', methods: ['totp'] } })).toBe(
    'ada@example.com started to sign in; the second factor is missing',
  )
  expect(words({ action: 'session.create', is: { second_factor: 'totp' } })).toBe('ada@example.com signed in')
  expect(words({ action: 'user.second_factors_delete', target_name: 'bob@example.com' })).toBe(
    'ada@example.com removed the second factors of bob@example.com',
  )
})
