import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { startSimulator } from '../../simulators/simulator.ts'
import { at } from '../harness/at.ts'
import { contentOf, errorOf } from '../harness/error-of.ts'
import { REACHES_PROVIDER_MS } from '../harness/patience.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

const BUN_OPTIONS = `--preload=${join(import.meta.dir, 'misfortune.ts')}`

test.concurrent.each(['clock+1h', 'clock-1h', 'clock+1d', 'clock-1d'])(
  '%s during a request: no timeout fires early or never, no circuit or cache entry expires',
  async (jump) => {
    await using gateway = await startGatewayProcess({ environment: { BUN_OPTIONS, GATEHOUSE_MISFORTUNE: jump } })
    await using hanging = await startSimulator({ answers: [{ fault: 'hang' }] })
    await using slow = await startSimulator({ answers: [{ body: { late: true }, delayMs: 300 }] })
    await using failing = await startSimulator({ answers: [503] })
    await using cached = await startSimulator({ answers: ['first', 'second'] })
    const guarded = at(failing, { cb_config: { failure_threshold: 1, cooldown_interval: 600_000 } })
    const remembered = at(cached, { cache: { mode: 'simple', max_age: 600 } })
    await (await gateway.chat(guarded)).text()
    expect(await contentOf(await gateway.chat(remembered))).toBe('first')

    const timeout = gateway.chat(at(hanging, { request_timeout: REACHES_PROVIDER_MS }))
    const patient = gateway.chat(at(slow, { request_timeout: 60_000 }))
    await Promise.all([hanging.received(1), slow.received(1)])
    gateway.process.child.kill('SIGUSR2')

    // An early timeout would abort the slow call; a late one would hang this test.
    expect(await errorOf(await timeout)).toMatchObject({ code: 'request_timeout' })
    expect((await patient).status).toBe(200)
    const open = await gateway.chat(guarded)
    expect(await errorOf(open)).toMatchObject({ code: 'circuit_open' })
    expect(Number(open.headers.get('retry-after'))).toBeWithin(1, 601)
    expect(await contentOf(await gateway.chat(remembered))).toBe('first')
  },
)
