import { expect, test } from 'bun:test'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const own = withKey('workspace key', gateway.workspaceKey)

async function chat(user: string, key = gateway.workspaceKey): Promise<void> {
  const headers = { 'x-gateway-metadata': JSON.stringify({ _user: user, team: 'blue' }), 'x-gateway-trace-id': user }
  await (await gateway.chat({ provider: 'mock' }, { key, headers })).text()
}

for (const user of ['ann', 'ann', 'bob']) await chat(user)
// Fails, and counts as an error.
await (await gateway.chat({ provider: 'no-such-provider' })).text()
const elsewhere = await scene.workspace()
const stranger = await scene.workspaceKey(elsewhere, ['analytics.view'])
await chat('eve', stranger.headers['x-gateway-api-key'])
await untilRequests('', 5)

/** Waits until all requests sent so far are counted. */
async function untilRequests(query: string, count: number): Promise<void> {
  await eventually('all requests are counted', async () => {
    const { summary } = (await scene.do('GET', `/analytics/graphs/requests${query}`)) as { summary: { total: number } }
    return summary.total >= count
  })
}

test('a workspace key gets analytics of its workspace, an Admin key of all or of a named one', async () => {
  const total = async (actor: typeof own, query = '') =>
    ((await scene.call(actor, 'GET', `/analytics/graphs/requests${query}`)).body['summary'] as { total: number }).total
  expect(await total(own)).toBe(4)
  expect(await total(stranger)).toBe(1)
  expect(await total(scene.admin)).toBe(5)
  expect(await total(scene.admin, `?workspace_id=${elsewhere}`)).toBe(1)
  const { slug } = await scene.do('GET', `/admin/workspaces/${elsewhere}`)
  expect(await total(scene.admin, `?workspace_slug=${slug}`)).toBe(1)
})

test('graphs have the documented format', async () => {
  const now = Date.now()
  const query = new URLSearchParams({
    time_of_generation_min: new Date(now - 30 * 60_000).toISOString(),
    time_of_generation_max: new Date(now + 60_000).toISOString(),
  })
  for (const name of ['requests', 'cost', 'tokens', 'latency', 'errors', 'users']) {
    const { body } = await scene.call(own, 'GET', `/analytics/graphs/${name}?${query}`)
    expect(body).toMatchObject({ object: 'analytics-graph', is_quota_exceeded: false, granularity: 'minute' })
    const points = body['data_points'] as { timestamp: string; is_partial: boolean }[]
    const times = points.map(({ timestamp }) => Date.parse(timestamp))
    // One point per minute, in order; the current minute is marked as incomplete.
    for (const [i, time] of times.entries()) if (i > 0) expect(time - times[i - 1]!).toBe(60_000)
    const running = points.findIndex(({ timestamp }) => Date.parse(timestamp) + 60_000 > Date.now())
    if (running >= 0) expect(points[running]!.is_partial).toBe(true)
  }
})

test('errors, users and groups match the requests', async () => {
  const read = async (path: string) => (await scene.call(own, 'GET', `/analytics/${path}`)).body
  expect((await read('graphs/errors'))['summary']).toEqual({ total: 1 })
  expect((await read('graphs/errors/rate'))['summary']).toEqual({ rate: 25 })
  expect((await read('graphs/errors/status-codes'))['data_points']).toEqual([{ status_code: 400, count: 1 }])
  expect((await read('graphs/users'))['summary']).toEqual({ total: 2 })
  expect(await read('groups/users')).toMatchObject({
    object: 'list',
    total: 2,
    data: [
      { user: 'ann', requests: 2 },
      { user: 'bob', requests: 1 },
    ],
  })
  expect(await read('groups/metadata/team')).toMatchObject({ data: [{ metadata_value: 'blue', requests: 3 }] })
  expect((await read('groups/provider'))['data']).toMatchObject([{ provider: 'mock', requests: 3 }])
  expect((await read('summary'))['summary']).toMatchObject({ requests: 4, errors: 1, users: 2 })
})

test('a filter narrows every sum', async () => {
  const read = async (path: string) => (await scene.call(own, 'GET', `/analytics/${path}`)).body
  const metadata = encodeURIComponent('{"_user":"ann"}')
  expect((await read(`graphs/requests?metadata=${metadata}`))['summary']).toEqual({ total: 2 })
  expect((await read('graphs/requests?trace_id=bob'))['summary']).toEqual({ total: 1 })
  expect((await read('graphs/requests?status_code=4xx'))['summary']).toEqual({ total: 1 })
  expect((await read(`groups/users?metadata=${metadata}`))['total']).toBe(1)
})

test('feedback is counted with its request', async () => {
  await scene.call(own, 'POST', '/feedback', [
    { trace_id: 'ann', value: 10 },
    { trace_id: 'bob', value: -5, weight: 0.5 },
  ])
  const read = async (path: string) => (await scene.call(own, 'GET', `/analytics/${path}`)).body
  expect((await read('graphs/feedbacks'))['summary']).toEqual({ total: 2 })
  expect((await read('graphs/requests?weighted_feedback_min=5'))['summary']).toEqual({ total: 2 })
  const { data } = (await read('groups/users')) as { data: Record<string, unknown>[] }
  expect(data).toMatchObject([
    { user: 'ann', avg_weighted_feedback: 10, requests_with_feedback: 2 },
    { user: 'bob', avg_weighted_feedback: -5, requests_with_feedback: 1 },
  ])
})
