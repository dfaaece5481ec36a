/** The list of scopes: what each scope allows and which kinds of keys can hold it. */

import type { KeyKind } from '../../core/caller.ts'

export type ScopeRow = { readonly name: string; readonly about: string; readonly kinds: readonly KeyKind[] }

const BOTH = ['admin', 'workspace'] as const
const ADMIN = ['admin'] as const
const WORKSPACE = ['workspace'] as const

const VERBS = { create: 'Create', read: 'Read', update: 'Update', delete: 'Delete', list: 'List' } as const

function crudScopes(group: string, things: string, kinds: readonly KeyKind[]): ScopeRow[] {
  return Object.entries(VERBS).map(([verb, word]) => ({ name: `${group}.${verb}`, about: `${word} ${things}.`, kinds }))
}

function crudAndRotateScopes(group: string, things: string, kinds: readonly KeyKind[]): ScopeRow[] {
  const rotate = { name: `${group}.rotate`, about: `Rotate ${things}.`, kinds }
  return [...crudScopes(group, things, kinds), rotate]
}

export const SCOPES: readonly ScopeRow[] = [
  ...crudScopes('organisation_users', 'people and invites', ADMIN),
  ...crudScopes('roles', 'custom roles', ADMIN).map((row) =>
    row.name === 'roles.list' || row.name === 'roles.read' ? { ...row, kinds: BOTH } : row,
  ),
  { name: 'access_review.read', about: 'Read and export who has access to what.', kinds: ADMIN },
  ...crudAndRotateScopes('organisation_service_api_keys', 'Admin keys', ADMIN),
  { name: 'organisation_settings.read', about: 'Read the organisation’s settings.', kinds: ADMIN },
  { name: 'organisation_settings.update', about: 'Update the organisation’s settings.', kinds: ADMIN },
  { name: 'scim.provision', about: 'Provision users and groups with SCIM, and read its log.', kinds: ADMIN },
  ...crudScopes('sso_connections', 'single sign-on connections', ADMIN),
  { name: 'audit_logs.list', about: 'Read the audit log.', kinds: ADMIN },
  ...crudScopes('workload_issuers', 'workload issuers, and revoke their tokens', ADMIN),
  { name: 'workspaces.create', about: 'Create workspaces.', kinds: ADMIN },
  { name: 'workspaces.update', about: 'Update workspaces.', kinds: ADMIN },
  { name: 'workspaces.delete', about: 'Delete workspaces.', kinds: ADMIN },
  { name: 'workspaces.read', about: 'Read a workspace.', kinds: BOTH },
  { name: 'workspaces.list', about: 'List workspaces.', kinds: BOTH },
  { name: 'workspace_users.create', about: 'Add people to workspaces.', kinds: ADMIN },
  { name: 'workspace_users.update', about: 'Change workspace roles.', kinds: ADMIN },
  { name: 'workspace_users.delete', about: 'Remove people from workspaces.', kinds: ADMIN },
  { name: 'workspace_users.read', about: 'Read a workspace member.', kinds: BOTH },
  { name: 'workspace_users.list', about: 'List workspace members.', kinds: BOTH },
  { name: 'body_keys.list', about: 'List the keys that encrypt logged bodies.', kinds: ADMIN },
  { name: 'body_keys.rotate', about: 'Rotate the keys that encrypt logged bodies.', kinds: ADMIN },
  { name: 'breakers.list', about: 'List circuit breakers.', kinds: BOTH },
  { name: 'breakers.reset', about: 'Reset circuit breakers.', kinds: ADMIN },
  { name: 'cache.purge', about: 'Purge the response cache.', kinds: ADMIN },
  ...crudAndRotateScopes('workspace_service_api_keys', 'workspace service keys', BOTH),
  ...crudAndRotateScopes('workspace_user_api_keys', 'personal workspace keys', BOTH),
  ...crudScopes('virtual_keys', 'virtual keys', BOTH),
  ...crudScopes('providers', 'providers, which are virtual keys', BOTH),
  ...crudScopes('organisation_integrations', 'integrations of the organisation', ADMIN).map((row) =>
    row.name.endsWith('.list') ? { ...row, kinds: BOTH } : row,
  ),
  ...crudScopes('workspace_integrations', 'integrations of a workspace', BOTH),
  ...crudScopes('configs', 'configs', BOTH),
  {
    name: 'configs.default',
    about: 'Set a workspace’s default config, and update the config that is the default.',
    kinds: BOTH,
  },
  ...crudScopes('guardrails', 'guardrails', BOTH),
  { name: 'guardrails.invoke', about: 'Run guardrails over texts to test them.', kinds: BOTH },
  ...crudScopes('organisation_guardrails', 'guardrails of the organisation', ADMIN),
  ...crudScopes('virtual_models', 'virtual models', BOTH),
  ...crudScopes('prompts', 'prompts', BOTH),
  { name: 'prompts.publish', about: 'Publish a version of a prompt.', kinds: BOTH },
  { name: 'prompts.render', about: 'Render a prompt without calling a model.', kinds: BOTH },
  ...crudScopes('policies', 'budget and rate-limit policies', BOTH),
  ...crudScopes('alerts', 'alert rules and channels', BOTH),
  ...crudScopes('sinks', 'sinks, which send logs to other systems', BOTH),
  { name: 'analytics.view', about: 'Read analytics.', kinds: BOTH },
  { name: 'logs.list', about: 'List request logs.', kinds: BOTH },
  { name: 'logs.view', about: 'Read a request log with its decisions and bodies.', kinds: BOTH },
  { name: 'logs.export', about: 'Export request logs.', kinds: BOTH },
  { name: 'privacy.export', about: 'Export the data of a person.', kinds: BOTH },
  { name: 'privacy.erase', about: 'Erase a person and read the receipts.', kinds: BOTH },
  { name: 'logs.write', about: 'Insert logs and feedback.', kinds: WORKSPACE },
  {
    name: 'completions.write',
    about: 'Send requests to providers. Every key can, unless it was created with allow_inference: false.',
    kinds: BOTH,
  },
]

