import { expect, test } from 'bun:test'
import { operationsOf, readDocument } from '../../harness/control/openapi-document.ts'
import { type Actor, ControlScene } from '../../harness/control-scene.ts'
import { filesWith } from '../../harness/data-files.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const document = await readDocument(gateway)

const keyed = (key: string, actor: Actor = scene.admin): Actor => ({
  ...actor,
  headers: { ...actor.headers, 'idempotency-key': key },
})

async function countNamed(name: string): Promise<number> {
  const { data } = (await scene.do('GET', '/admin/workspaces?page_size=1000')) as { data: { name: string }[] }
  return data.filter((workspace) => workspace.name === name).length
}

test('100 parallel creations with one Idempotency-Key create one object and get the same response', async () => {
  const once = () => scene.call(keyed('parallel'), 'POST', '/admin/workspaces', { name: 'Made once' })
  const replies = await Promise.all(Array.from({ length: 100 }, once))
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(replies[0]?.status).toBe(200)
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length).toBe(99)
  expect(await countNamed('Made once')).toBe(1)
})

test('a repeated call gets the same secret, which is not readable on disk', async () => {
  const input = { name: 'Repeated', scopes: ['logs.list'] }
  const make = () => scene.call(keyed('secret'), 'POST', '/api-keys/workspace/service', input)
  const first = await make()
  const second = await make()
  expect(second.text).toBe(first.text)
  const secret = String(first.body['key'])
  expect(secret.length).toBeGreaterThan(20)
  const encoded = Buffer.from(secret).toString('base64').slice(0, -4)
  const forms = [secret, encoded, Buffer.from(secret).toString('hex')]
  expect(await filesWith(gateway.dataDirectory, ...forms)).toEqual([])
})

test('the same key with another body or path is rejected', async () => {
  await scene.call(keyed('taken'), 'POST', '/admin/workspaces', { name: 'First' })
  const other = await scene.call(keyed('taken'), 'POST', '/admin/workspaces', { name: 'Second' })
  expect([other.status, (other.body['error'] as { code: string }).code]).toEqual([409, 'idempotency_conflict'])
  const elsewhere = await scene.call(keyed('taken'), 'POST', '/api-keys/organisation/service', {
    name: 'First',
    scopes: [],
  })
  expect(elsewhere.status).toBe(409)
  expect(await countNamed('Second')).toBe(0)
})

test('idempotency keys are per caller', async () => {
  const other = await scene.adminKey(['workspaces.create'])
  const first = await scene.call(keyed('shared'), 'POST', '/admin/workspaces', { name: 'Shared' })
  const second = await scene.call(keyed('shared', other), 'POST', '/admin/workspaces', { name: 'Shared' })
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body['id']).not.toBe(first.body['id'])
})

test('a repeated call adds no audit entry', async () => {
  await scene.call(keyed('audited'), 'POST', '/admin/workspaces', { name: 'Audited' })
  const before = await scene.do('GET', '/audit-logs')
  await scene.call(keyed('audited'), 'POST', '/admin/workspaces', { name: 'Audited' })
  expect((await scene.do('GET', '/audit-logs'))['total']).toBe(before['total'])
})

test('every authenticated creating call accepts an Idempotency-Key', () => {
  const creating = operationsOf(document).filter(
    ({ method, audit, permission }) => method === 'POST' && audit !== null && permission !== 'public',
  )
  expect(creating.length).toBeGreaterThan(5)
  for (const { path } of creating)
    expect(JSON.stringify(document.paths[path]?.['post']?.parameters)).toContain('/IdempotencyKey')
})
