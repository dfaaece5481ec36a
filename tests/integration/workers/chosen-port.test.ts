import { expect, test } from 'bun:test'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

test('with GATEWAY_PORT=0 the workers share one port that was free', async () => {
  await using gateway = await startGatewayProcess({ environment: { GATEWAY_PORT: '0', GATEWAY_WORKERS: '2' } })
  expect(Number(new URL(gateway.url).port)).toBeGreaterThan(0)
  const replies = await Promise.all(Array.from({ length: 8 }, () => gateway.chat({ provider: 'mock' })))
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
})
