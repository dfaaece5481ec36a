import { afterAll, describe, expect, test } from 'bun:test'
import { eventually } from '../harness/eventually.ts'
import { residentBytes } from '../harness/process-use.ts'
import { partOf } from '../harness/property-runs.ts'
import { shareGatewayProcess } from '../harness/share-gateway.ts'
import { checkCase, type World } from './check-case.ts'
import { GROUPS } from './groups.ts'
import { startHostileUpstream } from './hostile-upstream.ts'

/** The largest bodies, the memory to parse them, and allocator overhead; four passes in a row must not need more. */
const MAX_GROWTH_BYTES = 512 * 1024 * 1024

const gateway = await shareGatewayProcess()
const upstream = startHostileUpstream()
afterAll(() => upstream.stop())

const gatewayPort = new URL(gateway.url).port
const world: World = {
  gateway,
  upstream,
  names: {
    KEY: gateway.workspaceKey,
    ADMIN: gateway.adminKey,
    UPSTREAM: `http://127.0.0.1:${upstream.port}`,
    UPSTREAM_PORT: String(upstream.port),
    GATEWAY: gateway.url,
    GATEWAY_PORT: gatewayPort,
  },
}
const processId = gateway.process.child.pid
let refused = 0
let ran = 0
let peakBytes = 0
await gateway.chat({ provider: 'mock' })
const residentAtStart = residentBytes(processId)

for (const [turn, group] of GROUPS.entries()) {
  describe(`${group.name}: ${group.about}`, () => {
    test.each(partOf(group.cases, turn).map((one) => [one.name, one] as const))('%s', async (_name, one) => {
      const { problems, isRefused } = await checkCase(one, world)
      ran++
      peakBytes = Math.max(peakBytes, residentBytes(processId))
      if (isRefused) refused++
      expect(problems).toEqual([])
    })
  })
}

describe('after the whole corpus', () => {
  test('the same process is alive and serves requests', async () => {
    expect(gateway.process.child.exitCode).toBeNull()
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
    expect((await gateway.chat({ provider: 'mock' })).status).toBe(200)
  })

  test('the gateway logged no error', () => {
    expect(gateway.process.output()).not.toContain('"level":"error"')
  })

  test('no request is left running', async () => {
    // The gateway may notice later that the caller of the last case has disconnected.
    await eventually('no request is running', async () => {
      const ready = (await (await fetch(`${gateway.url}/readyz`)).json()) as { readonly running: number }
      return ready.running === 0
    })
  })

  test('memory stayed within bounds', () => {
    expect(peakBytes - residentAtStart).toBeLessThan(MAX_GROWTH_BYTES)
  })

  test('most cases were refused', () => {
    expect(refused).toBeGreaterThan(ran / 2)
  })
})
