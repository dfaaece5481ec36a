import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { startControl, type TestResponse } from '../test-control.ts'
import { policyOperations } from './operations.ts'
import { TestSpending } from './test-spending.ts'

const BUDGET = {
  name: 'Users',
  conditions: [{ key: 'user', value: '*', excludes: 'root' }],
  group_by: [{ key: 'user' }, { key: 'model' }],
  type: 'cost',
  credit_limit: 10,
}
const RATE = { conditions: [], group_by: [{ key: 'api_key' }], type: 'requests', unit: 'rpm', value: 3 }
const USAGE = '/policies/usage-limits'
const RATES = '/policies/rate-limits'

const budgets = new TestSpending()
let control: Awaited<ReturnType<typeof startControl>>

beforeAll(async () => {
  control = await startControl(
    policyOperations({ spending: budgets, providers: [{ slug: 'openai' }, { slug: 'anthropic' }] }),
  )
  const row = { ...control.home, id: 'w2', slug: 'ws-other', name: 'Other', is_default: 0 }
  await control.database.insertInto('workspaces').values(row).execute()
})
afterAll(() => control[Symbol.asyncDispose]())
beforeEach(() => void control.announced.splice(0))

async function ask(
  method: string,
  path: string,
  body?: object,
  kind: 'admin' | 'workspace' = 'workspace',
): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' }
  const as = control.principal({ kind })
  const answer = await control.ask({ method, path, headers, as, ...(body && { body: JSON.stringify(body) }) })
  if (answer === null) throw new Error(`${method} ${path} is no address of the control plane`)
  return answer
}

async function make(path: string, body: object, kind?: 'admin' | 'workspace'): Promise<string> {
  const answer = await ask('POST', path, body, kind)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return String(answer.body['id'])
}

test('a policy is created, read, listed, changed and archived; the gateway is notified of each change', async () => {
  const id = await make(USAGE, { ...BUDGET, periodic_reset: 'weekly', alert_threshold: 8 })
  expect(control.announced).toEqual([{ kind: 'limits', workspaceId: control.home.id }])
  const read = await ask('GET', `${USAGE}/${id}`)
  expect(read.body).toMatchObject({
    object: 'policy_usage_limits',
    id,
    workspace_id: control.home.id,
    conditions: [{ key: 'metadata._user', value: '*', excludes: 'root' }],
    group_by: [{ key: 'metadata._user' }, { key: 'model' }],
    type: 'cost',
    credit_limit: 10,
    alert_threshold: 8,
    periodic_reset: 'weekly',
    status: 'active',
  })
  // A new reset period replaces the old one. Sending the unchanged group is allowed.
  const change = { credit_limit: 20, periodic_reset_days: 3, group_by: [{ key: 'user' }, { key: 'model' }] }
  expect((await ask('PUT', `${USAGE}/${id}`, change)).body).toMatchObject({
    credit_limit: 20,
    alert_threshold: 8,
    periodic_reset: null,
    periodic_reset_days: 3,
  })
  expect((await ask('PUT', `${USAGE}/${id}`, { alert_threshold: null })).body).toMatchObject({
    alert_threshold: null,
    periodic_reset_days: 3,
  })
  expect((await ask('DELETE', `${USAGE}/${id}`)).body).toEqual({})
  expect((await ask('GET', `${USAGE}/${id}`)).body['status']).toBe('archived')
  expect(JSON.stringify((await ask('GET', USAGE)).body)).not.toContain(id)
  expect(JSON.stringify((await ask('GET', `${USAGE}?status=archived`)).body)).toContain(id)
  for (const [method, body] of [['PUT', { credit_limit: 5 }], ['DELETE']] as const)
    expect((await ask(method, `${USAGE}/${id}`, body)).status).toBe(404)
  const actions = (await control.entries()).filter((entry) => entry.targetId === id && entry.status === 200)
  expect(actions.map(({ action }) => action)).toEqual([
    'policy.create',
    'policy.update',
    'policy.update',
    'policy.delete',
  ])
})

