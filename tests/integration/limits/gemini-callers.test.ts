import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { at } from '../../harness/at.ts'
import { propertyRuns } from '../../harness/property-runs.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { shareSimulator } from '../../harness/share-simulator.ts'
import { cost, LimitedScene, rate } from './limited-gateway.ts'

const gateway = await shareGateway()
const simulator = await shareSimulator({ answers: ['one two three'] })
const scene = new LimitedScene(gateway)
await scene.fee('fee-model', 0.01)
await scene.fee('dear-model', 0.05)

type Sent = { readonly method?: string; readonly body?: object; readonly config?: object | null }

function send(
  key: string,
  model: string,
  { method = 'generateContent', body = {}, config }: Sent = {},
): Promise<Response> {
  return gateway.fetch(`/v1beta/models/${model}:${method}`, {
    key,
    method: 'POST',
    headers: config === null ? {} : { 'x-gateway-config': JSON.stringify(config ?? at(simulator)) },
    body: { contents: [{ parts: [{ text: 'hi' }] }], ...body },
  })
}

async function statusOf(response: Promise<Response>): Promise<number> {
  const reply = await response
  await reply.text()
  return reply.status
}

test('exactly 20 of 100 concurrent requests are served from a budget for 20', async () => {
  const { key, id } = await scene.key(cost(1))
  const before = simulator.requests.length
  const methods = ['generateContent', 'streamGenerateContent', 'streamGenerateContent?alt=sse']
  const statuses = await Promise.all(
    Array.from({ length: 100 }, (_, i) => statusOf(send(key, 'dear-model', { method: methods[i % 3]! }))),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(simulator.requests.length - before).toBe(20)
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 1, status: 'exhausted' })
  const refused = (await (await send(key, 'dear-model')).json()) as { error: { details: object[] } }
  expect(refused.error).toMatchObject({ code: 412, status: 'FAILED_PRECONDITION' })
  expect(refused.error.details[0]).toMatchObject({ reason: 'BUDGET_EXHAUSTED', domain: 'gatehouse' })
})

test('the model in the path decides the price, unless a config overrides it', async () => {
  const costOf = async (model: string, sent: Sent = {}) => {
    const { key, id } = await scene.key(cost(1))
    expect(await statusOf(send(key, model, sent))).toBe(200)
    return (await scene.usageOf(id)).current_usage
  }
  expect(await costOf('fee-model')).toBe(0.01)
  expect(await costOf('dear-model')).toBe(0.05)
  expect(
    await costOf('models%2Fignored', { config: { ...at(simulator), override_params: { model: 'dear-model' } } }),
  ).toBe(0.05)
})

test('a model without a price is refused before anything is sent', async () => {
  const { key } = await scene.key(cost(1))
  const before = simulator.requests.length
  expect(await statusOf(send(key, 'unpriced-model'))).toBe(400)
  expect(simulator.requests.length).toBe(before)
})

test('the hold bounds every spelling of the output limit and the number of candidates', async () => {
  await scene.price('token-model', { output_tokens: { usd: 1, per: 1_000 } })
  const count = fc.integer({ min: 1, max: 8 })
  const spelling = fc.constantFrom(
    ['generationConfig', 'maxOutputTokens', 'candidateCount'],
    ['generation_config', 'max_output_tokens', 'candidate_count'],
    ['generationConfig', 'max_output_tokens', 'candidateCount'],
  )
  await fc.assert(
    fc.asyncProperty(count, spelling, async (candidates, [config, limit, copies]) => {
      const { key } = await scene.key(cost(1))
      const before = simulator.requests.length
      // Each candidate may cost 0.6 dollars: only one fits into the budget.
      const status = await statusOf(
        send(key, 'token-model', { body: { [config!]: { [limit!]: 600, [copies!]: candidates } } }),
      )
      expect(status).toBe(candidates === 1 ? 200 : 412)
      expect(simulator.requests.length - before).toBe(candidates === 1 ? 1 : 0)
    }),
    { numRuns: propertyRuns(20) },
  )
})

test('a rate limit is an error that Google’s clients can wait for', async () => {
  const { key } = await scene.key(rate('requests', 'rpw', 1))
  expect(await statusOf(send(key, 'fee-model'))).toBe(200)
  const reply = await send(key, 'fee-model')
  const { error } = (await reply.json()) as { error: { details: Record<string, unknown>[] } }
  expect(error).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' })
  const delay = error.details.find((detail) => String(detail['@type']).endsWith('RetryInfo'))
  expect(delay?.['retryDelay']).toMatch(/^\d+s$/)
})

test('counting tokens costs nothing', async () => {
  const { key, id } = await scene.key(cost(1))
  expect(await statusOf(send(key, 'fee-model', { method: 'countTokens' }))).toBe(200)
  expect(await scene.usageOf(id)).toMatchObject({ current_usage: 0, held: 0 })
})

test('an integration serves only its models, whatever the path says', async () => {
  const control = scene.control
  const made = await control.do('POST', '/integrations', {
    name: control.uniqueName('gemini integration'),
    ai_provider_id: 'openai-compatible',
    key: 'sk-sim',
    configurations: { custom_host: `${simulator.url}/v1` },
  })
  const slug = String(made['slug'])
  const workspaceId = await control.workspace()
  const actor = await control.workspaceKey(workspaceId, await control.scopesOf('workspace'))
  const key = actor.headers['x-gateway-api-key']!
  await control.do('PUT', `/integrations/${slug}/workspaces`, { workspaces: [{ id: workspaceId, enabled: true }] })
  await control.do('PUT', `/integrations/${slug}/models`, {
    allow_all_models: false,
    models: [{ slug: 'fee-model', enabled: true }],
  })
  const config = { virtual_key: slug }
  expect(await statusOf(send(key, 'fee-model', { config }))).toBe(200)
  expect(await statusOf(send(key, `@${slug}/fee-model`, { config: null }))).toBe(200)
  expect(await statusOf(send(key, `@${slug}/dear-model`, { config: null }))).toBe(412)
  for (const model of ['dear-model', 'models/dear-model', 'fee-model/dear-model']) {
    expect([model, await statusOf(send(key, model, { config }))]).toEqual([model, 412])
  }
  const listing = await gateway.fetch('/v1beta/models', { key, headers: { 'x-gateway-virtual-key': slug } })
  const names = ((await listing.json()) as { models?: { name: string }[] }).models?.map(({ name }) => name) ?? []
  expect(names).not.toContain('models/dear-model')
  const overridden = { ...config, override_params: { model: 'dear-model' } }
  expect(await statusOf(send(key, 'fee-model', { config: overridden }))).toBe(412)
  expect(
    await statusOf(
      send(key, 'dear-model', { method: 'embedContent', config, body: { content: { parts: [{ text: 'a' }] } } }),
    ),
  ).toBe(412)
})
