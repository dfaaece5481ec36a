import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { at } from '../../harness/at.ts'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { startGateway } from '../../harness/start-gateway.ts'
import { startGatewayProcess } from '../../harness/start-gateway-process.ts'

const gateway = await shareGateway()
const simulator = await shareSimulator({
  answers: [
    {
      body: {
        object: 'chat.completion',
        model: 'house-2026',
        choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1_001, completion_tokens: 51, total_tokens: 1_052 },
      },
    },
  ],
})
const scene = new ControlScene(gateway)
const perMillion = (usd: number) => ({ usd, per: 1_000_000 })
const PRICES = { input_tokens: perMillion(2.5), output_tokens: perMillion(10) }
/** (1,001 x 2.5 + 51 x 10) / 1,000,000 US dollars. */
const COST_USD = 0.003_012_5
const COST_CENTS = 0.301_25
const JSON_TYPE = { 'content-type': 'application/json' }

async function call(model: string, key = gateway.workspaceKey) {
  const reply = await gateway.chat(at(simulator), { key, body: { model } })
  expect(reply.status).toBe(200)
  await reply.text()
  return gateway.waitForLog(reply.headers.get('x-gateway-trace-id'))
}

type Job = { id: string; status: string; requests_examined: number; requests_priced: number; cost: number }

/** Polls until the job has ended. */
async function reprice(body: object, on = scene): Promise<Job> {
  let job = (await on.do('POST', '/prices/reprice', body)) as Job
  while (job.status === 'running') {
    await Bun.sleep(5)
    job = (await on.do('GET', `/prices/reprice/${job.id}`)) as Job
  }
  return job
}

async function unpriced(model: string) {
  const { data } = (await scene.do('GET', '/prices/unpriced')) as { data: { model: string }[] }
  return data.find((seen) => seen.model === model)
}

const costBy = async (model: string) => {
  const path = `/analytics/groups/ai-models?page_size=1000`
  const { data } = (await scene.do('GET', path)) as { data: { ai_model: string; cost: unknown }[] }
  const summary = (await scene.do('GET', `/analytics/graphs/cost?ai_org_model=openai-compatible__${model}`))['summary']
  return { group: data.find((group) => group.ai_model === model)?.cost, graph: (summary as { total: number }).total }
}

test('a model without a price is listed, and a later price fills its costs in every sum', async () => {
  const logs = [await call('house'), await call('house')]
  expect(logs.map(({ cost }) => cost)).toEqual([null, null])
  expect(await unpriced('house')).toMatchObject({
    provider: 'openai-compatible',
    requests: 2,
    tokens: 2_104,
    has_price_now: false,
    first_seen_at: logs[0]?.created_at,
    last_seen_at: logs[1]?.created_at,
  })
  expect(await reprice({ model: 'house' })).toMatchObject({ status: 'done', requests_examined: 2, requests_priced: 0 })

  const { id } = await scene.do('POST', '/prices', { model: 'house', prices: PRICES })
  expect(await unpriced('house')).toMatchObject({ has_price_now: true })
  const dry = await reprice({ model: 'house', dry_run: true })
  expect(dry).toMatchObject({ dry_run: true, requests_priced: 2, cost: 2 * COST_USD })
  expect((await gateway.waitForLog(logs[0]!.trace_id)).cost).toBeNull()

  const done = await reprice({ model: 'house' })
  expect(done).toMatchObject({ requests_examined: 2, requests_priced: 2, cost: 2 * COST_USD })
  const filled = await gateway.waitForLog(logs[0]!.trace_id)
  expect(filled).toMatchObject({ cost: COST_CENTS, price_version: `own-${id}-1` })
  // Has the same cost lines as a request that was priced at once.
  const fresh = await call('house')
  expect(filled.cost_lines).toEqual(fresh.cost_lines)
  expect(await costBy('house')).toEqual({ group: 3 * COST_CENTS, graph: 3 * COST_CENTS })
  expect(await unpriced('house')).toBeUndefined()
})

test('a second run changes nothing, and existing costs stay when prices change', async () => {
  const before = await costBy('house')
  const { data } = (await scene.do('GET', '/prices')) as { data: { id: string; model: string }[] }
  const price = data.find(({ model }) => model === 'house')!
  await scene.do('PUT', `/prices/${price.id}`, { model: 'house', prices: PRICES, multiplier: 3 })
  expect(await reprice({})).toMatchObject({ status: 'done', requests_priced: 0 })
  expect(await costBy('house')).toEqual(before)
})

test('the price at the time of the request takes precedence over the current one', async () => {
  const log = await call('dated')
  const past = { model: 'dated', prices: PRICES, valid_from: '2020-01-01T00:00:00Z' }
  await scene.do('POST', '/prices', past)
  await scene.do('POST', '/prices', {
    model: 'dated',
    prices: { input_tokens: perMillion(99), output_tokens: perMillion(99) },
  })
  await reprice({ model: 'dated' })
  expect((await gateway.waitForLog(log.trace_id)).cost).toBe(COST_CENTS)
})

