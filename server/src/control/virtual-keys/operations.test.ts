import { afterAll, beforeAll, expect, test } from 'bun:test'
import { providerForms } from '../../admin-services/provider-forms.ts'
import { SavedTexts } from '../../config/saved/saved-texts.ts'
import { testReferences } from '../../core/secrets/test-references.ts'
import type { CustomRole } from '../../core/stores/roles.ts'
import type { User } from '../../core/stores/users.ts'
import { openRecords, type Records } from '../../records/records.ts'
import { type TestFolder, testFolder } from '../../records/testing/test-folder.ts'
import { vaultOf } from '../../stores/vault.ts'
import { keyPrincipal, type Principal, userPrincipal } from '../access/principal.ts'
import { permissionsOf } from '../access/roles.ts'
import { TestSpending } from '../policies/test-spending.ts'
import { startControl, type TestResponse } from '../test-control.ts'
import { virtualKeyOperations } from './operations.ts'
import type { CredentialDraft } from './ports.ts'

const SECRET = 'sk-0123456789abcdefghijklmnop'
const OTHER = 'sk-zyxwvutsrqponmlkjihgfedcba'

const tested: CredentialDraft[] = []
const secretValues = new Map<string, string>()
const vault = vaultOf({ id: '0123456789abcdef', bytes: new Uint8Array(32).fill(3) })
let control: Awaited<ReturnType<typeof startControl>>
let otherWorkspaceId: string
let records: Records
let folder: TestFolder
const budgets = new TestSpending()

beforeAll(async () => {
  folder = testFolder()
  records = openRecords({ dataDirectory: folder.path, retentionDays: 30 })
  const operations = virtualKeyOperations({
    spending: budgets,
    analytics: records.analytics,
    forms: providerForms(),
    vault,
    references: testReferences(secretValues),
    configTexts: new SavedTexts(vault),
    async test(draft) {
      tested.push(draft)
      return { isOk: true, isProven: true, status: 200, message: 'fine', durationMs: 3 }
    },
  })
  control = await startControl(operations)
  otherWorkspaceId = Bun.randomUUIDv7()
  const { database, home } = control
  const row = { ...home, id: otherWorkspaceId, slug: 'ws-other', name: 'Other', is_default: 0 }
  await database.insertInto('workspaces').values(row).execute()
})
afterAll(async () => {
  await control[Symbol.asyncDispose]()
  await records.close()
  folder[Symbol.dispose]()
})

async function ask(method: string, path: string, body?: object, kind: 'admin' | 'workspace' = 'workspace') {
  const headers = { 'content-type': 'application/json' }
  const as = control.principal({ kind })
  const answer = await control.ask({ method, path, headers, as, ...(body && { body: JSON.stringify(body) }) })
  if (answer === null) throw new Error(`${method} ${path} is no address of the control plane`)
  return answer
}

async function make(body: object = {}, kind?: 'admin' | 'workspace'): Promise<string> {
  const answer = await ask('POST', '/virtual-keys', { name: 'Main', provider: 'openai', key: SECRET, ...body }, kind)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body['slug'] as string
}

/** The decrypted credentials of a virtual key. */
async function secretsOf(slug: string): Promise<unknown[]> {
  const key = (await control.store.stores.virtualKeys.findInWorkspace(control.home.id, slug))!
  return key.credentials.map(({ id, sealed }) =>
    JSON.parse(vault.open(sealed, `virtual_key_credentials/sealed/${key.workspaceId}/${key.id}/${id}`)),
  )
}

/** A user whose custom role has every permission that such a role can have in the organisation, and its Admin key. */
function untrusted(): readonly Principal[] {
  const organisationId = control.home.organisation_id
  const permissions = [...permissionsOf('organisation')]
  const role = { id: 'r', organisationId, slug: 'all', level: 'organisation', permissions } as unknown as CustomRole
  const user = userPrincipal({ id: 'u', organisationId, email: 'u@example.com', role: 'all' } as User, [], [role])
  return [user, keyPrincipal(control.principal().caller!, user)]
}

const keysOf = (answer: TestResponse) => answer.body['keys'] as { id: string; masked_api_key: string; weight: number }[]