test('a rate limit likewise, and the two kinds never meet', async () => {
  const id = await make(RATES, RATE)
  expect((await ask('GET', `${RATES}/${id}`)).body).toMatchObject({
    object: 'policy_rate_limits',
    type: 'requests',
    unit: 'rpm',
    value: 3,
  })
  expect((await ask('GET', `${USAGE}/${id}`)).status).toBe(404)
  expect((await ask('PUT', `${RATES}/${id}`, { value: 0, unit: 'rpd' })).body).toMatchObject({ unit: 'rpd', value: 0 })
  expect(JSON.stringify((await ask('GET', `${RATES}?type=tokens`)).body)).not.toContain(id)
  expect((await ask('DELETE', `${RATES}/${id}`)).status).toBe(200)
})

test.each([
  [{ conditions: [{ key: 'modle', value: 'x' }] }, 'conditions[0].key', 'Did you mean "model"?'],
  [{ conditions: [{ key: 'metadata.', value: 'x' }] }, 'conditions[0].key', 'metadata.<name>'],
  [{ conditions: [{ key: 'provider', value: 'opneai' }] }, 'conditions[0]', 'Did you mean "openai"?'],
  [{ conditions: [{ key: 'workspace_id', value: 'ws-other' }] }, 'conditions[0]', 'unknown workspace'],
  [{ conditions: [{ key: 'workspace_id', value: 'nowhere' }] }, 'conditions[0]', 'unknown workspace'],
  [{ conditions: [{ key: 'model', value: [] }] }, 'conditions[0].value', ''],
  [{ group_by: [] }, 'group_by', 'must have at least one key'],
  [{ group_by: [{ key: 'user' }, { key: 'metadata._user' }] }, 'group_by', 'twice'],
  [{ credit_limit: 0.5 }, 'credit_limit', 'must be from 1'],
  [{ type: 'requests', credit_limit: 1.5 }, 'credit_limit', 'whole number of requests'],
  [{ type: 'seconds' }, 'type', ''],
  [{ alert_threshold: 10 }, 'alert_threshold', 'below credit_limit'],
  [{ creditlimit: 1 }, 'creditlimit', 'Did you mean "credit_limit"?'],
])('the policy with %j is refused with a reason', async (more, param, words) => {
  const { status, error } = await ask('POST', USAGE, { ...BUDGET, ...more })
  expect([status, error?.param]).toEqual([400, param])
  expect(error?.message).toContain(words)
})

test('type and group_by cannot be changed, and changes that make the policy invalid are refused', async () => {
  const id = await make(USAGE, { ...BUDGET, alert_threshold: 8 })
  const refusal = async (body: object) => (await ask('PUT', `${USAGE}/${id}`, body)).error?.param
  expect(await refusal({ type: 'tokens' })).toBe('type')
  expect(await refusal({ group_by: [{ key: 'model' }] })).toBe('group_by')
  expect(await refusal({ credit_limit: 7 })).toBe('alert_threshold')
  expect(await refusal({ reset_usage_for_value: 'metadata._user:nobody' })).toBe('entity_id')
  expect((await ask('GET', `${USAGE}/${id}`)).body).toMatchObject({ type: 'cost', credit_limit: 10 })
})

