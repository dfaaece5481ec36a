import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sharedDatabase } from '../../../../tests/harness/nodes/shared-database.ts'
import type { Gateway } from '../../../../tests/harness/start-gateway.ts'
import { startGatewayProcess } from '../../../../tests/harness/start-gateway-process.ts'
import { type MoveProgress, moveStore } from './move-store.ts'

const MOCK = { provider: 'mock' }

/** All data that could get lost in a move. */
async function look(node: Gateway) {
  const read = async (path: string, key?: string) => {
    const reply = await node.fetch(path, key === undefined ? {} : { key })
    expect([path, reply.status]).toEqual([path, 200])
    return (await reply.json()) as object
  }
  const logs = await node.logs({ page_size: '100' })
  const details = await Promise.all(logs.data.map((log) => read(`/v1/logs/${log.id}`)))
  return {
    logs: logs.data,
    details,
    summary: await read('/v1/analytics/summary'),
    users: await read('/v1/analytics/groups/metadata/_user'),
    configs: await read('/v1/configs'),
    // Without last_used_at, which is written later.
    keys: ((await read('/v1/api-keys', node.adminKey)) as { data: { id: string; key: string }[] }).data.map(
      ({ id, key }) => ({ id, key }),
    ),
  }
}

test('moves an embedded store to PostgreSQL completely; a second move or a wrong key changes nothing', async () => {
  await using database = await sharedDatabase({ isEmpty: true })
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-move-'))
  const masterKey = database.environment['GATEWAY_MASTER_KEY']!
  try {
    const before = await startGatewayProcess({ dataDirectory, environment: { GATEWAY_MASTER_KEY: masterKey } })
    for (let i = 0; i < 12; i++) {
      const headers = { 'x-gateway-metadata': JSON.stringify({ _user: `user-${i % 3}`, team: `t${i % 2}` }) }
      await (await before.chat(MOCK, { headers: { ...headers, 'x-gateway-trace-id': `moved-${i}` } })).text()
    }
    await before.waitForLog('moved-11')
    await before.fetch('/v1/configs', { method: 'POST', body: { name: 'kept', config: MOCK } })
    await before.fetch('/v1/feedback', { method: 'POST', body: { trace_id: 'moved-3', value: 5, weight: 1 } })
    const seen = await look(before)
    expect(seen.logs).toHaveLength(12)
    expect(await before.stop()).toBe(0)

    const options = { dataDirectory, databaseUrl: database.environment['DATABASE_URL']! }
    const progress: MoveProgress[] = []
    const wrong = moveStore({ ...options, masterKey: new Uint8Array(32).fill(7) }, () => {})
    await expect(wrong).rejects.toThrow('is not the master key')
    const key = Buffer.from(masterKey, 'hex')
    const moved = await moveStore({ ...options, masterKey: key }, (step) => progress.push(step))
    expect(moved).toMatchObject({ logs: 12, feedback: 1 })
    expect(moved.tables.find(({ name }) => name === 'api_keys')?.rows).toBe(2)
    expect(progress.at(0)).toEqual({ step: 'logs', done: 12, total: 12 })
    await expect(moveStore({ ...options, masterKey: key }, () => {})).rejects.toThrow('has rows in')

    // Uses the same folder: records still in its journal are recognised by their ids.
    await using after = await database.startNode({ dataDirectory })
    expect(await look(after)).toEqual(seen)
    await (await after.chat(MOCK, { headers: { 'x-gateway-trace-id': 'later' } })).text()
    await after.waitForLog('later')
    // All of them were stored before the move, and the last one has just been waited for.
    expect((await after.logs({ page_size: '100' })).data).toHaveLength(13)
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
