import { expect, test } from 'bun:test'
import { startGateway } from '../harness/start-gateway.ts'

/** The gateway alternates between running and being stopped, like a process that gets a tenth of a core. */
const RUNS_MS = 10
const STOPS_MS = 90

test('the first administrative request waits for a control plane that loads slowly', async () => {
  await using gateway = await startGateway()
  const { child } = gateway.process
  let status: number | null = null
  const answered = gateway.fetch('/v1/configs', { key: gateway.adminKey }).then((reply) => {
    status = reply.status
  })
  while (status === null) {
    child.kill('SIGSTOP')
    await Bun.sleep(STOPS_MS)
    child.kill('SIGCONT')
    await Bun.sleep(RUNS_MS)
  }
  await answered
  expect(status as number | null).toBe(200)
})
