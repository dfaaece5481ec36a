import { expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { BackupScene } from '../../harness/backup-scene.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { eventually } from '../../harness/eventually.ts'
import type { GatewayProcess } from '../../harness/start-gateway-process.ts'
import { askCommand, runCommand } from '../cli/run-command.ts'

type AuditLog = { readonly records: { readonly action: string; readonly target_id: string; readonly after: string }[] }

/** The export of all settings: its files by path. */
async function exported(gateway: GatewayProcess, folder: string): Promise<Record<string, string>> {
  const { code, problem } = await runCommand(['export', folder], { gateway, key: gateway.adminKey })
  if (code !== 0) throw new Error(`The export failed: ${problem}`)
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const files = paths.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [path.slice(folder.length), await readFile(path, 'utf8')] as const
  })
  return Object.fromEntries(await Promise.all(files))
}

/** The current time; resolves when the clock has moved on, so that no later change has this time. */
async function moment(): Promise<string> {
  const atMs = Date.now()
  while (Date.now() === atMs) await Bun.sleep(0)
  return new Date(atMs).toISOString()
}

async function notedBackups(gateway: GatewayProcess, action: string): Promise<AuditLog['records']> {
  return eventually(`the audit log has ${action}`, async () => {
    const path = `/audit-logs?action=${action}&user_type=command_line`
    const { records } = (await new ControlScene(gateway).do('GET', path)) as unknown as AuditLog
    return records.length > 0 && records
  })
}

/** Random changes of settings through the admin API. */
class Changes {
  readonly #made: Record<'configs' | 'keys' | 'workspaces', string[]> = { configs: [], keys: [], workspaces: [] }
  #count = 0

  constructor(
    private readonly scene: ControlScene,
    private readonly workspaceId: string,
  ) {}

  async run([kind, which]: readonly [number, number]): Promise<void> {
    const { scene, workspaceId: workspace_id } = this
    const name = `Name ${++this.#count}`
    const pick = (list: string[]) => (list.length === 0 ? undefined : list[which % list.length])
    const { configs, keys, workspaces } = this.#made
    switch (kind) {
      case 0: {
        const made = await scene.do('POST', '/configs', { name, config: { provider: 'mock' }, workspace_id })
        configs.push(String(made['slug']))
        return
      }
      case 1: {
        const slug = pick(configs)
        if (slug)
          await scene.do('PUT', `/configs/${slug}`, { name, config: { provider: 'mock', retry: { attempts: 2 } } })
        return
      }
      case 2: {
        const slug = pick(configs)
        if (slug) await scene.do('DELETE', `/configs/${slug}`)
        this.#made.configs = configs.filter((each) => each !== slug)
        return
      }
      case 3: {
        const made = await scene.do('POST', '/virtual-keys', {
          name,
          provider: 'openai',
          key: `sk-0123456789-${this.#count}`,
          workspace_id,
        })
        keys.push(String(made['slug']))
        return
      }
      case 4: {
        const slug = pick(keys)
        if (slug)
          await scene.do('PUT', `/virtual-keys/${slug}`, { note: name, key: `sk-other-0123456789-${this.#count}` })
        return
      }
      case 5: {
        const slug = pick(keys)
        if (slug) await scene.do('DELETE', `/virtual-keys/${slug}`)
        this.#made.keys = keys.filter((each) => each !== slug)
        return
      }
      case 6: {
        const made = await scene.do('POST', '/admin/workspaces', { name })
        workspaces.push(String(made['id']))
        return
      }
      case 7: {
        const id = pick(workspaces)
        if (id) await scene.do('PUT', `/admin/workspaces/${id}`, { name, description: name })
        return
      }
      default:
        await scene.do('POST', '/api-keys/workspace/service', { name, workspace_id, scopes: ['completions.write'] })
    }
  }
}

test('a restore to any time between backups has exactly the settings that were exported then', async () => {
  await using scene = await BackupScene.open()
  const gateway = await scene.start('data')
  const control = new ControlScene(gateway)
  const changes = new Changes(control, await control.defaultWorkspace())
  const backup = () =>
    askCommand<{ id: string }>([
      'backup',
      scene.path('backups'),
      '--data',
      gateway.dataDirectory,
      '--include-master-key',
    ])
  const steps = fc.sample(fc.tuple(fc.nat(8), fc.nat(99)), 36)
  const seen: { readonly at: string; readonly files: Record<string, string> }[] = []
  const backups: string[] = []
  for (const [index, step] of steps.entries()) {
    await changes.run(step)
    if (index % 9 === 4) seen.push({ at: await moment(), files: await exported(gateway, scene.path(`seen-${index}`)) })
    if (index % 18 === 10) backups.push((await backup()).id)
  }
  backups.push((await backup()).id)
  const [firstNote] = (await notedBackups(gateway, 'backup.create')).slice(-1)
  expect(firstNote).toMatchObject({ target_id: backups[0] })
  await gateway.kill9()
  expect(new Set(seen.map(({ files }) => JSON.stringify(files))).size).toBe(seen.length)

  for (const [index, { at, files }] of seen.entries()) {
    const words = ['restore', scene.path('backups'), '--data', scene.path(`restored-${index}`), '--at', at]
    const restored = await askCommand<{ backup: string; settings_of: string }>(words)
    // The first backup after the time.
    expect(restored).toMatchObject({ settings_of: at, backup: backups.find((id) => id >= at.replaceAll(/[:.]/g, '-')) })
    await using second = await scene.start(`restored-${index}`)
    expect(await exported(second, scene.path(`again-${index}`))).toEqual(files)
    expect(await scene.problems(second)).toEqual({ status: 'ready', problems: [] })
    const [note] = await notedBackups(second, 'backup.restore')
    expect(note?.target_id).toBe(restored.backup)
    expect(JSON.parse(note?.after ?? '')).toMatchObject({ point_in_time: at })
    expect(await new ControlScene(second).do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: true })
  }
})

test('a time that no backup or history reaches is refused with what is possible', async () => {
  await using scene = await BackupScene.open()
  const restore = (at: string) =>
    runCommand(['restore', scene.path('backups'), '--data', scene.path('restored'), '--at', at])
  const before = await moment()
  const gateway = await scene.start('data')
  const backup = () => askCommand<{ id: string }>(['backup', scene.path('backups'), '--data', gateway.dataDirectory])
  await gateway.stop()
  const { id } = await backup()

  const early = await restore(before)
  expect([early.code, early.problem]).toEqual([1, expect.stringContaining('history of settings starts at')])
  const late = await restore(new Date(Date.now() + 60_000).toISOString())
  expect([late.code, late.problem]).toEqual([1, expect.stringContaining('a restore is possible up to that time')])

  const off = await scene.start('data', { GATEWAY_SETTINGS_HISTORY_DAYS: '0' })
  const between = await moment()
  await off.stop()
  await backup()
  const refused = await restore(between)
  expect([refused.code, refused.problem]).toEqual([1, expect.stringContaining(`--backup ${id}`)])
  // Nothing is left that a gateway would take for an interrupted restore.
  expect((await readdir(scene.path('restored'))).filter((name) => !name.startsWith('lock.db'))).toEqual([])
})
