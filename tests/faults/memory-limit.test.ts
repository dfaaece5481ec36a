import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { eventually } from '../harness/eventually.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

const LIMIT_BYTES = 250_000_000
const BODY_BYTES = 10_000_000
const BODIES = 30

function peakBytes(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) * 1024
}

test('concurrent bodies do not take the process over its memory limit, and small requests are served', async () => {
  await using gateway = await startGatewayProcess({
    environment: {
      GATEWAY_MAX_RESIDENT_BYTES: String(LIMIT_BYTES),
      GATEWAY_KEY_BODY_PERCENT: '100',
      GATEWAY_WORKSPACE_BODY_PERCENT: '100',
    },
  })
  await using simulator = await startSimulator({ answers: Array.from({ length: BODIES + 50 }, () => 'fine') })
  const content = 'ab\n"'.repeat(BODY_BYTES / 6)
  const body = JSON.stringify({ model: 'sim-model', messages: [{ role: 'user', content }] })
  const send = async () => {
    const reply = await gateway.chat(at(simulator), { body })
    await reply.text()
    return reply.status
  }
  const statuses = await Promise.all(Array.from({ length: BODIES }, send))
  const peak = peakBytes(gateway.process.child.pid)
  expect(peak).toBeLessThan(LIMIT_BYTES * 1.2)
  expect(statuses.every((status) => status === 200 || status === 503)).toBe(true)
  // Refused bodies free their memory: other requests, and later the same ones, are served.
  await eventually('a small request', async () => (await gateway.chat(at(simulator))).status === 200)
  await eventually('a large request', async () => (await send()) === 200)
})
