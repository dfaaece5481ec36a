import { afterAll, beforeEach, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, onTerminal, runCommand } from './run-command.ts'

const gateway = await shareGateway()
const folders: string[] = []
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-cli-'))
  folders.push(folder)
})
afterAll(async () => {
  for (const one of folders) await rm(one, { recursive: true, force: true })
})

async function write(path: string, content: object): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true })
  await writeFile(join(folder, path), JSON.stringify(content))
}

type Plan = {
  create: number
  update: number
  delete: number
  unchanged: number
  conflicts: number
  drifted: number
  steps: { place: string; action: string; drift: boolean; changes: { path: string }[] }[]
}
type Applied = { applied: { place: string; action: string; id: string; secret?: string }[] }

const SECRETS = { TEAM_KEY: 'a-secret-of-the-team-1234' }

function plan(...flags: string[]): Promise<Plan> {
  return askCommand(['plan', folder, ...flags], { gateway, environment: SECRETS })
}

function apply(...flags: string[]): Promise<Applied> {
  return askCommand(['apply', folder, ...flags], { gateway, environment: SECRETS })
}

function actionsOf({ applied }: Applied): string[] {
  return applied.map(({ place, action }) => `${action} ${place}`)
}

async function writeAll(name: string): Promise<void> {
  await write(`virtual-keys/${name}-team.json`, {
    provider: 'mock',
    key: { env: 'TEAM_KEY' },
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 600 }],
  })
  await write(`configs/${name}.json`, {
    strategy: { mode: 'loadbalance' },
    targets: [
      { virtual_key: `${name}-team`, weight: 0.3 },
      { provider: 'mock', api_key: 'sk-in-the-config-123456', weight: 0.7 },
    ],
  })
  await write(`prompts/${name}-greeting.json`, {
    format: 'gatehouse-prompt/1',
    name: 'Greeting',
    published: 1,
    versions: [version(1, 'Say hello to {{name}}.')],
  })
  await write(`keys/${name}.json`, { scopes: ['logs.view', 'logs.list'] })
}

function version(number: number, text: string): object {
  return {
    number,
    description: null,
    labels: [],
    string: text,
    parameters: {},
    model: 'mock',
    virtual_key: null,
    functions: null,
    tools: null,
    tool_choice: null,
    template_metadata: null,
    is_raw_template: 0,
  }
}

async function slugOf(place: string): Promise<string> {
  const state = JSON.parse(await readFile(join(folder, '.gatehouse-state.json'), 'utf8')) as {
    owns: Record<string, { id: string }>
  }
  return state.owns[place]?.id ?? ''
}

test('files are planned and applied in dependency order, and the next plan is empty', async () => {
  await writeAll('first')
  expect(await plan()).toMatchObject({ create: 4, update: 0, delete: 0, unchanged: 0 })
  const done = await apply()
  expect(actionsOf(done)).toEqual([
    'create virtual-keys/first-team',
    'create configs/first',
    'create prompts/first-greeting',
    'create keys/first',
  ])
  const secret = done.applied[3]?.secret ?? ''
  expect((await gateway.fetch('/v1/logs', { key: secret })).status).toBe(200)
  expect(await plan('--check')).toMatchObject({ create: 0, update: 0, delete: 0, unchanged: 4, drifted: 0 })
  expect((await apply()).applied).toEqual([])
})

test('neither the state nor the output has a provider secret', async () => {
  await writeAll('quiet')
  const { out, problem } = await runCommand(['apply', folder], { gateway, environment: SECRETS })
  const state = await readFile(join(folder, '.gatehouse-state.json'), 'utf8')
  for (const text of [out, problem, state]) {
    expect(text).not.toContain(SECRETS.TEAM_KEY)
    expect(text).not.toContain('sk-in-the-config-123456')
  }
})

test('a change in a file updates only that object', async () => {
  await writeAll('changed')
  await apply()
  await write('keys/changed.json', { scopes: ['logs.list'] })
  await write('prompts/changed-greeting.json', {
    format: 'gatehouse-prompt/1',
    name: 'Greeting',
    published: 2,
    versions: [version(1, 'Say hello to {{name}}.'), version(2, 'Greet {{name}}.')],
  })
  const planned = await plan()
  expect(planned).toMatchObject({ create: 0, update: 2, unchanged: 2, drifted: 0 })
  expect(actionsOf(await apply())).toEqual(['update prompts/changed-greeting', 'update keys/changed'])
  expect(await plan()).toMatchObject({ unchanged: 4 })
})

test('a change outside the files is shown as drift, and apply reverts it', async () => {
  await writeAll('drifting')
  await apply()
  const slug = await slugOf('configs/drifting')
  const changed = { config: { provider: 'mock' } }
  expect((await gateway.fetch(`/v1/configs/${slug}`, { method: 'PUT', body: changed })).status).toBe(200)
  const planned = await plan()
  expect(planned).toMatchObject({ update: 1, drifted: 1 })
  expect(planned.steps.find(({ drift }) => drift)?.changes.map(({ path }) => path)).toContain('config.strategy')
  const checked = await runCommand(['plan', folder, '--check'], { gateway })
  expect(checked.code).toBe(1)
  const { screen } = await onTerminal(['plan', folder, '--no-color'], { gateway })
  expect(screen).toContain('drift: changed elsewhere since the last apply')
  await apply()
  expect(await plan('--check')).toMatchObject({ unchanged: 4, drifted: 0 })
})

