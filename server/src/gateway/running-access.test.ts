import { expect, test } from 'bun:test'
import type { Caller } from '../core/caller.ts'
import { ClientConnection } from './client-connection.ts'
import { RequestsInFlight } from './requests-in-flight.ts'
import { type Access, RunningAccess } from './running-access.ts'

const NEVER_MS = 3_600_000
const NONE: Access = { isAllowed: false }
const UNLIMITED: Access = { isAllowed: true, endsAtMs: null }

function scene(accessOf: (caller: Caller) => Promise<Access>, secondCheckMs = NEVER_MS) {
  const limits = { idleTimeoutMs: NEVER_MS, stallTimeoutMs: NEVER_MS }
  const hooks = { disconnect: () => {}, keepOpen: () => {}, onSweep: () => {} }
  const inFlight = new RequestsInFlight(limits, { timeoutMs: NEVER_MS, graceMs: 0, bytesPerSecond: 0 }, hooks)
  const defects: unknown[] = []
  const access = new RunningAccess(inFlight, accessOf, (error) => void defects.push(error), secondCheckMs)
  const add = (keyId: string, more: Partial<Caller> = {}) => {
    const connection = new ClientConnection(new Request('http://g/'))
    connection.caller = { keyId, workspaceId: 'w', ...more } as Caller
    const ended = Promise.withResolvers<string>()
    connection.current = { clock: null, interrupt: (reason) => ended.resolve(reason) }
    inFlight.add(connection)
    return { connection, ended: ended.promise }
  }
  return {
    access,
    inFlight,
    add,
    defects,
    [Symbol.dispose]() {
      access.close()
      inFlight.close()
    },
  }
}

test('ends the requests of callers that lost access, asks once per caller, and leaves the others alone', async () => {
  const asked: string[] = []
  using own = scene(async ({ keyId }) => {
    asked.push(keyId)
    return keyId === 'deleted' ? NONE : UNLIMITED
  })
  const ended = [own.add('deleted'), own.add('deleted')]
  const kept = [own.add('renamed'), own.add('deleted', { isInternal: true }), own.add('other')]
  own.access.changed(({ keyId }) => keyId !== 'other')
  expect(await Promise.all(ended.map((one) => one.ended))).toEqual(['access_revoked', 'access_revoked'])
  expect(kept.map(({ connection }) => connection.termination)).toEqual([null, null, null])
  expect(asked.sort()).toEqual(['deleted', 'renamed'])
})

test('a request that was being authenticated during the change is found later', async () => {
  using own = scene(async () => NONE, 1)
  own.access.changed(() => true)
  expect(await own.add('deleted').ended).toBe('access_revoked')
})

test('a request with a replaced secret ends when the overlap ends; one with the new secret continues', async () => {
  const endsAtMs = Date.now() + 30
  using own = scene(async ({ secretHash }) => (secretHash === 'old' ? { isAllowed: true, endsAtMs } : UNLIMITED))
  const [before, current] = [own.add('key', { secretHash: 'old' }), own.add('key', { secretHash: 'new' })]
  // This request began after the rotation, so its caller already has the end of the old secret.
  const during = own.add('key', { secretHash: 'old', secretEndsAtMs: endsAtMs })
  own.access.changed(() => true)
  await Bun.sleep(0)
  while (Date.now() < endsAtMs) {
    own.inFlight.sweep()
    const isOver = Date.now() >= endsAtMs
    if (!isOver) expect([before, during].map(({ connection }) => connection.termination)).toEqual([null, null])
    await Bun.sleep(1)
  }
  own.inFlight.sweep()
  expect(await Promise.all([before.ended, during.ended])).toEqual(['access_revoked', 'access_revoked'])
  expect(current.connection.termination).toBeNull()
})

test('an unavailable store is asked again', async () => {
  let failures = 1
  using own = scene(async () => {
    if (failures-- > 0) throw new Error('unavailable')
    return NONE
  })
  const { ended } = own.add('deleted')
  own.access.changed(() => true)
  expect(await ended).toBe('access_revoked')
  expect(own.defects).toHaveLength(1)
})

test('a request that no operation could interrupt is refused before its next attempt', () => {
  const connection = new ClientConnection(new Request('http://g/'))
  connection.requireRunning()
  connection.terminate('access_revoked')
  expect(() => connection.requireRunning()).toThrow(expect.objectContaining({ code: 'access_revoked' }))
})