test('each value shows its usage, the largest first, and can be reset separately', async () => {
  const id = await make(USAGE, BUDGET)
  const [anna, bert] = ['metadata._user:Anna-model:gpt/4o é', 'metadata._user:bert-model:x']
  budgets.spend({ kind: 'policy', id, value: bert! }, { usedUnits: 1_000_000_001 })
  budgets.spend({ kind: 'policy', id, value: anna! }, { usedUnits: 9_000_000_000, heldUnits: 1_000_000_000 })
  const entities = async (query = '') =>
    (await ask('GET', `${USAGE}/${id}/entities${query}`)).body as { total: number; data: Record<string, unknown>[] }
  const { total, data } = await entities()
  expect(total).toBe(2)
  expect(data).toMatchObject([
    { value_key: anna, current_usage: 9, held: 1, credit_limit: 10, status: 'exhausted' },
    { value_key: bert, current_usage: 1.000_000_001, held: 0, status: 'active' },
  ])
  expect((await entities('?search=BERT')).data).toEqual([data[1]!])
  expect((await entities('?status=exhausted')).data).toEqual([data[0]!])
  expect(await entities('?page_size=1&current_page=1')).toMatchObject({ total: 2, data: [data[1]!] })
  const used = await ask('GET', `${USAGE}/${id}?include_usage=true`)
  expect(used.body['value_key_usage_map']).toEqual({ [anna!]: 9, [bert!]: 1.000_000_001 })
  expect((await ask('PUT', `${USAGE}/${id}/entities/${data[0]?.['id']}/reset`)).status).toBe(200)
  expect((await entities()).data).toMatchObject([{ value_key: bert }, { value_key: anna, current_usage: 0, held: 1 }])
  expect((await ask('PUT', `${USAGE}/${id}`, { reset_usage_for_value: bert })).status).toBe(200)
  expect((await entities()).data.map((entity) => entity['current_usage'])).toEqual([0, 0])
  expect((await ask('PUT', `${USAGE}/${id}/entities/bm9ib2R5/reset`)).status).toBe(404)
  const entry = (await control.entries()).findLast(({ action }) => action === 'policy.reset_usage')
  expect(entry).toMatchObject({ status: 404 })
})

test('a workspace sees policies for all of them, and changes only its own; another’s do not exist', async () => {
  const shared = await make(USAGE, BUDGET, 'admin')
  const theirs = await make(USAGE, { ...BUDGET, workspace_id: 'w2' }, 'admin')
  expect((await ask('GET', `${USAGE}/${shared}`, undefined, 'admin')).body['workspace_id']).toBeNull()
  const listed = JSON.stringify((await ask('GET', USAGE)).body)
  expect([listed.includes(shared), listed.includes(theirs)]).toEqual([true, false])
  for (const id of [shared, theirs, 'nobody']) {
    const answers = [
      await ask('GET', `${USAGE}/${id}`),
      await ask('PUT', `${USAGE}/${id}`, { credit_limit: 5 }),
      await ask('GET', `${USAGE}/${id}/entities`),
      await ask('PUT', `${USAGE}/${id}/entities/eA/reset`),
      await ask('DELETE', `${USAGE}/${id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  }
  expect(control.defects).toEqual([])
})

test('a workspace has a hundred policies at most', async () => {
  const { policies } = control.store.stores
  const { organisation_id: organisationId, id } = control.home
  const there = await policies.countActive(organisationId, id)
  for (let i = there; i < 100; i++) await make(RATES, RATE)
  expect(await ask('POST', USAGE, BUDGET)).toMatchObject({ status: 409, error: { code: 'conflict' } })
  // Policies for every workspace, and those of another workspace, are counted separately.
  await make(USAGE, BUDGET, 'admin')
})

test('alerts are listed newest first, each workspace its own', async () => {
  const { organisation_id: organisationId, id: home } = control.home
  const alert = {
    organisationId,
    holder: { kind: 'policy' as const, id: 'p', value: 'model:x' },
    name: 'Users',
    unit: 'cost' as const,
    thresholdUnits: 8_000_000_000,
    limitUnits: 10_000_000_000,
    usedUnits: 8_000_000_001,
    nextResetAtMs: null,
  }
  await control.store.stores.alerts.insert({ ...alert, id: 'a1', workspaceId: home, atMs: 1 })
  await control.store.stores.alerts.insert({ ...alert, id: 'a2', workspaceId: 'w2', atMs: 2 })
  const ids = async (kind: 'admin' | 'workspace', query = '') =>
    ((await ask('GET', `/alerts${query}`, undefined, kind)).body['data'] as { id: string }[]).map(({ id }) => id)
  expect(await ids('admin')).toEqual(['a2', 'a1'])
  expect(await ids('workspace')).toEqual(['a1'])
  expect(await ids('admin', '?kind=workspace')).toEqual([])
  expect((await ask('GET', '/alerts')).body['data']).toMatchObject([
    { holder: { kind: 'policy', id: 'p', value_key: 'model:x' }, current_usage: 8.000_000_001, alert_threshold: 8 },
  ])
})
