import { expect, test } from 'bun:test'
import { compareRows, OFTEN } from '../../harness/demo-rows.ts'
import { eventually } from '../../harness/eventually.ts'
import { sharedDatabase } from '../../harness/nodes/shared-database.ts'
import type { Gateway } from '../../harness/start-gateway.ts'

test('the demo of one node is visible on another, which can remove it', async () => {
  await using database = await sharedDatabase()
  await using one = await database.startNode()
  await using other = await database.startNode()
  const call = async (node: Gateway, method: string, path: string, body?: object) => {
    const reply = await node.fetch(`/v1${path}`, { key: one.adminKey, method, ...(body && { body }) })
    return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
  }
  const requests = async (query: string) => {
    const { body } = await call(other, 'GET', `/analytics/summary${query}`)
    return (body['summary'] as { requests: number } | undefined)?.requests
  }
  const made = await call(one, 'POST', '/admin/demo', { requests: 300 })
  expect(made.status).toBe(200)
  const id = String(made.body['workspace_id'])
  await eventually('all requests', async () => (await requests(`?workspace_id=${id}`)) === made.body['requests'])
  const { body } = await call(one, 'GET', `/virtual-keys?workspace_id=${id}`)
  const used = (body['data'] as { usage_limits: { current_usage: number } | null }[]).map(
    ({ usage_limits: limit }) => limit?.current_usage ?? 0,
  )
  expect(used.filter((amount) => amount > 0)).toHaveLength(3)

  expect((await call(other, 'DELETE', '/admin/demo')).status).toBe(200)
  // The store deletes the logs in the background; its own tests cover that.
  expect((await call(one, 'GET', '/admin/workspaces/demo')).status).toBe(404)
  expect((await call(one, 'GET', `/logs?workspace_id=${id}`)).status).toBe(404)
})

test('every table has as many rows after the removal as before the demo', async () => {
  await using database = await sharedDatabase()
  await using gateway = await database.startNode({ environment: OFTEN })
  await compareRows(gateway, async () => {
    const tables = await database.query(
      "SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg_%' AND c.relkind IN ('r', 'p') AND NOT c.relispartition",
    )
    const counted = tables.map(([schema, name]) => `SELECT '${name}', count(*)::int FROM "${schema}"."${name}"`)
    const counts = Object.fromEntries((await database.query(counted.join(' UNION ALL '))) as [string, number][])
    return counts
  })
})
