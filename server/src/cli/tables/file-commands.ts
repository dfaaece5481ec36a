/** Commands that keep a gateway's settings in files. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const FOLDER = { name: 'FOLDER', about: 'Where the files are; ./gatehouse when absent.', isOptional: true } as const
const PRUNE: FlagSpec = { about: 'Also delete what these files made before and no longer name.' }
const ADOPT: FlagSpec = { about: 'Take over what exists under the same name and belongs to no files yet.' }

const NOTES = () => [
  'FOLDER/virtual-keys/SLUG.json   {"name", "provider", "key": {"env": "OPENAI_API_KEY"}, ...}: never the secret itself',
  'FOLDER/configs/NAME.json        {"name", "config": {...}}, or the config alone; {"env": "NAME"} stands for a secret',
  'FOLDER/prompts/SLUG.json        as written by gatehouse prompts pull',
  'FOLDER/keys/NAME.json           {"name", "kind": "workspace", "scopes": [...]}; a new key’s secret is shown once',
  'FOLDER/partials, labels, prices, usage-limits, rate-limits   as written by gatehouse export',
  'FOLDER/.gatehouse-state.json    written by apply: what these files own. Keep it with them.',
  '',
  'A file owns the settings it names; what it does not name stays as it is.',
]

export const FILE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    about: 'Begin to keep settings in files: a folder with one of each kind, the schema for your editor, .env.example.',
    examples: ['gatehouse init', 'gatehouse init settings --pull     with what the gateway has already'],
    operands: [{ name: 'FOLDER', about: 'A new one; ./gatehouse when absent.', isOptional: true }],
    isRemote: true,
    flags: { pull: { about: 'Write what the key’s workspace has instead of examples; secrets become variables.' } },
    notes: NOTES,
    load: async () => (await import('../commands/files/init-folder.ts')).initFolder,
  },
  {
    name: 'plan',
    about: 'Compare files with the gateway: what apply would create, update or delete, and what was changed elsewhere.',
    examples: ['gatehouse plan', 'gatehouse plan settings --check     exit code 1 when anything differs, for CI'],
    operands: [FOLDER],
    isRemote: true,
    flags: { prune: PRUNE, adopt: ADOPT, check: { about: 'Exit code 1 when anything differs.' } },
    notes: NOTES,
    load: async () => (await import('../commands/files/plan-and-apply.ts')).planCommand,
  },
  {
    name: 'apply',
    about: 'Make the gateway as the files say. Nothing is deleted without --prune.',
    examples: ['gatehouse apply', 'gatehouse apply settings --prune --yes'],
    operands: [FOLDER],
    isRemote: true,
    flags: { prune: PRUNE, adopt: ADOPT, yes: { about: 'Do not ask; needed where nobody can be asked.' } },
    notes: NOTES,
    load: async () => (await import('../commands/files/plan-and-apply.ts')).applyCommand,
  },
  {
    name: 'export',
    about: 'Write everything the organisation has set to a folder: no secrets, no people, no logs. Needs an Admin key.',
    examples: ['gatehouse export', 'gatehouse export backup/2026-05-01'],
    operands: [
      { name: 'FOLDER', about: 'New, or an export before; ./gatehouse-export when absent.', isOptional: true },
    ],
    isRemote: true,
    notes: () => [
      'Same settings, same files, byte for byte: keep the folder in a repository and its history is a history of changes.',
      'Of configs the newest version is written; of prompts and partials every one.',
      'FOLDER/workspaces/NAME can be used with gatehouse plan and apply.',
    ],
    load: async () => (await import('../commands/transfer/export-organisation.ts')).exportOrganisation,
  },
  {
    name: 'import',
    about: 'Bring an export into a gateway; everything is planned, and checked, before the first change.',
    examples: ['gatehouse import gatehouse-export --dry-run', 'gatehouse import gatehouse-export --on-conflict skip'],
    operands: [{ name: 'FOLDER', about: 'As written by gatehouse export.' }],
    isRemote: true,
    flags: {
      'dry-run': { about: 'Only show what would happen, and which credentials are read from the environment.' },
      'on-conflict': {
        value: 'POLICY',
        choices: ['fail', 'skip', 'replace'],
        about: 'What exists and is different: end before the first change (the default), leave it, or overwrite it.',
      },
    },
    notes: () => [
      'Credentials are read from the environment; the files name the variables. Gateway keys get new secrets, shown once.',
      'Nothing is deleted.',
    ],
    load: async () => (await import('../commands/transfer/import-organisation.ts')).importOrganisation,
  },
  {
    name: 'migrate',
    about: 'Bring settings over from another gateway (shows a plan; --apply does it), or the database up to date.',
    examples: [
      'gatehouse migrate litellm config.yaml',
      'gatehouse migrate portkey export.json --apply',
      'gatehouse migrate                    bring the PostgreSQL of DATABASE_URL up to date',
    ],
    operands: [
      { name: 'FROM', about: 'litellm or portkey.', isOptional: true },
      {
        name: 'FILE',
        about: 'LiteLLM’s config.yaml; or exported JSON with configs, virtual_keys and prompts.',
        isMany: true,
        isOptional: true,
      },
    ],
    isRemote: true,
    flags: {
      apply: { about: 'Do it.' },
      to: { value: 'FOLDER', about: 'Write files for gatehouse plan and apply instead of asking the gateway.' },
      adopt: ADOPT,
      yes: { about: 'Do not ask; needed where nobody can be asked.' },
    },
    notes: () => [
      'Credentials are read from the environment (the plan names the variables) and never written to a file.',
      'What cannot be carried over is listed, and nothing of it happens silently.',
    ],
    load: async () => (await import('../commands/migrate/migrate.ts')).migrate,
  },
]
