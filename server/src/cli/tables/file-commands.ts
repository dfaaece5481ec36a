/** Commands for settings in files: plan, apply, export, import, migrate. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const FOLDER = { name: 'FOLDER', about: 'Folder with the files. Default: ./gatehouse.', isOptional: true } as const
const PRUNE: FlagSpec = { about: 'Also delete resources that these files managed and no longer contain.' }
const ADOPT: FlagSpec = { about: 'Take over existing resources of the same name that no files manage yet.' }

const NOTES = () => [
  'FOLDER/virtual-keys/SLUG.json   {"name", "provider", "key": {"env": "OPENAI_API_KEY"}, ...}; never the secret itself',
  'FOLDER/configs/NAME.json        {"name", "config": {...}}, or the config alone; {"env": "NAME"} stands for a secret',
  'FOLDER/prompts/SLUG.json        as written by gatehouse prompts pull',
  'FOLDER/keys/NAME.json           {"name", "kind": "workspace", "scopes": [...]}; a new key’s secret is shown once',
  'FOLDER/guardrails/NAME.json     {"name", "checks": [...], "actions": {...}}',
  'FOLDER/guardrail-defaults, virtual-models, partials, labels, prices, usage-limits, rate-limits, alert-channels, alert-rules, sinks, workload-issuers, second-factor-policy, sso-connections, group-mappings, sso-enforcement, roles   as written by gatehouse export',
  'FOLDER/.gatehouse-state.json    written by apply: the resources these files manage. Keep it with them.',
  '',
  'A file manages the settings it contains; other settings stay unchanged.',
]

export const FILE_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'init',
    about: 'Create a folder for settings in files: one example of each kind, the schema for your editor, .env.example.',
    examples: ['gatehouse init', 'gatehouse init settings --pull     with the current settings of the gateway'],
    operands: [{ name: 'FOLDER', about: 'Folder to create. Default: ./gatehouse.', isOptional: true }],
    isRemote: true,
    flags: {
      pull: { about: 'Write the settings of the key’s workspace instead of examples; secrets become variables.' },
    },
    notes: NOTES,
    load: async () => (await import('../commands/files/init-folder.ts')).initFolder,
  },
  {
    name: 'plan',
    about:
      'Compare files with the gateway: shows what apply would create, update or delete, and what changed outside the files.',
    examples: ['gatehouse plan', 'gatehouse plan settings --check     exit code 1 if anything differs, for CI'],
    operands: [FOLDER],
    isRemote: true,
    flags: { prune: PRUNE, adopt: ADOPT, check: { about: 'Exit code 1 if anything differs.' } },
    notes: NOTES,
    load: async () => (await import('../commands/files/plan-and-apply.ts')).planCommand,
  },
  {
    name: 'apply',
    about: 'Change the gateway to match the files. Nothing is deleted without --prune.',
    examples: ['gatehouse apply', 'gatehouse apply settings --prune --yes'],
    operands: [FOLDER],
    isRemote: true,
    flags: { prune: PRUNE, adopt: ADOPT, yes: { about: 'Skip the confirmation; required without a terminal.' } },
    notes: NOTES,
    load: async () => (await import('../commands/files/plan-and-apply.ts')).applyCommand,
  },
  {
    name: 'export',
    about: 'Write all settings of the organisation to a folder, without secrets, users and logs. Needs an Admin key.',
    examples: ['gatehouse export', 'gatehouse export backup/2026-05-01'],
    operands: [
      { name: 'FOLDER', about: 'New folder, or an earlier export. Default: ./gatehouse-export.', isOptional: true },
    ],
    isRemote: true,
    notes: () => [
      'The same settings give the same files, byte for byte, so you can track changes in a repository.',
      'Configs: the newest version. Prompts and partials: all versions.',
      'FOLDER/workspaces/NAME can be used with gatehouse plan and apply.',
    ],
    load: async () => (await import('../commands/transfer/export-organisation.ts')).exportOrganisation,
  },
  {
    name: 'import',
    about: 'Import an export into a gateway. Everything is planned and checked before the first change.',
    examples: ['gatehouse import gatehouse-export --dry-run', 'gatehouse import gatehouse-export --on-conflict skip'],
    operands: [{ name: 'FOLDER', about: 'As written by gatehouse export.' }],
    isRemote: true,
    flags: {
      'dry-run': { about: 'Only show the plan and the credentials that would be read from the environment.' },
      'on-conflict': {
        value: 'POLICY',
        choices: ['fail', 'skip', 'replace'],
        about: 'If a resource exists and differs: fail before the first change (default), skip it, or replace it.',
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
    about: 'Import settings from another gateway (shows a plan; --apply runs it), or update the database schema.',
    examples: [
      'gatehouse migrate litellm config.yaml',
      'gatehouse migrate litellm config.yaml keys.json teams.csv --apply     its keys keep working',
      'gatehouse migrate portkey --from https://api.portkey.ai/v1     read the account; its key is in PORTKEY_API_KEY',
      'gatehouse migrate portkey export/ --secrets secrets.env --apply',
      'gatehouse migrate                    update the schema of the PostgreSQL database in DATABASE_URL',
    ],
    operands: [
      { name: 'FROM', about: 'litellm or portkey.', isOptional: true },
      {
        name: 'FILE',
        about:
          'LiteLLM’s config.yaml, and its tables of keys and teams as .json or .csv; or saved responses of Portkey’s API: JSON files, or folders of them.',
        isMany: true,
        isOptional: true,
      },
    ],
    isRemote: true,
    flags: {
      apply: { about: 'Run the plan.' },
      from: { value: 'URL', about: 'portkey: read the account through its API.' },
      'from-key-env': {
        value: 'NAME',
        about: 'Environment variable with the key of that account. Default: PORTKEY_API_KEY.',
      },
      'from-key-file': { value: 'FILE', about: 'File with that key; - is standard input.' },
      secrets: {
        value: 'FILE',
        about: 'Provider credentials: lines NAME=secret, or a JSON object. The plan lists the names.',
      },
      'on-conflict': {
        value: 'POLICY',
        choices: ['fail', 'skip', 'replace'],
        about: 'If a resource exists and differs: fail before the first change (default), skip it, or replace it.',
      },
      'skip-invalid': {
        about: 'Leave out resources that this gateway cannot have, instead of failing before the first change.',
      },
      journal: { value: 'FILE', about: 'What this migration has created. Default: ./gatehouse-migration.json.' },
      to: { value: 'FOLDER', about: 'Write files for gatehouse plan or import instead of calling the gateway.' },
      adopt: { about: 'Same as --on-conflict replace.' },
      yes: { about: 'Skip the confirmation; required without a terminal.' },
    },
    notes: () => [
      'Credentials come from the environment, from --secrets or from the terminal, and are never written to a file.',
      'Slugs, ids and version numbers stay the same. Gateway keys get new secrets, shown once.',
      'If a step fails, everything that was created is deleted again. After an interruption, run the command again.',
      'Exit code 1 if something was not carried over; stderr lists it.',
    ],
    load: async () => (await import('../commands/migrate/migrate.ts')).migrate,
  },
]
