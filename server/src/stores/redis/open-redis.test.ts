import { expect, test } from 'bun:test'
import { openRedis } from './open-redis.ts'

test('a Sentinel that accepts connections and does not respond is left, even if commands may take longer', async () => {
  const second = Promise.withResolvers<number>()
  let accepted = 0
  const socket = { open: () => void (++accepted === 2 && second.resolve(accepted)), data() {} }
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket })
  const client = openRedis(`redis-sentinel://127.0.0.1:${listener.port}`, 'commands', 600_000)
  expect(await second.promise).toBe(2)
  client.disconnect()
  listener.stop(true)
})
