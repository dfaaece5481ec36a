/** Commands for roles and the access review. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const ROLE = { name: 'ROLE', about: 'Name, slug or ID of the custom role.' }

const FLAGS: Readonly<Record<string, FlagSpec>> = {
  permission: { value: 'SCOPE', about: 'What the role may do. Repeat it for more.', isMany: true },
  description: { value: 'TEXT', about: 'What the role is for.' },
}

const roles = () => import('../commands/roles/roles.ts')

export const ROLE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'roles list',
    about: 'List built-in and custom roles.',
    examples: ['gatehouse roles list', 'gatehouse roles list --json'],
    isRemote: true,
    load: async () => (await roles()).listRoles,
  },
  {
    name: 'roles create',
    about: 'Create a custom role.',
    examples: [
      'gatehouse roles create "Auditor" --level organisation --permission audit_logs.list --permission logs.list',
      'gatehouse roles create "Prompt author" --level workspace --slug prompt-author --permission prompts.list --permission prompts.update',
    ],
    operands: [{ name: 'NAME', about: 'Name of the role.' }],
    isRemote: true,
    flags: {
      level: { value: 'LEVEL', about: 'organisation or workspace.' },
      slug: { value: 'SLUG', about: 'What users and group mappings refer to. Default: from the name.' },
      ...FLAGS,
    },
    load: async () => (await roles()).createRole,
  },
  {
    name: 'roles update',
    about: 'Change a custom role. Settings without a flag stay as they are.',
    examples: [
      'gatehouse roles update "Auditor" --permission audit_logs.list --permission access_review.read',
      'gatehouse roles update auditor --name "External auditor"',
    ],
    operands: [ROLE],
    isRemote: true,
    flags: { name: { value: 'TEXT', about: 'New name.' }, ...FLAGS },
    notes: () => ['--permission replaces all earlier permissions.'],
    load: async () => (await roles()).updateRole,
  },
  {
    name: 'roles delete',
    about: 'Delete a custom role.',
    examples: ['gatehouse roles delete "Auditor"', 'gatehouse roles delete "Auditor" --replace-with member --yes'],
    operands: [ROLE],
    isRemote: true,
    flags: {
      'replace-with': { value: 'ROLE', about: 'The role that everyone who has this role gets.' },
      yes: { about: 'Skip the confirmation; required without a terminal.' },
    },
    load: async () => (await roles()).deleteRole,
  },
  {
    name: 'access review',
    about: 'List who can do what in which workspace: users, API keys and workload issuers.',
    examples: [
      'gatehouse access review',
      'gatehouse access review --type user --permission logs.view',
      'gatehouse access review --to access.csv',
    ],
    isRemote: true,
    flags: {
      type: { value: 'TYPE', about: 'user, api_key or workload_issuer.' },
      search: { value: 'TEXT', about: 'Part of an e-mail address or name.' },
      permission: { value: 'SCOPE', about: 'Only grants with this scope.' },
      to: { value: 'FILE', about: 'Write a file; - is standard output.' },
      format: { value: 'FORMAT', about: 'csv or json. Default: by the name of the file.' },
    },
    load: async () => (await import('../commands/access/access-review.ts')).reviewAccess,
  },
]
