import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../harness/eventually.ts'
import { type GatewayProcess, startGatewayProcess } from '../harness/start-gateway-process.ts'

/** The output and a response come through different pipes, in any order. */
const prints = (gateway: GatewayProcess, text: string) =>
  eventually(text, () => gateway.process.output().includes(text))

test.each([
  ['one process', {}],
  ['workers', { GATEWAY_WORKERS: '2' }],
])('administration works while a background task cannot start, and the task starts later: %s', async (_, more) => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-background-'))
  const inTheWay = join(dataDirectory, 'exports')
  // A file in place of the export folder.
  writeFileSync(inTheWay, '')
  try {
    const environment = { GATEWAY_METRICS_OPEN: 'true', ...more }
    await using gateway = await startGatewayProcess({ dataDirectory, environment })
    const admin = () => gateway.fetch('/v1/admin/workspaces', { key: gateway.adminKey })
    const failing = async () => {
      const text = await (await gateway.fetch('/metrics', { key: null })).text()
      return Number(/^gatehouse_background_tasks_failing (\d+)$/m.exec(text)?.[1])
    }
    expect((await admin()).status).toBe(200)
    while ((await failing()) !== 1) await Bun.sleep(20)
    await prints(gateway, 'background_start_failed')
    expect(await (await gateway.fetch('/readyz', { key: null })).json()).toMatchObject({
      status: 'degraded',
      failing_tasks: ['exports'],
    })
    expect((await admin()).status).toBe(200)
    rmSync(inTheWay)
    while ((await failing()) !== 0) await Bun.sleep(50)
    expect(statSync(inTheWay).isDirectory()).toBe(true)
    await prints(gateway, 'background_started')
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})

test('a gateway whose background task never starts still stops', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'gatehouse-background-'))
  writeFileSync(join(dataDirectory, 'exports'), '')
  try {
    await using gateway = await startGatewayProcess({ dataDirectory })
    await prints(gateway, 'background_start_failed')
    expect(await gateway.stop()).toBe(0)
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
})
