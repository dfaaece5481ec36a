import { afterAll, beforeEach, expect, test } from 'bun:test'
import { startSimulator } from '../../simulators/simulator.ts'
import { type Actor, ControlScene } from '../harness/control-scene.ts'
import { errorOf } from '../harness/error-of.ts'
import { startGateway } from '../harness/start-gateway.ts'

const SECRET = 'entra-secret-0123456789'

/** Stands in for Entra ID, the metadata service of Azure and AWS STS. */
const asked: string[] = []
const tokens = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname } = new URL(request.url)
    const form = new URLSearchParams(await request.text())
    asked.push(`${request.method} ${pathname}`)
    if (form.get('Action') === 'AssumeRole') return new Response(sessionOf(form))
    if (form.get('client_secret') === 'wrong-secret-0123456789')
      return Response.json({ error: 'invalid_client', error_description: 'AADSTS7000215' }, { status: 401 })
    return Response.json({ access_token: `token-${asked.length}`, expires_in: '3599' })
  },
})
const tokenOrigin = `http://127.0.0.1:${tokens.port}`

function sessionOf(form: URLSearchParams): string {
  const role = `${form.get('RoleArn')?.split('/').at(-1)}-${form.get('ExternalId') ?? 'none'}`
  const expires = new Date(Date.now() + 3_600_000).toISOString()
  return `<Credentials><AccessKeyId>ASIA-${role}</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>${expires}</Expiration></Credentials>`
}

const gateway = await startGateway({
  environment: {
    GATEWAY_AMBIENT_IDENTITIES: 'azure-managed,aws',
    AZURE_AUTHORITY_HOST: tokenOrigin,
    AZURE_POD_IDENTITY_AUTHORITY_HOST: tokenOrigin,
    AWS_ACCESS_KEY_ID: 'AKIAOWN',
    AWS_SECRET_ACCESS_KEY: 'own-secret',
  },
})
const scene = new ControlScene(gateway)

beforeEach(() => {
  asked.length = 0
})
afterAll(async () => {
  await tokens.stop(true)
  await gateway[Symbol.asyncDispose]()
})

type Team = { readonly id: string; readonly actor: Actor; readonly key: string }

async function team(): Promise<Team> {
  const id = await scene.workspace()
  const actor = await scene.workspaceKey(id, await scene.scopesOf('workspace'))
  return { id, actor, key: actor.headers['x-gateway-api-key']! }
}

const entra = (url: string, more: object = {}) => ({
  azure_auth_mode: 'entra',
  azure_entra_tenant_id: 'tenant-1',
  azure_entra_client_id: 'client-1',
  azure_entra_client_secret: SECRET,
  azure_deployment_id: 'dep',
  custom_host: `${url}/openai`,
  ...more,
})

const bearerOf = (request: { readonly headers: Record<string, string> } | undefined) =>
  request?.headers['authorization']

test('Entra in a virtual key: one token for all requests, masked in reads, sealed at rest', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const { actor, key } = await team()
  const made = await scene.call(actor, 'POST', '/virtual-keys', {
    name: 'E',
    provider: 'azure-openai',
    ...entra(upstream.url),
  })
  expect(made.status).toBe(200)
  const slug = String(made.body['slug'])
  const replies = await Promise.all(Array.from({ length: 5 }, () => gateway.chat({ virtual_key: slug }, { key })))
  expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200, 200, 200])
  expect(asked).toEqual(['POST /tenant-1/oauth2/v2.0/token'])
  expect(new Set(upstream.requests.map(bearerOf))).toEqual(new Set(['Bearer token-1']))
  const read = await scene.call(actor, 'GET', `/virtual-keys/${slug}`)
  expect(read.text).toContain('tenant-1')
  const audit = await scene.call(scene.admin, 'GET', '/audit-logs')
  for (const text of [read.text, audit.text]) expect(text).not.toContain(SECRET)
  // A caller who may change the virtual key cannot send the secret or its tokens elsewhere.
  const moved = await scene.call(actor, 'PUT', `/virtual-keys/${slug}`, {
    custom_host: 'https://elsewhere.example/openai',
  })
  expect([moved.status, moved.text.includes('credential_origin_mismatch')]).toEqual([403, true])
  const aside = await gateway.chat({ virtual_key: slug, custom_host: 'https://elsewhere.example/openai' }, { key })
  expect((await errorOf(aside)).code).toBe('credential_origin_mismatch')
})

