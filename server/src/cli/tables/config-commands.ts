/** Commands for configs and prompts. */

import type { CommandSpec } from '../command.ts'

const FILE = { name: 'FILE', about: 'JSON: a config, or {"name", "config"}. - reads standard input.' }
const SLUG = { name: 'SLUG', about: 'The saved config, such as pc-router-1a2b3c.' }

const configs = () => import('../commands/configs/configs.ts')
const examine = () => import('../commands/configs/examine-config.ts')
const prompts = () => import('../commands/configs/prompts.ts')

export const CONFIG_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'configs list',
    about: 'List saved configs.',
    examples: ['gatehouse configs list', 'gatehouse configs list --json'],
    isRemote: true,
    load: async () => (await configs()).listConfigs,
  },
  {
    name: 'configs get',
    about: 'Print a saved config as JSON, secrets masked.',
    examples: ['gatehouse configs get pc-router-1a2b3c', 'gatehouse configs get pc-router-1a2b3c > router.json'],
    operands: [SLUG],
    isRemote: true,
    flags: { version: { value: 'N', about: 'Version number. Default: the current one.' } },
    load: async () => (await configs()).getConfig,
  },
  {
    name: 'configs save',
    about: 'Create a config, or a new version if its name or slug exists.',
    examples: ['gatehouse configs save router.json', 'gatehouse configs save router.json --slug pc-router-1a2b3c'],
    operands: [FILE],
    isRemote: true,
    flags: {
      name: { value: 'TEXT', about: 'Name of the config. Default: the name in the file, or the file name.' },
      slug: { value: 'SLUG', about: 'Saved config to update.' },
      default: { about: 'Make it the default config of the workspace.' },
    },
    load: async () => (await configs()).saveConfig,
  },
  {
    name: 'configs pull',
    about: 'Write saved configs to files; secrets become variables.',
    examples: ['gatehouse configs pull --to configs', 'gatehouse configs pull pc-router-1a2b3c --to configs'],
    operands: [{ name: 'SLUG', about: 'Configs to pull. Default: all.', isOptional: true, isMany: true }],
    isRemote: true,
    flags: { to: { value: 'FOLDER', about: 'Target folder. Default: ./configs.' } },
    load: async () => (await configs()).pullConfigs,
  },
  {
    name: 'configs validate',
    about: 'Check configs without saving them. Lists the path of every problem; exit code 1 if there is one.',
    examples: ['gatehouse configs validate router.json', 'gatehouse configs validate configs/*.json --json'],
    operands: [{ ...FILE, isMany: true }],
    isRemote: true,
    load: async () => (await examine()).validateConfigs,
  },
  {
    name: 'configs explain',
    about: 'Simulate a request through a config with outcomes you choose. No provider is called.',
    examples: [
      'gatehouse configs explain router.json --simulate "targets[0]=429,620ms,retry-after=0.4"',
      'gatehouse configs explain pc-router-1a2b3c --simulate "targets[0]=timeout" --request request.json',
    ],
    operands: [{ name: 'CONFIG', about: 'A file, - for standard input, or the slug of a saved config.' }],
    isRemote: true,
    flags: {
      simulate: {
        value: 'TARGET=OUTCOME',
        about:
          'Outcome of a call: a status, timeout, network or broken, then optionally ,620ms and ,retry-after=0.4. Repeat for further calls.',
        isMany: true,
      },
      open: { value: 'TARGET', about: 'Treat the circuit of this target as open.', isMany: true },
      request: { value: 'FILE', about: 'JSON: model, params, metadata, headers, path, provider, virtual_key.' },
    },
    load: async () => (await examine()).explainConfig,
  },
  {
    name: 'configs diff',
    about: 'Compare a file with a saved config. Exit code 1 if they differ.',
    examples: [
      'gatehouse configs diff router.json pc-router-1a2b3c',
      'gatehouse configs diff router.json pc-router-1a2b3c --json',
    ],
    operands: [FILE, SLUG],
    isRemote: true,
    load: async () => (await examine()).diffConfig,
  },
  {
    name: 'prompts list',
    about: 'List prompts.',
    examples: ['gatehouse prompts list', 'gatehouse prompts list --json'],
    isRemote: true,
    load: async () => (await prompts()).listPrompts,
  },
  {
    name: 'prompts pull',
    about: 'Write prompts with all their versions to files.',
    examples: ['gatehouse prompts pull --to prompts', 'gatehouse prompts pull pp-greeting-1a2b3c --to prompts'],
    operands: [{ name: 'SLUG', about: 'Prompts to pull. Default: all.', isOptional: true, isMany: true }],
    isRemote: true,
    flags: { to: { value: 'FOLDER', about: 'Target folder. Default: ./prompts.' } },
    load: async () => (await prompts()).pullPrompts,
  },
  {
    name: 'prompts push',
    about: 'Upload prompt files: creates prompts, adds versions and publishes the version each file names.',
    examples: ['gatehouse prompts push prompts/*.json', 'gatehouse prompts push prompts/pp-greeting-1a2b3c.json'],
    operands: [{ name: 'FILE', about: 'As written by prompts pull.', isMany: true }],
    isRemote: true,
    load: async () => (await prompts()).pushPrompts,
  },
  {
    name: 'prompts publish',
    about: 'Publish a version for requests; publish an earlier one to roll back.',
    examples: ['gatehouse prompts publish pp-greeting-1a2b3c 4', 'gatehouse prompts publish pp-greeting-1a2b3c latest'],
    operands: [
      { name: 'SLUG', about: 'Slug of the prompt.' },
      { name: 'VERSION', about: 'Version number, or latest.' },
    ],
    isRemote: true,
    load: async () => (await prompts()).publishPrompt,
  },
  {
    name: 'prompts diff',
    about: 'Compare a prompt file with the gateway. Exit code 1 if they differ.',
    examples: [
      'gatehouse prompts diff prompts/pp-greeting-1a2b3c.json',
      'gatehouse prompts diff greeting.json --slug pp-greeting-1a2b3c',
    ],
    operands: [{ name: 'FILE', about: 'As written by prompts pull.' }],
    isRemote: true,
    flags: { slug: { value: 'SLUG', about: 'Prompt to compare with. Default: the slug in the file.' } },
    load: async () => (await prompts()).diffPrompt,
  },
]
