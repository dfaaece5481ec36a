import { expect, test } from 'bun:test'
import { shareGateway } from '../../harness/share-gateway.ts'
import { askCommand, onTerminal, runCommand } from './run-command.ts'

const gateway = await shareGateway()

type Key = { id: string; name: string; key: string; scopes: string[]; expires_at: string | null }

function listKeys(): Promise<Key[]> {
  return askCommand(['keys', 'list'], { gateway })
}

async function statusWith(key: string): Promise<number> {
  const body = { model: 'mock-1', messages: [{ role: 'user', content: 'hi' }] }
  const headers = { 'x-gateway-provider': 'mock' }
  return (await gateway.fetch('/v1/chat/completions', { method: 'POST', key, body, headers })).status
}

test('a key is created, used, rotated and revoked', async () => {
  const words = ['keys', 'create', 'Robot', '--scope', 'logs.list', '--expires', '90d', '--rate-limit', '600/m']
  const made = await askCommand<Key>(words, { gateway })
  expect(await statusWith(made.key)).toBe(200)
  const found = (await listKeys()).find(({ id }) => id === made.id)
  expect(found).toMatchObject({ name: 'Robot', scopes: ['logs.list'], rate_limits: [{ unit: 'rpm', value: 600 }] })
  const inDays = (Date.parse(found?.expires_at ?? '') - Date.now()) / 86_400_000
  expect(inDays).toBeCloseTo(90, 1)

  const rotated = await askCommand<Key>(['keys', 'rotate', 'Robot', '--overlap', '1h'], { gateway })
  expect(rotated.key).not.toBe(made.key)
  expect([await statusWith(rotated.key), await statusWith(made.key)]).toEqual([200, 200])

  const leaked = await askCommand<Key>(['keys', 'rotate', 'Robot', '--overlap', '0s'], { gateway })
  expect([await statusWith(leaked.key), await statusWith(rotated.key), await statusWith(made.key)]).toEqual([
    200, 401, 401,
  ])

  await askCommand(['keys', 'revoke', made.id, '--yes'], { gateway })
  expect(await statusWith(leaked.key)).toBe(401)
  expect((await listKeys()).some(({ id }) => id === made.id)).toBe(false)
})

test('--quiet prints only the secret', async () => {
  const { out, problem } = await runCommand(['keys', 'create', 'For a variable', '--quiet'], { gateway })
  expect([await statusWith(out.trim()), problem]).toEqual([200, ''])
})

test('a key is not revoked without confirmation', async () => {
  await runCommand(['keys', 'create', 'Stays'], { gateway })
  const silent = await runCommand(['keys', 'revoke', 'Stays'], { gateway })
  expect(silent.code).toBe(2)
  expect(silent.problem).toContain('Add --yes')
  const asked = await onTerminal(['keys', 'revoke', 'Stays'], { gateway }, 'n')
  expect(asked.code).toBe(1)
  expect(asked.screen).toContain('Nothing was changed')
  expect((await listKeys()).some(({ name }) => name === 'Stays')).toBe(true)
  const agreed = await onTerminal(['keys', 'revoke', 'Stays'], { gateway }, 'y')
  expect(agreed.code).toBe(0)
  expect((await listKeys()).some(({ name }) => name === 'Stays')).toBe(false)
})

test('an ambiguous key name is rejected with the ids', async () => {
  for (let i = 0; i < 2; i++) await runCommand(['keys', 'create', 'Twin'], { gateway })
  const { code, problem } = await runCommand(['keys', 'rotate', 'Twin'], { gateway })
  expect(code).toBe(1)
  for (const { id } of (await listKeys()).filter(({ name }) => name === 'Twin')) expect(problem).toContain(id)
})

test('an Admin key can create Admin keys; a workspace key gets an error', async () => {
  const words = ['keys', 'create', 'Boss', '--kind', 'admin', '--scope', 'audit_logs.list']
  const { key } = await askCommand<Key>(words, { gateway, key: gateway.adminKey })
  expect(await askCommand(['keys', 'whoami'], { gateway, key })).toMatchObject({
    api_key: { name: 'Boss', kind: 'admin' },
  })
  const refused = await runCommand(words, { gateway })
  expect(refused.code).toBe(4)
  expect(refused.problem).toMatch(/why {3}403 /)
})

test('an unknown key gets an error with a fix', async () => {
  const { code, problem } = await runCommand(['keys', 'list'], { gateway, key: 'gww_nobody-knows-this-one' })
  expect(code).toBe(4)
  expect(problem).toMatch(/why {3}401 .*\n {2}fix {3}/)
})