test('creation responds in both known shapes, and everything but the secret can be read back', async () => {
  const expires_at = new Date(Date.now() + 86_400_000).toISOString()
  const body = {
    name: ' Main ',
    provider: 'openai',
    key: SECRET,
    note: 'n',
    expires_at,
    rate_limits: [{ type: 'requests', unit: 'rpm', value: 5 }],
  }
  const created = await ask('POST', '/virtual-keys', body)
  const slug = created.body['slug'] as string
  expect(created.body).toEqual({ id: expect.any(String), slug, object: 'virtual-key', success: true, data: { slug } })
  expect(slug).toMatch(/^main-[0-9a-f]{6}$/)
  const read = await ask('GET', `/virtual-keys/${slug}`)
  expect(read.body).toMatchObject({
    object: 'virtual-key',
    name: 'Main',
    note: 'n',
    ai_provider_name: 'openai',
    masked_api_key: 'sk*******op',
    status: 'active',
    expires_at,
    rate_limits: body.rate_limits,
    usage_limits: null,
    secret_mappings: [],
    model_config: {},
    custom_host: null,
    workspace_id: control.home.id,
  })
  expect(JSON.stringify(read.body)).not.toContain(SECRET.slice(3, 12))
  expect(await secretsOf(slug)).toEqual([{ key: SECRET, settings: {} }])
  expect((await ask('GET', `/virtual-keys/${created.body['id']}`)).body).toEqual(read.body)
})

test.each([
  [{ awsAccessKeyId: 'AKIA0123456789', awsSecretAccessKey: 'very-secret-value', awsRegion: 'eu-west-1' }],
  [{ aws_access_key_id: 'AKIA0123456789', aws_secret_access_key: 'very-secret-value', aws_region: 'eu-west-1' }],
  [
    {
      cloud_c_access_key_id: 'AKIA0123456789',
      cloudCSecretAccessKey: 'very-secret-value',
      cloud_c_region: 'eu-west-1',
    },
  ],
  [
    {
      awsAccessKeyId: 'AKIA0123456789',
      awsSecretAccessKey: 'very-secret-value',
      model_config: { awsRegion: 'eu-west-1' },
    },
  ],
])('cloud settings are taken in every spelling, the secret ones sealed: %j', async (settings) => {
  const slug = await make({ provider: 'cloud-c', key: undefined, ...settings })
  const read = await ask('GET', `/virtual-keys/${slug}`)
  expect(read.body).toMatchObject({ ai_provider_name: 'bedrock', settings: { cloud_c_region: 'eu-west-1' } })
  expect(JSON.stringify(read.body)).not.toMatch(/very-secret|AKIA0123/)
  expect(await secretsOf(slug)).toEqual([
    {
      key: null,
      settings: { cloud_c_access_key_id: 'AKIA0123456789', cloud_c_secret_access_key: 'very-secret-value' },
    },
  ])
})

test('a deployment is accepted in the form that Portkey’s clients send', async () => {
  const deploymentConfig = [{ apiVersion: '2024-10-21', deploymentName: 'gpt', is_default: true }]
  const slug = await make({ provider: 'azure-openai', resourceName: 'west', deploymentConfig })
  const { model_config, settings } = (await ask('GET', `/virtual-keys/${slug}`)).body
  expect(model_config).toEqual({ resourceName: 'west', deploymentConfig })
  expect(settings).toMatchObject({ cloud_a_resource_name: 'west' })
})

test('several deployments are stored as sent, and a single deployment replaces them', async () => {
  const deploymentConfig = [
    { deploymentName: 'dep', apiVersion: '2024-06-01', alias: 'gpt4o', is_default: true },
    { deploymentName: 'dep-mini', azure_model_slug: 'gpt-4o-mini', alias: 'mini' },
  ]
  const slug = await make({ provider: 'azure-openai', resourceName: 'west', deploymentConfig })
  const read = (await ask('GET', `/virtual-keys/${slug}`)).body
  expect(read['model_config']).toEqual({ resourceName: 'west', deploymentConfig })
  expect((await ask('PUT', `/virtual-keys/${slug}`, { model_config: read['model_config'] })).status).toBe(200)
  // The form of the dashboard sends the list as text.
  const text = { cloud_a_deployments: JSON.stringify(deploymentConfig) }
  expect((await ask('PUT', `/virtual-keys/${slug}`, text)).status).toBe(200)
  expect((await ask('GET', `/virtual-keys/${slug}`)).body['model_config']).toEqual(read['model_config'])
  expect((await ask('PUT', `/virtual-keys/${slug}`, { deploymentName: 'one' })).status).toBe(200)
  const { model_config: changed } = (await ask('GET', `/virtual-keys/${slug}`)).body
  expect(changed).toEqual({ resourceName: 'west', deploymentName: 'one' })
})

