import { expect, test } from 'bun:test'
import { methodWords, type UserSession } from './sessions.ts'

const SESSION: UserSession = {
  id: '1',
  is_current: false,
  method: 'password',
  second_factor: null,
  sso_connection: null,
  ip: '',
  user_agent: null,
  created_at: '',
  last_active: '',
  expires_at: '',
}

test.each([
  [{}, 'Password'],
  [{ second_factor: 'totp' }, 'Password and authenticator app'],
  [{ second_factor: 'passkey' }, 'Password and passkey'],
  [{ method: 'passkey' }, 'Passkey'],
  [{ method: 'link' }, 'One-time link'],
  [{ method: 'sso', sso_connection: 'Okta' }, 'Single sign-on with Okta'],
  [{ method: 'sso' }, 'Single sign-on'],
] as const)('%j is shown as %s', (fields, words) => {
  expect(methodWords({ ...SESSION, ...fields })).toBe(words)
})
