/** Commands that keep a gateway's settings in files. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const FOLDER = { name: 'FOLDER', about: 'Where the files are; ./gatehouse when absent.', isOptional: true } as const
const PRUNE: FlagSpec = { about: 'Also delete what these files made before and no longer name.' }
const ADOPT: FlagSpec = { about: 'Take over what exists under the same name and belongs to no files yet.' }

const NOTES = () => [
  'FOLDER/virtual-keys/SLUG.json   {"name", "provider", "key": {"env": "OPENAI_API_KEY"}, ...}: never the secret itself',
  'FOLDER/configs/NAME.json        {"name", "config": {...}}, or the config alone',
  'FOLDER/prompts/SLUG.json        as written by gatehouse prompts pull',
  'FOLDER/keys/NAME.json           {"name", "kind": "workspace", "scopes": [...]}; a new key’s secret is shown once',
  'FOLDER/.gatehouse-state.json    written by apply: what these files own. Keep it with them.',
  '',
  'A file owns the settings it names; what it does not name stays as it is.',
]

export const FILE_COMMANDS: readonly CommandSpec[] = [
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
