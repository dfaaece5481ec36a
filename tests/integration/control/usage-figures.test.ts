import { expect, test } from 'bun:test'
import { ControlScene } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const NANO = 1_000_000_000
/** Analytics use US cents and limits US dollars; both are whole numbers of nano-USD. */
const ofCents = (cents: unknown) => Math.round(Number(cents) * (NANO / 100))
const ofDollars = (dollars: unknown) => Math.round(Number(dollars) * NANO)

const chat = (promptTokens: number, completionTokens: number) => ({
  body: {
    object: 'chat.completion',
    model: 'figures-2026',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  },
})

/** Odd token counts, so that every cost is rounded up to a nano-USD. */
const CALLS = Array.from({ length: 24 }, (_, i) => ({
  prompt: 3 + 7 * i,
  completion: 1 + 3 * i,
  user: `user-${i % 3}`,
}))
const simulator = await shareSimulator({ answers: CALLS.map(({ prompt, completion }) => chat(prompt, completion)) })

type Limited = { usage_limits: { current_usage: number; held: number; status: string } }

test('every endpoint reports the same spend, to the last nano-USD', async () => {
  const budget = { type: 'cost', credit_limit: 1_000 }
  const workspaceId = String(
    (await scene.do('POST', '/admin/workspaces', { name: 'Figures', usage_limits: [budget] }))['id'],
  )
  const made = await scene.do('POST', '/api-keys/workspace/service', {
    name: 'Figures',
    workspace_id: workspaceId,
    scopes: ['completions.write'],
    usage_limits: budget,
  })
  const { slug } = (await scene.do('POST', '/virtual-keys', {
    name: 'Figures',
    workspace_id: workspaceId,
    provider: 'openai-compatible',
    key: 'sk-sim',
    custom_host: `${simulator.url}/v1`,
    usage_limits: budget,
  })) as { slug: string }
  const policy = await scene.do('POST', '/policies/usage-limits', {
    workspace_id: workspaceId,
    conditions: [{ key: 'virtual_key', value: slug }],
    group_by: [{ key: 'user' }],
    ...budget,
  })
  // Prices that do not divide into whole nano-USD.
  await scene.do('POST', '/prices', {
    model: 'figures',
    prices: { input_tokens: { usd: 0.000_333_337, per: 7 }, output_tokens: { usd: 0.001_000_003, per: 3 } },
  })
  const expected = new Map<string, number>()
  for (const [i, { prompt, completion, user }] of CALLS.entries()) {
    const reply = await gateway.chat(null, {
      key: String(made['key']),
      headers: { 'x-gateway-virtual-key': slug, 'x-gateway-metadata': JSON.stringify({ _user: user }) },
      body: { model: 'figures', max_tokens: 500 },
    })
    expect([i, reply.status]).toEqual([i, 200])
    await reply.text()
    const nano = Math.ceil((prompt * 333_337) / 7) + Math.ceil((completion * 1_000_003) / 3)
    expected.set(user, (expected.get(user) ?? 0) + nano)
  }
  const total = [...expected.values()].reduce((sum, nano) => sum + nano, 0)

  const logs = await allLogs(workspaceId)
  expect(logs.map(({ cost }) => ofCents(cost)).reduce((sum, nano) => sum + nano, 0)).toBe(total)
  const within = `workspace_slug=${workspaceId}`
  const { summary } = (await scene.do('GET', `/analytics/summary?${within}`)) as {
    summary: { cost: { total: number } }
  }
  expect(ofCents(summary.cost.total)).toBe(total)
  const graph = (await scene.do('GET', `/analytics/graphs/cost?${within}`)) as {
    summary: { total: number }
    data_points: { total: number | null }[]
  }
  expect(ofCents(graph.summary.total)).toBe(total)
  expect(graph.data_points.reduce((sum, point) => sum + ofCents(point.total ?? 0), 0)).toBe(total)
  const groups = (await scene.do('GET', `/analytics/groups/users?${within}`)) as {
    data: { user: string; cost: unknown }[]
  }
  expect(new Map(groups.data.map(({ user, cost }) => [user, ofCents(cost)]))).toEqual(expected)

  const virtualKey = (await scene.do('GET', `/virtual-keys/${slug}?workspace_id=${workspaceId}`)) as Limited
  const key = (await scene.do('GET', `/api-keys/${made['id']}`)) as Limited
  const workspace = await scene.do('GET', `/admin/workspaces/${workspaceId}`)
  const [ofWorkspace] = workspace['usage_limits'] as Limited['usage_limits'][]
  for (const usage of [virtualKey.usage_limits, key.usage_limits, ofWorkspace!]) {
    expect([ofDollars(usage.current_usage), usage.held, usage.status]).toEqual([total, 0, 'active'])
  }
  const listed = (await scene.do('GET', `/virtual-keys?workspace_id=${workspaceId}`)) as { data: Limited[] }
  expect(listed.data[0]?.usage_limits).toEqual(virtualKey.usage_limits)
  const usage = await scene.do('GET', `/virtual-keys/${slug}/usage?workspace_id=${workspaceId}`)
  expect(ofDollars(usage['used'])).toBe(total)
  expect(usage).toMatchObject({ held: 0, unknown_outcome: 0, unpriced_requests: 0, limit: 1_000 })
  expect(ofDollars((usage['last_24_hours'] as { cost: number }).cost)).toBe(total)
  expect(Date.parse(String(usage['forecast_exhausted_at'] ?? '2999-01-01'))).toBeGreaterThan(Date.now())

  const entities = (await scene.do('GET', `/policies/usage-limits/${policy['id']}/entities`)) as {
    data: { value_key: string; current_usage: number }[]
  }
  expect(new Map(entities.data.map((entity) => [entity.value_key, ofDollars(entity.current_usage)]))).toEqual(
    new Map([...expected].map(([user, nano]) => [`metadata._user:${user}`, nano])),
  )
  const spent = (await scene.do('GET', `/policies/usage-limits/${policy['id']}?include_usage=true`)) as {
    value_key_usage_map: Record<string, number>
  }
  expect(Object.values(spent.value_key_usage_map).reduce((sum, usd) => sum + ofDollars(usd), 0)).toBe(total)
})