test('a token that the provider rejects is replaced once', async () => {
  await using upstream = await startSimulator({ answers: [401, 'ok', 401, 401] })
  const { key } = await team()
  const config = { provider: 'azure-openai', ...entra(upstream.url, { azure_entra_client_id: 'client-401' }) }
  expect((await gateway.chat(config, { key })).status).toBe(200)
  expect(asked).toHaveLength(2)
  const tokensSent = upstream.requests.map(bearerOf)
  expect(new Set(tokensSent).size).toBe(2)
  const second = await gateway.chat(config, { key })
  await second.text()
  expect([second.status, upstream.requests.length, asked.length]).toEqual([401, 4, 3])
})

test('headers carry the same settings', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const { key } = await team()
  const headers = {
    'x-portkey-provider': 'azure-openai',
    'x-portkey-azure-auth-mode': 'entra',
    'x-portkey-azure-entra-tenant-id': 'tenant-h',
    'x-portkey-azure-entra-client-id': 'client-1',
    'x-portkey-azure-entra-client-secret': SECRET,
    'x-portkey-azure-deployment-id': 'dep',
    'x-portkey-custom-host': `${upstream.url}/openai`,
  }
  expect((await gateway.chat(null, { key, headers })).status).toBe(200)
  expect(asked).toEqual(['POST /tenant-h/oauth2/v2.0/token'])
  expect(bearerOf(upstream.requests[0])).toStartWith('Bearer token-')
  const forwarded = JSON.stringify(upstream.requests[0]?.headers)
  expect(forwarded).not.toContain(SECRET)
})

test('a rejected secret names what to repair, without the secret', async () => {
  await using upstream = await startSimulator({ answers: ['never'] })
  const { key } = await team()
  const config = entra(upstream.url, { azure_entra_client_secret: 'wrong-secret-0123456789' })
  const reply = await gateway.chat({ provider: 'azure-openai', ...config }, { key })
  const text = await reply.text()
  expect(reply.status).toBe(400)
  for (const words of ['AADSTS7000215', 'azure_entra_client_secret']) expect(text).toContain(words)
  expect(text).not.toContain('wrong-secret')
  expect(upstream.requests).toHaveLength(0)
})

test('no tenant can use the identity of the gateway', async () => {
  await using upstream = await startSimulator({ answers: ['never'] })
  const { actor, key } = await team()
  const managed = { azure_auth_mode: 'managed', azure_deployment_id: 'dep', custom_host: `${upstream.url}/openai` }
  const role = { aws_role_arn: 'arn:aws:iam::123456789012:role/r', custom_host: upstream.url }
  for (const config of [
    { provider: 'azure-openai', ...managed },
    { provider: 'azure-openai', api_key: 'k', ...managed },
    { provider: 'bedrock', ...role },
    { provider: 'bedrock', aws_auth_type: 'serviceRole', custom_host: upstream.url },
    { strategy: { mode: 'fallback' }, targets: [{ provider: 'azure-openai', ...managed }] },
  ]) {
    const error = await errorOf(await gateway.chat(config, { key }))
    expect([error.code, error.message]).toEqual([
      'provider_settings_invalid',
      expect.stringContaining('cannot use the gateway’s own identity'),
    ])
  }
  for (const body of [
    { provider: 'azure-openai', ...managed },
    { provider: 'bedrock', ...role },
  ]) {
    for (const path of ['/virtual-keys', '/virtual-keys/test']) {
      const named = path.endsWith('test') ? body : { name: 'M', ...body }
      const refused = await scene.call(actor, 'POST', path, named)
      expect([path, refused.status, refused.text.includes('own identity')]).toEqual([path, 403, true])
    }
  }
  // Removing the keys of a role would turn it into the role of the gateway.
  const given = { aws_access_key_id: 'AKIA', aws_secret_access_key: 'secret-0123456789' }
  const own = await scene.call(actor, 'POST', '/virtual-keys', { name: 'R', provider: 'bedrock', ...role, ...given })
  const path = `/virtual-keys/${own.body['slug']}`
  const nothing = { aws_access_key_id: null, aws_secret_access_key: null }
  expect((await scene.call(actor, 'PUT', path, nothing)).status).toBe(403)
  const read = (await scene.call(actor, 'GET', path)).body as { keys: { id: string }[] }
  expect((await scene.call(actor, 'PUT', `${path}/keys/${read.keys[0]!.id}`, nothing)).status).toBe(403)
  expect([asked, upstream.requests.length]).toEqual([[], 0])
})

