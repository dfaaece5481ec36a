import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupScene } from '../../harness/backup-scene.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { storedTraces } from '../../harness/stored-traces.ts'
import { askCommand, runCommand } from '../cli/run-command.ts'

type Made = { readonly id: string; readonly size_bytes: number; readonly new_bytes: number; readonly removed: string[] }
type Verified = { readonly is_whole: boolean; readonly checks: { name: string; result: string; detail: string }[] }

test('a running gateway is backed up and restored with its settings, logs, spending and audit log', async () => {
  await using scene = await BackupScene.open()
  const first = await scene.start('data')
  const spender = await scene.budgetKey(first)
  const { slug } = await new ControlScene(first).do('POST', '/configs', {
    name: 'Backed up',
    config: { provider: 'mock' },
    workspace_id: await new ControlScene(first).defaultWorkspace(),
  })
  for (let i = 0; i < 5; i++) expect(await scene.call(first, spender.key, `call-${i}`)).toBe(true)
  const made = await askCommand<Made & { master_key_included: boolean }>([
    'backup',
    scene.path('backups'),
    '--data',
    first.dataDirectory,
  ])
  expect(made.master_key_included).toBe(false)
  const { checks, is_whole } = await askCommand<Verified>([
    'backup',
    'verify',
    scene.path('backups'),
    '--data',
    first.dataDirectory,
  ])
  expect([is_whole, checks.map(({ name, result }) => `${name} ${result}`)]).toEqual([
    true,
    ['files ok', 'control ok', 'audit chain ok', 'ledger ok', 'logs ok'],
  ])
  await first.kill9()

  const target = scene.path('restored')
  const { out } = await runCommand(['restore', scene.path('backups'), '--data', target])
  expect(out).toContain('Before the start, put the master key with the fingerprint')
  await copyFile(join(first.dataDirectory, 'master.key'), join(target, 'master.key'))
  await using second = await scene.start('restored')
  const calls = [0, 1, 2, 3, 4].map((i) => `call-${i}`)
  expect([...(await storedTraces(second, calls))].sort()).toEqual(calls)
  expect(await scene.spentCents(second, spender)).toBe(5)
  expect(await scene.problems(second)).toEqual({ status: 'ready', problems: [] })
  expect(await (await second.fetch(`/v1/configs/${slug}`)).json()).toMatchObject({ name: 'Backed up' })
  expect(await new ControlScene(second).do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: true })
  expect(await scene.call(second, spender.key, 'afterwards')).toBe(true)
})

test('a second backup stores only changes; any backup is restored; --keep deletes the oldest', async () => {
  await using scene = await BackupScene.open()
  const gateway = await scene.start('data')
  const spender = await scene.budgetKey(gateway)
  const backup = (...more: string[]) =>
    askCommand<Made>([
      'backup',
      scene.path('backups'),
      '--data',
      gateway.dataDirectory,
      '--include-master-key',
      ...more,
    ])
  await scene.call(gateway, spender.key, 'one')
  await storedTraces(gateway, ['one'])
  await gateway.stop()
  const one = await backup()
  // Closing the last connection to a database moves its WAL into the file.
  const moved = await backup()
  const same = await backup()
  expect(one.new_bytes).toBeGreaterThan(0)
  // Only control.db has changed: it records the last backup for the audit log.
  const control = (await stat(join(gateway.dataDirectory, 'control.db'))).size
  expect(same.new_bytes).toBeLessThanOrEqual(control)
  const again = await scene.start('data')
  await scene.call(again, spender.key, 'two')
  const two = await backup('--keep', '2')
  expect(two.new_bytes).toBeGreaterThan(0)
  expect(two.removed).toEqual([one.id, moved.id])
  await again.kill9()
  const listed = await askCommand<{ id: string }[]>(['backup', 'list', scene.path('backups')])
  expect(listed.map(({ id }) => id)).toEqual([same.id, two.id])

  await askCommand(['restore', scene.path('backups'), '--data', scene.path('old'), '--backup', same.id])
  await askCommand(['restore', scene.path('backups'), '--data', scene.path('new')])
  await using old = await scene.start('old')
  await using renewed = await scene.start('new')
  expect([...(await storedTraces(old, ['one']))]).toEqual(['one'])
  expect([...(await storedTraces(renewed, ['one', 'two']))].sort()).toEqual(['one', 'two'])
  expect([await scene.spentCents(old, spender), await scene.spentCents(renewed, spender)]).toEqual([1, 2])
})

