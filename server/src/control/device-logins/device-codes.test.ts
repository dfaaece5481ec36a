import { beforeEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../tests/harness/property-runs.ts'
import type { DeviceApproval } from '../../core/stores/device-logins.ts'
import type { ControlStore, Stores } from '../../core/stores/stores.ts'
import { controlStore } from '../../stores/sql/control-store.ts'
import { forEachEngine } from '../../stores/suites/test-engines.ts'
import { addOrganisation, user, workspace } from '../../stores/suites/test-people.ts'
import { beginDeviceLogin, exchange, pollDeviceCode, userCodeHash } from './device-codes.ts'

const vault = { hash: (text: string) => Bun.hash(text).toString(36) + text.length }
const START_MS = 1_000_000
const LIFE_MS = 600_000
const DAY_MS = 86_400_000

const ASKED = {
  clientId: 'gatehouse-cli',
  deviceName: 'laptop',
  scopes: ['logs.list'],
  workspace: null,
  ip: '192.0.2.1',
  userAgent: null,
}

const APPROVAL: DeviceApproval = {
  organisationId: 'acme',
  workspaceId: 'w1',
  scopes: ['logs.list'],
  allowInference: false,
  keyName: 'Gatehouse command line',
  lastsMs: 30 * DAY_MS,
}

type Step =
  | { readonly do: 'approve' | 'deny' | 'disable' | 'enable'; readonly who: 'u1' | 'u2' }
  | { readonly do: 'poll' | 'poll as another client' | 'revoke' }
  | { readonly do: 'wait'; readonly ms: number }

const who = fc.constantFrom('u1' as const, 'u2' as const)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('approve' as const, 'deny' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('disable' as const, 'enable' as const), who }) },
  { weight: 6, arbitrary: fc.constant<Step>({ do: 'poll' }) },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'poll as another client' }, { do: 'revoke' }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 3_999, 4_000, 5_000, 60_000, LIFE_MS),
    }),
  },
)

/** What RFC 8628 requires, written independently of the code under test. */
class Model {
  nowMs = START_MS
  status: 'pending' | 'approved' | 'denied' | 'exchanged' = 'pending'
  approver: string | null = null
  intervalMs = 5_000
  polledAtMs = Number.NEGATIVE_INFINITY
  readonly disabled = new Set<string>()
  isRevoked = false

  get isOver(): boolean {
    return this.nowMs >= START_MS + LIFE_MS
  }

  decide(status: 'approved' | 'denied', user: string): boolean {
    if (this.status !== 'pending' || this.isOver) return false
    this.status = status
    this.approver = user
    return true
  }

  poll(): string {
    if (this.status === 'exchanged') return 'invalid_grant'
    if (this.isOver) return 'expired_token'
    if (this.status === 'denied') return 'access_denied'
    if (this.nowMs < this.polledAtMs + this.intervalMs - 1_000) {
      this.polledAtMs = this.nowMs
      this.intervalMs = Math.min(60_000, this.intervalMs + 5_000)
      return 'slow_down'
    }
    if (this.status === 'pending') {
      this.polledAtMs = this.nowMs
      return 'authorization_pending'
    }
    if (this.disabled.has(this.approver ?? '')) return 'access_denied'
    this.status = 'exchanged'
    return 'issued'
  }
}

