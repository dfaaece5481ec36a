/** The scope catalogue: what each scope lets a key do, and which kind of key may hold it. */

import type { KeyKind } from '../../core/caller.ts'

export type ScopeRow = { readonly name: string; readonly about: string; readonly kinds: readonly KeyKind[] }

const BOTH = ['admin', 'workspace'] as const
const ADMIN = ['admin'] as const
const WORKSPACE = ['workspace'] as const

const VERBS = { create: 'Create', read: 'Read one of', update: 'Change', delete: 'Delete', list: 'List' } as const

function five(group: string, things: string, kinds: readonly KeyKind[]): ScopeRow[] {
  return Object.entries(VERBS).map(([verb, word]) => ({ name: `${group}.${verb}`, about: `${word} ${things}.`, kinds }))
}

function six(group: string, things: string, kinds: readonly KeyKind[]): ScopeRow[] {
  const rotate = { name: `${group}.rotate`, about: `Give ${things} a new secret.`, kinds }
  return [...five(group, things, kinds), rotate]
}

/** Contract 4.11, as far as it concerns resources that exist here. */
export const SCOPES: readonly ScopeRow[] = [
  ...five('organisation_users', 'people and invites', ADMIN),
  ...six('organisation_service_api_keys', 'Admin keys', ADMIN),
  { name: 'organisation_settings.read', about: 'Read the organisation’s settings.', kinds: ADMIN },
  { name: 'organisation_settings.update', about: 'Change the organisation’s settings.', kinds: ADMIN },
  { name: 'audit_logs.list', about: 'Read the audit log.', kinds: ADMIN },
  { name: 'workspaces.create', about: 'Create workspaces.', kinds: ADMIN },
  { name: 'workspaces.update', about: 'Change workspaces.', kinds: ADMIN },
  { name: 'workspaces.delete', about: 'Delete workspaces.', kinds: ADMIN },
  { name: 'workspaces.read', about: 'Read one of the workspaces.', kinds: BOTH },
  { name: 'workspaces.list', about: 'List workspaces.', kinds: BOTH },
  { name: 'workspace_users.create', about: 'Add people to workspaces.', kinds: ADMIN },
  { name: 'workspace_users.update', about: 'Change roles in workspaces.', kinds: ADMIN },
  { name: 'workspace_users.delete', about: 'Remove people from workspaces.', kinds: ADMIN },
  { name: 'workspace_users.read', about: 'Read one of a workspace’s people.', kinds: BOTH },
  { name: 'workspace_users.list', about: 'List a workspace’s people.', kinds: BOTH },
  { name: 'breakers.list', about: 'List circuit breakers.', kinds: BOTH },
  { name: 'breakers.reset', about: 'Close circuit breakers by hand.', kinds: ADMIN },
  { name: 'cache.purge', about: 'Take answers out of the cache.', kinds: ADMIN },
  ...six('workspace_service_api_keys', 'workspace keys of programs', BOTH),
  ...six('workspace_user_api_keys', 'workspace keys of people', BOTH),
  ...five('virtual_keys', 'virtual keys', BOTH),
  ...five('configs', 'configs', BOTH),
  {
    name: 'configs.default',
    about: 'Choose a workspace’s default config, and change the config that is the default.',
    kinds: BOTH,
  },
  ...five('prompts', 'prompts', BOTH),
  { name: 'prompts.publish', about: 'Publish a version of a prompt.', kinds: BOTH },
  { name: 'prompts.render', about: 'Render a prompt without calling a model.', kinds: BOTH },
  ...five('policies', 'budget and rate-limit policies', BOTH),
  { name: 'analytics.view', about: 'Read analytics.', kinds: BOTH },
  { name: 'logs.list', about: 'List request logs.', kinds: BOTH },
  { name: 'logs.view', about: 'Read one request log with its decisions and bodies.', kinds: BOTH },
  { name: 'logs.export', about: 'Export request logs.', kinds: BOTH },
  { name: 'logs.write', about: 'Insert logs and give feedback.', kinds: WORKSPACE },
  {
    name: 'completions.write',
    about: 'Send requests to providers (every key may unless it was made without).',
    kinds: BOTH,
  },
]

const BY_NAME: ReadonlyMap<string, ScopeRow> = new Map(SCOPES.map((row) => [row.name, row]))

export function findScope(name: string): ScopeRow | undefined {
  return BY_NAME.get(name)
}

/** Held by the keys of the first start: every scope of their kind, also those later versions add. */
export const ALL_SCOPES = '*'
