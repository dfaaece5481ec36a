import { expect, test } from 'bun:test'
import { eventually } from '../harness/eventually.ts'
import { shareGateway } from '../harness/share-gateway.ts'

const gateway = await shareGateway()

type Json = Record<string, unknown>

async function get(path: string): Promise<Json> {
  const response = await gateway.fetch(path)
  expect(response.status).toBe(200)
  return (await response.json()) as Json
}

const WORDS = { id: 'default.contains', parameters: { words: ['falcon-secret-name'], operator: 'none' } }

async function save(slug: string, actions: object): Promise<void> {
  const body = { name: slug, slug, checks: [WORDS], actions }
  expect((await gateway.fetch('/v1/guardrails', { method: 'POST', body })).status).toBe(200)
}

async function ask(slug: string, content: string) {
  const response = await gateway.chat(
    { provider: 'mock', input_guardrails: [slug] },
    { body: { model: 'mock-1', messages: [{ role: 'user', content }] } },
  )
  await response.text()
  return { status: response.status, id: response.headers.get('x-gateway-request-id') ?? '' }
}

const idsOf = async (query: string) =>
  ((await get(`/v1/logs?${query}`))['data'] as { id: string }[]).map(({ id }) => id)

test('the log of a denied request has the results, masked, and is found by guardrail and verdict', async () => {
  await save('logged', { deny: true, async: false })
  const passed = await ask('logged', 'hello')
  const denied = await ask('logged', 'tell me about falcon-secret-name')
  expect([passed.status, denied.status]).toEqual([200, 446])
  await eventually('both logs are stored', async () => (await idsOf('guardrail=logged')).length === 2)
  const log = await get(`/v1/logs/${denied.id}`)
  expect(log).toMatchObject({
    status_code: 446,
    guardrails: [{ id: 'logged', direction: 'input', verdict: 'denied', error: false, shadow: false }],
    hook_results: {
      before_request_hooks: [{ id: 'logged', verdict: false, deny: true, checks: [{ id: WORDS.id, verdict: false }] }],
      after_request_hooks: [],
    },
  })
  expect(JSON.stringify(log['hook_results'])).not.toContain('falcon-secret-name')
  expect((log['decisions'] as { kind: string }[]).map(({ kind }) => kind)).toContain('guardrail')
  expect(await idsOf('guardrail=logged&guardrail_verdict=denied')).toEqual([denied.id])
  expect(await idsOf('guardrail=logged&not_guardrail_verdict=denied')).toEqual([passed.id])
  expect((await gateway.fetch('/v1/logs?guardrail_verdict=maybe')).status).toBe(400)
})

test('the report of a shadow guardrail says what it would have denied on real traffic', async () => {
  await save('shadowed', { deny: true, async: false, shadow: true })
  const failing = await ask('shadowed', 'falcon-secret-name')
  expect([failing.status, (await ask('shadowed', 'hello')).status]).toEqual([200, 200])
  const report = await eventually('both runs are counted', async () => {
    const found = await get('/v1/guardrails/shadowed/report')
    return found['runs'] === 2 ? found : undefined
  })
  expect(report).toMatchObject({
    passed: 1,
    denied: 0,
    would_deny: 1,
    deny_share: 0.5,
    examples: [{ log_id: failing.id, verdict: 'would_deny', shadow: true, status_code: 200 }],
  })
  expect(JSON.stringify(report)).not.toContain('falcon-secret-name')
  expect(await get('/v1/analytics/guardrails?guardrail=shadowed')).toMatchObject({
    total: 1,
    data: [{ guardrail: 'shadowed', runs: 2, passed: 1, would_deny: 1 }],
  })
})

test('inline guardrails are not counted as a saved one whose slug they take, nor each under its own id', async () => {
  await save('taken', { deny: true, async: false })
  const inline = (id: string) => ({ id, checks: [WORDS], deny: false })
  for (const id of ['taken', crypto.randomUUID(), crypto.randomUUID()]) {
    const config = { provider: 'mock', input_guardrails: [inline(id)] }
    const body = { model: 'mock-1', messages: [{ role: 'user', content: 'falcon-secret-name' }] }
    const response = await gateway.chat(config, { body })
    expect([response.status, ((await response.json()) as Json)['hook_results']]).toMatchObject([
      246,
      { before_request_hooks: [{ id, verdict: false, version_id: null }] },
    ])
  }
  const saved = await ask('taken', 'falcon-secret-name')
  const counted = await eventually('all runs are counted', async () => {
    const { data } = (await get('/v1/analytics/guardrails?guardrail=taken,inline.all')) as { data: Json[] }
    return data.reduce((sum, { runs }) => sum + Number(runs), 0) === 4 ? data : undefined
  })
  expect(counted).toMatchObject([
    { guardrail: 'inline.all', runs: 3, failed: 3, denied: 0 },
    { guardrail: 'taken', runs: 1, failed: 0, denied: 1 },
  ])
  expect(await idsOf('guardrail=taken')).toEqual([saved.id])
  expect(await get('/v1/guardrails/taken/report')).toMatchObject({ runs: 1, examples: [{ log_id: saved.id }] })
  expect(await get('/v1/guardrails/inline.all/report')).toMatchObject({ runs: 3, examples: [{}, {}, {}] })
})