test.each([
  [{ provider: 'opnai' }, 'provider_unknown', 'provider', 'openai'],
  [{ key: undefined }, 'credential_missing', 'key', 'requires a credential'],
  [{ key: 'sk 1 with spaces' }, 'invalid_body', 'key', 'spaces'],
  [{ key: 'sk*******op' }, 'invalid_body', 'key', 'not the secret itself'],
  [{ name: 'x'.repeat(10_000) }, 'invalid_body', 'name', '128'],
  [{ name: '   ' }, 'invalid_body', 'name', ''],
  [{ resourceName: 'west' }, 'invalid_body', 'resourceName', 'no such setting'],
  [{ nmae: 'x' }, 'invalid_body', 'nmae', 'Unknown field'],
  [{ provider: 'azure-openai' }, 'provider_settings_invalid', 'cloud_a_resource_name', 'needs'],
  [
    { provider: 'azure-openai', resourceName: 'evil.example/' },
    'provider_settings_invalid',
    'cloud_a_resource_name',
    'a-z',
  ],
  [{ provider: 'azure-openai', resourceName: 7 }, 'invalid_body', 'resourceName', 'string'],
  [{ provider: 'openai-compatible' }, 'provider_settings_invalid', 'custom_host', 'custom host'],
  [{ custom_host: 'ftp://x' }, 'custom_host_invalid', 'custom_host', ''],
  [{ custom_host: 'https://user:pw@x/v1' }, 'custom_host_invalid', 'custom_host', ''],
  [{ slug: '../x' }, 'invalid_body', 'slug', ''],
  [{ expires_at: '2020-01-01T00:00:00Z' }, 'invalid_body', 'expires_at', 'future'],
  [{ expires_at: 'tomorrow' }, 'invalid_body', 'expires_at', ''],
  [{ keys: [] }, 'invalid_body', 'keys', ''],
  [{ keys: [{ key: OTHER }] }, 'invalid_body', 'keys', 'either'],
  [{ key: undefined, keys: [{ key: OTHER, weight: 0 }] }, 'invalid_body', 'keys[0].weight', ''],
  [{ key: undefined, keys: [{}] }, 'credential_missing', 'keys[0].key', ''],
  [
    { key: undefined, keys: [{ key: OTHER, custom_host: 'https://x/v1' }] },
    'invalid_body',
    'keys[0].custom_host',
    'belongs',
  ],
  [
    { provider: 'azure-openai', resourceName: 'w', deploymentConfig: [{}, {}] },
    'invalid_body',
    'deploymentConfig[0]',
    'deploymentName',
  ],
  [
    { provider: 'azure-openai', resourceName: 'w', deploymentConfig: [{ deploymentName: 'd', key: 'k' }] },
    'invalid_body',
    'deploymentConfig[0].key',
    'unknown field',
  ],
  [
    { provider: 'azure-openai', resourceName: 'w', deploymentConfig: [{ deploymentName: '../x' }] },
    'provider_settings_invalid',
    'cloud_a_deployments',
    '[0].deployment_id',
  ],
  [
    {
      provider: 'azure-openai',
      resourceName: 'w',
      deploymentConfig: [
        { deploymentName: 'a', alias: 'x' },
        { deploymentName: 'b', alias: 'x' },
      ],
    },
    'provider_settings_invalid',
    'cloud_a_deployments',
    'twice',
  ],
  [
    { provider: 'azure-openai', resourceName: 'w', deploymentName: 'd', deploymentConfig: [{ deploymentName: 'd' }] },
    'invalid_body',
    'deploymentConfig',
    'either',
  ],
  [{ deploymentConfig: [{ deploymentName: 'd' }] }, 'invalid_body', 'deploymentConfig', 'no such setting'],
])('%j is refused as %s at %s', async (body, code, param, words) => {
  const answer = await ask('POST', '/virtual-keys', { name: 'Main', provider: 'openai', key: SECRET, ...body })
  expect(answer.status).toBe(400)
  expect(answer.error).toMatchObject({ code, param })
  expect(answer.error?.message).toContain(words)
  expect(JSON.stringify(answer.body)).not.toContain(SECRET)
})

test('a caller may choose the slug, once', async () => {
  expect(await make({ slug: 'my-own' })).toBe('my-own')
  const twin = await ask('POST', '/virtual-keys', { name: 'x', provider: 'openai', key: SECRET, slug: 'my-own' })
  expect(twin).toMatchObject({ status: 409, error: { code: 'conflict', param: 'slug' } })
  const id = (await ask('GET', '/virtual-keys/my-own')).body['id']
  const shadow = await ask('POST', '/virtual-keys', { name: 'x', provider: 'openai', key: SECRET, slug: id })
  expect(shadow.status).toBe(409)
})