test('a restore to a time between two backups has the spending and the settings of that time', async () => {
  await using scene = await BackupScene.open()
  const gateway = await scene.start('data')
  const spender = await scene.budgetKey(gateway)
  const backup = () =>
    askCommand<Made>(['backup', scene.path('backups'), '--data', gateway.dataDirectory, '--include-master-key'])
  for (let i = 0; i < 3; i++) await scene.call(gateway, spender.key, `early-${i}`)
  await scene.spentCents(gateway, spender)
  await backup()
  for (let i = 0; i < 4; i++) await scene.call(gateway, spender.key, `between-${i}`)
  await scene.spentCents(gateway, spender)
  const made = await new ControlScene(gateway).do('POST', '/api-keys/workspace/service', {
    name: 'made between',
    scopes: ['completions.write'],
  })
  // Times have millisecond precision: the pauses keep this time apart from the calls before and after it.
  await Bun.sleep(5)
  const at = new Date().toISOString()
  await Bun.sleep(5)
  const late = await new ControlScene(gateway).do('POST', '/api-keys/workspace/service', {
    name: 'made late',
    scopes: ['completions.write'],
  })
  for (let i = 0; i < 2; i++) await scene.call(gateway, spender.key, `late-${i}`)
  await scene.spentCents(gateway, spender)
  await backup()
  await gateway.kill9()

  const restored = await askCommand<Record<string, unknown>>([
    'restore',
    scene.path('backups'),
    '--data',
    scene.path('restored'),
    '--at',
    at,
  ])
  expect(restored).toMatchObject({ spending_until: at, removed_ledger_entries: 2, has_master_key: true })
  await using second = await scene.start('restored')
  expect(await scene.spentCents(second, spender)).toBe(7)
  expect(await scene.problems(second)).toEqual({ status: 'ready', problems: [] })
  expect((await storedTraces(second, ['late-0', 'late-1'])).size).toBe(9)
  const statusOf = async (id: unknown) =>
    (await second.fetch(`/v1/api-keys/${String(id)}`, { key: second.adminKey })).status
  expect([await statusOf(made['id']), await statusOf(late['id'])]).toEqual([200, 404])
  await scene.call(second, spender.key, 'afterwards')
  expect(await scene.spentCents(second, spender)).toBe(8)
})

test('verify finds a damaged chunk, a changed audit entry and a wrong balance; a failed restore starts no gateway', async () => {
  await using scene = await BackupScene.open()
  const gateway = await scene.start('data')
  const spender = await scene.budgetKey(gateway)
  await scene.call(gateway, spender.key, 'one')
  await scene.spentCents(gateway, spender)
  await gateway.stop()
  const data = gateway.dataDirectory
  const backup = (name: string) => askCommand<Made>(['backup', scene.path(name), '--data', data])
  const verify = async (name: string) => {
    const { code, out } = await runCommand(['backup', 'verify', scene.path(name), '--data', data, '--json'])
    const { checks } = JSON.parse(out) as Verified
    return { code, failed: checks.filter(({ result }) => result === 'failed').map((check) => check.name) }
  }

  await backup('whole')
  expect(await verify('whole')).toEqual({ code: 0, failed: [] })
  const [chunk = ''] = await readdir(scene.path('whole/chunks'))
  const bytes = await readFile(scene.path(`whole/chunks/${chunk}`))
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(scene.path(`whole/chunks/${chunk}`), bytes)
  expect(await verify('whole')).toEqual({ code: 1, failed: ['files'] })
  const failed = await runCommand(['restore', scene.path('whole'), '--data', scene.path('half')])
  expect([failed.code, failed.problem.includes('is damaged')]).toEqual([1, true])
  await expect(scene.start('half')).rejects.toThrow('restoring')

  const edit = (sql: string) => {
    const database = new Database(join(data, 'control.db'))
    database.run(sql)
    database.close()
  }
  edit('update balances set used_units = used_units + 1')
  await backup('wrong-balance')
  expect(await verify('wrong-balance')).toEqual({ code: 1, failed: ['ledger'] })
  edit('update balances set used_units = used_units - 1')
  edit(`update audit_entries set entry = replace(entry, 'spender', 'splurger')`)
  await backup('changed-entry')
  expect(await verify('changed-entry')).toEqual({ code: 1, failed: ['audit chain'] })

  await rm(join(data, 'master.key'))
  const { checks } = await askCommand<Verified>(['backup', 'verify', scene.path('changed-entry'), '--data', data])
  expect(checks.find(({ name }) => name === 'audit chain')?.result).toBe('skipped')
})

test('a backup without a manifest does not exist, and wrong uses are explained', async () => {
  await using scene = await BackupScene.open()
  await using gateway = await scene.start('data')
  const data = gateway.dataDirectory
  const { id } = await askCommand<Made>(['backup', scene.path('backups'), '--data', data])
  await rm(scene.path(`backups/backups/${id}.json`))
  expect(await askCommand<unknown[]>(['backup', 'list', scene.path('backups')])).toEqual([])
  const cases: [words: string[], code: number, text: string][] = [
    [['restore', scene.path('backups'), '--data', scene.path('x')], 1, 'has no complete backup'],
    [['backup', 'verify', scene.path('nowhere')], 1, 'has no complete backup'],
    [['backup', scene.path('backups'), '--data', scene.path('nowhere')], 1, 'No store found'],
    [['backup', data, '--data', data], 1, 'cannot be the target'],
    [['backup', scene.path('backups'), '--data', data, '--keep', '0'], 2, '--keep must be'],
    [['backup', 'ftp://example.com/x', '--data', data], 1, 'neither a folder nor an S3 address'],
    [['restore', scene.path('backups'), '--data', scene.path('x'), '--at', 'yesterday'], 2, '--at must be a time'],
  ]
  for (const [words, code, text] of cases) {
    const ending = await runCommand(words)
    expect([ending.code, ending.problem]).toEqual([code, expect.stringContaining(text)])
  }
  await askCommand(['backup', scene.path('backups'), '--data', data])
  const full = await runCommand(['restore', scene.path('backups'), '--data', data])
  expect([full.code, full.problem.includes('is not empty')]).toEqual([1, true])
  const shared = await runCommand(['backup', scene.path('backups')], {
    environment: { DATABASE_URL: 'postgres://localhost/x', GATEWAY_MASTER_KEY: '0123456789abcdef'.repeat(4) },
  })
  expect([shared.code, shared.problem.includes('pg_dump')]).toEqual([1, true])
})
