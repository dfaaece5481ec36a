/**
 * Backups under load: the gateway is backed up in the middle of requests and killed, its data folder is deleted, and a
 * restored gateway has every record that a caller saw finish before the backup, and the spending of every record.
 */

import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { BackupScene, type BudgetKey } from '../harness/backup-scene.ts'
import { eventually } from '../harness/eventually.ts'
import { isAlive, workerProcesses } from '../harness/nodes/worker-processes.ts'
import type { GatewayProcess } from '../harness/start-gateway-process.ts'
import { storedTraces } from '../harness/stored-traces.ts'
import { askCommand } from '../integration/cli/run-command.ts'

const CALLERS = 12
const CALLS_BEFORE = 150

/** Calls until the gateway is killed; `seen` gets the trace of every response that arrived whole. */
async function callUntilDead(
  scene: BackupScene,
  gateway: GatewayProcess,
  { key }: BudgetKey,
  seen: string[],
  caller: number,
) {
  for (let i = 0; ; i++) {
    const trace = `caller-${caller}-${i}`
    try {
      if (await scene.call(gateway, key, trace, i % 2 === 0)) seen.push(trace)
    } catch {
      return
    }
  }
}

test.each([
  ['one process', {}],
  ['worker processes', { GATEWAY_WORKERS: '2' }],
])('every acknowledged record and all of its spending is restored: %s', async (_name, environment) => {
  await using scene = await BackupScene.open()
  const gateway = await scene.start('data', environment)
  const spender = await scene.budgetKey(gateway)
  const seen: string[] = []
  const callers = Array.from({ length: CALLERS }, (_, i) => callUntilDead(scene, gateway, spender, seen, i))
  const words = ['backup', scene.path('backups'), '--data', gateway.dataDirectory, '--include-master-key']
  await scene.simulator.received(CALLS_BEFORE)
  await askCommand(words)
  await scene.simulator.received(2 * CALLS_BEFORE)
  const acknowledged = [...seen]
  const { id } = await askCommand<{ id: string }>(words)
  const goal = scene.simulator.requests.length + CALLS_BEFORE
  await scene.simulator.received(goal)
  const workers = workerProcesses(gateway)
  await gateway.kill9()
  await Promise.all(callers)
  // Workers without an owner still write to the folder before they exit.
  await eventually('the workers have exited', () => !workers.some(isAlive))
  await rm(gateway.dataDirectory, { recursive: true, force: true })

  const verified = await askCommand<{ is_whole: boolean; checks: unknown }>(['backup', 'verify', scene.path('backups')])
  expect(verified).toMatchObject({ id, is_whole: true })
  await askCommand(['restore', scene.path('backups'), '--data', scene.path('restored')])
  await using restored = await scene.start('restored', environment)
  expect(acknowledged.length).toBeGreaterThan(CALLS_BEFORE)
  const stored = await storedTraces(restored, acknowledged)
  // Calls in flight at the backup are charged and have no record yet.
  const spentCents = await scene.spentCents(restored, spender)
  expect(spentCents).toBeGreaterThanOrEqual(stored.size)
  expect(spentCents).toBeLessThanOrEqual(scene.simulator.requests.length)
  expect(await scene.problems(restored)).toEqual({ status: 'ready', problems: [] })
})