test('a change keeps the fields it does not name, and null removes a value', async () => {
  const slug = await make({ note: 'n', usage_limits: { credit_limit: 5 }, custom_host: 'https://llm.example/v1' })
  expect((await ask('PUT', `/virtual-keys/${slug}`, { name: 'New' })).body).toMatchObject({
    slug,
    object: 'virtual-key',
  })
  const after = (await ask('GET', `/virtual-keys/${slug}`)).body
  expect(after).toMatchObject({ name: 'New', note: 'n', custom_host: 'https://llm.example/v1' })
  await ask('PUT', `/virtual-keys/${slug}`, { note: null, usage_limits: null, custom_host: null, key: SECRET })
  const cleared = (await ask('GET', `/virtual-keys/${slug}`)).body
  expect(cleared).toMatchObject({ name: 'New', note: null, usage_limits: null, custom_host: null })
  expect(await secretsOf(slug)).toEqual([{ key: SECRET, settings: {} }])
})

test('a new key replaces the old one; its mask sent back keeps it, another mask is refused', async () => {
  const slug = await make()
  const path = `/virtual-keys/${slug}`
  const sealedBefore = (await control.store.stores.virtualKeys.findInWorkspace(control.home.id, slug))!.credentials
  expect((await ask('PUT', path, { key: 'sk*******op', name: 'Same' })).status).toBe(200)
  const sealedAfter = (await control.store.stores.virtualKeys.findInWorkspace(control.home.id, slug))!.credentials
  expect(sealedAfter).toEqual(sealedBefore)
  expect((await ask('PUT', path, { key: 'xx*******yy' })).error).toMatchObject({ code: 'invalid_body', param: 'key' })
  expect((await ask('PUT', path, { key: OTHER })).status).toBe(200)
  expect(await secretsOf(slug)).toEqual([{ key: OTHER, settings: {} }])
  expect((await ask('GET', path)).body['masked_api_key']).toBe('sk*******ba')
})

test('one secret setting can be replaced alone, and an inconsistent change is refused', async () => {
  const aws = { awsAccessKeyId: 'AKIA0123456789', awsSecretAccessKey: 'very-secret-value' }
  const slug = await make({ provider: 'bedrock', key: undefined, ...aws })
  await ask('PUT', `/virtual-keys/${slug}`, { awsSecretAccessKey: 'another-secret' })
  expect(await secretsOf(slug)).toEqual([
    { key: null, settings: { cloud_c_access_key_id: 'AKIA0123456789', cloud_c_secret_access_key: 'another-secret' } },
  ])
  const broken = await ask('PUT', `/virtual-keys/${slug}`, { awsSecretAccessKey: null })
  expect(broken).toMatchObject({ status: 400, error: { code: 'provider_settings_invalid' } })
  const elsewhere = await ask('PUT', `/virtual-keys/${slug}`, { provider: 'openai' })
  expect(elsewhere).toMatchObject({ status: 400, error: { param: 'provider' } })
})

test('provider keys are added, changed and removed one by one; the last one stays', async () => {
  const slug = await make({ key: undefined, keys: [{ key: SECRET, weight: 2 }, { key: OTHER }] })
  const path = `/virtual-keys/${slug}`
  const [first, second] = keysOf(await ask('GET', path))
  expect([first?.weight, second?.weight]).toEqual([2, 1])
  const added = await ask('POST', `${path}/keys`, { key: 'sk-third-0123456789', weight: 5 })
  expect(added.body).toMatchObject({ object: 'virtual-key-credential', masked_api_key: 'sk*******89', weight: 5 })
  expect((await ask('PUT', path, { key: OTHER })).error).toMatchObject({ code: 'invalid_body', param: 'key' })
  expect((await ask('PUT', `${path}/keys/${first!.id}`, { key: 'sk-first-0123456789', weight: 9 })).status).toBe(200)
  expect((await secretsOf(slug)).map((text) => (text as { key: string }).key)).toEqual([
    'sk-first-0123456789',
    OTHER,
    'sk-third-0123456789',
  ])
  expect((await ask('DELETE', `${path}/keys/${first!.id}`)).body).toEqual({})
  expect((await ask('DELETE', `${path}/keys/${first!.id}`)).status).toBe(404)
  expect((await ask('PUT', `${path}/keys/${second!.id}`, { status: 'archived' })).body['status']).toBe('archived')
  const last = await ask('DELETE', `${path}/keys/${added.body['id']}`)
  expect(last).toMatchObject({ status: 409, error: { code: 'conflict' } })
  const off = await ask('PUT', `${path}/keys/${added.body['id']}`, { status: 'archived' })
  expect(off.status).toBe(409)
})

