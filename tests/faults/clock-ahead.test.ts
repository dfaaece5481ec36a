import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../harness/eventually.ts'
import { workerProcesses } from '../harness/nodes/worker-processes.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'
import { LimitedScene } from '../integration/limits/limited-gateway.ts'

const AHEAD = {
  BUN_OPTIONS: `--preload=${join(import.meta.dir, 'nodes/shifted-clock.ts')}`,
  GATEHOUSE_CLOCK_SHIFT_MS: String(40 * 86_400_000),
}

const ask = async (gateway: Gateway, key: string) => {
  const reply = await gateway.chat({ provider: 'mock' }, { body: { model: 'mock-echo' }, key })
  await reply.text()
  return reply.status
}

/** Usage once nothing is held: a worker responds without waiting until the owner process has settled the hold. */
async function usedBy(gateway: Gateway, keyId: string): Promise<number> {
  const scene = new LimitedScene(gateway)
  await eventually('nothing is held', async () => (await scene.usageOf(keyId)).held === 0)
  return (await scene.usageOf(keyId)).current_usage
}

test.each([
  ['one process', {}],
  ['workers', { GATEWAY_WORKERS: '2' }],
])(
  'correcting the clock after a start with a wrong one loses no spending, and records are stored: %s',
  async (_, more) => {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-clock-'))
    try {
      let made: { readonly id: string; readonly key: string }
      let perCall = 0
      {
        await using gateway = await startGatewayProcess({ dataDirectory, environment: more })
        const scene = new LimitedScene(gateway)
        made = await scene.key({
          usage_limits: { type: 'tokens', credit_limit: 100_000, periodic_reset: 'weekly' },
        })
        for (let i = 0; i < 3; i++) expect(await ask(gateway, made.key)).toBe(200)
        perCall = (await usedBy(gateway, made.id)) / 3
        await gateway.stop()
      }
      const environment = { ...more, ...AHEAD }
      {
        await using gateway = await startGatewayProcess({ dataDirectory, environment })
        for (let i = 0; i < 2; i++) expect(await ask(gateway, made.key)).toBe(200)
        expect(await usedBy(gateway, made.id)).toBe(2 * perCall)
        await gateway.stop()
      }
      await using gateway = await startGatewayProcess({ dataDirectory, environment })
      expect(await ask(gateway, made.key)).toBe(200)
      for (const pid of [gateway.process.child.pid, ...workerProcesses(gateway)]) process.kill(pid, 'SIGUSR2')
      await eventually('the set back clock is logged', () =>
        gateway.process.output().includes('The clock was set back by'),
      )
      // The key is refused only while the gateway reads earlier periods.
      await eventually('the key is served again', async () => (await ask(gateway, made.key)) === 200)
      expect(await usedBy(gateway, made.id)).toBe(7 * perCall)
      await eventually('all records are in the logs', async () => (await gateway.logs()).data.length >= 7)
    } finally {
      await rm(dataDirectory, { recursive: true, force: true })
    }
  },
)
