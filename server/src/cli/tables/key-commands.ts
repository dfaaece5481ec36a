/** Commands about gateway keys and virtual keys. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const YES: FlagSpec = { about: 'Do not ask; needed where nobody can be asked.' }
const SECRET_SOURCES: Readonly<Record<string, FlagSpec>> = {
  'key-env': { value: 'NAME', about: 'Environment variable that holds the provider’s key.' },
  'key-file': { value: 'FILE', about: 'File that holds the provider’s key; - reads standard input.' },
}
const SLUG = { name: 'SLUG', about: 'The virtual key, as requests name it.' }
const KEY_ID = { name: 'KEY', about: 'Id or name of the key.' }

const keys = () => import('../commands/keys/gateway-keys.ts')
const virtualKeys = () => import('../commands/keys/virtual-keys.ts')

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
    about: 'Make a gateway key; its secret is shown once.',
    examples: [
      'gatehouse keys create "My app"',
      'KEY=$(gatehouse keys create "CI" --scope logs.list --scope logs.view --expires 90d --quiet)',
    ],
    operands: [{ name: 'NAME', about: 'What it is for.' }],
    isRemote: true,
    flags: {
      kind: { value: 'KIND', choices: ['workspace', 'admin'], about: 'workspace when absent.' },
      scope: {
        value: 'SCOPE',
        about: 'What it may administer; none when absent: it only sends requests.',
        isMany: true,
      },
      preset: {
        value: 'NAME',
        choices: ['send', 'send-logs', 'analytics', 'deploy'],
        about: 'What it is for: send requests (as without), also read logs, read analytics, deploy configs.',
      },
      expires: { value: 'TIME', about: '90d, 12h, or an ISO 8601 time.' },
      'rate-limit': { value: 'N/UNIT', about: 'Requests: 600/m, 10/s, 5000/d.' },
      config: { value: 'SLUG', about: 'Config of requests that name none.' },
      'no-inference': { about: 'May not send requests, only administer.' },
      quiet: { about: 'Print the secret alone.' },
    },
    load: async () => (await keys()).createKey,
  },
  {
    name: 'keys rotate',
    about: 'Give a key a new secret; the old one works for a while.',
    examples: [
      'gatehouse keys rotate "My app"',
      'gatehouse keys rotate "My app" --overlap 0s     the old secret ends at once',
    ],
    operands: [KEY_ID],
    isRemote: true,
    flags: {
      overlap: {
        value: 'TIME',
        about:
          'How long the old secret still works, such as 24h, or 0s for a key that leaked; the gateway’s default when absent.',
      },
      quiet: { about: 'Print the secret alone.' },
    },
    load: async () => (await keys()).rotateKey,
  },
  {
    name: 'keys revoke',
    about: 'Delete a key: it stops working at once.',
    examples: ['gatehouse keys revoke "My app"', 'gatehouse keys revoke 01a1de37-2089-72e5-9226-0cf9dcfaec7a --yes'],
    operands: [KEY_ID],
    isRemote: true,
    flags: { yes: YES },
    load: async () => (await keys()).revokeKey,
  },
  {
    name: 'keys whoami',
    about: 'Tell what the key in use is and may do.',
    examples: ['gatehouse keys whoami', 'GATEWAY_API_KEY=gww_... gatehouse keys whoami'],
    isRemote: true,
    load: async () => (await keys()).whoAmI,
  },
  {
    name: 'virtual-keys list',
    about: 'List virtual keys: provider credentials that stay in the gateway.',
    examples: ['gatehouse virtual-keys list', 'gatehouse virtual-keys list --json'],
    isRemote: true,
    load: async () => (await virtualKeys()).listVirtualKeys,
  },
  {
    name: 'virtual-keys create',
    about: 'Store a provider credential under a name requests can use.',
    examples: [
      'gatehouse virtual-keys create openai-main --provider openai --key-env OPENAI_API_KEY --budget 50 --reset monthly --test',
      'gatehouse virtual-keys create team --provider mock     needs no credential',
    ],
    operands: [SLUG],
    isRemote: true,
    flags: {
      provider: { value: 'SLUG', about: 'Such as openai or anthropic; GET /v1/supported-providers lists them.' },
      name: { value: 'TEXT', about: 'For people; the slug when absent.' },
      ...SECRET_SOURCES,
      host: { value: 'URL', about: 'Base address of a privately hosted provider.' },
      set: { value: 'NAME=VALUE', about: 'A setting of the provider, such as cloud_c_region=eu-west-1.', isMany: true },
      'rate-limit': { value: 'N/UNIT', about: 'Requests: 600/m, 10/s, 5000/d.' },
      budget: { value: 'USD', about: 'Most it may spend, in US dollars.' },
      reset: { value: 'PERIOD', choices: ['weekly', 'monthly'], about: 'When the budget begins anew.' },
      test: { about: 'Then make one small call with it; exit code 1 when it does not work.' },
      model: { value: 'MODEL', about: 'Which model --test asks, where the provider has no list of models.' },
    },
    load: async () => (await virtualKeys()).createVirtualKey,
  },
  {
    name: 'virtual-keys test',
    about: 'Make one small call with the stored credential; exit code 1 when it does not work.',
    examples: [
      'gatehouse virtual-keys test openai-main',
      'gatehouse virtual-keys test openai-main --model gpt-4o-mini',
    ],
    operands: [SLUG],
    isRemote: true,
    flags: { model: { value: 'MODEL', about: 'Which model to ask, where the provider has no list of models.' } },
    load: async () => (await virtualKeys()).testVirtualKey,
  },
  {
    name: 'virtual-keys rotate',
    about: 'Replace the stored credential; requests use the new one at once.',
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
]