test('a provider that needs no credential may lose its last key', async () => {
  const slug = await make({ provider: 'ollama', key: SECRET })
  const [only] = keysOf(await ask('GET', `/virtual-keys/${slug}`))
  expect((await ask('DELETE', `/virtual-keys/${slug}/keys/${only!.id}`)).status).toBe(200)
  expect(keysOf(await ask('GET', `/virtual-keys/${slug}`))).toEqual([])
  expect((await ask('POST', `/virtual-keys/${slug}/keys`, {})).status).toBe(400)
  expect((await ask('PUT', `/virtual-keys/${slug}`, { key: OTHER })).status).toBe(200)
  expect(await secretsOf(slug)).toEqual([{ key: OTHER, settings: {} }])
})

test('a custom host is trusted if an Admin key saved it, until another caller changes it', async () => {
  const host = { custom_host: 'http://10.0.0.5:8000/v1' }
  const trusted = async (slug: string) => (await ask('GET', `/virtual-keys/${slug}`)).body['is_host_trusted']
  const own = await make(host)
  expect(await trusted(own)).toBe(false)
  const slug = await make({ ...host, workspace_id: control.home.id }, 'admin')
  expect(await trusted(slug)).toBe(true)
  await ask('PUT', `/virtual-keys/${slug}`, { ...host, name: 'Same host' })
  expect(await trusted(slug)).toBe(true)
  await ask('PUT', `/virtual-keys/${slug}`, { custom_host: 'http://10.0.0.5:8001/v1', key: SECRET })
  expect(await trusted(slug)).toBe(false)
  await ask('PUT', `/virtual-keys/${slug}`, host, 'admin')
  expect(await trusted(slug)).toBe(true)
})

test('users with a custom role and their Admin keys are not trusted', async () => {
  const headers = { 'content-type': 'application/json' }
  const slug = await make({ workspace_id: control.home.id }, 'admin')
  for (const as of untrusted()) {
    const send = async (method: string, path: string, body: object) =>
      (await control.ask({ method, path, headers, as, body: JSON.stringify(body) }))!
    const made = { name: 'Main', provider: 'openai', workspace_id: control.home.id }
    const host = 'http://10.0.0.5:8000/v1'
    const created = await send('POST', '/virtual-keys', { ...made, key: SECRET, custom_host: host })
    expect(created.status).toBe(200)
    expect((await ask('GET', `/virtual-keys/${created.body['slug']}`)).body['is_host_trusted']).toBe(false)
    const reference = { ...made, key: 'secret://test/closed/key' }
    expect((await send('POST', '/virtual-keys', reference)).error?.code).toBe('secret_not_allowed')
    const moved = await send('PUT', `/virtual-keys/${slug}`, { custom_host: 'https://elsewhere.example/v1' })
    expect(moved.error?.code).toBe('credential_origin_mismatch')
    expect((await send('POST', '/virtual-keys', { ...made, key: SECRET, id: 'chosen' })).status).toBe(403)
  }
})

test('every operation on another workspace’s virtual key returns not found', async () => {
  const made = await ask(
    'POST',
    '/virtual-keys',
    { name: 'x', provider: 'openai', key: SECRET, workspace_id: otherWorkspaceId },
    'admin',
  )
  const { id, slug } = made.body as { id: string; slug: string }
  const missing = await ask('GET', '/virtual-keys/nothing-there')
  for (const name of [id, slug]) {
    for (const [method, path, body] of [
      ['GET', ''],
      ['PUT', '', { name: 'y' }],
      ['DELETE', ''],
      ['POST', '/keys', { key: OTHER }],
      ['PUT', '/keys/x', { weight: 2 }],
      ['DELETE', '/keys/x'],
      ['POST', '/test', {}],
    ] as const) {
      const answer = await ask(method, `/virtual-keys/${name}${path}`, body)
      expect(answer.status).toBe(404)
      expect(answer.error?.message).toBe(missing.error!.message)
    }
  }
  const own = await ask('POST', '/virtual-keys', {
    name: 'x',
    provider: 'openai',
    key: SECRET,
    workspace_id: otherWorkspaceId,
  })
  expect(own.status).toBe(404)
  expect((await ask('GET', `/virtual-keys/${slug}`, undefined, 'admin')).status).toBe(200)
})

test('the list is of one’s own workspace, page by page', async () => {
  const all = await ask('GET', '/virtual-keys?page_size=2&current_page=1')
  expect(all.body).toMatchObject({ object: 'list', total: expect.any(Number) })
  expect(all.body['data']).toHaveLength(2)
  const others = await ask('GET', `/virtual-keys?workspace_id=${otherWorkspaceId}`, undefined, 'admin')
  expect(others.body['total']).toBe(1)
  expect((await ask('GET', `/virtual-keys?workspace_id=${otherWorkspaceId}`)).status).toBe(404)
})

