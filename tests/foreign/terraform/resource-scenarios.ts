/** Terraform scenarios for integrations, providers, configs, prompts, collections and policies. */

import { expect } from 'bun:test'
import { SHAPES } from './resource-shapes.ts'
import type { Scenario, Stage } from './scenario.ts'
import { type Body, expectUnset } from './wire.ts'

const KEY = 'sk-test-fake-key-12345'

async function integration({ wire, unique }: Stage, body: Body = {}): Promise<{ slug: string; path: string }> {
  const sent = { name: unique('tf-integration'), ai_provider_id: 'openai', key: KEY, ...body }
  const { slug } = await wire.send('POST', '/integrations', sent)
  return { slug: String(slug), path: `/integrations/${slug}` }
}

function configured(ai_provider_id: string, configurations: Body, body: Body = {}): Scenario {
  return async (stage) => {
    const { path } = await integration(stage, { ai_provider_id, configurations, ...body })
    expect(await stage.wire.read(SHAPES.integration, path)).toMatchObject({ ai_provider_id, status: 'active' })
    await stage.wire.send('PUT', path, { configurations })
    expect(await stage.wire.read(SHAPES.integration, path)).toMatchObject({ ai_provider_id, status: 'active' })
  }
}

function azureDeployment(name: string, isDefault: boolean): Body {
  return {
    azure_deployment_name: name,
    azure_api_version: '2024-02-15-preview',
    azure_model_slug: name,
    is_default: isDefault,
  }
}

async function prompt(stage: Stage, body: Body = {}): Promise<string> {
  const { wire, unique, workspaceId } = stage
  const name = unique('tf-prompts')
  const { id } = await wire.send('POST', '/collections', { name, workspace_id: workspaceId })
  const key = { name: unique('tf-mock'), provider: 'mock', key: 'unused', workspace_id: workspaceId }
  const { slug: virtual_key } = await wire.send('POST', '/virtual-keys', key)
  const sent = { name: unique('tf-prompt'), collection_id: id, string: 'Hello', parameters: {}, virtual_key }
  const made = await wire.send('POST', '/prompts', { ...sent, model: 'mock-1', ...body })
  return `/prompts/${made['slug']}`
}

