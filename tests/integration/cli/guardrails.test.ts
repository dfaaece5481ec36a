import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-guardrails-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const HOOK_KEY = 'Bearer hook-secret-0123456789'
const environment = { HOOK_KEY }
const here = { gateway, folder, environment }
const asAdmin = { ...here, key: gateway.adminKey }
const CONTAINS = { id: 'default.contains', parameters: { words: ['Falcon'], operator: 'none' } }
const WEBHOOK = {
  id: 'default.webhook',
  parameters: { webhookURL: 'https://hooks.example/a', headers: { 'X-Key': { env: 'HOOK_KEY' } } },
}

async function write(path: string, content: object): Promise<void> {
  await writeFile(join(folder, path), JSON.stringify(content))
}

async function read(slug: string, key = gateway.adminKey): Promise<Record<string, unknown>> {
  return (await (await gateway.fetch(`/v1/guardrails/${slug}`, { key })).json()) as Record<string, unknown>
}

test('a guardrail is created from a file, printed, changed with its secret kept, and deleted', async () => {
  await write('hook.json', { checks: [WEBHOOK], actions: { deny: true } })
  const made = await runCommand(['guardrails', 'create', 'hook.json', '--json'], here)
  expect([made.code, made.problem.includes('actions.async is true')]).toEqual([0, true])
  const { slug } = JSON.parse(made.out) as { slug: string }
  expect(slug).toMatch(/^pg-hook-/)
  const printed = await runCommand(['guardrails', 'get', slug], here)
  expect(printed.out).not.toContain('hook-secret')
  expect(JSON.parse(printed.out)).toMatchObject({ name: 'hook', checks: [{ id: 'default.webhook' }] })

  // The environment variable of the secret is not set, so the stored secret stays.
  await write('changed.json', { name: 'Changed', checks: [WEBHOOK, CONTAINS], actions: { deny: true, async: false } })
  const changed = await askCommand(['guardrails', 'update', slug, 'changed.json'], { gateway, folder })
  expect(changed).toMatchObject({ slug, version: 2 })
  expect(await read(slug)).toMatchObject({
    name: 'Changed',
    checks: [{ parameters: { headers: { 'X-Key': 'Be*******89' } } }, CONTAINS],
  })
  const versions = await askCommand<{ version: number }[]>(['guardrails', 'versions', slug], here)
  expect(versions.map(({ version }) => version)).toEqual([2, 1])
  const listed = await runCommand(['guardrails', 'list', '--no-color'], here)
  expect(listed.out).toContain(slug)
  const old = await runCommand(['guardrails', 'get', slug, '--version', 'none'], here)
  expect([old.code, old.problem.includes('no version with this id')]).toEqual([1, true])
  await askCommand(['guardrails', 'delete', slug, '--yes'], here)
  expect((await read(slug))['error']).toBeDefined()
})

test('a guardrail of the organisation needs an Admin key; wrong files and flags are explained', async () => {
  await write('words.json', { name: 'Words', checks: [CONTAINS] })
  const refused = await runCommand(['guardrails', 'create', 'words.json', '--organisation'], here)
  expect(refused.code).toBe(4)
  const { slug } = await askCommand<{ slug: string }>(['guardrails', 'create', 'words.json', '--organisation'], asAdmin)
  expect(await read(slug)).toMatchObject({ type: 'organisation', workspace_id: null })
  await write('empty.json', { name: 'Empty' })
  const empty = await runCommand(['guardrails', 'create', 'empty.json'], here)
  expect([empty.code, empty.problem.includes('has no "checks"')]).toEqual([1, true])
  await write('wrong.json', { checks: [{ id: 'default.contains', parameters: { words: 1 } }] })
  const wrong = await runCommand(['guardrails', 'create', 'wrong.json'], here)
  expect([wrong.code, wrong.problem.includes('checks[0].parameters.words')]).toEqual([1, true])
  expect((await runCommand(['guardrails', 'test', slug], here)).code).toBe(2)
  await askCommand(['guardrails', 'delete', slug, '--yes'], asAdmin)
})