test('a deletion is notified at once, and leaves nothing behind', async () => {
  const slug = await make()
  const before = control.announced.length
  expect((await ask('DELETE', `/virtual-keys/${slug}`)).body).toEqual({})
  expect(control.announced.slice(before)).toEqual([{ kind: 'virtual_key', workspaceId: control.home.id, slug }])
  expect((await ask('GET', `/virtual-keys/${slug}`)).status).toBe(404)
})

test('a virtual key that a config names is deleted only with force, and the details name the config', async () => {
  const slug = await make()
  await control.store.stores.configs.insert({
    id: Bun.randomUUIDv7(),
    organisationId: control.home.organisation_id,
    workspaceId: control.home.id,
    slug: 'pc-uses-it',
    name: 'Uses it',
    status: 'active',
    ownerId: 'o',
    updatedBy: 'o',
    createdAtMs: 1,
    updatedAtMs: 1,
    version: {
      id: Bun.randomUUIDv7(),
      number: 1,
      text: JSON.stringify({ virtual_key: slug }),
      names: [slug],
      trustedHosts: [],
      note: null,
      createdBy: 'o',
      createdAtMs: 1,
    },
  })
  const refused = await ask('DELETE', `/virtual-keys/${slug}`)
  expect(refused).toMatchObject({ status: 409, error: { code: 'in_use' } })
  expect(refused.error?.details).toEqual([expect.stringContaining('pc-uses-it')])
  expect((await ask('DELETE', `/virtual-keys/${slug}?force=true`)).status).toBe(200)
})

test('a budget shows its usage and can be reset manually; the reset is recorded first', async () => {
  const slug = await make({ usage_limits: { credit_limit: 10, alert_threshold: 8, periodic_reset: 'monthly' } })
  const fresh = await ask('GET', `/virtual-keys/${slug}`)
  const { id } = fresh.body as { id: string }
  expect(fresh.body).toMatchObject({ status: 'active', usage_limits: { current_usage: 0, held: 0, status: 'active' } })
  const holder = { kind: 'virtual_key' as const, id }
  budgets.spend(holder, { usedUnits: 7_500_000_001, heldUnits: 2_499_999_999, unknownUnits: 750_000_000 })
  const spent = await ask('GET', `/virtual-keys/${slug}`)
  expect(spent.body).toMatchObject({
    status: 'exhausted',
    usage_limits: { current_usage: 7.500_000_001, held: 2.499_999_999, status: 'exhausted' },
  })
  const listed = (await ask('GET', '/virtual-keys')).body['data'] as { id: string }[]
  expect(listed.find((key) => key.id === id)).toEqual(spent.body as { id: string })
  expect((await ask('GET', `/virtual-keys/${slug}/usage`)).body).toMatchObject({
    used: 7.500_000_001,
    held: 2.499_999_999,
    limit: 10,
    remaining: 0,
    unknown_outcome: 0.75,
    unpriced_requests: 0,
    status: 'exhausted',
  })
  // Sends back the object that was read, with a new limit. Its usage figures are ignored.
  const usage_limits = { ...(spent.body['usage_limits'] as object), credit_limit: 20 }
  expect((await ask('PUT', `/virtual-keys/${slug}`, { usage_limits, reset_usage: true })).status).toBe(200)
  expect(budgets.resets).toEqual([holder])
  const after = await ask('GET', `/virtual-keys/${slug}`)
  expect(after.body).toMatchObject({
    status: 'active',
    usage_limits: { credit_limit: 20, current_usage: 0, held: 2.499_999_999 },
  })
  const entry = (await control.entries()).findLast(({ action }) => action === 'virtual_key.update')
  expect(JSON.stringify(entry)).toContain('reset_usage')
  expect(control.announced.slice(-2).map(({ kind }) => kind)).toEqual(['virtual_key', 'limits'])
})

test('without a budget there is no usage', async () => {
  const slug = await make()
  expect((await ask('GET', `/virtual-keys/${slug}`)).body).toMatchObject({ status: 'active', usage_limits: null })
  expect((await ask('GET', `/virtual-keys/${slug}/usage`)).body).toMatchObject({
    type: null,
    limit: null,
    used: null,
    last_24_hours: { requests: 0, cost: 0, tokens: 0 },
    forecast_exhausted_at: null,
  })
})