test('a terminal gets an aligned table', async () => {
  const { screen } = await onTerminal(['keys', 'list', '--no-color'], { gateway })
  const [head = '', ...rows] = screen.trimEnd().split('\n')
  expect(head).toMatch(/^NAME +KEY +KIND +STATUS +LAST USED +EXPIRES +ID$/)
  for (const row of rows) expect(row.slice(head.indexOf('KIND'))).toMatch(/^(workspace|admin) /)
})

test('a virtual key reads its credential from the environment, a file or standard input, never from an argument', async () => {
  const create = ['virtual-keys', 'create', 'team', '--provider', 'mock', '--key-env', 'TEAM_KEY', '--set', 'note=ours']
  const missing = await runCommand(create, { gateway })
  expect([missing.code, missing.problem.includes('TEAM_KEY is not set')]).toEqual([1, true])
  expect(await askCommand(create, { gateway, environment: { TEAM_KEY: 'first-secret-1234' } })).toMatchObject({
    slug: 'team',
  })

  type Row = { slug: string; masked_api_key: string; note: string }
  const row = async () =>
    (await askCommand<Row[]>(['virtual-keys', 'list'], { gateway })).find(({ slug }) => slug === 'team')
  const before = await row()
  expect(before).toMatchObject({ note: 'ours' })
  await askCommand(['virtual-keys', 'rotate', 'team', '--key-file', '-'], { gateway, stdin: 'second-secret-9876\n' })
  expect((await row())?.masked_api_key).not.toBe(before?.masked_api_key ?? '')
  expect(await askCommand(['virtual-keys', 'test', 'team'], { gateway })).toMatchObject({ ok: true })

  await askCommand(['virtual-keys', 'delete', 'team', '--yes'], { gateway })
  expect(await row()).toBeUndefined()
})

test('an integration is created, opened to workspaces with limits, restricted to models, and closed', async () => {
  const asAdmin = { gateway, key: gateway.adminKey, environment: { SHARED_KEY: 'sk-shared-0123456789' } }
  const create = ['integrations', 'create', 'shared', '--provider', 'openai', '--key-env', 'SHARED_KEY']
  expect(await askCommand(create, asAdmin)).toMatchObject({ slug: 'shared' })
  const listed = await gateway.fetch('/v1/admin/workspaces', { key: gateway.adminKey })
  const [home] = ((await listed.json()) as { data: { slug: string }[] }).data
  const allow = ['integrations', 'allow', 'shared', home!.slug, '--budget', '5', '--reset', 'monthly']
  await askCommand([...allow, '--rate-limit', '60/m'], asAdmin)
  await askCommand(['integrations', 'models', 'shared', '--only', '--enable', 'gpt-4o'], asAdmin)
  type Shown = { workspaces: object[]; allow_all_models: boolean; models: { slug: string; enabled: boolean }[] }
  const shown = await askCommand<Shown>(['integrations', 'show', 'shared'], asAdmin)
  expect(shown).toMatchObject({
    allow_all_models: false,
    workspaces: [
      {
        id: home!.slug,
        enabled: true,
        usage_limits: [{ type: 'cost', credit_limit: 5, periodic_reset: 'monthly' }],
        rate_limits: [{ type: 'requests', unit: 'rpm', value: 60 }],
      },
    ],
  })
  expect(shown.models.filter(({ enabled }) => enabled).map(({ slug }) => slug)).toEqual(['gpt-4o'])
  expect((await runCommand(['integrations', 'show', 'shared', '--no-color'], asAdmin)).out).toContain('0 of 5 USD')
  await askCommand(['integrations', 'rotate', 'shared', '--key-file', '-'], { ...asAdmin, stdin: 'sk-new-0123456789' })
  await askCommand(['integrations', 'deny', 'shared', home!.slug], asAdmin)
  const both = await runCommand(['integrations', 'allow', 'shared', 'w', '--all'], asAdmin)
  expect([both.code, both.problem.includes('not both')]).toEqual([2, true])
  await askCommand(['integrations', 'delete', 'shared', '--yes'], asAdmin)
  expect(await askCommand(['integrations', 'list'], asAdmin)).toEqual([])
})

test('a virtual model is created with a warning, changed, renamed and deleted', async () => {
  const reply = await gateway.fetch('/v1/configs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Mock', config: { provider: 'mock' } }),
  })
  const { slug } = (await reply.json()) as { slug: string }
  const made = await runCommand(['virtual-models', 'create', 'chat', '--config', slug, '--json'], { gateway })
  expect([made.code, made.problem.includes('sets no override_params.model')]).toEqual([0, true])
  const rename = ['virtual-models', 'update', 'chat', '--rename', 'team/chat', '--description', 'For people']
  expect(await askCommand(rename, { gateway })).toMatchObject({ name: 'team/chat', config: slug })
  expect(await askCommand(['virtual-models', 'list'], { gateway })).toMatchObject([
    { name: 'team/chat', config: slug, description: 'For people' },
  ])
  expect((await runCommand(['virtual-models', 'create', 'x'], { gateway })).code).toBe(2)
  expect((await runCommand(['virtual-models', 'update', 'team/chat'], { gateway })).code).toBe(2)
  await askCommand(['virtual-models', 'delete', 'team/chat', '--yes'], { gateway })
  expect(await askCommand(['virtual-models', 'list'], { gateway })).toEqual([])
})

