import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-roles-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const asKey = { gateway, folder, key: gateway.adminKey }
const ask = <Reply = Record<string, unknown>>(...words: string[]) => askCommand<Reply>(words, asKey)

test('a role is created, changed, listed and deleted', async () => {
  const made = await ask(
    ...['roles', 'create', 'Reader', '--level', 'workspace', '--slug', 'reader'],
    ...['--permission', 'logs.list', '--permission', 'logs.view', '--description', 'Reads logs'],
  )
  expect(made).toMatchObject({ slug: 'reader', permissions: ['logs.list', 'logs.view'], description: 'Reads logs' })
  expect(await ask('roles', 'update', 'Reader', '--name', 'Log reader', '--permission', 'logs.list')).toMatchObject({
    name: 'Log reader',
    permissions: ['logs.list'],
  })
  const { out } = await runCommand(['roles', 'list'], asKey)
  expect(out).toContain('Log reader')
  expect(out).toContain('owner')
  await ask('roles', 'delete', 'reader', '--replace-with', 'member', '--yes')
  const { code, problem } = await runCommand(['roles', 'delete', 'reader', '--yes'], asKey)
  expect(code).not.toBe(0)
  expect(problem).toContain('No custom role has the ID, slug or name "reader".')
})

test('the access review is a table, JSON and a file', async () => {
  const rows = await ask<Record<string, unknown>[]>('access', 'review', '--type', 'api_key')
  expect(rows.length).toBeGreaterThanOrEqual(2)
  expect(rows.every((row) => row['subject_type'] === 'api_key')).toBe(true)
  const { out } = await runCommand(['access', 'review', '--permission', 'audit_logs.list'], asKey)
  expect(out).toContain('api key')
  const file = join(folder, 'access.csv')
  await ask('access', 'review', '--to', file)
  expect(await readFile(file, 'utf8')).toStartWith('subject_type,subject_id,')
})

test('roles are applied from files and exported', async () => {
  const file = { name: 'Author', slug: 'author', level: 'workspace', permissions: ['prompts.list', 'logs.list'] }
  const write = async (content: object) => {
    await mkdir(join(folder, 'gatehouse', 'roles'), { recursive: true })
    await writeFile(join(folder, 'gatehouse', 'roles', 'author.json'), JSON.stringify(content))
  }
  await write(file)
  await ask('apply', '--yes')
  // The order of permissions does not matter.
  expect(await ask('plan')).toMatchObject({ create: 0, update: 0 })
  await write({ ...file, permissions: ['prompts.list'] })
  expect(await ask('plan')).toMatchObject({ create: 0, update: 1 })
  await ask('apply', '--yes')
  const target = join(folder, 'exported')
  const { files } = await ask<{ files: string[] }>('export', target)
  expect(files.filter((path) => path.includes('roles/'))).toEqual(['roles/author.json'])
  expect(JSON.parse(await readFile(join(target, 'roles', 'author.json'), 'utf8'))).toEqual({
    ...file,
    permissions: ['prompts.list'],
  })
})