test('a test call uses the stored or the sent credential; only an Admin key makes the host trusted', async () => {
  const slug = await make({ custom_host: 'https://llm.example/v1' })
  tested.length = 0
  const answer = await ask('POST', `/virtual-keys/${slug}/test`, { model: 'm' })
  expect(answer.body).toEqual({ ok: true, proven: true, status: 200, message: 'fine', duration_ms: 3 })
  const unsaved = { provider: 'openai', key: OTHER, custom_host: 'http://10.0.0.5/v1' }
  await ask('POST', '/virtual-keys/test', unsaved)
  await ask('POST', '/virtual-keys/test', unsaved, 'admin')
  const base = { provider: 'openai', settings: {} }
  expect(tested).toEqual([
    { ...base, key: SECRET, customHost: 'https://llm.example/v1', isHostTrusted: false, model: 'm' },
    { ...base, key: OTHER, customHost: 'http://10.0.0.5/v1', isHostTrusted: false, model: null },
    { ...base, key: OTHER, customHost: 'http://10.0.0.5/v1', isHostTrusted: true, model: null },
  ])
  expect((await ask('POST', '/virtual-keys/test', { provider: 'openai' })).error?.code).toBe('credential_missing')
})

test('no secret is in the audit log, in the store, or in any response', async () => {
  const entries = JSON.stringify(await control.entries())
  expect(entries).toContain('virtual_key.create')
  expect(entries).toContain('virtual_key.add_key')
  const { database } = control
  const rows = JSON.stringify([
    await database.selectFrom('virtual_keys').selectAll().execute(),
    await database.selectFrom('virtual_key_credentials').selectAll().execute(),
  ])
  for (const secret of [SECRET, OTHER, 'very-secret-value', 'another-secret']) {
    for (const text of [entries, rows]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 16))
      expect(text).not.toContain(Buffer.from(secret).toString('hex'))
    }
  }
  expect(control.defects).toEqual([])
})

const AWS = {
  provider: 'bedrock',
  key: undefined,
  aws_access_key_id: 'AKIA0123456789',
  aws_secret_access_key: 'very-secret-value',
  aws_region: 'eu-west-1',
}
const ROLE = { aws_role_arn: 'arn:aws:iam::123456789012:role/gateway' }
const AZURE = { provider: 'azure-openai', resource_name: 'ours' }
const VERTEX = { provider: 'vertex-ai', vertex_project_id: 'house', vertex_region: 'europe-west4' }
const HOSTED = { provider: 'openai-compatible', custom_host: 'https://ours.example/v1' }

const MOVES: readonly [what: string, made: object, change: object, secret: object][] = [
  ['a custom host over the provider’s own', {}, { custom_host: 'https://evil.example/v1' }, { key: SECRET }],
  ['another custom host', HOSTED, { custom_host: 'https://evil.example/v1' }, { key: SECRET }],
  ['another port', HOSTED, { custom_host: 'https://ours.example:8443/v1' }, { key: SECRET }],
  ['no TLS', HOSTED, { custom_host: 'http://ours.example/v1' }, { key: SECRET }],
  ['a host in model_config', HOSTED, { model_config: { customHost: 'https://evil.example/v1' } }, { key: SECRET }],
  ['another Azure resource', AZURE, { azureResourceName: 'evil' }, { key: SECRET }],
  ['another region of Vertex AI', VERTEX, { vertex_region: 'us' }, { key: SECRET }],
  [
    'another region of Bedrock',
    AWS,
    { aws_region: 'cn-north-1' },
    { aws_access_key_id: 'AKIA0123456789', aws_secret_access_key: 'very-secret-value' },
  ],
  [
    'another token service',
    { ...AWS, ...ROLE },
    { aws_sts_endpoint: 'https://evil.example' },
    { aws_access_key_id: 'AKIA0123456789', aws_secret_access_key: 'very-secret-value' },
  ],
]

test.each(MOVES)('%s needs the secret again, or an organisation-wide caller', async (_, made, change, secret) => {
  const slug = await make(made)
  const before = await secretsOf(slug)
  const path = `/virtual-keys/${slug}`
  const shown = (await ask('GET', path)).body
  const refused = { status: 403, error: { code: 'credential_origin_mismatch' } }
  expect(await ask('PUT', path, change)).toMatchObject(refused)
  // Neither a mask nor a part of the secret is the secret.
  const masks = Object.fromEntries(Object.keys(secret).map((name) => [name, shown['masked_api_key']]))
  expect(await ask('PUT', path, { ...change, ...masks })).toMatchObject(refused)
  const [first, ...others] = Object.entries(secret)
  if (others.length > 0) expect(await ask('PUT', path, { ...change, [first![0]]: first![1] })).toMatchObject(refused)
  expect((await ask('GET', path)).body).toEqual(shown)
  expect((await ask('PUT', path, { ...change, ...secret })).status).toBe(200)
  expect(await secretsOf(slug)).toEqual(before)

  const other = await make(made)
  expect((await ask('PUT', `/virtual-keys/${other}`, change, 'admin')).status).toBe(200)
  const entries = (await control.entries()).filter(({ action }) => action === 'virtual_key.update')
  const [kept, moved] = [entries.at(-2)!, entries.at(-1)!]
  expect(JSON.parse(moved.after ?? '{}')).toHaveProperty('origin_changed', {
    from: expect.any(Array),
    to: expect.any(Array),
  })
  expect(JSON.parse(kept.after ?? '{}')).toHaveProperty('origin_changed')
  expect((await control.entries()).some(({ refusedWith }) => refusedWith === 'credential_origin_mismatch')).toBe(true)
})

