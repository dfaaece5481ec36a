import { expect, test } from 'bun:test'
import { StartFailure } from '../../harness/gateway-program.ts'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

const failureOf = (start: Promise<unknown>) =>
  start.then(
    () => null,
    (failure: unknown) => (failure instanceof StartFailure ? failure : null),
  )

test('a shared database needs a master key, and the same one on every node', async () => {
  await using database = await sharedDatabase({ isEmpty: true })
  const without = await failureOf(
    startGatewayProcess({ environment: { ...database.environment, GATEWAY_MASTER_KEY: '' } }),
  )
  expect(without?.exitCode).toBe(78)
  expect(without?.message).toContain('GATEWAY_MASTER_KEY')
  await using first = await database.startNode()
  expect((await first.chat({ provider: 'mock' })).status).toBe(200)
  const another = { GATEWAY_MASTER_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex') }
  const wrong = await failureOf(database.startNode({ environment: another }))
  expect(wrong?.message).toContain('GATEWAY_MASTER_KEY is not the master key this store was made with')
})

test('the gateway waits for an unreachable database, logs its address, and never uses the data folder instead', async () => {
  const failure = await failureOf(
    startGatewayProcess({
      environment: {
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        GATEWAY_MASTER_KEY: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex'),
      },
      endsAfter: 'is unreachable',
    }),
  )
  expect(failure?.message).toContain('127.0.0.1:1/none is unreachable')
  expect(failure?.message).toContain('ECONNREFUSED')
})
