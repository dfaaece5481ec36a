/** Commands for gateway keys and virtual keys. */

import type { CommandSpec, FlagSpec } from '../command.ts'

export const YES: FlagSpec = { about: 'Skip the confirmation; required without a terminal.' }
export const SECRET_SOURCES: Readonly<Record<string, FlagSpec>> = {
  'key-env': { value: 'NAME', about: 'Environment variable with the provider key.' },
  'key-file': { value: 'FILE', about: 'File with the provider key. - reads standard input.' },
}
const SLUG = { name: 'SLUG', about: 'Slug of the virtual key.' }
const KEY_ID = { name: 'KEY', about: 'ID or name of the key.' }

const keys = () => import('../commands/keys/gateway-keys.ts')
const virtualKeys = () => import('../commands/keys/virtual-keys.ts')
const secrets = () => import('../commands/keys/secrets.ts')

export const KEY_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'keys list',
    about: 'List gateway keys.',
    examples: ['gatehouse keys list', 'gatehouse keys list --json'],
    isRemote: true,
    load: async () => (await keys()).listKeys,
  },
  {
    name: 'keys create',
    about: 'Create a gateway key. Its secret is shown once.',
    examples: [
      'gatehouse keys create "My app"',
      'KEY=$(gatehouse keys create "CI" --scope logs.list --scope logs.view --expires 90d --quiet)',
    ],
    operands: [{ name: 'NAME', about: 'Name of the key.' }],
    isRemote: true,
    flags: {
      kind: { value: 'KIND', choices: ['workspace', 'admin'], about: 'Default: workspace.' },
      scope: {
        value: 'SCOPE',
        about: 'Admin permission. Default: none, the key can only send requests.',
        isMany: true,
      },
      preset: {
        value: 'NAME',
        choices: ['send', 'send-logs', 'analytics', 'deploy'],
        about: 'Set of permissions: send requests (default), also read logs, read analytics, or deploy configs.',
      },
      expires: { value: 'TIME', about: '90d, 12h, or an ISO 8601 time.' },
      'rate-limit': { value: 'N/UNIT', about: 'Requests: 600/m, 10/s, 5000/d.' },
      config: { value: 'SLUG', about: 'Default config of its requests.' },
      'client-certificate': {
        value: 'ENTRY',
        about: 'Client certificate that acts as the key: sha256:, dns:, uri: or email: with its value.',
        isMany: true,
      },
      'no-inference': { about: 'Only for the admin API: the key cannot send requests.' },
      quiet: { about: 'Print only the secret.' },
    },
    load: async () => (await keys()).createKey,
  },
  {
    name: 'keys rotate',
    about: 'Give a key a new secret. The old secret keeps working for the overlap time.',
    examples: [
      'gatehouse keys rotate "My app"',
      'gatehouse keys rotate "My app" --overlap 0s     the old secret stops working immediately',
    ],
    operands: [KEY_ID],
    isRemote: true,
    flags: {
      overlap: {
        value: 'TIME',
        about: 'How long the old secret keeps working, such as 24h; 0s for a leaked key. Default: set by the gateway.',
      },
      quiet: { about: 'Print only the secret.' },
    },
    load: async () => (await keys()).rotateKey,
  },
  {
    name: 'keys revoke',
    about: 'Delete a key. It stops working immediately.',
    examples: ['gatehouse keys revoke "My app"', 'gatehouse keys revoke 01a1de37-2089-72e5-9226-0cf9dcfaec7a --yes'],
    operands: [KEY_ID],
    isRemote: true,
    flags: { yes: YES },
    load: async () => (await keys()).revokeKey,
  },
  {
    name: 'keys whoami',
    about: 'Show the key in use and its permissions.',
    examples: ['gatehouse keys whoami', 'GATEWAY_API_KEY=gww_... gatehouse keys whoami'],
    isRemote: true,
    load: async () => (await keys()).whoAmI,
  },
  {
    name: 'virtual-keys list',
    about: 'List virtual keys: provider credentials stored in the gateway.',
    examples: ['gatehouse virtual-keys list', 'gatehouse virtual-keys list --json'],
    isRemote: true,
    load: async () => (await virtualKeys()).listVirtualKeys,
  },
  {
    name: 'virtual-keys create',
    about: 'Store a provider credential under a slug that requests can use.',
    examples: [
      'gatehouse virtual-keys create openai-main --provider openai --key-env OPENAI_API_KEY --budget 50 --reset monthly --test',
      'gatehouse virtual-keys create team --provider mock     needs no credential',
    ],
    operands: [SLUG],
    isRemote: true,
    flags: {
      provider: {
        value: 'SLUG',
        about: 'Provider such as openai or anthropic; GET /v1/supported-providers lists them.',
      },
      name: { value: 'TEXT', about: 'Display name. Default: the slug.' },
      ...SECRET_SOURCES,
      host: { value: 'URL', about: 'Base URL of a self-hosted provider.' },
      set: { value: 'NAME=VALUE', about: 'A setting of the provider, such as cloud_c_region=eu-west-1.', isMany: true },
      'rate-limit': { value: 'N/UNIT', about: 'Requests: 600/m, 10/s, 5000/d.' },
      budget: { value: 'USD', about: 'Budget in US dollars.' },
      reset: { value: 'PERIOD', choices: ['weekly', 'monthly'], about: 'When the budget resets.' },
      test: { about: 'Then test it with one small call. Exit code 1 if it fails.' },
      model: { value: 'MODEL', about: 'Model for --test, if the provider has no list of models.' },
    },
    load: async () => (await virtualKeys()).createVirtualKey,
  },
  {
    name: 'virtual-keys test',
    about: 'Test the stored credential with one small call. Exit code 1 if it fails.',
    examples: [
      'gatehouse virtual-keys test openai-main',
      'gatehouse virtual-keys test openai-main --model gpt-4o-mini',
    ],
    operands: [SLUG],
    isRemote: true,
    flags: { model: { value: 'MODEL', about: 'Model to call, if the provider has no list of models.' } },
    load: async () => (await virtualKeys()).testVirtualKey,
  },
  {
    name: 'virtual-keys rotate',
    about: 'Replace the stored credential. Requests use the new one immediately.',
    examples: [
      'gatehouse virtual-keys rotate openai-main --key-env OPENAI_API_KEY',
      'pass show openai | gatehouse virtual-keys rotate openai-main --key-file -',
    ],
    operands: [SLUG],
    isRemote: true,
    flags: SECRET_SOURCES,
    load: async () => (await virtualKeys()).rotateVirtualKey,
  },
  {
    name: 'virtual-keys delete',
    about: 'Delete a virtual key and its credential.',
    examples: ['gatehouse virtual-keys delete openai-old', 'gatehouse virtual-keys delete openai-old --yes'],
    operands: [SLUG],
    isRemote: true,
    flags: { yes: YES },
    load: async () => (await virtualKeys()).deleteVirtualKey,
  },
  {
    name: 'secrets test',
    about: 'Test a secret reference: whether the gateway can read the secret. Its value is not shown.',
    examples: [
      "gatehouse secrets test 'secret://vault/openai#api_key'",
      'gatehouse secrets test secret://file/openai --json',
    ],
    isRemote: true,
    operands: [{ name: 'REFERENCE', about: 'secret://<source>/<path>#<field>' }],
    load: async () => (await secrets()).testSecret,
  },
]