test('a change that keeps the origin needs no secret', async () => {
  for (const [made, change] of [
    [HOSTED, { custom_host: 'https://OURS.example:443/v2' }],
    [AZURE, { azureApiVersion: 'v1', azureResourceName: 'ours', note: 'n' }],
    [AWS, { aws_region: 'eu-west-1', name: 'Same' }],
  ] as const) {
    const slug = await make(made)
    expect((await ask('PUT', `/virtual-keys/${slug}`, change)).status).toBe(200)
    const { after } = (await control.entries()).at(-1)!
    expect(JSON.parse(after ?? '{}')).not.toHaveProperty('origin_changed')
  }
})

test('several keys are moved together by an organisation-wide caller only, and one of them not by its own settings', async () => {
  const slug = await make({ key: undefined, keys: [{ key: SECRET }, { key: OTHER }] })
  const change = { custom_host: 'https://evil.example/v1' }
  const refused = await ask('PUT', `/virtual-keys/${slug}`, change)
  expect(refused).toMatchObject({ status: 403, error: { code: 'credential_origin_mismatch' } })
  expect((await ask('PUT', `/virtual-keys/${slug}`, change, 'admin')).status).toBe(200)

  const vertex = await make({ ...VERTEX, key: 'an-access-token-of-theirs' })
  const [key] = keysOf(await ask('GET', `/virtual-keys/${vertex}`))
  const file = {
    client_email: 'a@b.example',
    private_key: '-----BEGIN PRIVATE KEY-----',
    token_uri: 'https://evil.example/token',
  }
  const path = `/virtual-keys/${vertex}/keys/${key!.id}`
  expect(await ask('PUT', path, { vertex_service_account_json: file })).toMatchObject({ status: 403 })
  expect((await ask('PUT', path, { vertex_service_account_json: file }, 'admin')).status).toBe(200)
})

test('secret references: shown, kept, checked by who saves them, and resolved for tests', async () => {
  const settings = { vertex_service_account_json: 'secret://test/open/account' }
  const slug = await make({ ...VERTEX, key: undefined, ...settings })
  const read = await ask('GET', `/virtual-keys/${slug}`)
  const references = { cloud_b_service_account_json: 'secret://test/open/account' }
  expect(read.body).toMatchObject({
    masked_api_key: 'secret://test/open/account',
    keys: [{ secret_references: references }],
  })
  expect((await ask('PUT', `/virtual-keys/${slug}`, { name: 'Other', ...settings })).status).toBe(200)
  expect(await secretsOf(slug)).toEqual([{ key: null, settings: references }])
  const refused = await ask('PUT', `/virtual-keys/${slug}`, { vertex_service_account_json: 'secret://test/closed/x' })
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'secret_not_allowed' } } })
  const given = await make({ key: 'secret://test/closed/key' }, 'admin')
  expect(await secretsOf(given)).toEqual([{ key: 'secret://test/closed/key', settings: {}, trusted: ['key'] }])
  // Replacing one secret of a credential keeps only the other references trusted.
  const both = await make({ ...VERTEX, key: 'secret://test/closed/key', ...settings }, 'admin')
  const changed = { vertex_service_account_json: 'secret://test/open/other' }
  expect((await ask('PUT', `/virtual-keys/${both}`, changed)).status).toBe(200)
  expect(await secretsOf(both)).toMatchObject([{ trusted: ['key'] }])
  secretValues.set('secret://test/closed/key', 'sk-from-the-store')
  expect((await ask('POST', `/virtual-keys/${given}/test`, {})).status).toBe(200)
  expect(tested.at(-1)).toMatchObject({ key: 'sk-from-the-store' })
  const unsaved = { provider: 'openai', key: 'secret://test/closed/key' }
  expect((await ask('POST', '/virtual-keys/test', unsaved)).status).toBe(403)
  expect((await ask('POST', '/virtual-keys/test', unsaved, 'admin')).status).toBe(200)
  expect(tested.at(-1)).toMatchObject({ key: 'sk-from-the-store' })
})
