/** Erasing and exporting one person through the admin API. */

import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimOwner } from '../../harness/claim-owner.ts'
import { type Actor, ControlScene, withKey } from '../../harness/control-scene.ts'
import { filesWith } from '../../harness/data-files.ts'
import { eventually } from '../../harness/eventually.ts'
import { shareGateway } from '../../harness/share-gateway.ts'

const gateway = await shareGateway()
const scene = new ControlScene(gateway)
const owner = await claimOwner(gateway)
const own = withKey('workspace key', gateway.workspaceKey)

async function send(user: string, trace: string, text: string): Promise<void> {
  const headers = {
    'x-gateway-trace-id': trace,
    'x-gateway-metadata': JSON.stringify({ _user: user }),
    'x-gateway-cache': 'simple',
  }
  const response = await gateway.chat({ provider: 'mock', cache: { mode: 'simple' } }, { headers, body: bodyOf(text) })
  expect(response.status).toBe(200)
  await response.text()
  await gateway.waitForLog(trace)
}

const bodyOf = (content: string) => ({ model: 'mock-gpt', messages: [{ role: 'user', content }] })

async function erased(body: object): Promise<Record<string, unknown>> {
  const ordered = await scene.call(scene.admin, 'POST', '/privacy/erasures', body)
  expect(ordered.status).toBe(200)
  const id = String(ordered.body['id'])
  return eventually('the erasure is finished', async () => {
    const receipt = await scene.do('GET', `/privacy/erasures/${id}`)
    return receipt['status'] === 'success' && receipt
  })
}

/** The id of a finished export. */
async function exportedBy(caller: Actor, body: object): Promise<string> {
  const made = await scene.call(caller, 'POST', '/privacy/exports', body)
  expect(made.status).toBe(200)
  const id = String(made.body['id'])
  await eventually('the export of the person is finished', async () => {
    return (await scene.call(caller, 'GET', `/privacy/exports/${id}`)).body['status'] === 'success'
  })
  return id
}

async function fileOf(caller: Actor, id: string): Promise<string> {
  const response = await fetch(`${gateway.url}/v1/privacy/exports/${id}/content`, { headers: caller.headers })
  expect(response.status).toBe(200)
  return response.text()
}