test('files of guardrails and defaults are applied, unchanged the second time, updated and pruned', async () => {
  const files = join(folder, 'settings')
  for (const kind of ['guardrails', 'guardrail-defaults']) await mkdir(join(files, kind), { recursive: true })
  await write('settings/guardrails/team.json', {
    slug: 'pg-team',
    checks: [WEBHOOK, CONTAINS],
    actions: { deny: true },
  })
  await write('settings/guardrails/all.json', { slug: 'pg-all', type: 'organisation', checks: [CONTAINS] })
  await write('settings/guardrail-defaults/workspace.json', { input_guardrails: ['pg-all', 'pg-team'] })
  type Applied = { applied: { place: string; action: string }[] }
  const apply = async (...flags: string[]) =>
    (await askCommand<Applied>(['apply', files, '--yes', ...flags], asAdmin)).applied
      .filter(({ action }) => action !== 'unchanged')
      .map(({ action, place }) => `${action} ${place}`)
  expect((await apply()).sort()).toEqual([
    'create guardrail-defaults/workspace',
    'create guardrails/all',
    'create guardrails/team',
  ])
  expect(await apply()).toEqual([])
  expect((await runCommand(['plan', files, '--check'], asAdmin)).code).toBe(0)
  const defaults = async () => {
    const reply = await gateway.fetch('/v1/admin/workspaces', { key: gateway.adminKey })
    const { data } = (await reply.json()) as { data: { is_default: boolean; defaults: object }[] }
    return data.find((workspace) => workspace.is_default)?.defaults
  }
  expect(await defaults()).toMatchObject({ input_guardrails: ['pg-all', 'pg-team'], output_guardrails: [] })

  await write('settings/guardrails/team.json', { slug: 'pg-team', checks: [CONTAINS], actions: { deny: false } })
  expect(await apply()).toEqual(['update guardrails/team'])
  expect(await read('pg-team')).toMatchObject({ version: 2, checks: [CONTAINS], actions: { deny: false } })
  for (const name of ['guardrails/team', 'guardrails/all', 'guardrail-defaults/workspace'])
    await rm(join(files, `${name}.json`))
  expect(await apply('--prune')).toHaveLength(3)
  expect(await defaults()).toMatchObject({ input_guardrails: [], output_guardrails: [] })
  expect((await read('pg-all'))['error']).toBeDefined()
  expect(await readFile(join(files, '.gatehouse-state.json'), 'utf8')).not.toContain('hook-secret')
})

test('a saved guardrail or a file is tested on a text; a failure is exit code 1', async () => {
  await write('words.json', { name: 'Words', checks: [CONTAINS], actions: { deny: true, async: false } })
  const { slug } = await askCommand<{ slug: string }>(['guardrails', 'create', 'words.json'], here)
  const denied = await runCommand(['guardrails', 'test', slug, '--text', 'Project Falcon', '--no-color'], here)
  expect([denied.code, denied.out.includes('Denied (446)'), denied.out.includes('failed  default.contains')]).toEqual([
    1,
    true,
    true,
  ])
  const passed = await runCommand(['guardrails', 'test', slug, '--text', '-', '--no-color'], {
    ...here,
    stdin: 'hello',
  })
  expect([passed.code, passed.out.includes('Passed (200)')]).toEqual([0, true])
  const redact = { id: 'default.regexReplace', parameters: { rule: 'Falcon', redactText: '[name]' } }
  await write('redact.json', { checks: [redact], actions: { async: false } })
  const changed = await runCommand(['guardrails', 'test', 'redact.json', '--text', 'Project Falcon'], here)
  expect([changed.code, changed.out.includes('Project [name]')]).toEqual([0, true])
  const output = ['guardrails', 'test', slug, '--text', 'Falcon', '--direction', 'output']
  expect(await runCommand([...output, '--json'], here)).toMatchObject({ code: 1 })
  await askCommand(['guardrails', 'delete', slug, '--yes'], here)
})