const AMBIENT = [
  { azure_auth_mode: 'managed' },
  { azure_auth_mode: 'workload' },
  { aws_auth_type: 'serviceRole' },
  { aws_role_arn: 'arn:aws:iam::123456789012:role/r' },
]

/** Settings that would authenticate as the gateway, for every provider that knows them. */
async function ambientSettings() {
  const { data } = (await scene.do('GET', '/supported-providers')) as { data: { slug: string; settings: string[] }[] }
  return data.flatMap(({ slug: provider, settings: known }) =>
    AMBIENT.filter((settings) => {
      const [name = ''] = Object.keys(settings)
      return known.includes(name.replace('azure', 'cloud_a').replace('aws', 'cloud_c'))
    }).map((settings) => ({ provider, settings })),
  )
}

test('no provider lets a tenant use the gateway’s identity, with or without a credential', async () => {
  await using upstream = await startSimulator({ answers: ['never'] })
  const { actor, key } = await team()
  const ambient = await ambientSettings()
  expect([...new Set(ambient.map(({ provider }) => provider))].sort()).toEqual([
    'azure-ai',
    'azure-openai',
    'bedrock',
    'sagemaker',
  ])
  for (const { provider, settings } of ambient) {
    const account = { provider, ...settings, custom_host: upstream.url }
    for (const given of [account, { ...account, key: 'k-0123456789' }]) {
      const made = await scene.call(actor, 'POST', '/virtual-keys', { name: 'M', ...given })
      const tested = await scene.call(actor, 'POST', '/virtual-keys/test', given)
      const { provider: ai_provider_id, key: credential, ...configurations } = { key: undefined, ...given }
      const shared = { name: 'M', ai_provider_id, key: credential, configurations }
      const integrated = await scene.call(actor, 'POST', '/integrations', shared)
      expect([given, made.status, tested.status, integrated.status]).toEqual([given, 403, 403, 403])
    }
    for (const config of [account, { ...account, api_key: 'k-0123456789' }])
      await (await gateway.chat(config, { key })).body?.cancel()
  }
  expect([asked, upstream.requests.filter(bearerOf)]).toEqual([[], []])
})

test('a workspace uses the managed identity through an integration of an Admin key, and cannot redirect it', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const { id, actor, key } = await team()
  const configurations = {
    azure_auth_mode: 'managed',
    azure_managed_client_id: 'mi-1',
    azure_deployment_config: [
      { azure_deployment_name: 'dep', azure_api_version: '2024-10-21', azure_model_slug: 'gpt-4o' },
    ],
    custom_host: `${upstream.url}/openai`,
  }
  const made = await scene.do('POST', '/integrations', { name: 'M', ai_provider_id: 'azure-openai', configurations })
  const slug = String(made['slug'])
  await scene.do('PUT', `/integrations/${slug}/workspaces`, { workspaces: [{ id, enabled: true }] })
  expect((await gateway.chat(null, { key, body: { model: `@${slug}/gpt-4o` } })).status).toBe(200)
  expect(asked).toEqual(['GET /metadata/identity/oauth2/token'])
  expect(bearerOf(upstream.requests[0])).toBe('Bearer token-1')

  const body = { name: 'V', provider: 'azure-openai', workspace_id: id, ...configurations }
  const direct = await scene.do('POST', '/virtual-keys', body)
  const path = `/virtual-keys/${direct['slug']}`
  for (const change of [{ custom_host: 'https://elsewhere.example' }, { azure_resource_name: 'mine' }])
    expect((await scene.call(actor, 'PUT', path, change)).status).toBe(403)
  expect((await scene.call(actor, 'PUT', path, { note: 'renamed' })).status).toBe(200)
})

