import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../harness/at.ts'
import { errorOf } from '../../harness/error-of.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { cost, LimitedScene, rate } from './limited-gateway.ts'

test('if the ledger is not writable, budgeted requests get 503, and other requests are served and reported', async () => {
  const gateway = await shareGateway()
  const simulator = await shareSimulator({ answers: ['one two three'] })
  const scene = new LimitedScene(gateway)
  await scene.fee('fee-model', 0.01)
  const [budgeted, limited, free] = [
    await scene.key(cost(1)),
    await scene.key(rate('requests', 'rpd', 2)),
    await scene.key({}),
  ]
  // The ledger has no segment yet. Without its folder the gateway cannot create one, as on a full disk.
  await rm(join(gateway.dataDirectory, 'ledger'), { recursive: true })
  const send = (key: string) => gateway.chat(at(simulator), { key, body: { model: 'fee-model' } })

  expect(await errorOf(await send(budgeted.key))).toMatchObject({ status: 503, code: 'store_unavailable' })
  expect(simulator.requests).toHaveLength(0)
  const counted = await send(limited.key)
  await counted.text()
  expect(counted.status).toBe(200)
  const { warnings } = await gateway.waitForLog(counted.headers.get('x-gateway-trace-id'))
  expect(warnings.join()).toContain('the ledger cannot be written now')
  await (await send(limited.key)).text()
  expect((await send(limited.key)).status).toBe(429)
  expect((await send(free.key)).status).toBe(200)
  const ready = (await (await gateway.fetch('/readyz')).json()) as { ledger: { status: string; problem: string } }
  expect(ready.ledger.status).toBe('unwritable')
  expect(ready.ledger.problem).toContain('ENOENT')
})
