import { expect, test } from 'bun:test'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { startGateway } from '../../harness/start-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

test('an embedded store moves to PostgreSQL with its keys, settings and logs, once it is stopped', async () => {
  await using database = await sharedDatabase({ isEmpty: true })
  const { GATEWAY_MASTER_KEY = '' } = database.environment
  await using embedded = await startGateway({ environment: { GATEWAY_MASTER_KEY } })
  const body = { name: 'Moved', config: { provider: 'mock' } }
  const saved = await embedded.fetch('/v1/configs', { method: 'POST', body })
  const { slug } = (await saved.json()) as { slug: string }
  const before = await embedded.chat({ provider: 'mock' })
  await embedded.waitForLog(before.headers.get('x-gateway-trace-id'))
  const circumstances = { environment: { ...database.environment, GATEWAY_DATA_DIR: embedded.dataDirectory } }
  const early = await runCommand(['move'], circumstances)
  expect(early.code).toBe(1)
  expect(early.problem).toContain('Stop the gateway first')
  await embedded.stop()

  expect(await askCommand(['move'], circumstances)).toMatchObject({ logs: 1, feedback: 0 })
  expect(await askCommand(['migrate'], circumstances)).toEqual({ migrated: true })
  const again = await runCommand(['move'], circumstances)
  expect([again.code, again.problem.includes('Nothing was changed in the data folder')]).toEqual([1, true])

  await using node = await database.startNode()
  const config = await node.fetch(`/v1/configs/${slug}`)
  expect(await config.json()).toMatchObject({ name: 'Moved' })
  // The log was stored before the move.
  expect((await node.logs()).data).toHaveLength(1)
  expect((await node.chat({ provider: 'mock' })).status).toBe(200)
})

test('without a database both commands name the setting', async () => {
  for (const words of [['move'], ['migrate']]) {
    const { code, problem } = await runCommand(words)
    expect([code, problem.includes('DATABASE_URL is not set')]).toEqual([1, true])
  }
  const { code, problem } = await runCommand(['migrate', 'litellm'])
  expect([code, problem.includes('FILE is missing')]).toEqual([2, true])
})