test('a setting that is not in the file stays', async () => {
  await writeAll('shared')
  await apply()
  const note = { note: 'written in the dashboard' }
  await gateway.fetch('/v1/virtual-keys/shared-team', { method: 'PUT', body: note })
  expect(await plan('--check')).toMatchObject({ unchanged: 4, drifted: 0 })
  await write('virtual-keys/shared-team.json', { provider: 'mock', key: { env: 'TEAM_KEY' }, name: 'Renamed' })
  await apply()
  const read = (await (await gateway.fetch('/v1/virtual-keys/shared-team')).json()) as object
  expect(read).toMatchObject({ name: 'Renamed', ...note })
})

test('only --prune deletes objects, and only those that these files created', async () => {
  await gateway.fetch('/v1/virtual-keys', {
    method: 'POST',
    body: { name: 'others', slug: 'others', provider: 'mock' },
  })
  await writeAll('pruned')
  await apply()
  for (const path of ['keys/pruned.json', 'configs/pruned.json', 'virtual-keys/pruned-team.json'])
    await rm(join(folder, path))
  expect(await plan()).toMatchObject({ delete: 0, unchanged: 1 })
  expect((await apply()).applied).toEqual([])
  expect(await plan('--prune')).toMatchObject({ delete: 3 })
  const unasked = await runCommand(['apply', folder, '--prune'], { gateway })
  expect([unasked.code, unasked.problem.includes('Add --yes')]).toEqual([2, true])
  expect(actionsOf(await apply('--prune', '--yes'))).toEqual([
    'delete keys/pruned',
    'delete configs/pruned',
    'delete virtual-keys/pruned-team',
  ])
  expect((await gateway.fetch('/v1/virtual-keys/others')).status).toBe(200)
  expect((await gateway.fetch('/v1/virtual-keys/pruned-team')).status).toBe(404)
})

test('existing unmanaged objects are adopted only with --adopt', async () => {
  await gateway.fetch('/v1/virtual-keys', { method: 'POST', body: { name: 'Old', slug: 'owned', provider: 'mock' } })
  await write('virtual-keys/owned.json', { provider: 'mock', name: 'New' })
  expect(await plan()).toMatchObject({ conflicts: 1 })
  const refused = await runCommand(['apply', folder], { gateway })
  expect(refused.code).toBe(1)
  expect(refused.problem).toMatch(/is not managed by files[\s\S]*--adopt/)
  expect(actionsOf(await apply('--adopt'))).toEqual(['update virtual-keys/owned'])
  expect(await plan('--check')).toMatchObject({ unchanged: 1 })
})

test.each([
  ['virtual-keys/a.json', { provider: 'openai', key: 'sk-literal' }, '"key" must not contain a secret'],
  ['virtual-keys/a.json', { name: 'x' }, 'has no "provider"'],
  ['prompts/a.json', { name: 'x' }, 'is not a prompt file'],
  ['keys/a.json', { kind: 'boss' }, '"kind" must be workspace or admin'],
  ['confgs/a.json', {}, 'Did you mean "configs"?'],
] as [string, object, string][])('%s %j is rejected before any change: %s', async (path, content, message) => {
  await write(path, content)
  const { code, problem } = await runCommand(['apply', folder], { gateway })
  expect([code, problem.includes(message)]).toEqual([1, true])
})

test('a missing credential is reported before the first change', async () => {
  await writeAll('unready')
  const { code, problem } = await runCommand(['apply', folder], { gateway })
  expect([code, problem.includes('Not set: TEAM_KEY.')]).toEqual([1, true])
  expect(await plan()).toMatchObject({ create: 4 })
})

test('an interrupted apply continues where it stopped', async () => {
  await writeAll('cut')
  await write('configs/cut.json', { provider: 'no-such-provider', api_key: 'sk-1234567890' })
  const broken = await runCommand(['apply', folder], { gateway, environment: SECRETS })
  expect(broken.code).toBe(1)
  expect(broken.problem).toContain('configs/cut: ')
  await write('configs/cut.json', { provider: 'mock' })
  expect(actionsOf(await apply())).toEqual(['create configs/cut', 'create prompts/cut-greeting', 'create keys/cut'])
  expect(await plan('--check')).toMatchObject({ unchanged: 4 })
})

test('client certificates of a key are applied, compared in their stored form, and exported', async () => {
  const fingerprint = `${'AB:'.repeat(31)}CD`
  await write('keys/certified.json', {
    scopes: [],
    client_certificates: [`sha256:${fingerprint}`, 'dns:Cli.Example.com'],
  })
  const admin = ['--key', gateway.adminKey]
  expect(actionsOf(await apply(...admin))).toEqual(['create keys/certified'])
  expect(await plan(...admin)).toMatchObject({ create: 0, update: 0, unchanged: 1 })
  const exported = join(folder, 'exported')
  const { code, problem } = await runCommand(['export', exported, ...admin], { gateway })
  expect([code, problem]).toEqual([0, expect.any(String)])
  const [file = ''] = new Bun.Glob('**/keys/certified.json').scanSync(exported)
  expect(JSON.parse(await readFile(join(exported, file), 'utf8'))).toMatchObject({
    client_certificates: [`sha256:${'ab'.repeat(31)}cd`, 'dns:cli.example.com'],
  })
})
