/** What people may do in a workspace by their role (spec 5.5; decisions, Keys and people). */

import type { WorkspaceRole } from '../../core/stores/workspaces.ts'
import { SCOPES } from './scopes.ts'

/** Members read, and try things out in the playground; no keys, no credentials, no changes. */
const MEMBER: readonly string[] = [
  'workspaces.read',
  'workspaces.list',
  'configs.read',
  'configs.list',
  'prompts.read',
  'prompts.list',
  'prompts.render',
  'logs.list',
  'logs.view',
  'analytics.view',
  'breakers.list',
  'completions.write',
]

/** Managers besides run their workspace and its people. */
const MANAGER_BESIDES: readonly string[] = [
  'workspace_users.create',
  'workspace_users.update',
  'workspace_users.delete',
]

export const ROLE_SCOPES: Readonly<Record<WorkspaceRole, ReadonlySet<string>>> = {
  manager: new Set([
    ...SCOPES.filter((row) => row.kinds.includes('workspace')).map((row) => row.name),
    ...MANAGER_BESIDES,
  ]),
  member: new Set(MEMBER),
}
