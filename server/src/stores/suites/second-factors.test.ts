import { beforeEach, expect, test } from 'bun:test'
import type { Passkey } from '../../core/stores/second-factors.ts'
import type { ControlDatabase } from '../sql/control-database.ts'
import { SqlSecondFactors } from '../sql/repositories/second-factors.ts'
import { SqlSessions } from '../sql/repositories/sessions.ts'
import { SqlUsers } from '../sql/repositories/users.ts'
import { forEachEngine } from './test-engines.ts'
import { addOrganisation, user } from './test-people.ts'

function passkey(id: string, userId: string, more: Partial<Passkey> = {}): Passkey {
  return {
    id,
    userId,
    name: 'Läptop',
    publicKey: 'AAAA',
    counter: 0,
    transports: ['usb', 'nfc'],
    rpId: 'gateway.example.com',
    createdAtMs: 5,
    lastUsedAtMs: null,
    ...more,
  }
}

forEachEngine('second factors', (engine) => {
  let database: ControlDatabase
  let factors: SqlSecondFactors

  beforeEach(async () => {
    database = await engine.openDatabase()
    factors = new SqlSecondFactors(database)
    await addOrganisation(database, 'acme')
    for (const id of ['u1', 'u2']) await new SqlUsers(database).insert(user(id))
  })

  const totp = (userId: string) => ({ userId, sealedSecret: 's', lastStep: 7, createdAtMs: 5, lastUsedAtMs: null })

  test('passkeys are read back unchanged, belong to one user, and are removed only by it', async () => {
    expect(await factors.insertPasskey(passkey('p1', 'u1'))).toBe(true)
    expect(await factors.insertPasskey(passkey('p1', 'u2'))).toBe(false)
    expect(await factors.findPasskey('p1')).toEqual(passkey('p1', 'u1'))
    expect(await factors.passkeys('u2')).toEqual([])
    expect(await factors.renamePasskey('u2', 'p1', 'Mine')).toBe(false)
    expect(await factors.renamePasskey('u1', 'p1', 'Phone')).toBe(true)
    expect(await factors.findPasskey('p1')).toEqual(passkey('p1', 'u1', { name: 'Phone' }))
    expect(await factors.removePasskey('u2', 'p1')).toBe(false)
    expect(await factors.removePasskey('u1', 'p1')).toBe(true)
  })

  test('a counter must increase, unless it is always 0', async () => {
    await factors.insertPasskey(passkey('p1', 'u1'))
    const use = (counter: number) => factors.usePasskey('p1', counter, 9)
    expect([await use(0), await use(0), await use(5)]).toEqual([true, true, true])
    expect([await use(5), await use(4), await use(0), await use(2 ** 32 - 1)]).toEqual([false, false, false, true])
    expect(await factors.findPasskey('p1')).toMatchObject({ counter: 2 ** 32 - 1, lastUsedAtMs: 9 })
  })

  test('of concurrent uses of one time step only one succeeds, and earlier steps fail', async () => {
    expect([await factors.insertTotp(totp('u1')), await factors.insertTotp(totp('u1'))]).toEqual([true, false])
    const uses = await Promise.all([8, 8, 8].map((step) => factors.useTotp('u1', step, 9)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await factors.useTotp('u1', 7, 9)).toBe(false)
    expect(await factors.useTotp('u2', 9, 9)).toBe(false)
  })

  test('a recovery code works once, for its user, until new ones replace it', async () => {
    await factors.replaceRecoveryCodes('u1', ['a', 'b'])
    expect(await factors.useRecoveryCode('u2', 'a')).toBe(false)
    const uses = await Promise.all(['a', 'a', 'a'].map((hash) => factors.useRecoveryCode('u1', hash)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    await factors.replaceRecoveryCodes('u1', ['c'])
    expect([await factors.useRecoveryCode('u1', 'b'), await factors.useRecoveryCode('u1', 'c')]).toEqual([false, true])
  })

  test('counts name users with a factor only', async () => {
    await factors.insertPasskey(passkey('p1', 'u1'))
    await factors.insertPasskey(passkey('p2', 'u1'))
    await factors.insertTotp(totp('u1'))
    await factors.replaceRecoveryCodes('u1', ['a', 'b'])
    expect([...(await factors.counts(['u1', 'u2']))]).toEqual([
      ['u1', { passkeys: 2, hasTotp: true, recoveryCodes: 2 }],
    ])
    await factors.removeAll('u1')
    expect((await factors.counts(['u1'])).size).toBe(0)
  })

  test('a challenge counts attempts, also concurrent ones, and expires', async () => {
    const challenge = { id: 'c', userId: 'u1', secret: 'x', attempts: 0, expiresAtMs: 100 }
    await factors.putChallenge(challenge, 1)
    const tries = await Promise.all(Array.from({ length: 8 }, () => factors.tryChallenge('c', 5, 50)))
    expect(tries.filter((one) => one !== undefined)).toHaveLength(5)
    await factors.putChallenge(challenge, 1)
    expect(await factors.findChallenge('c', 99)).toEqual(challenge)
    expect(await factors.findChallenge('c', 100)).toBeUndefined()
    expect(await factors.tryChallenge('c', 5, 100)).toBeUndefined()
    const spent = await Promise.all(['x', 'x'].map((secret) => factors.spendChallengeSecret('c', secret)))
    expect(spent.filter(Boolean)).toHaveLength(1)
    await factors.setChallengeSecret('c', 'y')
    expect(await factors.findChallenge('c', 1)).toMatchObject({ secret: 'y' })
    expect([await factors.removeChallenge('c'), await factors.removeChallenge('c')]).toEqual([true, false])
  })

  test('the use of a challenge is recorded once; expired ones are deleted', async () => {
    const uses = await Promise.all([1, 2, 3].map(() => factors.insertSpentChallenge('c', 100, 1)))
    expect(uses.filter(Boolean)).toHaveLength(1)
    expect(await factors.insertSpentChallenge('d', 300, 200)).toBe(true)
    expect(await database.selectFrom('factor_challenges').select('id').execute()).toEqual([{ id: 'd' }])
  })

  test('a confirmation ends with its session, and unfinished sign-ins with the sessions of the user', async () => {
    const sessions = new SqlSessions(database)
    const times = { createdAtMs: 1, lastSeenAtMs: 1, expiresAtMs: 100 }
    await sessions.insert({ tokenHash: 's', userId: 'u1', ...times, ip: '', userAgent: null, method: 'password' })
    expect(await factors.confirmedAtMs('s')).toBeNull()
    await factors.confirm('s', 5)
    await factors.confirm('s', 6)
    expect(await factors.confirmedAtMs('s')).toBe(6)
    await factors.putChallenge({ id: 'c', userId: 'u1', secret: null, attempts: 0, expiresAtMs: 100 }, 1)
    await factors.putChallenge({ id: 'd', userId: 'u2', secret: null, attempts: 0, expiresAtMs: 100 }, 1)
    await sessions.removeAll('u1')
    expect(await factors.confirmedAtMs('s')).toBeNull()
    expect(await factors.findChallenge('c', 1)).toBeUndefined()
    expect(await factors.findChallenge('d', 1)).toBeDefined()
  })

  test('everything ends with the user', async () => {
    await factors.insertPasskey(passkey('p1', 'u1'))
    await factors.insertTotp(totp('u1'))
    await factors.replaceRecoveryCodes('u1', ['a'])
    await new SqlUsers(database).remove('u1')
    expect((await factors.counts(['u1'])).size).toBe(0)
  })

  test('unfinished single sign-ons end with those of their connection, session or user', async () => {
    const sessions = new SqlSessions(database)
    const waiting = async (id: string, userId: string, connectionId: string, sid: string) => {
      const signIn = { method: 'sso' as const, connectionId, sid, idToken: 'sealed' }
      const challenge = { id, userId, secret: null, attempts: 0, expiresAtMs: 100, signIn }
      await factors.putChallenge(challenge, 1)
      expect(await factors.findChallenge(id, 1)).toEqual(challenge)
    }
    const left = async () => {
      const all = await Promise.all(['a', 'b', 'c', 'd', 'p'].map((id) => factors.findChallenge(id, 1)))
      return all.flatMap((one) => (one ? [one.id] : []))
    }
    await waiting('a', 'u1', 'c1', 's1')
    await waiting('b', 'u1', 'c1', 's2')
    await waiting('c', 'u2', 'c1', 's3')
    await waiting('d', 'u2', 'c2', 's1')
    await factors.putChallenge({ id: 'p', userId: 'u1', secret: null, attempts: 0, expiresAtMs: 100 }, 1)
    await sessions.removeOfConnection('c1', { sid: 's1' })
    expect(await left()).toEqual(['b', 'c', 'd', 'p'])
    await sessions.removeOfConnection('c1', { userId: 'u2' })
    expect(await left()).toEqual(['b', 'd', 'p'])
    await sessions.removeOfConnection('c1', {})
    expect(await left()).toEqual(['d', 'p'])
  })
})
