import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readDocument } from '../../harness/control/openapi-document.ts'
import { eventually } from '../../harness/eventually.ts'
import { startGateway } from '../../harness/start-gateway.ts'
import { askCommand, runCommand } from '../cli/run-command.ts'

type Json = Record<string, unknown>

test('the demo fills every analytics endpoint, and its removal leaves nothing', async () => {
  await using gateway = await startGateway()
  const admin = { key: gateway.adminKey }
  const read = async (path: string) => (await (await gateway.fetch(`/v1${path}`, admin)).json()) as Json
  await gateway.chat({ provider: 'mock' }, { headers: { 'x-gateway-trace-id': 'own' } })
  await gateway.waitForLog('own')

  const circumstances = { gateway, key: gateway.adminKey }
  const made = await askCommand<{ workspace_id: string; slug: string; requests: number; feedback: number }>(
    ['demo', '--requests', '600'],
    circumstances,
  )
  expect(made).toMatchObject({ slug: 'demo' })
  expect(made.requests).toBeGreaterThanOrEqual(600)
  expect(made.feedback).toBeGreaterThan(20)
  const again = await runCommand(['demo'], circumstances)
  expect([again.code, again.problem.includes('gatehouse demo --remove')]).toEqual([1, true])

  // Every analytics operation has rows, points or counts.
  const inDemo = `workspace_id=${made.workspace_id}`
  const { paths } = (await readDocument(gateway)) as unknown as { paths: Record<string, { get?: object }> }
  const analytics = Object.keys(paths).filter((path) => path.startsWith('/analytics/') && paths[path]?.get)
  expect(analytics.length).toBeGreaterThan(30)
  const empty: string[] = []
  for (const path of analytics) {
    const more = path === '/analytics/series' ? '&group_by=model&measure=requests' : ''
    const found = await read(`${path.replace('{key}', 'team')}?${inDemo}${more}`)
    if (!hasFigures(found)) empty.push(`${path}: ${JSON.stringify(found).slice(0, 300)}`)
  }
  expect(empty).toEqual([])

  const logs = await read(`/logs?${inDemo}&page_size=100`)
  const inAll = (await read(`/analytics/summary?${inDemo}`)) as { summary: Json }
  expect(inAll.summary['requests']).toBe(made.requests)
  const rows = logs['data'] as { created_at: string; metadata: Json }[]
  expect(rows.every(({ metadata }) => metadata['gatehouse_demo'] === 'true')).toBe(true)
  expect(rows.every(({ created_at }) => Date.parse(created_at) < Date.now())).toBe(true)
  expect((await read(`/traces?${inDemo}`))['data']).not.toEqual([])
  const keys = (await read(`/virtual-keys?${inDemo}`))['data'] as { slug: string; usage_limits: Json | null }[]
  expect(keys.map(({ slug }) => slug).sort()).toEqual(['anthropic-demo', 'google-demo', 'mock-demo', 'openai-demo'])
  const budget = keys.find(({ slug }) => slug === 'openai-demo')?.usage_limits
  expect(Number(budget?.['current_usage'])).toBeGreaterThan(0)
  expect(budget).toMatchObject({ status: 'active', alert_threshold: null })
  for (const path of ['/configs', '/prompts', '/policies/usage-limits', '/policies/rate-limits'])
    expect((await read(`${path}?${inDemo}`))['data']).not.toEqual([])

  // The unreachable targets of the saved config fall back to the mock provider.
  const live = await gateway.fetch('/v1/chat/completions', {
    ...admin,
    method: 'POST',
    headers: { 'x-gateway-workspace-id': 'demo', 'x-gateway-config': 'support-chat' },
    body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] },
  })
  expect([live.status, live.headers.get('x-gateway-last-used-option-index')]).toEqual([200, 'config.targets[2]'])

  await askCommand(['demo', '--remove'], circumstances)
  const gone = await runCommand(['demo', '--remove'], circumstances)
  expect([gone.code, gone.problem.includes('no demo workspace')]).toEqual([1, true])
  await eventually('only the own log is left', async () => {
    const { data } = (await read('/logs')) as { data: Json[] }
    return data.length === 1 && data[0]?.['trace_id'] === 'own'
  })
  await eventually('the organisation-wide figures are without the demo', async () => {
    const { summary } = (await read('/analytics/summary')) as { summary: Json }
    return summary['requests'] === 1
  })
  expect(rowsOf(join(gateway.dataDirectory, 'control.db'), made.workspace_id)).toEqual([])
  await eventually('no record of the demo is left', () => {
    const left = rowsOf(join(gateway.dataDirectory, 'logs.db'), made.workspace_id)
    return left.every((table) => table === 'scopes')
  })
})

test('a workspace of the user with the slug demo is neither used nor removed', async () => {
  await using gateway = await startGateway()
  const admin = { key: gateway.adminKey, method: 'POST' }
  const body = { name: 'Our demo', slug: 'demo' }
  expect((await gateway.fetch('/v1/admin/workspaces', { ...admin, body })).status).toBe(200)
  expect((await gateway.fetch('/v1/admin/demo', { ...admin, body: {} })).status).toBe(409)
  expect((await gateway.fetch('/v1/admin/demo', { ...admin, method: 'DELETE' })).status).toBe(404)
  expect((await gateway.fetch('/v1/admin/workspaces/demo', { key: gateway.adminKey })).status).toBe(200)
})

/** True if the points or rows of a response have a number that is not 0. */
function hasFigures(found: Json): boolean {
  return hasNumber(found['series'] ?? found['data_points'] ?? found['data'] ?? found['summary'])
}

function hasNumber(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0
  return typeof value === 'object' && value !== null && Object.values(value).some(hasNumber)
}

/** Tables with a row that contains the workspace id, without the audit log, the feed of changes and the ledger, which are kept. */
function rowsOf(file: string, workspaceId: string): string[] {
  using database = new Database(file, { readonly: true })
  const tables = database.query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table'").all()
  return tables
    .map(({ name }) => name)
    .filter((name) => !/^(audit_|changes|sqlite_|ledger_|balances)/.test(name))
    .filter((name) =>
      database
        .query(`SELECT * FROM "${name}"`)
        .all()
        .some((row) => JSON.stringify(row).includes(workspaceId)),
    )
}