test('a workspace reprices only its own logs and cannot see another workspace’s job', async () => {
  const workspaceId = await scene.workspace()
  const other = await scene.workspaceKey(workspaceId, [
    'policies.update',
    'policies.read',
    'policies.list',
    'logs.list',
    'logs.view',
  ])
  const [mine, theirs] = [await call('shared-house'), await callAs(other)]
  await scene.do('POST', '/prices', { model: 'shared-house', prices: PRICES })
  const started = await scene.call(other, 'POST', '/prices/reprice', { model: 'shared-house' })
  expect(started.body).toMatchObject({ workspace_id: workspaceId })
  let job = started
  while (job.body['status'] === 'running') job = await scene.call(other, 'GET', `/prices/reprice/${started.body['id']}`)
  expect(job.body).toMatchObject({ requests_examined: 1, requests_priced: 1 })
  const key = other.headers['x-gateway-api-key']!
  const seen = await gateway.fetch(`/v1/logs/${theirs}`, { key })
  expect(await seen.json()).toMatchObject({ cost: COST_CENTS })
  expect((await gateway.waitForLog(mine.trace_id)).cost).toBeNull()
  const foreign = withKey('workspace key', gateway.workspaceKey)
  expect((await scene.call(foreign, 'GET', `/prices/reprice/${started.body['id']}`)).status).toBe(404)

  async function callAs(actor: typeof other): Promise<string> {
    const sent = await gateway.chat(at(simulator), {
      key: actor.headers['x-gateway-api-key']!,
      body: { model: 'shared-house' },
    })
    await sent.text()
    const trace = sent.headers.get('x-gateway-trace-id')
    for (;;) {
      const { data } = (await scene.call(actor, 'GET', `/logs?trace_id=${trace}`)).body as { data: { id: string }[] }
      if (data[0]) return data[0].id
      await Bun.sleep(5)
    }
  }
})

test('an imported log is priced like a gateway request; an error costs nothing', async () => {
  await scene.do('POST', '/prices', { model: 'told', provider: 'openai', prices: PRICES })
  const usage = { prompt_tokens: 1_001, completion_tokens: 51, total_tokens: 1_052 }
  const importLog = async (response: object, provider: string | null = 'openai', model = 'told') => {
    const log = {
      request: { url: 'https://api.openai.com/v1/chat/completions', provider, body: { model } },
      response,
    }
    const { log_ids: ids } = (await scene.call(withKey('', gateway.workspaceKey), 'POST', '/logs', log)).body
    const [id] = ids as string[]
    for (;;) {
      const found = await gateway.fetch(`/v1/logs/${id}`)
      if (found.status === 200) return (await found.json()) as { cost: number | null; cost_lines: unknown[] }
      await Bun.sleep(5)
    }
  }
  const priced = await importLog({ status: 200, body: { model: 'told', usage } })
  expect(priced.cost).toBe(COST_CENTS)
  expect(priced.cost_lines).toHaveLength(2)
  expect((await importLog({ status: 200, body: { usage } }, 'OpenAI')).cost).toBe(COST_CENTS)
  expect((await importLog({ status: 500, body: { usage } })).cost).toBe(0)
  expect((await importLog({ status: 200, body: { text: 'no usage' } })).cost).toBeNull()
  expect((await importLog({ status: 200, body: { usage } }, null)).cost).toBeNull()
  expect((await importLog({ status: 200, body: { usage } }, 'openai', 'nobody-knows-it')).cost).toBeNull()
})

test('a repricing job that is killed resumes on the next call and counts nothing twice', async () => {
  const first = await startGatewayProcess({ dataDirectory: await mkdtemp(join(tmpdir(), 'gatehouse-reprice-')) })
  const { dataDirectory } = first
  try {
    const usage = { prompt_tokens: 1_001, completion_tokens: 51, total_tokens: 1_052 }
    const log = {
      request: { url: 'https://api.openai.com/v1/chat/completions', provider: 'openai', body: { model: 'killed' } },
      response: { status: 200, body: { usage } },
    }
    for (let i = 0; i < 2; i++) {
      const posted = await first.fetch('/v1/logs', {
        method: 'POST',
        body: JSON.stringify(Array(1_000).fill(log)),
        headers: JSON_TYPE,
      })
      expect(posted.status).toBe(200)
    }
    const before = new ControlScene(first)
    await before.do('POST', '/prices', { model: 'killed', prices: PRICES })
    const { id } = await before.do('POST', '/prices/reprice', { model: 'killed' })
    let priced = 0
    while (priced === 0) priced = Number((await before.do('GET', `/prices/reprice/${id}`))['requests_priced'])
    await first.kill9()

    await using again = await startGateway({ dataDirectory })
    const after = new ControlScene(again)
    expect((await after.call(after.admin, 'GET', `/prices/reprice/${id}`)).status).toBe(404)
    const rest = await reprice({ model: 'killed' }, after)
    expect(rest).toMatchObject({ status: 'done', requests_priced: rest.requests_examined })
    expect(rest.requests_examined).toBeLessThanOrEqual(2_000 - priced)
    const { summary } = (await after.do('GET', '/analytics/summary')) as {
      summary: { requests: number; cost: object }
    }
    expect(summary).toMatchObject({ requests: 2_000, cost: { total: 2_000 * COST_CENTS, unpriced_requests: 0 } })
  } finally {
    await first.kill9()
    await rm(dataDirectory, { recursive: true, force: true })
  }
})

test('a range that ends before its start is rejected, and an unknown job is 404', async () => {
  const turned = { from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' }
  expect((await scene.call(scene.admin, 'POST', '/prices/reprice', turned)).status).toBe(400)
  expect((await scene.call(scene.admin, 'GET', '/prices/reprice/nothing')).status).toBe(404)
})
