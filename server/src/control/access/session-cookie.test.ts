import { expect, test } from 'bun:test'
import { endedCookie, sessionCookie, sessionToken } from './session-cookie.ts'

const TOKEN = 'A'.repeat(43)

test('on https the cookie is bound to the host and to https', () => {
  expect(sessionCookie(TOKEN, 'https://gate.example.com', 43_200_000)).toBe(
    `__Host-gatehouse=${TOKEN}; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure`,
  )
})

test('on http it has a plain name and no Secure, or browsers would drop it', () => {
  expect(sessionCookie(TOKEN, 'http://127.0.0.1:8787', 1_000)).toBe(
    `gatehouse_session=${TOKEN}; Path=/; HttpOnly; SameSite=Strict; Max-Age=1`,
  )
  expect(endedCookie('http://127.0.0.1:8787')).toContain(
    'gatehouse_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
  )
})

test('it is read among others, and only under the name of the scheme', () => {
  const plain = { cookie: `a=b; gatehouse_session=${TOKEN}; c` }
  const secure = { cookie: `__Host-gatehouse=${TOKEN}` }
  expect(sessionToken(plain, 'http://x')).toBe(TOKEN)
  expect(sessionToken(plain, 'https://x')).toBeNull()
  expect(sessionToken(secure, 'https://x')).toBe(TOKEN)
  expect(sessionToken(secure, 'http://x')).toBeNull()
})

test('what cannot be a token is none', () => {
  for (const cookie of [
    '',
    'gatehouse_session',
    'gatehouse_session=',
    `gatehouse_session=${TOKEN}A`,
    `x=gatehouse_session=${TOKEN}`,
  ]) {
    expect(sessionToken({ cookie }, 'http://x')).toBeNull()
  }
  expect(sessionToken({}, 'http://x')).toBeNull()
})
