/** Commands for integrations. */

import type { CommandSpec } from '../command.ts'
import { SECRET_SOURCES, YES } from './key-commands.ts'

const SLUG = { name: 'SLUG', about: 'Slug of the integration.' }
const WORKSPACES = {
  name: 'WORKSPACE',
  about: 'Slug or ID of a workspace.',
  isMany: true,
  isOptional: true,
} as const
const integrations = () => import('../commands/keys/integrations.ts')

export const INTEGRATION_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'integrations list',
    about: 'List integrations: provider accounts that workspaces share.',
    examples: ['gatehouse integrations list', 'gatehouse integrations list --json'],
    isRemote: true,
    load: async () => (await integrations()).listIntegrations,
  },
  {
    name: 'integrations show',
    about: 'Show an integration with its workspaces, limits and models.',
    examples: ['gatehouse integrations show openai-shared', 'gatehouse integrations show openai-shared --json'],
    operands: [SLUG],
    isRemote: true,
    load: async () => (await integrations()).showIntegration,
  },
  {
    name: 'integrations create',
    about: 'Store a provider credential for the organisation. With --workspace, only that workspace can use it.',
    examples: [
      'gatehouse integrations create openai-shared --provider openai --key-env OPENAI_API_KEY',
      'gatehouse integrations create eu --provider bedrock --set aws_region=eu-west-1 --set aws_access_key_id=AKIA...',
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
      set: { value: 'NAME=VALUE', about: 'A setting of the provider, such as aws_region=eu-west-1.', isMany: true },
    },
    load: async () => (await integrations()).createIntegration,
  },
  {
    name: 'integrations allow',
    about: 'Open an integration to workspaces. Each gets a provider with the slug of the integration.',
    examples: [
      'gatehouse integrations allow openai-shared search payments --budget 50 --reset monthly',
      'gatehouse integrations allow openai-shared --all --rate-limit 600/m',
    ],
    operands: [SLUG, WORKSPACES],
    isRemote: true,
    flags: {
      all: { about: 'All workspaces without settings of their own, also later ones. Limits count for each.' },
      budget: { value: 'USD', about: 'Budget of each workspace in US dollars.' },
      reset: { value: 'PERIOD', choices: ['weekly', 'monthly'], about: 'When the budget resets.' },
      'rate-limit': { value: 'N/UNIT', about: 'Requests of each workspace: 600/m, 10/s, 5000/d.' },
    },
    load: async () => (await integrations()).allowWorkspaces,
  },
  {
    name: 'integrations deny',
    about: 'Revoke the access of workspaces to an integration. It takes effect on the next request.',
    examples: ['gatehouse integrations deny openai-shared search', 'gatehouse integrations deny openai-shared --all'],
    operands: [SLUG, WORKSPACES],
    isRemote: true,
    flags: { all: { about: 'All workspaces without settings of their own.' } },
    load: async () => (await integrations()).denyWorkspaces,
  },
  {
    name: 'integrations models',
    about: 'Choose the models that an integration serves.',
    examples: [
      'gatehouse integrations models openai-shared --only --enable gpt-4o-mini --enable gpt-4o',
      'gatehouse integrations models openai-shared --all --disable gpt-4.5-preview',
    ],
    operands: [SLUG],
    isRemote: true,
    flags: {
      enable: { value: 'MODEL', about: 'A model to serve.', isMany: true },
      disable: { value: 'MODEL', about: 'A model not to serve.', isMany: true },
      only: { about: 'Serve only enabled models.' },
      all: { about: 'Serve every model except disabled ones.' },
    },
    load: async () => (await integrations()).setModels,
  },
  {
    name: 'integrations rotate',
    about: 'Replace the credential of an integration. All its providers use the new one immediately.',
    examples: [
      'gatehouse integrations rotate openai-shared --key-env OPENAI_API_KEY',
      'gatehouse integrations rotate openai-shared --key-file ./new-key.txt',
    ],
    operands: [SLUG],
    isRemote: true,
    flags: SECRET_SOURCES,
    load: async () => (await integrations()).rotateIntegration,
  },
  {
    name: 'integrations delete',
    about: 'Delete an integration, its credential and the providers made from it.',
    examples: ['gatehouse integrations delete openai-old', 'gatehouse integrations delete openai-old --yes'],
    operands: [SLUG],
    isRemote: true,
    flags: { yes: YES },
    load: async () => (await integrations()).deleteIntegration,
  },
]
