import { expect, test } from 'bun:test'
import { startGateway } from '../../harness/start-gateway.ts'

test('deleting a workspace deletes only its own logs', async () => {
  await using gateway = await startGateway()
  const admin = { key: gateway.adminKey }
  const made = await gateway.fetch('/v1/admin/workspaces', { ...admin, method: 'POST', body: { name: 'Short-lived' } })
  const { id } = (await made.json()) as { id: string }
  const config = { provider: 'mock' }
  const inside = { ...admin, headers: { 'x-gateway-workspace-id': id, 'x-gateway-trace-id': 'inside' } }
  expect((await gateway.chat(config, inside)).status).toBe(200)
  expect((await gateway.chat(config, { headers: { 'x-gateway-trace-id': 'outside' } })).status).toBe(200)
  const tracesSeen = async () => {
    const page = (await (await gateway.fetch('/v1/logs', admin)).json()) as { data: { trace_id: string }[] }
    return page.data.map((log) => log.trace_id).sort()
  }
  while ((await tracesSeen()).length < 2) await Bun.sleep(20)
  const body = { name: 'Short-lived', force_delete: true }
  const deleted = await gateway.fetch(`/v1/admin/workspaces/${id}`, { ...admin, method: 'DELETE', body })
  expect(deleted.status).toBe(200)
  while ((await tracesSeen()).length > 1) await Bun.sleep(20)
  expect(await tracesSeen()).toEqual(['outside'])
})
