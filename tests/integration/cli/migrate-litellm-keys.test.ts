import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filesWith } from '../../harness/data-files.ts'
import { shareGateway } from '../../harness/share-gateway.ts'
import { runCommand } from './run-command.ts'

const gateway = await shareGateway()
const folder = await mkdtemp(join(tmpdir(), 'gatehouse-litellm-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

type Row = Record<string, unknown>
type Report = { applied: { place: string; id: string; secret?: string }[]; left_behind: string[]; variables: string[] }

const sha256 = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')
const TEAM = '0aaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'

const CONFIG = `
model_list:
  - model_name: chat
    litellm_params: { model: hosted_vllm/mock-1, api_base: https://llm.example.com/v1, api_key: os.environ/OPENAI_KEY }
router_settings:
  model_group_alias: { talk: chat }
general_settings:
  database_url: os.environ/DATABASE_URL
`

const KEYS: Row[] = [
  {
    token: sha256('sk-team-secret-1'),
    key_alias: 'team app',
    key_name: 'sk-...et-1',
    team_id: TEAM,
    spend: 3.5,
    max_budget: 25,
    budget_duration: '30d',
    rpm_limit: 60,
    tpm_limit: 1000,
    models: [],
    metadata: { service: 'search' },
    blocked: null,
    expires: null,
  },
  {
    token: sha256('sk-chat-only'),
    key_alias: 'chat only',
    team_id: null,
    models: ['chat'],
    max_budget: null,
    metadata: {},
  },
  { token: sha256('sk-two-models'), key_alias: 'two models', models: ['chat', 'other'] },
  { token: sha256('sk-blocked'), key_alias: 'blocked one', blocked: true },
  { token: sha256('sk-expired'), key_alias: 'expired one', expires: '2020-01-01 00:00:00' },
  { token: sha256('sk-hourly'), key_alias: 'hourly', max_budget: 5, budget_duration: '1h' },
  { token: 'sk-plain-secret', key_alias: 'plain' },
]
const TEAMS = `team_id,team_alias,max_budget,budget_duration,models,blocked\n${TEAM},"Search, ""new""",100,1mo,{},false\n`

async function migrate(...words: string[]) {
  const journal = ['--journal', join(folder, 'journal.json')]
  return runCommand(['migrate', 'litellm', ...words, ...journal, '--json'], {
    gateway,
    key: gateway.adminKey,
    environment: { OPENAI_KEY: 'sk-openai-1234567890' },
  })
}

async function keyRows(): Promise<Row[]> {
  const body = (await (await gateway.fetch('/v1/api-keys?page_size=100', { key: gateway.adminKey })).json()) as {
    data: Row[]
  }
  return body.data
}

/** A request through the mock provider, instead of the default config of the key. */
const models = (key: string) =>
  gateway.fetch('/v1/models', { key, headers: { 'x-gateway-config': JSON.stringify({ provider: 'mock' }) } })

test('keys of LiteLLM keep working, with their limits, in the workspaces of their teams', async () => {
  await Promise.all([
    writeFile(join(folder, 'config.yaml'), CONFIG),
    writeFile(join(folder, 'keys.json'), JSON.stringify({ LiteLLM_VerificationToken: KEYS })),
    writeFile(join(folder, 'teams.csv'), TEAMS),
  ])
  expect((await models('sk-team-secret-1')).status).toBe(401)
  const files = ['config.yaml', 'keys.json', 'teams.csv'].map((name) => join(folder, name))
  const { code, out, problem } = await migrate(...files, '--apply')
  expect(code).toBe(1)
  const report = JSON.parse(out) as Report
  for (const what of [
    'key two models: it may use only chat, other',
    'key blocked one: it is blocked',
    'key expired one: it has expired',
    'key hourly: a budget of 5 US dollars per 1h',
    'key plain: its token is not a SHA-256 hash',
  ])
    expect([what, problem.includes(what)]).toEqual([what, true])
  expect(report.left_behind).toHaveLength(5)
  expect(`${out}${problem}`).not.toContain('sk-plain-secret')
  // The gateway has no secrets to show, because callers already have them.
  expect(report.applied.filter(({ secret }) => secret !== undefined)).toEqual([])

  const team = (await keyRows()).find(({ name }) => name === 'team app')
  expect(team).toMatchObject({
    workspace_id: TEAM,
    scopes: ['completions.write'],
    usage_limits: { credit_limit: 25, periodic_reset_days: 30 },
    rate_limits: [
      { type: 'requests', unit: 'rpm', value: 60 },
      { type: 'tokens', unit: 'rpm', value: 1000 },
    ],
    defaults: { config_id: null, metadata: { service: 'search' } },
    key_hint: 'sk-…',
  })
  expect((await models('sk-team-secret-1')).status).toBe(200)
  expect((await models('sk-team-secret-1')).status).toBe(200)
  for (const wrong of [
    'sk-team-secret-2',
    'sk-blocked',
    'sk-two-models',
    sha256('sk-chat-only'),
    `sha256:${sha256('sk-chat-only')}`,
  ])
    expect([wrong, (await models(wrong)).status]).toEqual([wrong, 401])
  const aliases = (await (
    await gateway.fetch(`/v1/virtual-models?workspace_id=${TEAM}`, { key: gateway.adminKey })
  ).json()) as { data: Row[] }
  expect(aliases.data.map(({ name, config }) => [name, config]).sort()).toEqual([
    ['chat', 'chat'],
    ['talk', 'chat'],
  ])
  const workspace = (await (
    await gateway.fetch(`/v1/admin/workspaces/${TEAM}`, { key: gateway.adminKey })
  ).json()) as Row
  expect(workspace).toMatchObject({
    name: 'Search, "new"',
    usage_limits: [{ credit_limit: 100, periodic_reset: 'monthly' }],
  })
})

test('a second run has nothing to do', async () => {
  const files = ['config.yaml', 'keys.json', 'teams.csv'].map((name) => join(folder, name))
  const { out } = await migrate(...files)
  expect(JSON.parse(out)).toMatchObject({ create: 0, conflicts: 0 })
})

test('a deleted key stops working, and can be imported again', async () => {
  const id = String((await keyRows()).find(({ name }) => name === 'team app')?.['id'])
  await gateway.fetch(`/v1/api-keys/${id}`, { method: 'DELETE', key: gateway.adminKey })
  expect((await models('sk-team-secret-1')).status).toBe(401)
  const files = ['config.yaml', 'keys.json', 'teams.csv'].map((name) => join(folder, name))
  await migrate(...files, '--apply')
  expect((await models('sk-team-secret-1')).status).toBe(200)
})

test('only Admin keys import hashes, each hash belongs to one key, and the audit log has the import', async () => {
  const body = { name: 'mine', scopes: ['completions.write'], secret_sha256: sha256('sk-my-own-choice') }
  const send = (key: string) => gateway.fetch('/v1/api-keys/workspace/service', { method: 'POST', key, body })
  expect((await send(gateway.workspaceKey)).status).toBe(403)
  expect((await send(gateway.adminKey)).status).toBe(200)
  expect((await send(gateway.adminKey)).status).toBe(409)
  const audit = await (await gateway.fetch('/v1/audit-logs?action=api_key.create', { key: gateway.adminKey })).text()
  expect(audit).toContain('imported_secret')
  expect(audit).not.toContain(sha256('sk-my-own-choice'))
})

const importKey = async (name: string, secret: string) => {
  const body = { name, scopes: ['completions.write'], secret_sha256: sha256(secret) }
  return gateway.fetch('/v1/api-keys/workspace/service', { method: 'POST', key: gateway.adminKey, body })
}

test('a used key cannot be imported again, so deleting it ends the secret', async () => {
  const made = (await (await importKey('first', 'sk-used-once-0001')).json()) as Row
  expect((await models('sk-used-once-0001')).status).toBe(200)
  expect((await importKey('second', 'sk-used-once-0001')).status).toBe(409)
  await gateway.fetch(`/v1/api-keys/${made['id']}`, { method: 'DELETE', key: gateway.adminKey })
  expect((await models('sk-used-once-0001')).status).toBe(401)
})

test('the secret of an imported key works during the transition of a rotation, used before or not', async () => {
  for (const [secret, isUsed] of [
    ['sk-rotated-unused', false],
    ['sk-rotated-in-use', true],
  ] as const) {
    const made = (await (await importKey(secret, secret)).json()) as Row
    if (isUsed) expect((await models(secret)).status).toBe(200)
    const rotate = async (ms: number) => {
      const body = { key_transition_period_ms: ms }
      const reply = await gateway.fetch(`/v1/api-keys/${made['id']}/rotate`, {
        method: 'POST',
        key: gateway.adminKey,
        body,
      })
      return String(((await reply.json()) as Row)['key'])
    }
    const renewed = await rotate(1_800_000)
    expect([isUsed, (await models(secret)).status, (await models(renewed)).status]).toEqual([isUsed, 200, 200])
    await rotate(0)
    expect([isUsed, (await models(secret)).status, (await models(renewed)).status]).toEqual([isUsed, 401, 401])
  }
})

test('a guessable secret is not accepted, and the database does not have the unkeyed hash', async () => {
  expect((await importKey('short', 'sk-1234')).status).toBe(200)
  expect((await models('sk-1234')).status).toBe(401)
  await importKey('at rest', 'sk-at-rest-0123456789')
  expect(await filesWith(gateway.dataDirectory, sha256('sk-at-rest-0123456789'))).toEqual([])
})