test('streams, errors, fallbacks, cut streams and cached responses also agree', async () => {
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
  const streamed = { stream: ['Hi', { data: { object: 'chat.completion.chunk', model: 'mixed', choices: [], usage } }] }
  const { slug } = (await scene.do('POST', '/virtual-keys', {
    name: 'Mixed',
    provider: 'openai-compatible',
    key: 'sk-sim',
    custom_host: `${simulator.url}/v1`,
    usage_limits: { credit_limit: 9_000_000 },
  })) as { slug: string }
  await scene.do('POST', '/prices', {
    model: 'mixed',
    prices: { input_tokens: { usd: 0.000_333_337, per: 7 }, output_tokens: { usd: 0.001_000_003, per: 3 } },
  })
  const own = { virtual_key: slug }
  const twice = { strategy: { mode: 'fallback' }, targets: [own, own] }
  const cached = { ...own, cache: { mode: 'simple' } }
  simulator.script([streamed, 429, 500, chat(5, 5), { ...streamed, cutAfter: 1 }, chat(13, 2), chat(1, 1)])
  const traces: (string | null)[] = []
  const call = async (config: object, body: object) => {
    const reply = await gateway.chat(config, { body: { model: 'mixed', max_tokens: 50, ...body } })
    await reply.text().catch(() => '')
    traces.push(reply.headers.get('x-gateway-trace-id'))
    return reply.status
  }
  expect(await call(own, { stream: true })).toBe(200)
  expect(await call(own, {})).toBe(429)
  expect(await call(twice, {})).toBe(200)
  expect(await call(own, { stream: true })).toBe(200)
  expect(await call(cached, { temperature: 0 })).toBe(200)
  expect(await call(cached, { temperature: 0 })).toBe(200)
  const logs = await Promise.all(traces.map((trace) => gateway.waitForLog(trace)))
  // The error and the cached response cost nothing.
  expect(logs.map(({ cost }) => cost === 0)).toEqual([false, true, false, false, false, true])
  const known = logs.reduce((sum, { cost }) => sum + ofCents(cost ?? 0), 0)
  const shown = (await scene.do('GET', `/virtual-keys/${slug}/usage`)) as { used: number; unknown_outcome: number }
  // Unknown costs count in full in the budget and are in no log. The budget reports their sum as `unknown_outcome`.
  expect(ofDollars(shown.used) - ofDollars(shown.unknown_outcome)).toBe(known)
  expect(ofDollars(shown.unknown_outcome) > 0).toBe(logs.some(({ cost }) => cost === null))
  expect(shown).toMatchObject({ held: 0, unpriced_requests: logs.filter(({ cost }) => cost === null).length })
  const groups = (await scene.do('GET', '/analytics/groups/virtual_key')) as {
    data: { virtual_key: string; cost: unknown }[]
  }
  expect(ofCents(groups.data.find((group) => group.virtual_key === slug)?.cost)).toBe(known)
})

test('a budget can be reset and its limit changed at any time, and both are in the audit log', async () => {
  simulator.script([chat(1_000, 0)])
  const { slug } = (await scene.do('POST', '/virtual-keys', {
    name: 'Reset',
    provider: 'openai-compatible',
    key: 'sk-sim',
    custom_host: `${simulator.url}/v1`,
    usage_limits: { credit_limit: 1 },
  })) as { slug: string }
  await scene.do('POST', '/prices', { model: 'dollar', prices: { requests: { usd: 1, per: 1 } } })
  const call = async () => {
    const reply = await gateway.chat(null, { headers: { 'x-gateway-virtual-key': slug }, body: { model: 'dollar' } })
    await reply.text()
    return reply.status
  }
  const read = async () => (await scene.do('GET', `/virtual-keys/${slug}`)) as Limited & { status: string }
  expect(await call()).toBe(200)
  expect(await read()).toMatchObject({ status: 'exhausted', usage_limits: { current_usage: 1, status: 'exhausted' } })
  expect(await call()).toBe(412)
  await scene.do('PUT', `/virtual-keys/${slug}`, { usage_limits: { credit_limit: 2 } })
  expect(await read()).toMatchObject({ status: 'active', usage_limits: { credit_limit: 2, current_usage: 1 } })
  expect(await call()).toBe(200)
  expect(await call()).toBe(412)
  await scene.do('PUT', `/virtual-keys/${slug}`, { reset_usage: true })
  expect(await read()).toMatchObject({ status: 'active', usage_limits: { current_usage: 0, held: 0 } })
  expect(await call()).toBe(200)
  expect((await read()).usage_limits.current_usage).toBe(1)
  const { records } = (await scene.do('GET', '/audit-logs?page_size=20')) as {
    records: unknown[]
  }
  expect(JSON.stringify(records)).toContain('reset_usage')
})

async function allLogs(workspaceId: string): Promise<{ cost: number | null }[]> {
  for (;;) {
    const { data } = (await scene.do('GET', `/logs?workspace_id=${workspaceId}&page_size=100`)) as {
      data: { cost: number | null }[]
    }
    if (data.length >= CALLS.length) return data
    await Bun.sleep(10)
  }
}
