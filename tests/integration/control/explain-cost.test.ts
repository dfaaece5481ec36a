import { expect, test } from 'bun:test'
import { startSimulator } from '../../../simulators/simulator.ts'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const owner = withKey('first workspace key', gateway.workspaceKey)

type Worst = { readonly cost: number | null; readonly calls: number; readonly unpriced: readonly string[] }

async function worstOf(config: unknown, params: object, more: object = {}): Promise<Worst> {
  const reply = await scene.call(owner, 'POST', '/configs/explain', { config, request: { params, ...more } })
  expect([reply.status, reply.status === 200 ? '' : reply.text]).toEqual([200, ''])
  return reply.body['worst_case'] as Worst
}

test('the worst-case cost equals the hold for the same request, in every format', async () => {
  await using upstream = await startSimulator({ answers: [500] })
  const made = await scene.do('POST', '/api-keys/workspace/service', {
    name: 'Budgeted',
    scopes: [],
    workspace_id: await scene.defaultWorkspace(),
    usage_limits: { type: 'cost', credit_limit: 1_000 },
  })
  const messages = [
    { role: 'system', content: 'Be brief. ☃' },
    { role: 'user', content: 'Hello there, “friend”.' },
  ]
  const asked = { model: 'gpt-4o', messages, max_tokens: 300, stream: true }
  const host = { custom_host: `${upstream.url}/v1`, api_key: 'sk-x' }
  const configs = [
    { provider: 'openai', ...host },
    { provider: 'openai', ...host, override_params: { n: 2, temperature: 0.1 }, drop_params: ['max_tokens'] },
    { provider: 'anthropic', ...host, override_params: { model: 'claude-3-5-haiku-latest' } },
    { provider: 'google', ...host, override_params: { model: 'gemini-2.5-flash' } },
  ]
  for (const config of configs) {
    const { cost, unpriced } = await worstOf(config, asked)
    const answer = await gateway.chat(config, { key: String(made['key']), body: asked })
    await answer.text()
    const { decisions } = await gateway.waitForLog(answer.headers.get('x-gateway-trace-id'))
    const [, held] = /held: \$([0-9.]+)/.exec(decisions.map(({ reason }) => reason).join(' ')) ?? []
    expect([config.provider, unpriced, cost?.toFixed(6)]).toEqual([config.provider, [], Number(held).toFixed(6)])
  }
})

test('a cache hit ends the explanation; states of unknown targets are rejected', async () => {
  const config = {
    strategy: { mode: 'fallback' },
    targets: [{ provider: 'mock', name: 'kept', cache: { mode: 'simple' } }],
  }
  const explain = (cache: unknown) => scene.call(owner, 'POST', '/configs/explain', { config, cache })
  const hit = (await explain('hit')).body as { attempts: unknown[]; decisions: { kind: string; reason: string }[] }
  expect([hit.attempts, hit.decisions.map(({ kind, reason }) => `${kind} ${reason}`)]).toEqual([
    [],
    ['cache hit: as assumed'],
  ])
  expect((await explain({ kept: 'hit' })).body).toMatchObject({
    status: 200,
    attempts: [],
    target: 'config.targets[0]',
  })
  expect((await explain({ 'targets[0]': 'miss' })).body['attempts']).toHaveLength(1)
  expect((await explain({ keptt: 'hit' })).text).toContain('Did you mean')
  expect((await explain('maybe')).status).toBe(400)
  // A free model has the known cost 0. A model without a price has an unknown cost, and the response reports it.
  expect(await worstOf(config, { model: 'mock-1' })).toMatchObject({ cost: 0, unpriced: [] })
  expect(await worstOf({ provider: 'openai', api_key: 'sk-x' }, { model: 'house-model' })).toMatchObject({
    cost: null,
    unpriced: ['config: model "house-model" of openai has no price.'],
  })
})
