import { afterAll, expect, test } from 'bun:test'
import { startControl } from '../test-control.ts'
import { endedCookie, SESSION_MS, sessionCookie, sessionPrincipal, sessionToken } from './session.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const control = await startControl([])
afterAll(() => control[Symbol.asyncDispose]())
const { stores } = control.store
const { id: organisationId } = await stores.organisations.readOfDeployment()
const user = {
  id: 'u1',
  organisationId,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: '',
  role: 'admin',
  passwordHash: '',
  isDisabled: false,
  lastActiveAtMs: null,
  createdAtMs: 0,
  updatedAtMs: 0,
} as const
await stores.users.insert(user)

let sessions = 0

async function begin(atMs: number): Promise<string> {
  const tokenHash = `session ${++sessions}`
  const times = { createdAtMs: atMs, lastSeenAtMs: atMs, expiresAtMs: atMs + SESSION_MS }
  await stores.sessions.insert({ tokenHash, userId: user.id, ...times, ip: '', userAgent: null, method: 'password' })
  return tokenHash
}

async function isAlive(tokenHash: string, atMs: number): Promise<boolean> {
  return (await sessionPrincipal(tokenHash, stores, atMs)) !== null
}

test('an hour without a call ends a session; a call extends it', async () => {
  const idle = await begin(0)
  expect(await isAlive(idle, HOUR)).toBe(false)
  const used = await begin(0)
  for (let at = 0; at < 5 * HOUR; at += 59 * MINUTE) expect(await isAlive(used, at)).toBe(true)
})

test('twelve hours end it in any case', async () => {
  const session = await begin(0)
  for (let at = 0; at < 12 * HOUR; at += 30 * MINUTE) expect(await isAlive(session, at)).toBe(true)
  expect(await isAlive(session, 12 * HOUR - 1)).toBe(true)
  expect(await isAlive(session, 12 * HOUR)).toBe(false)
})

test('being seen is written at most once a minute', async () => {
  const session = await begin(0)
  await isAlive(session, MINUTE)
  expect((await stores.sessions.find(session))?.lastSeenAtMs).toBe(0)
  await isAlive(session, MINUTE + 1)
  expect((await stores.sessions.find(session))?.lastSeenAtMs).toBe(MINUTE + 1)
})

test('the current role applies, and a disabled or unknown user has none', async () => {
  const session = await begin(0)
  expect((await sessionPrincipal(session, stores, 1))?.isOrganisationWide).toBe(true)
  await stores.users.update({ ...user, role: 'member' })
  expect((await sessionPrincipal(session, stores, 2))?.isOrganisationWide).toBe(false)
  await stores.users.update({ ...user, isDisabled: true })
  expect(await isAlive(session, 3)).toBe(false)
  expect(await isAlive('no such session', 3)).toBe(false)
  await stores.users.update(user)
})

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

test('a malformed token is not looked up', () => {
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
