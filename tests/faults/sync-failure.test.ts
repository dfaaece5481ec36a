/** A disk that cannot sync, with GATEWAY_DURABILITY=disk: the gateway confirms nothing, reports it, and recovers. */

import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { ControlScene } from '../harness/control-scene.ts'
import { eventually } from '../harness/eventually.ts'
import { connectRaw, rawChat } from '../harness/raw-client.ts'
import { type GatewayProcess, startGatewayProcess } from '../harness/start-gateway-process.ts'

const ENVIRONMENT = {
  GATEWAY_DURABILITY: 'disk',
  GATEWAY_METRICS_OPEN: 'true',
  BUN_OPTIONS: `--preload=${join(import.meta.dir, 'power-loss/failing-disk.ts')}`,
}

async function toggle(gateway: GatewayProcess, printed: string): Promise<void> {
  gateway.process.child.kill('SIGUSR2')
  await eventually(printed, async () => gateway.process.output().includes(printed))
}

async function failures(gateway: GatewayProcess): Promise<number> {
  const text = await (await gateway.fetch('/metrics')).text()
  return Number(/^gatehouse_sync_failures (\d+)$/m.exec(text)?.[1])
}

const COMPLETION = {
  object: 'chat.completion',
  model: 'm',
  choices: [],
  usage: { prompt_tokens: 1, completion_tokens: 1 },
}

test('responses are withheld while syncs fail, and served again afterwards', async () => {
  await using simulator = await startSimulator({
    answers: [({ json }) => (json['stream'] === true ? { stream: ['a', 'b'] } : { body: COMPLETION })],
  })
  await using gateway = await startGatewayProcess({ environment: ENVIRONMENT })
  expect((await gateway.chat(at(simulator))).status).toBe(200)
  await toggle(gateway, 'syncs fail now')

  const whole = await gateway.chat(at(simulator))
  expect(whole.status).toBe(503)
  expect(await whole.json()).toMatchObject({ error: { code: 'store_unavailable' } })

  // The content is sent before the sync fails. The stream then ends with an error, never cleanly.
  const client = await connectRaw(gateway.url)
  client.send(rawChat(gateway.workspaceKey, at(simulator), { stream: true }))
  expect(await client.closed).toBe('reset')
  expect(client.text).toContain('"content":"b"')
  expect(client.text).toContain('store_unavailable')

  const refused = await gateway.chat({ nonsense: true })
  expect(refused.status).toBe(503)

  expect(await failures(gateway)).toBeGreaterThanOrEqual(3)
  await eventually('the failure is logged', () => gateway.process.output().includes('could not be synced'))
  const ready = (await (await gateway.fetch('/readyz')).json()) as { problems: string[] }
  expect(ready.problems.join()).toContain('could not be synced')

  await toggle(gateway, 'syncs work again')
  expect((await gateway.chat(at(simulator))).status).toBe(200)
})

test('no attempt starts under a budget while its hold cannot be saved', async () => {
  await using simulator = await startSimulator({ answers: [{ body: COMPLETION }] })
  await using gateway = await startGatewayProcess({ environment: ENVIRONMENT })
  const scene = new ControlScene(gateway)
  const prices = { requests: { usd: 0.01, per: 1 } }
  await scene.do('POST', '/prices', { provider: 'openai-compatible', model: 'sim-model', prices })
  const usage_limits = { type: 'cost', credit_limit: 1_000 }
  const made = { name: 'budgeted', scopes: ['completions.write'], usage_limits }
  const key = String((await scene.do('POST', '/api-keys/workspace/service', made))['key'])
  expect((await gateway.chat(at(simulator), { key })).status).toBe(200)
  await toggle(gateway, 'syncs fail now')
  expect((await gateway.chat(at(simulator), { key })).status).toBe(503)
  expect(simulator.requests.length).toBe(1)
  await toggle(gateway, 'syncs work again')
  // Requests are served again after the entries of the failed segment have reached the store.
  await eventually('a request is served', async () => (await gateway.chat(at(simulator), { key })).status === 200)
})
