/** Erasures of users with unusual names, of several at once, and by callers who reach only one workspace. */

import { expect, test } from 'bun:test'
import { ControlScene, withKey } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)

async function send(trace: string, metadata: string, key = gateway.workspaceKey): Promise<void> {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gateway-api-key': key,
      'x-gateway-provider': 'mock',
      'x-gateway-trace-id': trace,
      'x-gateway-metadata': metadata,
    },
    body: JSON.stringify({ model: 'mock-gpt', messages: [{ role: 'user', content: `text of ${trace}` }] }),
  })
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)])
}

/** Headers are ASCII: other characters are escaped, as a client does. */
const metadataOf = (user: string) =>
  JSON.stringify({ _user: user }).replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Traces of stored logs that start with this. */
async function tracesLeft(start: string): Promise<string[]> {
  const { data } = (await scene.do('GET', '/logs?page_size=100')) as { data: { trace_id: string }[] }
  return data
    .map(({ trace_id }) => trace_id)
    .filter((trace) => trace.startsWith(start))
    .sort()
}

async function finished(id: unknown): Promise<Record<string, unknown>> {
  return eventually('the erasure is finished', async () => {
    const receipt = await scene.do('GET', `/privacy/erasures/${id}`)
    return receipt['status'] === 'success' && receipt
  })
}

const erase = async (user: string) => finished((await scene.do('POST', '/privacy/erasures', { end_user: user }))['id'])

test('each of many similar and unusual names is erased alone', async () => {
  const users = [
    'mara',
    'mara-2',
    'Mara',
    'erased',
    '1',
    `a"b\\c%_'`,
    'mus\u00e9e',
    'muse\u0301e',
    '\u{1f600}',
    'tab\there',
    '*',
    '[object Object]',
    '__proto__',
    'x'.repeat(4_000),
  ]
  for (const [i, user] of users.entries()) await send(`h-${i}`, metadataOf(user))
  await eventually('all logs are stored', async () => (await tracesLeft('h-')).length === users.length)
  const left = new Set(users.map((_, i) => `h-${i}`))
  for (const [i, user] of users.entries()) {
    const receipt = await erase(user)
    expect([user.slice(0, 20), (receipt['counts'] as { logs: number }).logs]).toEqual([user.slice(0, 20), 1])
    left.delete(`h-${i}`)
    expect(await tracesLeft('h-')).toEqual([...left].sort())
  }
  expect(await scene.do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: true })
})

test('an escaped identifier is the same person, also in the audit log', async () => {
  await send('esc-1', '{"_user":"\\u0065scapee-83"}')
  await eventually('the log is stored', async () => (await tracesLeft('esc-')).includes('esc-1'))
  // The client escapes a character of the identifier in the body, which the audit log stores.
  const response = await fetch(`${gateway.url}/v1/privacy/exports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-api-key': gateway.adminKey },
    body: '{"end_user":"\\u0065scapee-83"}',
  })
  expect(response.status).toBe(200)
  expect((await erase('escapee-83'))['counts']).toMatchObject({ logs: 1 })
  expect(await tracesLeft('esc-')).not.toContain('esc-1')
  const entries = JSON.stringify(await scene.do('GET', '/audit-logs'))
  expect(entries).not.toContain('scapee-83')
})

test('two orders for one person at once both finish, and each log is counted once', async () => {
  for (let i = 0; i < 5; i++) await send(`twice-${i}`, metadataOf('twice-user'))
  await eventually('the logs are stored', async () => (await tracesLeft('twice-')).length >= 5)
  const orders = await Promise.all([1, 2].map(() => scene.do('POST', '/privacy/erasures', { end_user: 'twice-user' })))
  const receipts = await Promise.all(orders.map(({ id }) => finished(id)))
  const logs = receipts.map(({ counts }) => (counts as { logs: number }).logs)
  expect(logs[0]! + logs[1]!).toBe(5)
  expect(await tracesLeft('twice-')).toEqual([])
})

test('requests after the order are kept while it runs and after it', async () => {
  await send('again-1', metadataOf('again-user'))
  const { id } = await scene.do('POST', '/privacy/erasures', { end_user: 'again-user' })
  await Bun.sleep(2)
  await send('again-2', metadataOf('again-user'))
  await finished(id)
  await eventually('only the later log is there', async () => {
    return JSON.stringify(await tracesLeft('again-')) === JSON.stringify(['again-2'])
  })
})

test('a workspace key reaches neither the logs nor the receipts of another workspace', async () => {
  const other = await scene.do('POST', '/admin/workspaces', { name: scene.uniqueName('Other') })
  const made = await scene.do('POST', '/api-keys/workspace/service', {
    name: 'other',
    workspace_id: other['id'],
    scopes: ['privacy.erase', 'privacy.export'],
  })
  const foreign = withKey('key of another workspace', String(made['key']))
  await send('mine', metadataOf('shared-user'))
  await send('theirs', metadataOf('shared-user'), String(made['key']))
  await eventually('both logs are stored', async () => {
    const counted = await scene.do('POST', '/privacy/erasures/preview', { end_user: 'shared-user' })
    return (counted['counts'] as { logs: number }).logs === 2
  })
  const mine = await scene.do('POST', '/privacy/exports', { end_user: 'shared-user' })
  const ordered = await scene.call(foreign, 'POST', '/privacy/erasures', { end_user: 'shared-user' })
  expect(ordered.status).toBe(200)
  expect((await finished(ordered.body['id']))['counts']).toMatchObject({ logs: 1 })
  const own = withKey('workspace key', gateway.workspaceKey)
  expect((await scene.call(own, 'GET', `/privacy/erasures/${ordered.body['id']}`)).status).toBe(404)
  expect((await scene.call(foreign, 'GET', `/privacy/exports/${mine['id']}`)).status).toBe(404)
  expect((await scene.call(foreign, 'GET', `/privacy/exports/${mine['id']}/content`)).status).toBe(404)
  expect((await scene.call(foreign, 'DELETE', `/privacy/exports/${mine['id']}`)).status).toBe(404)
  const counted = await scene.call(own, 'POST', '/privacy/erasures/preview', { end_user: 'shared-user' })
  expect(counted.body['counts']).toMatchObject({ logs: 1 })
})