forEachEngine('device codes', (engine) => {
  let store: ControlStore

  beforeEach(async () => {
    const database = await engine.openDatabase()
    store = controlStore(database, vault.hash)
    await addOrganisation(database, 'acme')
    await store.stores.workspaces.insert(workspace('w1', { isDefault: true }))
    for (const id of ['u1', 'u2']) await store.stores.users.insert(user(id, { role: 'admin' }))
  })

  const begin = async () => (await beginDeviceLogin(ASKED, store.stores, vault, START_MS)) ?? expect.unreachable()

  const decide = (userCode: string, userId: string, approval: DeviceApproval | null, nowMs = START_MS) =>
    store.stores.deviceLogins.decide(userCodeHash(userCode, vault), { userId, approval }, nowMs)

  /** Like POST /oauth/token: a refused exchange is rolled back. */
  async function poll(deviceCode: string, nowMs: number, clientId = ASKED.clientId) {
    const outcome = await pollDeviceCode(deviceCode, clientId, store.stores, vault, nowMs)
    if (outcome !== 'approved') return { outcome, issued: null }
    const refusal = new Error('refused')
    try {
      return await store.transact(async (stores: Stores) => {
        const issued = await exchange(deviceCode, stores, vault, nowMs)
        if (typeof issued === 'string') throw Object.assign(refusal, { outcome: issued })
        return { outcome: 'issued', issued }
      })
    } catch (error) {
      if (error !== refusal) throw error
      return { outcome: (refusal as Error & { outcome: string }).outcome, issued: null }
    }
  }

  test('a login is found by the previous secret of a rotated key until that expires', async () => {
    const { deviceCode, userCode } = await begin()
    await decide(userCode, 'u1', APPROVAL)
    const { key, secret } = (await poll(deviceCode, START_MS)).issued ?? expect.unreachable()
    const previous = { previousHash: vault.hash(secret), previousHashExpiresAtMs: START_MS + 10 }
    await store.stores.apiKeys.update({ ...key, hash: vault.hash('new'), ...previous })
    const find = async (token: string, nowMs: number) =>
      (await store.stores.deviceLogins.findByKeyHash(vault.hash(token), nowMs))?.key.id
    expect(await find('new', START_MS + 10)).toBe(key.id)
    expect(await find(secret, START_MS + 9)).toBe(key.id)
    expect(await find(secret, START_MS + 10)).toBeUndefined()
  })

  test('every order of approvals, denials, polls, expiry and revocation ends as the RFC says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const model = new Model()
        const { deviceCode, userCode } = await begin()
        const secrets: string[] = []
        for (const one of steps) {
          if (one.do === 'wait') model.nowMs += one.ms
          else if (one.do === 'approve' || one.do === 'deny') {
            const isApproval = one.do === 'approve'
            const expected = model.decide(isApproval ? 'approved' : 'denied', one.who)
            const decided = await decide(userCode, one.who, isApproval ? APPROVAL : null, model.nowMs)
            expect(decided !== undefined).toBe(expected)
          } else if (one.do === 'disable' || one.do === 'enable') {
            const isDisabled = one.do === 'disable'
            if (isDisabled) model.disabled.add(one.who)
            else model.disabled.delete(one.who)
            const found = (await store.stores.users.findById(one.who)) ?? expect.unreachable()
            await store.stores.users.update({ ...found, isDisabled })
          } else if (one.do === 'poll as another client') {
            expect((await poll(deviceCode, model.nowMs, 'gatehouse-sdk')).outcome).toBe('invalid_grant')
          } else if (one.do === 'revoke') {
            const [secret] = secrets
            if (secret === undefined) continue
            const found = await store.stores.deviceLogins.findByKeyHash(vault.hash(secret), model.nowMs)
            if (found) await store.stores.apiKeys.remove(found.key.id)
            model.isRevoked = true
          } else {
            const { outcome, issued } = await poll(deviceCode, model.nowMs)
            expect(outcome).toBe(model.poll())
            if (issued === null) continue
            secrets.push(issued.secret)
            expect(issued.key).toMatchObject({
              userId: model.approver ?? 'nobody',
              scopes: ['logs.list'],
              allowInference: false,
              expiresAtMs: model.nowMs + 30 * DAY_MS,
              workspaceId: 'w1',
            })
          }
        }
        expect(secrets.length).toBe(model.status === 'exchanged' ? 1 : 0)
        for (const secret of secrets) {
          const caller = await store.stores.apiKeys.findCaller(vault.hash(secret))
          expect(caller !== undefined).toBe(!model.isRevoked && !model.disabled.has(model.approver ?? ''))
        }
        // The next run starts without disabled users.
        for (const id of model.disabled) {
          const found = (await store.stores.users.findById(id)) ?? expect.unreachable()
          await store.stores.users.update({ ...found, isDisabled: false })
        }
      }),
      { numRuns: propertyRuns(engine.name === 'SQLite' ? 150 : 40) },
    )
  })

  test('of concurrent approvals and denials one wins', async () => {
    const { userCode } = await begin()
    const decided = await Promise.all(
      Array.from({ length: 8 }, (_, i) => decide(userCode, i % 2 ? 'u1' : 'u2', i % 3 ? APPROVAL : null)),
    )
    expect(decided.filter((one) => one !== undefined)).toHaveLength(1)
  })

  test('of concurrent exchanges one gets a key', async () => {
    const { deviceCode, userCode } = await begin()
    await decide(userCode, 'u1', APPROVAL)
    const polled = await Promise.all(Array.from({ length: 8 }, () => poll(deviceCode, START_MS)))
    expect(polled.map(({ outcome }) => outcome).sort()).toEqual([...Array(7).fill('invalid_grant'), 'issued'])
    expect(await store.stores.deviceLogins.list('u1', START_MS)).toHaveLength(1)
  })

  test('a user who lost the access between approval and poll gets nothing', async () => {
    const { deviceCode, userCode } = await begin()
    await decide(userCode, 'u1', APPROVAL)
    const found = (await store.stores.users.findById('u1')) ?? expect.unreachable()
    await store.stores.users.update({ ...found, role: 'member' })
    expect((await poll(deviceCode, START_MS)).outcome).toBe('access_denied')
    const whole = await begin()
    await decide(whole.userCode, 'u1', { ...APPROVAL, workspaceId: null })
    expect((await poll(whole.deviceCode, START_MS)).outcome).toBe('access_denied')
    expect(await store.stores.deviceLogins.list('u1', START_MS)).toEqual([])
  })

  test('ending the sessions of a user ends its approvals that were not exchanged', async () => {
    const { deviceCode, userCode } = await begin()
    await decide(userCode, 'u1', APPROVAL)
    await store.stores.sessions.removeAll('u1')
    expect((await poll(deviceCode, START_MS)).outcome).toBe('invalid_grant')
  })

  test('neither code is stored, and expired ones are deleted by later logins', async () => {
    const { deviceCode, userCode } = await begin()
    const code = await store.stores.deviceLogins.findPending(userCodeHash(userCode, vault), START_MS)
    const text = JSON.stringify(code)
    expect(text).not.toContain(deviceCode)
    expect(text).not.toContain(userCode)
    expect(text).not.toContain(userCode.replace('-', ''))
    const laterMs = START_MS + LIFE_MS + 60_000
    await beginDeviceLogin(ASKED, store.stores, vault, laterMs)
    expect(await store.stores.deviceLogins.countCodes(laterMs)).toBe(1)
    expect((await poll(deviceCode, laterMs)).outcome).toBe('invalid_grant')
  })

  test('an expired or deleted key is not listed', async () => {
    const { deviceCode, userCode } = await begin()
    await decide(userCode, 'u1', APPROVAL)
    const { issued } = await poll(deviceCode, START_MS)
    const list = async (nowMs: number) => (await store.stores.deviceLogins.list('u1', nowMs)).length
    expect([await list(START_MS), await list(START_MS + 30 * DAY_MS)]).toEqual([1, 0])
    await store.stores.apiKeys.remove(issued?.key.id ?? '')
    expect(await list(START_MS)).toBe(0)
  })

  test('no more than 10,000 codes wait at once', async () => {
    const counted = Object.assign(Object.create(store.stores.deviceLogins), { countCodes: async () => 10_000 })
    expect(await beginDeviceLogin(ASKED, { ...store.stores, deviceLogins: counted }, vault, START_MS)).toBeNull()
    expect((await begin()).userCode).toMatch(/-/)
  })
})
