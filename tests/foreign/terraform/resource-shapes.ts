/** What the Terraform provider for Portkey decodes from each resource. */

import type { Shape } from './go-decode.ts'

const RATE_LIMIT: Shape = { fields: { type: 'string', unit: 'string', value: 'int' } }
const USAGE_LIMIT: Shape = {
  fields: {
    type: 'string',
    credit_limit: 'int',
    alert_threshold: 'int',
    periodic_reset: 'string',
    periodic_reset_days: 'int',
    next_usage_reset_at: 'string',
  },
}
const POLICY: Readonly<Record<string, Shape>> = {
  id: 'string',
  name: 'string',
  conditions: { list: { fields: { key: 'string' } } },
  group_by: { list: { fields: { key: 'string' } } },
  type: 'string',
  status: 'string',
  workspace_id: 'string',
  organisation_id: 'string',
  created_at: 'time',
  last_updated_at: 'time',
}

export const SHAPES = {
  workspace: {
    fields: {
      id: 'string',
      slug: 'string',
      name: 'string',
      description: 'string',
      icon: 'string',
      defaults: { fields: { metadata: { map: 'string' } } },
      rate_limits: { list: RATE_LIMIT },
      usage_limits: { list: USAGE_LIMIT },
      created_at: 'time',
      last_updated_at: 'time',
    },
  },
  apiKey: {
    fields: {
      id: 'string',
      name: 'string',
      description: 'string',
      type: 'string',
      organisation_id: 'string',
      workspace_id: 'string',
      user_id: 'string',
      status: 'string',
      rate_limits: { list: RATE_LIMIT },
      usage_limits: USAGE_LIMIT,
      scopes: { list: 'string' },
      defaults: { fields: { metadata: { map: 'string' }, config_id: 'string' } },
      alert_emails: { list: 'string' },
      expires_at: 'time',
      created_at: 'time',
      last_updated_at: 'time',
    },
  },
  integration: {
    fields: {
      id: 'string',
      slug: 'string',
      name: 'string',
      ai_provider_id: 'string',
      description: 'string',
      status: 'string',
      masked_key: 'string',
      configurations: { map: 'any' },
      type: 'string',
      workspace_id: 'string',
      created_at: 'time',
      last_updated_at: 'time',
    },
  },
  integrationWorkspaces: {
    fields: {
      total: 'int',
      workspaces: {
        list: {
          fields: {
            id: 'string',
            enabled: 'bool',
            usage_limits: { list: USAGE_LIMIT },
            rate_limits: { list: RATE_LIMIT },
          },
        },
      },
    },
  },
  integrationModels: {
    fields: {
      allow_all_models: 'bool',
      models: {
        list: {
          fields: {
            slug: 'string',
            enabled: 'bool',
            is_custom: 'bool',
            is_finetune: 'bool',
            base_model_slug: 'string',
            pricing_config: {
              fields: {
                type: 'string',
                pay_as_you_go: {
                  fields: {
                    request_token: { fields: { price: 'float' } },
                    response_token: { fields: { price: 'float' } },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
  provider: {
    fields: {
      id: 'string',
      slug: 'string',
      name: 'string',
      ai_provider_name: 'string',
      integration_id: 'string',
      workspace_id: 'string',
      status: 'string',
      note: 'string',
      model_config: { map: 'any' },
      rate_limits: { list: RATE_LIMIT },
      usage_limits: USAGE_LIMIT,
      created_at: 'time',
      expires_at: 'time',
    },
  },
  config: {
    fields: {
      id: 'string',
      slug: 'string',
      name: 'string',
      workspace_id: 'string',
      organisation_id: 'string',
      is_default: 'int',
      status: 'string',
      version_id: 'string',
      created_at: 'time',
      last_updated_at: 'time',
    },
  },
  prompt: {
    fields: {
      id: 'string',
      slug: 'string',
      name: 'string',
      collection_id: 'string',
      string: 'string',
      parameters: { map: 'any' },
      model: 'string',
      virtual_key: 'string',
      functions: { list: 'any' },
      tools: { list: 'any' },
      template_metadata: { map: 'any' },
      is_raw_template: 'int',
      prompt_version: 'int',
      prompt_version_id: 'string',
      prompt_version_status: 'string',
      prompt_version_description: 'string',
      status: 'string',
      created_at: 'time',
      last_updated_at: 'time',
    },
  },
  promptVersions: { fields: { data: { list: { fields: { id: 'string', prompt_version: 'int' } } } } },
  partial: {
    fields: {
      id: 'string',
      slug: 'string',
      name: 'string',
      string: 'string',
      status: 'string',
      version: 'int',
      prompt_partial_version_id: 'string',
      version_description: 'string',
      collection_id: 'string',
      created_at: 'time',
      last_updated_at: 'time',
    },
  },
  partialVersions: {
    fields: { data: { list: { fields: { prompt_partial_version_id: 'string', version: 'int' } } } },
  },
  collection: {
    fields: {
      id: 'string',
      name: 'string',
      workspace_id: 'string',
      slug: 'string',
      parent_collection_id: 'string',
      is_default: 'int',
      status: 'string',
      created_at: 'string',
      last_updated_at: 'string',
    },
  },
  usagePolicy: {
    fields: {
      ...POLICY,
      credit_limit: 'float',
      alert_threshold: 'float',
      periodic_reset: 'string',
      periodic_reset_days: 'int',
      next_usage_reset_at: 'string',
    },
  },
  ratePolicy: { fields: { ...POLICY, unit: 'string', value: 'float' } },
  invite: {
    fields: {
      id: 'string',
      email: 'string',
      role: 'string',
      status: 'string',
      workspaces: { list: { fields: { id: 'string', role: 'string' } } },
      created_at: 'time',
      expires_at: 'time',
    },
  },
  member: {
    fields: { id: 'string', role: 'string', email: 'string', workspace_id: 'string', created_at: 'time' },
  },
  users: {
    fields: { data: { list: { fields: { id: 'string', email: 'string', role: 'string', created_at: 'time' } } } },
  },
} satisfies Readonly<Record<string, Shape>>
