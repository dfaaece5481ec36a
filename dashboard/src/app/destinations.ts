/** All pages of the dashboard: path, title, required permission and the module that renders it. */

import type { ComponentType } from 'preact'
import type { IconName } from '../design/controls/icon.tsx'
import type { PageProps } from './page-props.ts'
import { can, canEverywhere, isOrganisationAdmin } from './session.ts'

type PageModule = { readonly Page: ComponentType<PageProps> }

export type Destination = {
  readonly path: string
  readonly title: string
  readonly group: 'watch' | 'build' | 'access' | 'organisation' | 'foot' | 'elsewhere'
  readonly icon: IconName
  /** Path of the navigation entry that is highlighted, for a page without its own entry. */
  readonly parent?: string
  /** The key to press after `g`. */
  readonly key?: string
  /** The required permission as text, shown to users who open the URL without it. */
  readonly needs?: string
  readonly isAllowed: () => boolean
  readonly load: () => Promise<PageModule>
}

const everybody = () => true
const holding = (scope: string) => ({ needs: `the permission ${scope}`, isAllowed: () => can(scope) })
const admins = { needs: 'the role owner or admin', isAllowed: () => isOrganisationAdmin.value }

export const DESTINATIONS: readonly Destination[] = [
  {
    path: '/overview',
    title: 'Overview',
    group: 'watch',
    icon: 'overview',
    key: 'o',
    ...holding('analytics.view'),
    load: () => import('../pages/overview/page.tsx'),
  },
  {
    path: '/logs',
    title: 'Logs',
    group: 'watch',
    icon: 'logs',
    key: 'l',
    ...holding('logs.list'),
    load: () => import('../pages/logs/page.tsx'),
  },
  {
    path: '/analytics',
    title: 'Analytics',
    group: 'watch',
    icon: 'analytics',
    key: 'a',
    ...holding('analytics.view'),
    load: () => import('../pages/analytics/page.tsx'),
  },
  {
    path: '/alerts',
    title: 'Alerts',
    group: 'watch',
    icon: 'alerts',
    key: 't',
    ...holding('alerts.list'),
    load: () => import('../pages/alerts/page.tsx'),
  },
  {
    path: '/sinks',
    title: 'Sinks',
    group: 'watch',
    icon: 'exports',
    key: 'n',
    ...holding('sinks.list'),
    load: () => import('../pages/sinks/page.tsx'),
  },
  {
    path: '/playground',
    title: 'Playground',
    group: 'build',
    icon: 'playground',
    key: 'p',
    ...holding('completions.write'),
    load: () => import('../pages/playground/page.tsx'),
  },
  {
    path: '/prompts',
    title: 'Prompts',
    group: 'build',
    icon: 'prompts',
    key: 'r',
    ...holding('prompts.list'),
    load: () => import('../pages/prompts/page.tsx'),
  },
  {
    path: '/configs',
    title: 'Configs',
    group: 'build',
    icon: 'configs',
    key: 'c',
    ...holding('configs.list'),
    load: () => import('../pages/configs/page.tsx'),
  },
  {
    path: '/guardrails',
    title: 'Guardrails',
    group: 'build',
    icon: 'guardrails',
    key: 'g',
    ...holding('guardrails.list'),
    load: () => import('../pages/guardrails/page.tsx'),
  },
  {
    path: '/models',
    title: 'Models',
    group: 'build',
    icon: 'docs',
    key: 'd',
    needs: 'the permission virtual_keys.list or completions.write',
    isAllowed: () => can('virtual_keys.list') || can('completions.write'),
    load: () => import('../pages/models/page.tsx'),
  },
  {
    path: '/virtual-keys',
    title: 'Virtual keys',
    group: 'access',
    icon: 'virtual-keys',
    key: 'v',
    ...holding('virtual_keys.list'),
    load: () => import('../pages/virtual-keys/page.tsx'),
  },
  {
    path: '/api-keys',
    title: 'API keys',
    group: 'access',
    icon: 'api-keys',
    key: 'k',
    needs: 'the permission workspace_service_api_keys.list',
    isAllowed: () => can('workspace_service_api_keys.list') || can('workspace_user_api_keys.list'),
    load: () => import('../pages/api-keys/page.tsx'),
  },
  {
    path: '/members',
    title: 'Members',
    group: 'access',
    icon: 'members',
    key: 'm',
    ...holding('workspace_users.list'),
    load: () => import('../pages/members/page.tsx'),
  },
  {
    path: '/workspaces',
    title: 'Workspaces',
    group: 'organisation',
    icon: 'workspaces',
    ...admins,
    load: () => import('../pages/workspaces/page.tsx'),
  },
  {
    path: '/users',
    title: 'Users & invites',
    group: 'organisation',
    icon: 'users',
    ...holding('organisation_users.list'),
    load: () => import('../pages/users/page.tsx'),
  },
  {
    path: '/admin-keys',
    title: 'Admin keys',
    group: 'organisation',
    icon: 'admin-keys',
    ...holding('organisation_service_api_keys.list'),
    load: () => import('../pages/admin-keys/page.tsx'),
  },
  {
    path: '/workload-issuers',
    title: 'Workload issuers',
    group: 'organisation',
    icon: 'virtual-keys',
    ...holding('workload_issuers.list'),
    load: () => import('../pages/workload-issuers/page.tsx'),
  },
  {
    path: '/roles',
    title: 'Roles',
    group: 'organisation',
    icon: 'members',
    needs: 'the permission roles.list in the organisation',
    isAllowed: () => canEverywhere('roles.list'),
    load: () => import('../pages/roles/page.tsx'),
  },
  {
    path: '/access-review',
    title: 'Access review',
    group: 'organisation',
    icon: 'check',
    ...holding('access_review.read'),
    load: () => import('../pages/access-review/page.tsx'),
  },
  {
    path: '/audit-log',
    title: 'Audit log',
    group: 'organisation',
    icon: 'audit-log',
    ...holding('audit_logs.list'),
    load: () => import('../pages/audit-log/page.tsx'),
  },
  {
    path: '/scim-log',
    title: 'SCIM log',
    group: 'organisation',
    icon: 'audit-log',
    ...admins,
    load: () => import('../pages/scim-log/page.tsx'),
  },
  {
    path: '/settings',
    title: 'Settings',
    group: 'organisation',
    icon: 'settings',
    key: 's',
    ...admins,
    load: () => import('../pages/settings/page.tsx'),
  },
  {
    path: '/health',
    title: 'Health',
    group: 'foot',
    icon: 'health',
    key: 'h',
    isAllowed: everybody,
    load: () => import('../pages/health/page.tsx'),
  },
  {
    path: '/integrations',
    title: 'Integrations',
    group: 'elsewhere',
    parent: '/virtual-keys',
    icon: 'virtual-keys',
    needs: 'the permission organisation_integrations.list or workspace_integrations.list',
    isAllowed: () => can('organisation_integrations.list') || can('workspace_integrations.list'),
    load: () => import('../pages/integrations/page.tsx'),
  },
  {
    path: '/policies',
    title: 'Limits by policy',
    group: 'elsewhere',
    parent: '/virtual-keys',
    icon: 'virtual-keys',
    ...holding('policies.list'),
    load: () => import('../pages/policies/page.tsx'),
  },
  {
    path: '/traces',
    title: 'Traces',
    group: 'elsewhere',
    parent: '/logs',
    icon: 'traces',
    ...holding('logs.list'),
    load: () => import('../pages/traces/page.tsx'),
  },
  {
    path: '/end-users',
    title: 'End users',
    group: 'elsewhere',
    icon: 'members',
    ...holding('analytics.view'),
    load: () => import('../pages/end-users/page.tsx'),
  },
  {
    path: '/compare',
    title: 'Compare requests',
    group: 'elsewhere',
    parent: '/logs',
    icon: 'logs',
    ...holding('logs.view'),
    load: () => import('../pages/compare/page.tsx'),
  },
  {
    path: '/exports',
    title: 'Log exports',
    group: 'elsewhere',
    parent: '/logs',
    icon: 'exports',
    ...holding('logs.export'),
    load: () => import('../pages/exports/page.tsx'),
  },
  {
    path: '/welcome',
    title: 'Connect app',
    group: 'foot',
    icon: 'welcome',
    key: 'w',
    isAllowed: everybody,
    load: () => import('../pages/welcome/page.tsx'),
  },
  {
    path: '/account',
    title: 'Your account',
    group: 'elsewhere',
    icon: 'users',
    isAllowed: everybody,
    load: () => import('../pages/account/page.tsx'),
  },
  {
    path: '/device',
    title: 'Device login',
    group: 'elsewhere',
    icon: 'users',
    isAllowed: everybody,
    load: () => import('../pages/device/page.tsx'),
  },
]

/** `/logs/abc` resolves to the page `/logs` with `rest` = `['abc']`. */
export function findDestination(path: string): { readonly destination: Destination; readonly rest: string[] } | null {
  const [first = '', ...rest] = path.split('/').filter((part) => part !== '')
  const destination = DESTINATIONS.find((one) => one.path === `/${first}`)
  return destination ? { destination, rest: rest.map(decode) } : null
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
