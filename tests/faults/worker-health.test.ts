import { test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '../harness/eventually.ts'
import { workerProcesses } from '../harness/nodes/worker-processes.ts'
import type { Gateway } from '../harness/start-gateway.ts'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

type Ready = { readonly status: string; readonly problems: readonly string[] }

const start = () => startGatewayProcess({ environment: { GATEWAY_WORKERS: '2' } })

/** Uses a new connection, so that any worker may respond; null if that worker does not. */
async function readyOf(gateway: Gateway): Promise<Ready | null> {
  const options = { key: null, headers: { connection: 'close' }, signal: AbortSignal.timeout(3_000) }
  return gateway.fetch('/readyz', options).then(
    (reply) => reply.json().catch(() => null) as Promise<Ready | null>,
    () => null,
  )
}

/** Uses a new connection; empty if its worker does not respond. */
async function metricsOf(gateway: Gateway): Promise<string> {
  const options = { key: gateway.adminKey, headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) }
  return gateway.fetch('/metrics', options).then(
    (reply) => (reply.status === 200 ? reply.text().catch(() => '') : ''),
    () => '',
  )
}

/** Connections to a hanging worker time out: of so many at once, some reach the other worker. */
const AT_ONCE = 6

test('every worker reports damage in the folder of one worker', async () => {
  await using gateway = await start()
  rmSync(join(gateway.dataDirectory, 'worker-1'), { recursive: true })
  // The kernel spreads connections over both workers: every response must be the same.
  await Promise.all(
    Array.from({ length: 20 }, () =>
      // On a busy machine a worker may not hear from its owner in time, and reports that instead.
      eventually('the damage is reported', async () => {
        const ready = await readyOf(gateway)
        return ready?.status === 'degraded' && ready.problems.join().includes('worker-1')
      }),
    ),
  )
})

test('the other workers report one that hangs, and it delays neither metrics nor readiness', async () => {
  await using gateway = await start()
  await (await gateway.fetch('/metrics', { key: gateway.adminKey })).text()
  const [pid] = workerProcesses(gateway)
  process.kill(pid!, 'SIGSTOP')
  try {
    await eventually('the other worker says so', async () => {
      const told = await Promise.all(Array.from({ length: AT_ONCE }, () => readyOf(gateway)))
      return told.some((ready) => ready?.problems.some((problem) => /^Worker \d does not respond\.$/.test(problem)))
    })
    await eventually('metrics are there', async () => {
      const texts = await Promise.all(Array.from({ length: AT_ONCE }, () => metricsOf(gateway)))
      return texts.some((text) => text.includes('gatehouse_requests_total'))
    })
  } finally {
    process.kill(pid!, 'SIGCONT')
  }
  await eventually('it responds again', async () => (await readyOf(gateway))?.status === 'ready')
})
