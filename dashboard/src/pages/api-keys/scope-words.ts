/** Scopes in plain language: what a key can and cannot do, and which scopes are dangerous. */

import type { Scope } from './api-key.ts'

export type Resource = { readonly name: string; readonly label: string; readonly scopes: readonly Scope[] }

const LABELS: Readonly<Record<string, string>> = {
  organisation_users: 'People and invites',
  organisation_service_api_keys: 'Admin keys',
  organisation_settings: 'Organisation settings',
  sso_connections: 'Single sign-on connections',
  audit_logs: 'Audit log',
  roles: 'Custom roles',
  access_review: 'Access review',
  completions: 'Requests to providers',
  scim: 'SCIM provisioning',
  workspaces: 'Workspaces',
  workspace_users: 'Workspace members',
  breakers: 'Circuit breakers',
  cache: 'Response cache',
  workspace_service_api_keys: 'Service API keys',
  workspace_user_api_keys: 'User API keys',
  virtual_keys: 'Virtual keys',
  providers: 'Providers',
  organisation_integrations: 'Integrations of the organisation',
  workspace_integrations: 'Integrations of the workspace',
  configs: 'Configs',
  virtual_models: 'Virtual models',
  prompts: 'Prompts',
  policies: 'Limits by policy',
  analytics: 'Analytics',
  logs: 'Request logs',
}

const VERBS = [
  'list',
  'view',
  'read',
  'create',
  'update',
  'delete',
  'default',
  'rotate',
  'publish',
  'render',
  'export',
  'write',
]

/** Sending requests has its own switch, so the matrix omits this scope. */
const ELSEWHERE = 'completions.write'

export function verbOf(scope: string): string {
  return scope.slice(scope.indexOf('.') + 1)
}

function resourceOf(scope: string): string {
  return scope.slice(0, scope.indexOf('.'))
}

/** Lowercases a label for use inside a sentence; acronyms stay uppercase. */
function inSentence(label: string): string {
  return /^[A-Z]{2}|^Admin/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}

function labelOf(resource: string): string {
  const words = resource.replaceAll('_', ' ')
  return LABELS[resource] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Rows of the matrix, each with its verbs in a fixed order. */
export function resourcesOf(scopes: readonly Scope[]): readonly Resource[] {
  return resourcesWithAll(scopes.filter((scope) => scope.name !== ELSEWHERE))
}

/** Like `resourcesOf`, with the scope to send requests. */
export function resourcesWithAll(scopes: readonly Scope[]): readonly Resource[] {
  const rows = Map.groupBy(scopes, (scope) => resourceOf(scope.name))
  return [...rows].map(([name, own]) => ({
    name,
    label: labelOf(name),
    scopes: own.toSorted((one, other) => scopeOrder(one.name) - scopeOrder(other.name)),
  }))
}

function scopeOrder(scope: string): number {
  const at = VERBS.indexOf(verbOf(scope))
  return at === -1 ? VERBS.length : at
}

/** Scopes that allow privilege escalation, spending or deletion. */
export function isPowerful(scope: string): boolean {
  const verb = verbOf(scope)
  const resource = resourceOf(scope)
  if (verb === 'list' || verb === 'read' || verb === 'view') return false
  if (
    /(api_keys|virtual_keys|providers|integrations|organisation_users|organisation_settings|workspace_users|policies)$/.test(
      resource,
    )
  )
    return true
  return (resource === 'workspaces' && verb !== 'create') || verb === 'default'
}

export type Summary = {
  readonly can: readonly string[]
  readonly cannot: readonly string[]
  readonly danger: readonly string[]
}

export function summarise(chosen: readonly string[], mayInfer: boolean, all: readonly Scope[]): Summary {
  const held = new Set(chosen)
  const can: string[] = mayInfer ? ['send requests to providers'] : []
  const cannot: string[] = mayInfer ? [] : ['requests to providers']
  const danger: string[] = []
  for (const { label, scopes } of resourcesOf(all)) {
    const own = scopes.filter((scope) => held.has(scope.name))
    const words = inSentence(label)
    if (own.length === 0) cannot.push(words)
    else can.push(`${words}: ${own.length === scopes.length ? 'everything' : verbsOf(own)}`)
    const strong = own.filter((scope) => isPowerful(scope.name))
    if (strong.length > 0) danger.push(`${words} (${verbsOf(strong)})`)
  }
  return { can, cannot, danger }
}

function verbsOf(scopes: readonly Scope[]): string {
  return scopes.map((scope) => verbOf(scope.name)).join(', ')
}
