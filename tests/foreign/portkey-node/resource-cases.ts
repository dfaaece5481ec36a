/** Calls of the portkey-ai package for virtual keys, configs, integrations and providers. */

import { type Case, untyped } from './scene.ts'

const REQUESTS_PER_MINUTE = [{ type: 'requests', unit: 'rpm', value: 100 }]

export const RESOURCE_CASES: readonly Case[] = [
  {
    method: 'virtualKeys.create',
    call: (scene) =>
      scene.keep('mock', scene.workspace.virtualKeys.create({ name: 'Mock', provider: 'mock', key: 'unused' })),
  },
  {
    method: 'virtualKeys.create',
    form: 'limits',
    call: (scene) =>
      scene.keep(
        'virtual key',
        scene.workspace.virtualKeys.create({
          name: 'Limited',
          provider: 'openai',
          key: 'sk-x',
          note: 'n',
          usage_limits: { credit_limit: 10, alert_threshold: 9, periodic_reset: 'monthly' },
          rate_limits: REQUESTS_PER_MINUTE,
        }),
      ),
  },
  {
    method: 'virtualKeys.create',
    form: 'Azure, one deployment',
    call: ({ workspace }) =>
      workspace.virtualKeys.create({
        name: 'Azure',
        provider: 'azure-openai',
        key: 'k',
        note: null,
        apiVersion: '2024-06-01',
        resourceName: 'res',
        deploymentName: 'dep',
      }),
  },
  {
    method: 'virtualKeys.create',
    form: 'Azure, deploymentConfig',
    call: ({ workspace }) =>
      workspace.virtualKeys.create({
        name: 'Azure deployments',
        provider: 'azure-openai',
        key: 'k',
        resourceName: 'res',
        deploymentConfig: [
          { apiVersion: '2024-06-01', alias: 'gpt4o', is_default: true, deploymentName: 'dep' },
          { apiVersion: '2024-06-01', alias: 'mini', deploymentName: 'dep-mini' },
        ],
      }),
  },
  {
    method: 'virtualKeys.create',
    form: 'Bedrock',
    call: ({ workspace }) =>
      workspace.virtualKeys.create({
        name: 'Bedrock',
        provider: 'bedrock',
        key: 'bedrock',
        awsAccessKeyId: 'AKIA',
        awsSecretAccessKey: 's',
        awsRegion: 'us-east-1',
      }),
  },
  {
    method: 'virtualKeys.create',
    form: 'Vertex AI',
    call: ({ workspace }) =>
      workspace.virtualKeys.create({
        name: 'Vertex',
        provider: 'vertex-ai',
        key: 'vertex',
        vertexProjectId: 'p',
        vertexRegion: 'us-central1',
      }),
  },
  {
    method: 'virtualKeys.create',
    form: 'workspace_id',
    call: (scene) =>
      scene.admin.virtualKeys.create({
        name: 'By an admin key',
        provider: 'openai',
        key: 'sk-x',
        workspace_id: scene.id('workspace'),
      }),
  },
  { method: 'virtualKeys.list', call: ({ workspace }) => workspace.virtualKeys.list() },
  {
    method: 'virtualKeys.list',
    form: 'workspace_id',
    call: (scene) => scene.admin.virtualKeys.list({ workspace_id: scene.id('workspace') }),
  },
  {
    method: 'virtualKeys.retrieve',
    call: (scene) => scene.workspace.virtualKeys.retrieve({ slug: scene.slug('virtual key') }),
  },
  {
    method: 'virtualKeys.update',
    call: (scene) =>
      scene.workspace.virtualKeys.update({
        slug: scene.slug('virtual key'),
        name: 'Renamed',
        note: 'hello',
        rate_limits: [{ type: 'requests', unit: 'rpm', value: 696 }],
      }),
  },
  {
    method: 'virtualKeys.delete',
    call: (scene) => scene.workspace.virtualKeys.delete({ slug: scene.slug('virtual key') }),
  },
  {
    method: 'configs.create',
    call: (scene) =>
      scene.keep(
        'config',
        scene.workspace.configs.create({
          name: 'Config',
          config: { retry: { attempts: 3 }, cache: { mode: 'simple' } },
        }),
      ),
  },
  {
    method: 'configs.create',
    form: 'workspace_id',
    call: (scene) =>
      scene.keep(
        'admin config',
        scene.admin.configs.create({
          name: 'Config of a workspace',
          config: { retry: { attempts: 3 } },
          workspace_id: scene.id('workspace'),
        }),
      ),
  },
  {
    method: 'configs.create',
    form: 'isDefault',
    call: ({ workspace }) =>
      workspace.configs.create({ name: 'Default config', isDefault: 0, config: { retry: { attempts: 3 } } }),
  },
  { method: 'configs.list', call: ({ workspace }) => workspace.configs.list() },
  {
    method: 'configs.list',
    form: 'workspace_id',
    call: (scene) => scene.admin.configs.list({ workspace_id: scene.id('workspace') }),
  },
  {
    method: 'configs.retrieve',
    call: (scene) => scene.workspace.configs.retrieve({ slug: scene.slug('config') }),
  },
  {
    method: 'configs.update',
    call: (scene) =>
      scene.workspace.configs.update({
        slug: scene.slug('config'),
        name: 'Renamed config',
        config: { retry: { attempts: 3 }, cache: { mode: 'semantic' } },
      }),
  },
  {
    method: 'configs.update',
    form: 'status',
    call: (scene) =>
      scene.workspace.configs.update({
        slug: scene.slug('config'),
        name: 'Renamed config',
        config: { retry: { attempts: 3 } },
        status: 'active',
      }),
  },
  {
    method: 'configs.delete',
    call: (scene) => scene.workspace.configs.delete({ slug: scene.slug('config') }),
  },
  {
    method: 'configs.delete',
    form: 'id',
    call: (scene) => scene.admin.configs.delete({ id: scene.id('admin config') }),
  },
  {
    method: 'integrations.create',
    call: (scene) =>
      scene.keep(
        'integration',
        scene.admin.integrations.create({
          name: 'OpenAI production',
          ai_provider_id: 'openai',
          key: 'sk-x',
          slug: 'openai-production',
          description: 'All teams',
        }),
      ),
  },
  {
    method: 'integrations.create',
    form: 'Azure configurations',
    call: ({ admin }) =>
      admin.integrations.create({
        name: 'Azure production',
        ai_provider_id: 'azure-openai',
        key: 'k',
        configurations: {
          azure_auth_mode: 'default',
          azure_resource_name: 'res',
          azure_deployment_config: [
            {
              azure_deployment_name: 'dep',
              azure_api_version: '2024-06-01',
              azure_model_slug: 'gpt-4o',
              is_default: true,
            },
          ],
        },
      }),
  },
  {
    method: 'integrations.create',
    form: 'Bedrock configurations',
    call: ({ admin }) =>
      admin.integrations.create({
        name: 'Bedrock production',
        ai_provider_id: 'bedrock',
        configurations: {
          aws_auth_type: 'assumedRole',
          aws_role_arn: 'arn:aws:iam::123456789012:role/r',
          aws_external_id: 'e',
          aws_region: 'us-east-1',
        },
      }),
  },
  { method: 'integrations.list', call: ({ admin }) => admin.integrations.list() },
  {
    method: 'integrations.list',
    form: 'page and type',
    call: ({ admin }) => admin.integrations.list({ current_page: 0, page_size: 10, type: 'all' }),
  },
  {
    method: 'integrations.retrieve',
    call: (scene) => scene.admin.integrations.retrieve({ slug: scene.slug('integration') }),
  },
  {
    method: 'integrations.update',
    call: (scene) =>
      scene.admin.integrations.update({
        slug: scene.slug('integration'),
        name: 'OpenAI',
        description: 'Every team',
        key: 'sk-y',
      }),
  },
  {
    method: 'integrations.update',
    form: 'note',
    call: (scene) =>
      scene.admin.integrations.update(untyped({ slug: scene.slug('integration'), name: 'OpenAI', note: 'hello' })),
  },
  {
    method: 'integrations.models.update',
    call: (scene) =>
      scene.admin.integrations.models.update({
        slug: scene.slug('integration'),
        allow_all_models: true,
        models: [{ slug: 'gpt-4o', enabled: true }],
      }),
  },
  {
    method: 'integrations.models.update',
    form: 'custom model with prices',
    call: (scene) =>
      scene.admin.integrations.models.update({
        slug: scene.slug('integration'),
        models: [
          {
            slug: 'ft-support',
            enabled: true,
            is_custom: true,
            is_finetune: true,
            base_model_slug: 'gpt-4o',
            pricing_config: {
              type: 'static',
              pay_as_you_go: { request_token: { price: 0.001 }, response_token: { price: 0.002 } },
            },
          },
        ],
      }),
  },
  {
    method: 'integrations.models.list',
    call: (scene) => scene.admin.integrations.models.list({ slug: scene.slug('integration') }),
  },
  {
    method: 'integrations.models.delete',
    call: (scene) => scene.admin.integrations.models.delete({ slug: scene.slug('integration'), slugs: 'ft-support' }),
  },
  {
    method: 'integrations.workspaces.update',
    call: (scene) =>
      scene.admin.integrations.workspaces.update({
        slug: scene.slug('integration'),
        global_workspace_access: { enabled: true },
        workspaces: [],
      }),
  },
  {
    method: 'integrations.workspaces.update',
    form: 'limits per workspace',
    call: (scene) =>
      scene.admin.integrations.workspaces.update({
        slug: scene.slug('integration'),
        override_existing_workspaces_access: true,
        workspaces: [
          {
            id: scene.id('workspace'),
            enabled: true,
            usage_limits: [{ type: 'cost', credit_limit: 10, alert_threshold: 9, periodic_reset: 'monthly' }],
            rate_limits: REQUESTS_PER_MINUTE,
          },
        ],
      }),
  },
  {
    method: 'integrations.workspaces.list',
    call: (scene) => scene.admin.integrations.workspaces.list({ slug: scene.slug('integration') }),
  },
  {
    method: 'providers.create',
    call: (scene) =>
      scene.keep(
        'provider',
        scene.admin.providers.create({
          name: 'OpenAI of the workspace',
          integration_id: scene.slug('integration'),
          workspace_id: scene.id('workspace'),
          slug: 'openai-of-the-workspace',
          note: 'n',
        }),
      ),
  },
  {
    method: 'providers.create',
    form: 'limits and expiry',
    call: (scene) =>
      scene.admin.providers.create({
        name: 'Limited',
        integration_id: scene.slug('integration'),
        workspace_id: scene.id('workspace'),
        usage_limits: { credit_limit: 10, alert_threshold: 9, periodic_reset: 'monthly' },
        rate_limits: untyped(REQUESTS_PER_MINUTE),
        expires_at: '2034-01-01T00:00:00Z',
      }),
  },
  {
    method: 'providers.list',
    call: (scene) => scene.admin.providers.list({ workspace_id: scene.id('workspace') }),
  },
  {
    method: 'providers.list',
    form: 'page',
    call: (scene) =>
      scene.admin.providers.list({ current_page: 0, page_size: 10, workspace_id: scene.id('workspace') }),
  },
  {
    method: 'providers.retrieve',
    call: (scene) =>
      scene.admin.providers.retrieve({ slug: scene.slug('provider'), workspace_id: scene.id('workspace') }),
  },
  {
    method: 'providers.update',
    call: (scene) =>
      scene.admin.providers.update({
        slug: scene.slug('provider'),
        name: 'Renamed',
        note: 'n',
        workspace_id: scene.id('workspace'),
      }),
  },
  {
    method: 'providers.update',
    form: 'reset_usage',
    call: (scene) =>
      scene.admin.providers.update({
        slug: scene.slug('provider'),
        workspace_id: scene.id('workspace'),
        reset_usage: true,
      }),
  },
  {
    method: 'providers.delete',
    call: (scene) =>
      scene.admin.providers.delete({ slug: scene.slug('provider'), workspace_id: scene.id('workspace') }),
  },
  {
    method: 'integrations.delete',
    call: (scene) => scene.admin.integrations.delete({ slug: scene.slug('integration') }),
  },
]
