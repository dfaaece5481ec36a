/** Calls of the portkey-ai package for MCP. */

import type { Case } from './scene.ts'

const ID = 'some-id'
const CAPABILITY = { name: 'search', type: 'tool' as const, enabled: true }

export const UNBUILT_CASES: readonly Case[] = [
  {
    method: 'mcpIntegrations.create',
    call: ({ admin }) =>
      admin.mcpIntegrations.create({
        name: 'MCP',
        url: 'https://mcp.example/mcp',
        auth_type: 'none',
        transport: 'http',
      }),
  },
  { method: 'mcpIntegrations.list', call: ({ admin }) => admin.mcpIntegrations.list({ type: 'all', page_size: 10 }) },
  { method: 'mcpIntegrations.retrieve', call: ({ admin }) => admin.mcpIntegrations.retrieve({ id: ID }) },
  { method: 'mcpIntegrations.update', call: ({ admin }) => admin.mcpIntegrations.update({ id: ID, name: 'Renamed' }) },
  { method: 'mcpIntegrations.delete', call: ({ admin }) => admin.mcpIntegrations.delete({ id: ID }) },
  {
    method: 'mcpIntegrations.sync',
    call: ({ admin }) => admin.mcpIntegrations.sync({ id: ID, server_info: { name: 'MCP' } }),
  },
  { method: 'mcpIntegrations.test', call: ({ admin }) => admin.mcpIntegrations.test({ id: ID }) },
  {
    method: 'mcpIntegrations.workspaces.list',
    call: ({ admin }) => admin.mcpIntegrations.workspaces.list({ id: ID }),
  },
  {
    method: 'mcpIntegrations.workspaces.update',
    call: (scene) =>
      scene.admin.mcpIntegrations.workspaces.update({
        id: ID,
        workspaces: [{ id: scene.id('workspace'), enabled: true }],
      }),
  },
  {
    method: 'mcpIntegrations.capabilities.list',
    call: ({ admin }) => admin.mcpIntegrations.capabilities.list({ id: ID }),
  },
  {
    method: 'mcpIntegrations.capabilities.update',
    call: ({ admin }) => admin.mcpIntegrations.capabilities.update({ id: ID, capabilities: [CAPABILITY] }),
  },
  { method: 'mcpIntegrations.metadata.get', call: ({ admin }) => admin.mcpIntegrations.metadata.get({ id: ID }) },
  {
    method: 'mcpServers.create',
    call: (scene) =>
      scene.admin.mcpServers.create({
        name: 'Server',
        mcp_integration_id: ID,
        workspace_id: scene.id('workspace'),
      }),
  },
  {
    method: 'mcpServers.list',
    call: (scene) => scene.admin.mcpServers.list({ workspace_id: scene.id('workspace') }),
  },
  { method: 'mcpServers.retrieve', call: ({ admin }) => admin.mcpServers.retrieve({ id: ID }) },
  { method: 'mcpServers.update', call: ({ admin }) => admin.mcpServers.update({ id: ID, name: 'Renamed' }) },
  { method: 'mcpServers.delete', call: ({ admin }) => admin.mcpServers.delete({ id: ID }) },
  { method: 'mcpServers.test', call: ({ admin }) => admin.mcpServers.test({ id: ID }) },
  { method: 'mcpServers.getTokens', call: ({ admin }) => admin.mcpServers.getTokens({ id: ID }) },
  {
    method: 'mcpServers.setTokens',
    call: ({ admin }) => admin.mcpServers.setTokens({ id: ID, access_token: 't' }),
  },
  { method: 'mcpServers.deleteTokens', call: ({ admin }) => admin.mcpServers.deleteTokens({ id: ID }) },
  { method: 'mcpServers.getClientInfo', call: ({ admin }) => admin.mcpServers.getClientInfo({ id: ID }) },
  { method: 'mcpServers.capabilities.list', call: ({ admin }) => admin.mcpServers.capabilities.list({ id: ID }) },
  {
    method: 'mcpServers.capabilities.update',
    call: ({ admin }) => admin.mcpServers.capabilities.update({ id: ID, capabilities: [CAPABILITY] }),
  },
  {
    method: 'mcpServers.capabilities.sync',
    call: ({ admin }) =>
      admin.mcpServers.capabilities.sync({ id: ID, capabilities: [{ name: 'search', type: 'tool' }] }),
  },
  { method: 'mcpServers.userAccess.check', call: ({ admin }) => admin.mcpServers.userAccess.check({ id: ID }) },
  { method: 'mcpServers.userAccess.list', call: ({ admin }) => admin.mcpServers.userAccess.list({ id: ID }) },
  {
    method: 'mcpServers.userAccess.update',
    call: ({ admin }) => admin.mcpServers.userAccess.update({ id: ID, default_user_access: 'allow' }),
  },
  { method: 'mcpServers.metadata.get', call: ({ admin }) => admin.mcpServers.metadata.get({ id: ID }) },
  {
    method: 'mcpServers.metadata.sync',
    call: ({ admin }) => admin.mcpServers.metadata.sync({ id: ID, title: 'Server' }),
  },
  { method: 'mcpServers.connections.list', call: ({ admin }) => admin.mcpServers.connections.list({ id: ID }) },
  { method: 'mcpServers.connections.delete', call: ({ admin }) => admin.mcpServers.connections.delete({ id: ID }) },
]
