import { expect, test } from 'bun:test'
import { isUniqueViolation } from '../sql/is-unique-violation.ts'
import { SqlIdempotency } from '../sql/repositories/idempotency.ts'
import { forEachEngine } from './test-engines.ts'

const DAY_MS = 86_400_000
const NOW_MS = 1_800_000_000_000
const reply = { requestHash: 'request', sealedReply: 'sealed' }

function organisation(id: string) {
  return { id, name: id, settings: '{}', created_at_ms: NOW_MS, updated_at_ms: NOW_MS }
}

forEachEngine('kept answers', (engine) => {
  test('a response is found by caller and key for a day', async () => {
    const kept = new SqlIdempotency(await engine.openDatabase())
    await kept.remember('caller', 'key', reply, NOW_MS)
    expect(await kept.find('caller', 'key', NOW_MS)).toEqual(reply)
    expect(await kept.find('caller', 'key', NOW_MS + DAY_MS - 1)).toEqual(reply)
    expect(await kept.find('caller', 'key', NOW_MS + DAY_MS)).toBeUndefined()
  })

  test('the same key of another caller is independent', async () => {
    const kept = new SqlIdempotency(await engine.openDatabase())
    await kept.remember('caller', 'key', reply, NOW_MS)
    expect(await kept.find('another', 'key', NOW_MS)).toBeUndefined()
    await kept.remember('another', 'key', { ...reply, sealedReply: 'other' }, NOW_MS)
    expect(await kept.find('caller', 'key', NOW_MS)).toEqual(reply)
  })

  test('the database refuses a second response under the same key', async () => {
    const kept = new SqlIdempotency(await engine.openDatabase())
    await kept.remember('caller', 'key', reply, NOW_MS)
    const refusal = await kept.remember('caller', 'key', reply, NOW_MS + 1).catch((error: unknown) => error)
    expect(isUniqueViolation(refusal)).toBe(true)
  })

  test('of many concurrent changes under one key exactly one is made', async () => {
    const database = await engine.openDatabase()
    const attempt = (i: number) =>
      database.transaction().execute(async (transaction) => {
        await transaction
          .insertInto('organisations')
          .values(organisation(`made by ${i}`))
          .execute()
        await new SqlIdempotency(transaction).remember('caller', 'key', reply, NOW_MS)
      })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => attempt(i)))
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(failures.length).toBe(19)
    for (const { reason } of failures) expect(isUniqueViolation(reason)).toBe(true)
    expect((await database.selectFrom('organisations').select('id').execute()).length).toBe(1)
  })

  test('after a day the key is free again and old rows are deleted', async () => {
    const database = await engine.openDatabase()
    const kept = new SqlIdempotency(database)
    await kept.remember('caller', 'key', reply, NOW_MS)
    await kept.remember('caller', 'another key', reply, NOW_MS)
    const newer = { requestHash: 'newer', sealedReply: 'newer' }
    await kept.remember('caller', 'key', newer, NOW_MS + DAY_MS)
    expect(await kept.find('caller', 'key', NOW_MS + DAY_MS)).toEqual(newer)
    expect(await database.selectFrom('idempotency_replies').select('key').execute()).toEqual([{ key: 'key' }])
  })
})