test('a virtual key that fails its test exits with 1 and prints a fix', async () => {
  const words = [
    'virtual-keys',
    'create',
    'far',
    '--provider',
    'openai',
    '--key-file',
    '-',
    '--host',
    'http://127.0.0.1:1/v1',
  ]
  await askCommand(words, { gateway, stdin: 'sk-nothing-1234567890' })
  const { code, problem } = await runCommand(['virtual-keys', 'test', 'far'], { gateway })
  expect(code).toBe(1)
  expect(problem).toContain('gatehouse virtual-keys rotate far')
})

test('a key for a purpose has minimal scopes, and a virtual key can be tested at creation', async () => {
  const { key } = await askCommand<Key>(['keys', 'create', 'Reports', '--preset', 'analytics'], { gateway })
  const me = await askCommand<{ workspaces: { scopes: string[] }[] }>(['keys', 'whoami'], { gateway, key })
  expect(me.workspaces[0]?.scopes).toEqual(['analytics.view'])
  expect((await onTerminal(['keys', 'whoami', '--no-color'], { gateway, key })).screen).toMatch(
    /Scopes\n +analytics +view/,
  )
  expect((await gateway.chat({ provider: 'mock' }, { key })).status).toBe(403)
  const good = await runCommand(['vk', 'add', 'proven', '--provider', 'mock', '--test'], { gateway })
  expect([good.code, good.problem.includes('✔ proven')]).toEqual([0, true])
  const words = ['vk', 'add', 'unproven', '--provider', 'openai', '--host', 'http://127.0.0.1:9/v1', '--key-file', '-']
  const bad = await runCommand([...words, '--test'], { gateway, key: gateway.adminKey, stdin: 'sk-nobody-home-1234' })
  expect([bad.code, bad.problem.includes('Virtual key unproven does not work')]).toEqual([1, true])
})

test('a price is set in US dollars per million tokens and applies to later requests', async () => {
  await askCommand(['prices', 'set', 'house-model', '--in', '0.15', '--out', '0.6'], { gateway })
  expect((await onTerminal(['prices', 'list', '--no-color'], { gateway })).screen).toMatch(
    /house-model .*\$0\.15 +\$0\.6 /,
  )
  const reply = await gateway.fetch('/v1/prices/effective?provider=openai&model=house-model')
  expect(await reply.json()).toMatchObject({ source: 'own', prices: { output_tokens: { usd: 0.6 } } })
  const wrong = await runCommand(['prices', 'add', 'house-model', '--in', 'cheap'], { gateway })
  expect([wrong.code, wrong.problem.includes('--in must be US dollars')]).toEqual([2, true])
})

test('virtual-keys list shows budgets: limit, usage and next reset', async () => {
  const words = ['vk', 'add', 'capped', '--provider', 'mock', '--budget', '50', '--reset', 'monthly']
  await askCommand(words, { gateway })
  await askCommand(['vk', 'add', 'uncapped', '--provider', 'mock'], { gateway })
  const { out } = await runCommand(['virtual-keys', 'list'], { gateway })
  expect(out).toMatch(/^SLUG +PROVIDER +STATUS +BUDGET +USED +RESETS +CREDENTIALS/)
  expect(out).toMatch(/^capped +mock +active +\$50\.00 +\$0\.00 +\d{4}-\d{2}-01 /m)
  expect(out).toMatch(/^uncapped +mock +active +- +- +- /m)
})

test('a terminal of 80 columns shows every key without a line that is too long', async () => {
  const { screen } = await onTerminal(['keys', 'list', '--no-color'], { gateway, columns: 80 })
  const lines = screen.trimEnd().split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  for (const { id } of await listKeys()) expect(screen).toContain(id)
})

test('a wrong key and an unknown slug are explained in terms of the command line', async () => {
  const wrong = await runCommand(['keys', 'list'], { gateway, key: 'gww_mistyped' })
  expect([wrong.code, wrong.problem]).toEqual([4, expect.stringContaining('fix   Copy the whole key again')])
  const unknown = await runCommand(['configs', 'get', 'nothing'], { gateway })
  expect([unknown.code, unknown.problem]).toEqual([
    1,
    expect.stringContaining('fix   gatehouse configs list lists them.'),
  ])
})