async function exportedText(user: string): Promise<string> {
  const response = await fetch(`${gateway.url}/v1/privacy/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...scene.admin.headers },
    body: JSON.stringify({ end_user: user }),
  })
  return response.text()
}

test('an end user is exported, then erased from every file of the data folder', async () => {
  const user = 'marker-alice-7391'
  await send(user, 'p-1', 'the secret of marker-alice-7391')
  await send('bob', 'p-2', 'the text of bob')
  const feedback = { trace_id: 'p-1', value: 1, metadata: { _user: user } }
  expect((await scene.call(own, 'POST', '/feedback', feedback)).status).toBe(200)
  const filters = { metadata: JSON.stringify({ _user: user }) }
  const job = { filters, requested_data: ['id', 'metadata', 'request'] }
  const made = await scene.call(own, 'POST', '/logs/exports', job)
  expect(made.status).toBe(200)
  await scene.call(own, 'POST', `/logs/exports/${made.body['id']}/start`)
  await eventually('the log export is finished', async () => {
    const { status } = await scene.do('GET', `/logs/exports/${made.body['id']}`)
    return status === 'success'
  })
  expect((await filesWith(gateway.dataDirectory, user)).length).toBeGreaterThan(1)

  const preview = await scene.call(scene.admin, 'POST', '/privacy/erasures/preview', { end_user: user })
  expect(preview.body).toMatchObject({ status: 'preview', id: null, counts: { logs: 1, feedback: 1, exports: 1 } })

  const exported = await fetch(`${gateway.url}/v1/privacy/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${gateway.adminKey}` },
    body: JSON.stringify({ end_user: user }),
  })
  const lines = (await exported.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.map(({ type, trace_id }) => [type, trace_id])).toEqual([['log', 'p-1']])
  expect(JSON.stringify(lines)).toContain('the secret of marker-alice-7391')

  const person = await exportedBy(scene.admin, { end_user: user })
  expect(await fileOf(scene.admin, person)).toBe(await exportedText(user))
  // A log export of another user and an export of another person stay.
  const ofBob = await exportedBy(scene.admin, { end_user: 'bob' })
  expect((await scene.call(own, 'GET', `/logs/exports/${person}`)).status).toBe(404)
  expect((await scene.call(own, 'GET', `/privacy/exports/${person}`)).status).toBe(404)

  const receipt = await erased({ end_user: user })
  expect((await scene.call(scene.admin, 'GET', `/privacy/exports/${person}`)).status).toBe(404)
  expect(await fileOf(scene.admin, ofBob)).toContain('the text of bob')
  expect(receipt['subject_hash']).toBe(preview.body['subject_hash'])
  expect(receipt).toMatchObject({ counts: { logs: 1, bodies: 1, feedback: 1, exports: 2 }, error: null })
  expect(await filesWith(gateway.dataDirectory, user)).toEqual([])
  expect((await scene.do('GET', '/logs?trace_id=p-1'))['total'] ?? 0).toBe(0)
  await gateway.waitForLog('p-2')
  expect(await scene.do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: true })
  const entries = (await scene.do('GET', '/audit-logs'))['records'] as Record<string, unknown>[]
  expect(JSON.stringify(entries)).not.toContain(user)
  const finish = entries.find((entry) => JSON.stringify(entry).includes('erasure.finish'))
  expect(JSON.stringify(finish)).toContain(String(receipt['subject_hash']))
})

test('an account is deleted and replaced in the audit log, which stays verifiable', async () => {
  const person = await scene.person('admin')
  const { data } = (await scene.do('GET', '/admin/users')) as { data: { id: string; email: string; role: string }[] }
  const account = data.find(({ role }) => role === 'admin')!
  expect((await scene.call(person, 'GET', '/admin/users')).status).toBe(200)
  const receipt = await erased({ account_id: account.id })
  expect((receipt['counts'] as { audit_entries: number }).audit_entries).toBeGreaterThan(0)
  expect((await scene.call(scene.admin, 'GET', `/admin/users/${account.id}`)).status).toBe(404)
  expect(await scene.do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: true })
  expect(await filesWith(gateway.dataDirectory, account.email)).toEqual([])
  expect((await scene.call(person, 'GET', '/admin/users')).status).toBe(401)
})

test('the last owner cannot be erased, and a workspace key cannot erase accounts', async () => {
  const { data } = (await scene.do('GET', '/admin/users')) as { data: { id: string; role: string }[] }
  const last = data.find(({ role }) => role === 'owner')!
  const byKey = await scene.call(own, 'POST', '/privacy/erasures', { account_id: last.id })
  expect(byKey.status).toBe(403)
  const byItself = await scene.call(owner, 'POST', '/privacy/erasures', { account_id: last.id })
  expect((byItself.body['error'] as { code: string }).code).toBe('last_owner')
  expect((await scene.call(owner, 'GET', '/admin/users')).status).toBe(200)
  const both = await scene.call(scene.admin, 'POST', '/privacy/erasures', { account_id: 'a', end_user: 'b' })
  expect(both.status).toBe(400)
})

test('the logs of a personal key that was deleted before the order are erased, and no file has its name', async () => {
  await scene.person('admin')
  const { data } = (await scene.do('GET', '/admin/users')) as { data: { id: string; role: string }[] }
  const account = data.find(({ role }) => role === 'admin')!
  const name = 'key-name-marker-6618'
  const made = await scene.do('POST', '/api-keys/workspace/user', { name, user_id: account.id, scopes: [] })
  const headers = { 'x-gateway-api-key': String(made['key']), 'x-gateway-trace-id': 'revoked-1' }
  await (await gateway.chat({ provider: 'mock' }, { headers })).text()
  await gateway.waitForLog('revoked-1')
  await scene.do('DELETE', `/api-keys/${made['id']}`)
  const quarantined = join(gateway.dataDirectory, 'journal', 'set-aside')
  await mkdir(quarantined, { recursive: true })
  await writeFile(join(quarantined, '7-0.frame'), `damaged {"key_id":"${made['id']}"`)
  await writeFile(join(quarantined, '8-0.frame'), 'damaged {"key_id":"of-somebody-else"')
  expect((await erased({ account_id: account.id }))['counts']).toMatchObject({ logs: 1, quarantined_files: 1 })
  expect(await readdir(quarantined)).toEqual(['8-0.frame'])
  const file = new Database(join(gateway.dataDirectory, 'control.db'), { readonly: true })
  expect(file.query('select reason from row_history_start').all()).toEqual([{ reason: 'erased' }])
  file.close()
  expect((await scene.do('GET', '/logs?trace_id=revoked-1'))['total'] ?? 0).toBe(0)
  expect(await filesWith(gateway.dataDirectory, name)).toEqual([])
})
