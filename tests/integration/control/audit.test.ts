import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ControlScene } from '../../harness/control-scene.ts'
import { filesWith } from '../../harness/data-files.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { startGateway } from '../../harness/start-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

type Entry = Readonly<Record<string, string | number | null>>

async function entries(search: string, from = scene): Promise<readonly Entry[]> {
  return ((await from.do('GET', `/audit-logs?${search}`)) as { records: Entry[] }).records
}

test('a change is one entry with actor, action, object, time, address, credential, before and after', async () => {
  const { slug } = await scene.do('POST', '/configs', { name: 'Audited', config: { provider: 'mock' } })
  const startedAtMs = Date.now()
  const headers = { ...scene.admin.headers, 'user-agent': 'audit-test/1', 'x-gateway-trace-id': 'trace-of-the-change' }
  await scene.call({ name: 'admin', headers }, 'PUT', `/configs/${slug}`, { name: 'Renamed' })
  const [entry, ...others] = await entries(`uri=/v1/configs/${slug}`)
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    object: 'audit-log',
    method: 'PUT',
    uri: `/v1/configs/${slug}`,
    trace_id: 'trace-of-the-change',
    user_type: 'api_key',
    user_agent: 'audit-test/1',
    response_status_code: 200,
    refused_with: null,
    resource_type: 'config',
    action: 'config.update',
    target_name: 'Renamed',
    client_ip: '127.0.0.1',
    country: null,
    request_body: '{"name":"Renamed"}',
  })
  expect(Date.parse(String(entry?.['timestamp']))).toBeWithin(startedAtMs - 1, Date.now() + 1)
  expect(String(entry?.['before'])).toContain('Audited')
  expect(String(entry?.['after'])).toContain('Renamed')
  expect(String(entry?.['summary'])).toContain('changed config “Renamed”')
})

test('a rejected call of an authenticated caller is an entry, an unauthenticated call is not', async () => {
  const key = await scene.workspaceKey(await scene.defaultWorkspace(), [])
  const before = (await scene.do('GET', '/audit-logs'))['total']
  expect((await scene.call(key, 'DELETE', '/configs/pc-of-nobody')).status).toBe(403)
  expect((await scene.call(null, 'DELETE', '/configs/pc-of-nobody')).status).toBe(401)
  expect((await scene.do('GET', '/audit-logs'))['total']).toBe(Number(before) + 1)
  const [entry] = await entries('response_status_code=403&page_size=1')
  expect(entry).toMatchObject({ action: 'config.delete', refused_with: 'scope_missing', target_id: 'pc-of-nobody' })
})

test('no secret is in an entry, an export or the database', async () => {
  const secrets = Array.from({ length: 4 }, () => `canary-${crypto.randomUUID()}`)
  const [apiKey, inText, header, refused] = secrets
  const config = JSON.stringify({ provider: 'openai', api_key: inText })
  const actor = { ...scene.admin, headers: { ...scene.admin.headers, 'x-custom': header!, cookie: `c=${header}` } }
  await scene.call(actor, 'POST', '/configs', { name: 'Secret', config: { provider: 'openai', api_key: apiKey } })
  await scene.call(actor, 'POST', '/configs', { name: 'Secret text', config })
  await scene.call(actor, 'POST', '/virtual-keys', { name: 'Refused', provider: 'no-such-provider', key: refused })
  const texts = [(await scene.call(scene.admin, 'GET', '/audit-logs?page_size=100')).text]
  for (const format of ['jsonl', 'csv'])
    texts.push((await scene.call(scene.admin, 'GET', `/audit-logs/export?format=${format}`)).text)
  for (const text of texts) for (const secret of secrets) expect(text.includes(secret)).toBe(false)
  for (const secret of secrets) expect(await filesWith(gateway.dataDirectory, secret)).toEqual([])
  expect(texts[0]).toContain('Refused')
})

test('filters narrow the list, and invalid filters are rejected', async () => {
  await scene.do('POST', '/admin/workspaces', { name: 'Filtered' })
  const now = new Date().toISOString()
  const count = async (search: string) => (await entries(search)).length
  expect(await count('action=workspace.create&method=POST')).toBeGreaterThan(0)
  expect(await count(`start_time=2020-01-01T00:00:00Z&end_time=${now}&user_type=api_key`)).toBeGreaterThan(0)
  expect(await count('start_time=2090-01-01')).toBe(0)
  expect(await count('method=DELETE,PUT&action=workspace.create')).toBe(0)
  expect(await count('user_type=user')).toBe(0)
  expect(await count('country=DE')).toBe(0)
  const refused = async (search: string) => (await scene.call(scene.admin, 'GET', `/audit-logs?${search}`)).status
  for (const search of ['start_time=yesterday', 'method=GET', 'response_status_code=abc', 'user_type=robot'])
    expect([search, await refused(search)]).toEqual([search, 400])
  expect(await refused(`organisation_id=${crypto.randomUUID()}`)).toBe(404)
})

test('the export has every entry, newest first, and its CSV escapes formulas', async () => {
  await scene.do('POST', '/admin/workspaces', { name: '=HYPERLINK("http://evil.example")' })
  const { total } = await scene.do('GET', '/audit-logs')
  const lines = (await scene.call(scene.admin, 'GET', '/audit-logs/export')).text.trim().split('\n')
  expect(lines.length).toBe(Number(total))
  const places = lines.map((line) => (JSON.parse(line) as { sequence: number }).sequence)
  expect(places).toEqual(places.toSorted((left, right) => right - left))
  const csv = await scene.call(scene.admin, 'GET', '/audit-logs/export?format=csv')
  expect(csv.headers.get('content-type')).toStartWith('text/csv')
  expect(csv.headers.get('content-disposition')).toContain('attachment')
  expect(csv.text).toStartWith('object,id,timestamp,')
  expect(csv.text).toContain(`"'=HYPERLINK`)
  expect(csv.text).not.toMatch(/(^|[,\n])"?=/)
})

test('the hash chain is valid, and verification detects one changed byte', async () => {
  await using other = await startGateway()
  const there = new ControlScene(other)
  for (const name of ['One', 'Two', 'Three']) await there.do('POST', '/admin/workspaces', { name })
  const whole = await there.do('GET', '/audit-logs/verify')
  expect(whole).toMatchObject({ is_whole: true, count: 3, broken_at: null, reason: null })
  using database = new Database(join(other.dataDirectory, 'control.db'))
  database.run('pragma busy_timeout = 10000')
  database.run(`update audit_entries set entry = replace(entry, 'Two', 'Too') where sequence = 2`)
  expect(await there.do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: false, broken_at: 2, head: null })
  database.run(`update audit_entries set entry = replace(entry, 'Too', 'Two') where sequence = 2`)
  expect(await there.do('GET', '/audit-logs/verify')).toEqual(whole)
  database.run('delete from audit_entries where sequence = 3')
  expect(await there.do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: false, broken_at: 3 })
})
