import { expect, test } from 'bun:test'
import { startGatewayProcess } from '../harness/start-gateway-process.ts'

/** The gateway alternates between running and being stopped, like a process that gets a tenth of a core. */
const RUNS_MS = 10
const STOPS_MS = 90

test('the first administrative request waits for a control plane that loads slowly', async () => {
  await using gateway = await startGatewayProcess()
  const { child } = gateway.process
  let status: number | null = null
  const answered = gateway.fetch('/v1/configs', { key: gateway.adminKey }).then((reply) => {
    status = reply.status
  })
  while (status === null) {
    child.kill('SIGSTOP')
    // A machine that runs this process only part of the time.
    await Bun.sleep(STOPS_MS)
    child.kill('SIGCONT')
    // See above.
    await Bun.sleep(RUNS_MS)
  }
  await answered
  expect(status as number | null).toBe(200)
})
