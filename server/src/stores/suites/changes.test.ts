import { expect, test } from 'bun:test'
import { SqlChanges } from '../sql/repositories/changes.ts'
import { forEachEngine } from './test-engines.ts'

const HOUR_MS = 3_600_000
const nowMs = 1_763_000_000_000
const change = (keyId: string) => ({ kind: 'api_key' as const, keyId })

forEachEngine('changes', (engine) => {
  test('are read in commit order from any sequence number', async () => {
    const changes = new SqlChanges(await engine.openDatabase())
    expect(await changes.last()).toBe(0)
    for (const keyId of ['a', 'b', 'c']) await changes.append(change(keyId), nowMs)
    expect(await changes.last()).toBe(3)
    expect(await changes.after(1, 10)).toEqual({
      changes: [
        { sequence: 2, change: change('b') },
        { sequence: 3, change: change('c') },
      ],
      isComplete: true,
    })
    expect((await changes.after(0, 1)).changes).toHaveLength(1)
    expect(await changes.after(3, 10)).toEqual({ changes: [], isComplete: true })
  })

  test('a reader that was disconnected for longer than the retention is notified', async () => {
    const changes = new SqlChanges(await engine.openDatabase())
    await changes.append(change('a'), nowMs)
    await changes.append(change('b'), nowMs + 1)
    await changes.append(change('c'), nowMs + 2 * HOUR_MS)
    expect(await changes.after(0, 10)).toMatchObject({ changes: [{ sequence: 3 }], isComplete: false })
    expect(await changes.after(2, 10)).toMatchObject({ changes: [{ sequence: 3 }], isComplete: true })
  })

  test('concurrent transactions get distinct numbers, and a failed one gets none', async () => {
    const database = await engine.openDatabase()
    const write = (keyId: string, fails: boolean) =>
      database.transaction().execute(async (transaction) => {
        await new SqlChanges(transaction).append(change(keyId), nowMs)
        if (fails) throw new Error('no')
      })
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, i) => write(`k${i}`, i % 4 === 3)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(15)
    const { changes, isComplete } = await new SqlChanges(database).after(0, 100)
    expect(isComplete).toBe(true)
    expect(changes.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1))
  })
})