export const RESOURCE_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'integration: name and description': async (stage) => {
    const { wire } = stage
    const { path } = await integration(stage, { description: 'Initial' })
    expect(await wire.read(SHAPES.integration, path)).toMatchObject({
      ai_provider_id: 'openai',
      description: 'Initial',
      status: 'active',
      type: 'organisation',
    })
    const name = stage.unique('tf-renamed')
    await wire.send('PUT', path, { name, description: 'Updated', key: 'sk-other' })
    expect(await wire.read(SHAPES.integration, path)).toMatchObject({ name, description: 'Updated' })
    await wire.send('DELETE', path)
    await wire.expectGone(path)
  },
  'integration: slug as given': async (stage) => {
    const slug = stage.unique('tf-slug')
    const { path } = await integration(stage, { slug })
    expect(path).toBe(`/integrations/${slug}`)
    expect(await stage.wire.read(SHAPES.integration, path)).toMatchObject({ slug })
  },
  'integration: of a workspace': async (stage) => {
    const workspace_id = stage.workspaceId
    const { path } = await integration(stage, { workspace_id })
    expect(await stage.wire.read(SHAPES.integration, path)).toMatchObject({ type: 'workspace', workspace_id })
  },
  'integration: aws-bedrock with a role': configured(
    'aws-bedrock',
    { aws_role_arn: 'arn:aws:iam::123456789012:role/TestRole', aws_region: 'us-east-1' },
    { key: undefined },
  ),
  'integration: aws-bedrock with access keys': configured(
    'aws-bedrock',
    { aws_access_key_id: 'AKIA', aws_secret_access_key: 's', aws_region: 'us-east-1' },
    { key: undefined },
  ),
  'integration: openai with project': configured('openai', {
    openai_organization: 'org-test123',
    openai_project: 'proj-test456',
  }),
  'integration: Azure with a key': configured('azure-openai', {
    azure_auth_mode: 'default',
    azure_resource_name: 'res',
    azure_deployment_config: [azureDeployment('gpt-4', true)],
  }),
  'integration: Azure with several deployments': configured('azure-openai', {
    azure_auth_mode: 'default',
    azure_resource_name: 'res',
    azure_deployment_config: [azureDeployment('gpt-4', true), azureDeployment('gpt-35-turbo', false)],
  }),
  'integration: Azure with Entra': configured(
    'azure-openai',
    {
      azure_auth_mode: 'entra',
      azure_resource_name: 'res',
      azure_deployment_config: [azureDeployment('gpt-4', true)],
      azure_entra_tenant_id: 't',
      azure_entra_client_id: 'c',
      azure_entra_client_secret: 's',
    },
    { key: undefined },
  ),
  'integration: Azure with a managed identity': configured(
    'azure-openai',
    {
      azure_auth_mode: 'managed',
      azure_resource_name: 'res',
      azure_deployment_config: [azureDeployment('gpt-4', true)],
      azure_managed_client_id: 'c',
    },
    { key: undefined },
  ),
  'integration: access of a workspace': async (stage) => {
    const { wire, workspaceId: id } = stage
    const path = `${(await integration(stage)).path}/workspaces`
    const usage_limits = [{ type: 'cost', credit_limit: 100, alert_threshold: 80, periodic_reset: 'monthly' }]
    const rate_limits = [{ type: 'requests', unit: 'rpm', value: 1000 }]
    await wire.send('PUT', path, { workspaces: [{ id, enabled: true, usage_limits, rate_limits }] })
    const { workspaces } = (await wire.read(SHAPES.integrationWorkspaces, path)) as { workspaces: { id: string }[] }
    const { slug } = await wire.send('GET', `/admin/workspaces/${id}`)
    const own = workspaces.find((workspace) => workspace.id === id || workspace.id === slug)
    expect(own).toMatchObject({ enabled: true, usage_limits, rate_limits })
    const off = { workspaces: [{ id, enabled: false }], override_existing_workspace_access: false }
    await wire.send('PUT', path, off)
    await wire.read(SHAPES.integrationWorkspaces, path)
  },
  'integration: access of models': async (stage) => {
    const { wire } = stage
    const path = `${(await integration(stage)).path}/models`
    await wire.send('PUT', path, { allow_all_models: false, models: [{ slug: 'gpt-4o', enabled: true }] })
    const custom = {
      slug: 'ft-support',
      enabled: true,
      is_custom: true,
      is_finetune: true,
      base_model_slug: 'gpt-4o',
      pricing_config: {
        type: 'static',
        pay_as_you_go: { request_token: { price: 0.00001 }, response_token: { price: 0.00002 } },
      },
    }
    await wire.send('PUT', path, { models: [custom] })
    const models = async () => {
      const read = await wire.read(SHAPES.integrationModels, path)
      expect(read['allow_all_models']).toBe(false)
      return read['models'] as { slug: string }[]
    }
    expect((await models()).find((model) => model.slug === 'gpt-4o')).toMatchObject({ enabled: true })
    expect((await models()).find((model) => model.slug === 'ft-support')).toMatchObject(custom)
    await wire.send('PUT', path, { models: [{ slug: 'gpt-4o', enabled: false }] })
    expect((await models()).find((model) => model.slug === 'gpt-4o')).toMatchObject({ enabled: false })
    await wire.send('DELETE', path, { models: ['ft-support'] })
    expect((await models()).find((model) => model.slug === 'ft-support')).toBeUndefined()
  },
  'provider: limits': async (stage) => {
    const { wire, workspaceId: workspace_id } = stage
    const { slug: integration_id, path: parent } = await integration(stage)
    await wire.send('PUT', `${parent}/workspaces`, { workspaces: [{ id: workspace_id, enabled: true }] })
    const body = {
      name: stage.unique('tf-provider'),
      slug: stage.unique('tf-provider-slug'),
      integration_id,
      workspace_id,
    }
    const made = await wire.send('POST', '/providers', { ...body, note: 'n' })
    const path = `/providers/${made['id']}?workspace_id=${workspace_id}`
    const read = await wire.read(SHAPES.provider, path)
    expect(read).toMatchObject({ ...body, note: 'n', status: 'active' })
    expectUnset(read['usage_limits'])
    expectUnset(read['rate_limits'])
    const usage_limits = { credit_limit: 100, periodic_reset: 'monthly' }
    await wire.send('PUT', `/providers/${made['id']}`, { name: 'Renamed', workspace_id, usage_limits })
    expect(await wire.read(SHAPES.provider, path)).toMatchObject({ name: 'Renamed', usage_limits })
    await wire.send('DELETE', path)
    await wire.expectGone(path)
  },
  'config: versions': async ({ wire, unique, workspaceId: workspace_id }) => {
    const config = { retry: { attempts: 3 }, cache: { mode: 'simple' } }
    const made = await wire.send('POST', '/configs', { name: unique('tf-config'), config, workspace_id, isDefault: 0 })
    const path = `/configs/${made['slug']}`
    const read = await wire.read(SHAPES.config, path)
    expect(read).toMatchObject({ id: made['id'], workspace_id, is_default: 0, status: 'active' })
    const content = read['config']
    expect(typeof content === 'string' ? JSON.parse(content) : content).toEqual(config)
    const changed = await wire.send('PUT', path, { name: unique('tf-config'), config: { retry: { attempts: 5 } } })
    expect(changed['version_id']).toBeString()
    await wire.send('DELETE', path)
    await wire.expectGone(path)
  },
  'prompt: parameters null': async (stage) => {
    const path = await prompt(stage, { parameters: null })
    const read = await stage.wire.read(SHAPES.prompt, path)
    expect(read).toMatchObject({ string: 'Hello', prompt_version: 1, status: 'active' })
    expectUnset(read['parameters'])
  },
  'prompt: new version': async (stage) => {
    const { wire } = stage
    const path = await prompt(stage, { version_description: 'First' })
    const before = await wire.read(SHAPES.prompt, path)
    expect(before).toMatchObject({ prompt_version_description: 'First' })
    await wire.send('PUT', path, { name: stage.unique('tf-renamed'), parameters: null })
    expect(await wire.read(SHAPES.prompt, path)).toMatchObject({ prompt_version: 1, string: 'Hello' })
    const { virtual_key, model } = before
    await wire.send('PUT', path, { string: 'Goodbye', parameters: { temperature: 0.5 }, virtual_key, model })
    const { data } = (await wire.read(SHAPES.promptVersions, `${path}/versions`)) as {
      data: { prompt_version: number }[]
    }
    expect(data[0]?.prompt_version).toBe(2)
    await wire.send('PUT', `${path}/makeDefault`, { version: 2 })
    expect(await wire.read(SHAPES.prompt, path)).toMatchObject({ prompt_version: 2, string: 'Goodbye' })
    await wire.send('DELETE', path)
    await wire.expectGone(path)
  },
  'partial: new version': async ({ wire, unique, workspaceId }) => {
    const name = unique('tf-partial')
    const made = await wire.send('POST', '/prompts/partials', { name, string: 'One', workspace_id: workspaceId })
    const path = `/prompts/partials/${made['slug']}`
    expect(await wire.read(SHAPES.partial, path)).toMatchObject({ name, string: 'One', version: 1, status: 'active' })
    await wire.send('PUT', path, { name: `${name}-renamed` })
    expect(await wire.read(SHAPES.partial, path)).toMatchObject({ name: `${name}-renamed`, version: 1 })
    await wire.send('PUT', path, { string: 'Two' })
    const { data } = (await wire.read(SHAPES.partialVersions, `${path}/versions`)) as { data: { version: number }[] }
    expect(data[0]?.version).toBe(2)
    await wire.send('PUT', `${path}/makeDefault`, { version: 2 })
    expect(await wire.read(SHAPES.partial, path)).toMatchObject({ string: 'Two', version: 2 })
    await wire.send('DELETE', path)
    await wire.expectGone(path)
  },
  'collection: nested': async ({ wire, unique, workspaceId: workspace_id }) => {
    const name = unique('tf-collection')
    const parent = await wire.send('POST', '/collections', { name, workspace_id })
    const sent = { name: unique('tf-child'), workspace_id, parent_collection_id: parent['id'] }
    const child = await wire.send('POST', '/collections', sent)
    const path = `/collections/${child['id']}`
    expect(await wire.read(SHAPES.collection, path)).toMatchObject({ ...sent, is_default: 0, status: 'active' })
    expectUnset((await wire.read(SHAPES.collection, `/collections/${parent['id']}`))['parent_collection_id'])
    await wire.send('PUT', path, { name: 'Renamed' })
    expect(await wire.read(SHAPES.collection, path)).toMatchObject({ name: 'Renamed' })
    await wire.send('DELETE', path)
    await wire.expectGone(path)
  },
  'usage policy: conditions in place': async ({ wire, unique, workspaceId: workspace_id }) => {
    const conditions = [{ key: 'model', value: ['gpt-4', 'gpt-4o'], excludes: ['gpt-4-mini', 'gpt-4o-mini'] }]
    const body = { name: unique('tf-usage'), workspace_id, conditions, group_by: [{ key: 'api_key' }] }
    const limits = { type: 'cost', credit_limit: 100, alert_threshold: 80, periodic_reset: 'monthly' }
    const made = await wire.send('POST', '/policies/usage-limits', { ...body, ...limits })
    const path = `/policies/usage-limits/${made['id']}`
    const read = await wire.read(SHAPES.usagePolicy, path)
    expect(read).toMatchObject({ name: body.name, workspace_id, status: 'active', ...limits })
    expect(read['conditions']).toEqual(conditions)
    expect(read['group_by']).toEqual([{ key: 'api_key' }])
    const users = [{ key: 'metadata._user', value: ['one', 'two'] }]
    await wire.send('PUT', path, { conditions: users, alert_threshold: null })
    const after = await wire.read(SHAPES.usagePolicy, path)
    expect(after['conditions']).toEqual(users)
    expectUnset(after['alert_threshold'])
    await wire.send('DELETE', path)
  },
  'usage policy: reset in days': async ({ wire, unique, workspaceId: workspace_id }) => {
    const conditions = [{ key: 'workspace_id', value: workspace_id }]
    const body = { name: unique('tf-days'), workspace_id, conditions, group_by: [{ key: 'api_key' }], type: 'cost' }
    const made = await wire.send('POST', '/policies/usage-limits', {
      ...body,
      credit_limit: 1000,
      periodic_reset_days: 30,
    })
    const path = `/policies/usage-limits/${made['id']}`
    const read = await wire.read(SHAPES.usagePolicy, path)
    expect(read['conditions']).toEqual(conditions)
    expect(read).toMatchObject({ periodic_reset_days: 30, next_usage_reset_at: expect.any(String) })
    expectUnset(read['periodic_reset'])
    await wire.send('PUT', path, { periodic_reset: 'weekly', periodic_reset_days: null })
    const weekly = await wire.read(SHAPES.usagePolicy, path)
    expect(weekly).toMatchObject({ periodic_reset: 'weekly' })
    expectUnset(weekly['periodic_reset_days'])
    await wire.send('PUT', path, { periodic_reset: null, periodic_reset_days: 45, credit_limit: 2000 })
    const days = await wire.read(SHAPES.usagePolicy, path)
    expect(days).toMatchObject({ periodic_reset_days: 45, credit_limit: 2000 })
    expectUnset(days['periodic_reset'])
  },
  'rate policy': async ({ wire, unique, workspaceId: workspace_id }) => {
    const conditions = [{ key: 'workspace_id', value: workspace_id }]
    const body = { name: unique('tf-rate'), workspace_id, type: 'requests', unit: 'rpm', value: 100 }
    const made = await wire.send('POST', '/policies/rate-limits', {
      ...body,
      conditions,
      group_by: [{ key: 'api_key' }],
    })
    const path = `/policies/rate-limits/${made['id']}`
    expect(await wire.read(SHAPES.ratePolicy, path)).toMatchObject({ ...body, status: 'active' })
    await wire.send('PUT', path, { name: 'Renamed', unit: 'rph', value: 5000 })
    expect(await wire.read(SHAPES.ratePolicy, path)).toMatchObject({ name: 'Renamed', unit: 'rph', value: 5000 })
    await wire.send('DELETE', path)
  },
}
