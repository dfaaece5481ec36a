/** An erasure and an export of a person continue after kill -9 at any moment. */

import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ControlScene } from '../../harness/control-scene.ts'
import { filesWith } from '../../harness/data-files.ts'
import { eventually } from '../../harness/eventually.ts'
import type { Gateway } from '../../harness/start-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

const USER = 'killed-marker-5521'
/** More than one step of an erasure and one page of an export. */
const LOGS = 400
/** Kills after each of these times. The first ones hit the early steps, the last ones find the job finished. */
const KILLS_AFTER_MS = [0, 5, 20, 60, 150, 400]

async function send(gateway: Gateway, user: string, count: number): Promise<void> {
  let left = count
  const one = async () => {
    while (left-- > 0) {
      const headers = { 'x-gateway-metadata': JSON.stringify({ _user: user }) }
      const body = { messages: [{ role: 'user', content: `text of ${user} ${left}` }] }
      const response = await gateway.chat({ provider: 'mock', cache: { mode: 'simple' } }, { headers, body })
      expect(response.status).toBe(200)
      await response.text()
    }
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

async function countOf(scene: ControlScene, user: string): Promise<number> {
  const { counts } = await scene.do('POST', '/privacy/erasures/preview', { end_user: user })
  return (counts as { logs: number }).logs
}

const requestsIn = async (scene: ControlScene) =>
  ((await scene.do('GET', '/analytics/summary'))['summary'] as { requests: number }).requests

test('after kill -9 an export has every log once, and an erasure leaves nothing of the person and all of others', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'gatehouse-erased-'))
  try {
    let gateway = await startGatewayProcess({ dataDirectory })
    let scene = new ControlScene(gateway)
    const { adminKey, workspaceKey } = gateway
    const environment = { GATEWAY_ADMIN_API_KEY: adminKey, GATEWAY_WORKSPACE_API_KEY: workspaceKey }
    const killed = async (afterMs: number) => {
      // The kill comes at any time of the erasure.
      await Bun.sleep(afterMs)
      await gateway.kill9()
      gateway = await startGatewayProcess({ dataDirectory, environment })
      scene = new ControlScene(gateway)
    }
    await send(gateway, USER, LOGS)
    await send(gateway, 'bystander', 20)
    const requests = LOGS + 20
    await eventually('all logs are stored and counted', async () => (await requestsIn(scene)) === requests)

    const job = await scene.do('POST', '/privacy/exports', { end_user: USER })
    for (const afterMs of KILLS_AFTER_MS.slice(0, 3)) await killed(afterMs)
    await eventually('the export is finished', async () => {
      return (await scene.do('GET', `/privacy/exports/${job['id']}`))['status'] === 'success'
    })
    const file = await fetch(`${gateway.url}/v1/privacy/exports/${job['id']}/content`, { headers: scene.admin.headers })
    const ids = (await file.text())
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { id: string }).id)
    expect([ids.length, new Set(ids).size]).toEqual([LOGS, LOGS])

    const { id } = await scene.do('POST', '/privacy/erasures', { end_user: USER })
    for (const afterMs of KILLS_AFTER_MS) await killed(afterMs)
    const receipt = await eventually('the erasure is finished', async () => {
      const found = await scene.do('GET', `/privacy/erasures/${id}`)
      return found['status'] === 'success' && found
    })
    expect(receipt).toMatchObject({ is_complete: true })
    // The counts of the receipt are not checked: a kill between a deletion and its count makes them too low.
    const exported = await scene.call(scene.admin, 'GET', `/privacy/exports/${job['id']}`)
    expect(exported.status).toBe(404)
    await eventually('no file contains the person', async () => (await filesWith(dataDirectory, USER)).length === 0)
    expect(await countOf(scene, USER)).toBe(0)
    expect(await countOf(scene, 'bystander')).toBe(20)
    expect(await requestsIn(scene)).toBe(requests)
    expect(await scene.do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: true })
    await gateway[Symbol.asyncDispose]()
    expect(await filesWith(dataDirectory, USER)).toEqual([])
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
})
