/** What a gateway has promised in a response holds after kill -9. One kill serves all tests. */

import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ControlScene } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

type BodyKeys = { readonly data: readonly { readonly version: number; readonly finished_at: string | null }[] }

const options = {
  dataDirectory: await mkdtemp(join(tmpdir(), 'gatehouse-killed-')),
  environment: { GATEWAY_BODY_ENCRYPTION: 'on' },
}
afterAll(() => rm(options.dataDirectory, { recursive: true }))

const QUESTIONS = Array.from({ length: 5 }, (_, i) => ({ traceId: `asked-${i}`, content: `question ${i}` }))
const RATED = QUESTIONS[0]!.traceId

const first = await startGatewayProcess(options)
for (const { traceId, content } of QUESTIONS) {
  const body = { model: 'mock', messages: [{ role: 'user', content }] }
  await (await first.chat({ provider: 'mock' }, { body, headers: { 'x-gateway-trace-id': traceId } })).text()
  await first.waitForLog(traceId)
}
const rotated = await new ControlScene(first).do('POST', '/admin/body-keys/rotate', {})
const rated = await first.fetch('/v1/feedback', { method: 'POST', body: { trace_id: RATED, value: 3 } })
await first.kill9()
const gateway = await shareGateway(options)
const scene = new ControlScene(gateway)

test('feedback is kept once its response was sent', async () => {
  expect(rated.status).toBe(200)
  expect((await gateway.waitForLog(RATED)).feedback.map(({ value }) => value)).toEqual([3])
})

test('a rotation of the key of bodies continues, and all bodies stay readable', async () => {
  expect(rotated).toMatchObject({ total: 1, data: [{ version: 2, status: 'rotating' }] })
  const key = await eventually('no block of the earlier key is left', async () => {
    const { data } = (await scene.do('GET', '/admin/body-keys')) as unknown as BodyKeys
    return data[0]?.finished_at != null && data[0]
  })
  expect(key).toMatchObject({ version: 2, blocks_left: 0, blocks_unreadable: 0 })
  for (const { traceId, content } of QUESTIONS) {
    const { id } = await gateway.waitForLog(traceId)
    const detail = await (await gateway.fetch(`/v1/logs/${id}`)).json()
    expect(detail).toMatchObject({ request: { body: expect.stringContaining(content) } })
  }
})

test('the hash chain of the audit log continues', async () => {
  await scene.do('POST', '/admin/workspaces', { name: 'After' })
  expect(await scene.do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: true, count: 3 })
  const { records } = await scene.do('GET', '/audit-logs')
  const actions = (records as { action: string }[]).map(({ action }) => action)
  expect(actions).toEqual(['workspace.create', 'feedback.create', 'body_key.rotate'])
})
