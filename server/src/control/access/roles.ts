/** The scopes of the workspace roles. */

import type { WorkspaceRole } from '../../core/stores/workspaces.ts'
import { SCOPES } from './scopes.ts'

/** Members can read and use the playground. They cannot see keys or credentials and cannot change anything. */
const MEMBER: readonly string[] = [
  'workspaces.read',
  'workspaces.list',
  'configs.read',
  'configs.list',
  'guardrails.read',
  'guardrails.list',
  'guardrails.invoke',
  'virtual_models.read',
  'virtual_models.list',
  'prompts.read',
  'prompts.list',
  'prompts.render',
  'logs.list',
  'logs.view',
  'analytics.view',
  'breakers.list',
  'completions.write',
]

/** Scopes that managers have although workspace keys cannot hold them. */
const MANAGER_EXTRA_SCOPES: readonly string[] = [
  'workspace_users.create',
  'workspace_users.update',
  'workspace_users.delete',
]

const MANAGER: ReadonlySet<string> = new Set([
  ...SCOPES.filter((row) => row.kinds.includes('workspace')).map((row) => row.name),
  ...MANAGER_EXTRA_SCOPES,
])

export const ROLE_SCOPES: Readonly<Record<WorkspaceRole, ReadonlySet<string>>> = {
  admin: MANAGER,
  manager: MANAGER,
  member: new Set(MEMBER),
}