test('a role without keys is assumed with the keys of the gateway', async () => {
  await using upstream = await startSimulator({ answers: [{ body: { output: { message: { content: [] } } } }] })
  const { id, key } = await team()
  const configurations = {
    aws_auth_type: 'assumedRole',
    aws_role_arn: 'arn:aws:iam::123456789012:role/team-a',
    aws_external_id: 'ext',
    aws_region: 'us-east-1',
    aws_sts_endpoint: tokenOrigin,
    custom_host: upstream.url,
  }
  const made = await scene.do('POST', '/integrations', { name: 'B', ai_provider_id: 'aws-bedrock', configurations })
  const slug = String(made['slug'])
  await scene.do('PUT', `/integrations/${slug}/workspaces`, { workspaces: [{ id, enabled: true }] })
  for (let i = 0; i < 2; i++) await (await gateway.chat(null, { key, body: { model: `@${slug}/m` } })).text()
  expect(asked).toEqual(['POST /'])
  expect(upstream.requests.map(bearerOf)).toEqual([
    expect.stringContaining('Credential=ASIA-team-a-ext/'),
    expect.stringContaining('Credential=ASIA-team-a-ext/'),
  ])
})

test('an identity that the operator has not allowed is refused when it is used', async () => {
  const { id, key } = await team()
  const configurations = { azure_auth_mode: 'workload', azure_resource_name: 'res' }
  const body = { name: 'W', provider: 'azure-openai', workspace_id: id, ...configurations }
  const { slug } = await scene.do('POST', '/virtual-keys', body)
  const error = await errorOf(await gateway.chat({ virtual_key: slug }, { key }))
  expect([error.code, error.message]).toEqual([
    'provider_settings_invalid',
    expect.stringContaining('does not allow the use of its own identity "azure-workload"'),
  ])
})

test('the model picks the deployment, and the model list has their names', async () => {
  await using upstream = await startSimulator({ answers: ['ok'] })
  const { actor, key } = await team()
  const made = await scene.call(actor, 'POST', '/virtual-keys', {
    name: 'D',
    provider: 'azure-openai',
    key: 'k-0123456789',
    custom_host: `${upstream.url}/openai`,
    deploymentConfig: [
      { apiVersion: '2024-06-01', alias: 'gpt4o', is_default: true, deploymentName: 'dep' },
      { apiVersion: '2024-10-21', alias: 'mini', deploymentName: 'dep-mini' },
    ],
  })
  const slug = String(made.body['slug'])
  for (const model of ['gpt4o', 'mini', 'other']) {
    const reply = await gateway.chat({ virtual_key: slug }, { key, body: { model } })
    expect(reply.status).toBe(200)
  }
  expect(upstream.requests.map((request) => request.target)).toEqual([
    '/openai/deployments/dep/chat/completions?api-version=2024-06-01',
    '/openai/deployments/dep-mini/chat/completions?api-version=2024-10-21',
    '/openai/deployments/dep/chat/completions?api-version=2024-06-01',
  ])
  const { data } = (await (await gateway.fetch('/v1/models', { key })).json()) as { data: { id: string }[] }
  const listed = data.map((model) => model.id).filter((name) => name.startsWith('@'))
  expect(listed).toEqual([`@${slug}/gpt4o`, `@${slug}/mini`])
})