const BY_NAME: ReadonlyMap<string, ScopeRow> = new Map(SCOPES.map((row) => [row.name, row]))

export function findScope(name: string): ScopeRow | undefined {
  return BY_NAME.get(name)
}

/**
 * Scopes of the Portkey API for features that the gateway does not have. Keys can hold them, so that scripts keep working;
 * they grant nothing.
 */
const WITHOUT_EFFECT = {
  groups: new Set([
    'agent_servers',
    'agents',
    'collections',
    'deployments',
    'guardrails',
    'integrations',
    'labels',
    'mcp',
    'mcp_integrations',
    'mcp_servers',
    'organisation_agent_integrations',
    'organisation_guardrails',
    'organisation_mcp_integrations',
    'organisation_mcp_servers',
    'organisations',
    'partials',
    'plugins',
    'prompt_partials',
    'secret_references',
    'workspace_agent_integrations',
    'workspace_guardrails',
    'workspace_mcp_integrations',
    'workspace_mcp_servers',
  ]),
  verbs: new Set([
    'copy',
    'create',
    'delete',
    'duplicate',
    'export',
    'invoke',
    'list',
    'publish',
    'read',
    'update',
    'view',
  ]),
  names: new Set(['virtual_keys.copy', 'virtual_keys.duplicate', 'logs.delete', 'organisation_settings.list']),
}

/** Scopes that Portkey gives to workspace keys too. Here only Admin keys manage workspaces and their members. */
const WITHOUT_EFFECT_ON_WORKSPACE_KEYS = new Set([
  'workspaces.create',
  'workspaces.update',
  'workspace_users.create',
  'workspace_users.update',
  'workspace_users.delete',
])

/** Whether keys of this kind can hold the scope although it grants them nothing. */
export function isScopeWithoutEffect(name: string, kind: KeyKind): boolean {
  if (BY_NAME.has(name)) return kind === 'workspace' && WITHOUT_EFFECT_ON_WORKSPACE_KEYS.has(name)
  const [group = '', verb = '', ...rest] = name.split('.')
  if (WITHOUT_EFFECT.names.has(name)) return true
  return rest.length === 0 && WITHOUT_EFFECT.groups.has(group) && WITHOUT_EFFECT.verbs.has(verb)
}

/** Held by the keys created at the first start. Stands for all scopes of their kind, including ones added later. */
export const ALL_SCOPES = '*'
