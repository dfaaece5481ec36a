/**
 * Upgrade and roll-back: a store of an earlier version is backed up, opened by this version, and restored as it was.
 * fixtures/store-2026-11-16.tar.gz is the data folder of commit 448842eb~1 after five calls of one cent; its facts.json
 * has the key, the traces and the spending.
 */

import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupScene } from '../../harness/backup-scene.ts'
import { ControlScene } from '../../harness/control-scene.ts'
import { storedTraces } from '../../harness/stored-traces.ts'
import { askCommand } from '../cli/run-command.ts'

const FIXTURE = join(import.meta.dir, 'fixtures/store-2026-11-16.tar.gz')

type Facts = { readonly id: string; readonly key: string; readonly traces: string[]; readonly spentCents: number }

async function unpack(folder: string): Promise<Facts> {
  await mkdir(folder)
  const child = Bun.spawn(['tar', '--extract', '--gzip', '--file', FIXTURE, '--directory', folder])
  expect(await child.exited).toBe(0)
  return (await Bun.file(join(folder, 'facts.json')).json()) as Facts
}

function migrationsOf(folder: string): readonly string[] {
  const database = new Database(join(folder, 'control.db'), { readonly: true })
  const rows = database.query<{ name: string }, []>('select name from kysely_migration order by name').all()
  database.close()
  return rows.map(({ name }) => name)
}

test('an older store is upgraded without loss, and its backup rolls back to the same bytes', async () => {
  await using scene = await BackupScene.open()
  const facts = await unpack(scene.path('data'))
  const before = {
    control: await readFile(scene.path('data/control.db')),
    logs: await readFile(scene.path('data/logs.db')),
    migrations: migrationsOf(scene.path('data')),
  }
  await askCommand(['backup', scene.path('backups'), '--data', scene.path('data'), '--include-master-key'])

  // The logs of the fixture get older with time.
  await using upgraded = await scene.start('data', { GATEWAY_RETENTION_DAYS: '36500' })
  expect(migrationsOf(scene.path('data')).length).toBeGreaterThan(before.migrations.length)
  expect([...(await storedTraces(upgraded, facts.traces))].sort()).toEqual([...facts.traces].sort())
  expect(await scene.spentCents(upgraded, facts)).toBe(facts.spentCents)
  expect(await new ControlScene(upgraded).do('GET', '/audit-logs/verify')).toMatchObject({ is_whole: true })
  expect(await scene.call(upgraded, facts.key, 'after the upgrade')).toBe(true)
  expect(await scene.spentCents(upgraded, facts)).toBe(facts.spentCents + 1)
  expect(await scene.problems(upgraded)).toEqual({ status: 'ready', problems: [] })

  await askCommand(['restore', scene.path('backups'), '--data', scene.path('rolled-back')])
  expect((await readFile(scene.path('rolled-back/control.db'))).equals(before.control)).toBe(true)
  expect((await readFile(scene.path('rolled-back/logs.db'))).equals(before.logs)).toBe(true)
  expect(migrationsOf(scene.path('rolled-back'))).toEqual(before.migrations)
})
