/** Calls of the portkey-ai package for workspaces, users, invitations and API keys. */

import { type Case, untyped } from './scene.ts'

const SERVICE_SCOPES = [
  'logs.export',
  'logs.list',
  'logs.view',
  'configs.create',
  'configs.update',
  'configs.delete',
  'configs.read',
  'configs.list',
  'virtual_keys.create',
  'virtual_keys.update',
  'virtual_keys.delete',
  'virtual_keys.read',
  'virtual_keys.list',
  'virtual_keys.copy',
]
const LOG_SCOPES = ['logs.export', 'logs.list', 'logs.view']

export const ORGANISATION_CASES: readonly Case[] = [
  {
    method: 'admin.workspaces.create',
    call: (scene) =>
      scene.keep(
        'workspace',
        scene.admin.admin.workspaces.create({
          name: 'Workspace',
          description: 'A workspace',
          defaults: { metadata: { environment: 'production', foo: 'bar' } },
        }),
      ),
  },
  {
    method: 'admin.workspaces.create',
    form: 'users',
    call: (scene) => scene.keep('team', scene.admin.admin.workspaces.create({ name: 'Team', users: [] })),
  },
  { method: 'admin.workspaces.list', call: ({ admin }) => admin.admin.workspaces.list({}) },
  {
    method: 'admin.workspaces.list',
    form: 'page and name',
    call: ({ admin }) => admin.admin.workspaces.list({ page_size: 10, current_page: 0, name: 'Workspace' }),
  },
  {
    method: 'admin.workspaces.list',
    form: 'exact_name',
    call: ({ admin }) => admin.admin.workspaces.list({ exact_name: 'Workspace' }),
  },
  {
    method: 'admin.workspaces.retrieve',
    call: (scene) => scene.admin.admin.workspaces.retrieve({ workspaceId: scene.id('workspace') }),
  },
  {
    method: 'admin.workspaces.retrieve',
    form: 'slug',
    call: (scene) => scene.admin.admin.workspaces.retrieve({ workspaceId: scene.slug('workspace') }),
  },
  {
    method: 'admin.workspaces.update',
    call: (scene) =>
      scene.admin.admin.workspaces.update({
        workspaceId: scene.id('workspace'),
        name: 'Workspace',
        description: 'Another description',
        defaults: { metadata: { x: 'y' } },
      }),
  },
  {
    method: 'admin.workspaces.update',
    form: 'free defaults',
    call: (scene) =>
      scene.admin.admin.workspaces.update({
        workspaceId: scene.id('workspace'),
        name: 'Workspace',
        description: 'Another description',
        defaults: { x: 'y' },
      }),
  },
  {
    method: 'admin.users.invites.create',
    call: (scene) =>
      scene.keep(
        'invite',
        scene.admin.admin.users.invites.create({
          email: 'invited@example.com',
          role: 'member',
          workspaces: [{ id: scene.slug('workspace'), role: 'admin' }],
          workspace_api_key_details: { scopes: ['workspaces.list', ...LOG_SCOPES] },
        }),
      ),
  },
  {
    method: 'admin.users.invites.create',
    form: 'named key',
    call: (scene) =>
      scene.admin.admin.users.invites.create({
        email: 'named-key@example.com',
        role: 'member',
        workspaces: [{ id: scene.slug('workspace'), role: 'member' }],
        workspace_api_key_details: {
          name: 'Key of the invitation',
          expiry: '2034-01-01T00:00:00Z',
          metadata: { team: 'a' },
          scopes: LOG_SCOPES,
        },
      }),
  },
  {
    method: 'admin.users.invites.create',
    form: 'no workspaces',
    call: ({ admin }) => admin.admin.users.invites.create({ email: 'nowhere@example.com', role: 'admin' }),
  },
  {
    method: 'admin.users.invites.list',
    call: ({ admin }) => admin.admin.users.invites.list({ email: 'invited@example.com' }),
  },
  {
    method: 'admin.users.invites.list',
    form: 'page',
    call: ({ admin }) =>
      admin.admin.users.invites.list({ pageSize: 5, currentPage: 0, role: 'member', status: 'pending' }),
  },
  {
    method: 'admin.users.invites.retrieve',
    call: (scene) => scene.admin.admin.users.invites.retrieve({ inviteId: scene.id('invite') }),
  },
  {
    method: 'admin.users.invites.resend',
    call: (scene) => scene.admin.admin.users.invites.resend({ inviteId: scene.id('invite') }),
  },
  { method: 'admin.users.list', call: ({ admin }) => admin.admin.users.list({}) },
  {
    method: 'admin.users.list',
    form: 'page',
    call: ({ admin }) =>
      admin.admin.users.list({ pageSize: 5, currentPage: 0, role: 'member', email: 'person@example.com' }),
  },
  {
    method: 'admin.users.retrieve',
    call: (scene) => scene.admin.admin.users.retrieve({ userId: scene.id('person') }),
  },
  {
    method: 'admin.users.update',
    call: (scene) => scene.admin.admin.users.update({ userId: scene.id('person'), role: 'member' }),
  },
  {
    method: 'admin.workspaces.users.create',
    call: (scene) =>
      scene.admin.admin.workspaces.users.create({
        workspaceId: scene.id('team'),
        users: [{ id: scene.id('person'), role: 'member' }],
      }),
  },
  {
    method: 'admin.workspaces.users.list',
    call: (scene) => scene.admin.admin.workspaces.users.list({ workspaceId: scene.id('team') }),
  },
  {
    method: 'admin.workspaces.users.list',
    form: 'page',
    call: (scene) =>
      scene.admin.admin.workspaces.users.list({
        workspaceId: scene.id('team'),
        page_size: 5,
        current_page: 0,
        role: 'member',
        email: 'person@example.com',
      }),
  },
  {
    method: 'admin.workspaces.users.retrieve',
    call: (scene) =>
      scene.admin.admin.workspaces.users.retrieve({ workspaceId: scene.id('team'), userId: scene.id('person') }),
  },
  {
    method: 'admin.workspaces.users.update',
    call: (scene) =>
      scene.admin.admin.workspaces.users.update({
        workspaceId: scene.id('team'),
        userId: scene.id('person'),
        role: 'admin',
      }),
  },
  {
    method: 'admin.workspaces.users.delete',
    call: (scene) =>
      scene.admin.admin.workspaces.users.delete({ workspaceId: scene.id('team'), userId: scene.id('person') }),
  },
  {
    method: 'apiKeys.create',
    form: 'organisation, service',
    call: (scene) =>
      scene.keep(
        'api key',
        scene.admin.apiKeys.create({
          name: 'Service key',
          type: 'organisation',
          'sub-type': 'service',
          workspace_id: scene.id('workspace'),
          scopes: SERVICE_SCOPES,
        }),
      ),
  },
  {
    method: 'apiKeys.create',
    form: 'workspace, service',
    call: (scene) =>
      scene.keep(
        'workspace api key',
        scene.admin.apiKeys.create({
          name: 'Workspace key',
          type: 'workspace',
          'sub-type': 'service',
          workspace_id: scene.id('workspace'),
          scopes: LOG_SCOPES,
        }),
      ),
  },
  {
    method: 'apiKeys.create',
    form: 'workspace, user',
    call: async (scene) => {
      const users = [{ id: scene.id('person'), role: 'member' as const }]
      await scene.admin.admin.workspaces.users.create({ workspaceId: scene.id('workspace'), users })
      return scene.admin.apiKeys.create({
        name: 'Key of a person',
        type: 'workspace',
        'sub-type': 'user',
        workspace_id: scene.id('workspace'),
        user_id: scene.id('person'),
        scopes: LOG_SCOPES,
      })
    },
  },
  {
    method: 'apiKeys.create',
    form: 'limits, defaults and expiry',
    call: (scene) =>
      scene.admin.apiKeys.create({
        name: 'Limited key',
        description: 'For a batch job',
        type: 'workspace',
        'sub-type': 'service',
        workspace_id: scene.id('workspace'),
        scopes: LOG_SCOPES,
        rate_limits: [{ type: 'requests', unit: 'rpm', value: 100 }],
        usage_limits: { credit_limit: 10, alert_threshold: 9, periodic_reset: 'monthly' },
        defaults: { metadata: { team: 'a' } },
        expires_at: '2034-01-01T00:00:00Z',
      }),
  },
  {
    method: 'apiKeys.list',
    form: 'workspaceId',
    call: (scene) => scene.admin.apiKeys.list(untyped({ workspaceId: scene.id('workspace') })),
  },
  {
    method: 'apiKeys.list',
    form: 'page',
    call: (scene) => scene.admin.apiKeys.list({ page_size: 5, current_page: 0, workspace_id: scene.id('workspace') }),
  },
  {
    method: 'apiKeys.retrieve',
    call: (scene) => scene.admin.apiKeys.retrieve({ id: scene.id('workspace api key') }),
  },
  {
    method: 'apiKeys.update',
    call: (scene) =>
      scene.admin.apiKeys.update({
        id: scene.id('workspace api key'),
        name: 'Renamed key',
        rate_limits: [{ type: 'requests', unit: 'rpm', value: 100 }],
        scopes: ['logs.list', 'logs.view'],
      }),
  },
  {
    method: 'apiKeys.delete',
    call: (scene) => scene.admin.apiKeys.delete({ id: scene.id('workspace api key') }),
  },
]

export const REMOVAL_CASES: readonly Case[] = [
  {
    method: 'admin.users.invites.delete',
    call: (scene) => scene.admin.admin.users.invites.delete({ inviteId: scene.id('invite') }),
  },
  {
    method: 'admin.users.delete',
    call: (scene) => scene.admin.admin.users.delete({ userId: scene.id('person') }),
  },
  {
    method: 'admin.workspaces.delete',
    call: (scene) => scene.admin.admin.workspaces.delete({ workspaceId: scene.id('team') }),
  },
  {
    method: 'admin.workspaces.delete',
    form: 'name',
    call: async (scene) => {
      await scene.keep('empty workspace', scene.admin.admin.workspaces.create({ name: 'Empty' }))
      return scene.admin.admin.workspaces.delete({ workspaceId: scene.id('empty workspace'), name: 'Empty' })
    },
  },
]
