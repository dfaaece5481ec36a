/** Commands about configs and prompts. */

import type { CommandSpec } from '../command.ts'

const FILE = { name: 'FILE', about: 'JSON: a config, or {"name", "config"}; - reads standard input.' }
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
    flags: { version: { value: 'N', about: 'An earlier version.' } },
    load: async () => (await configs()).getConfig,
  },
  {
    name: 'configs save',
    about: 'Save a config: a new version of the one with this name or slug, or a new one.',
    examples: ['gatehouse configs save router.json', 'gatehouse configs save router.json --slug pc-router-1a2b3c'],
    operands: [FILE],
    isRemote: true,
    flags: {
      name: { value: 'TEXT', about: 'Its name; the file’s own, else the file’s name.' },
      slug: { value: 'SLUG', about: 'Which saved config gets the new version.' },
      default: { about: 'Make it the workspace’s default.' },
    },
    load: async () => (await configs()).saveConfig,
  },
  {
    name: 'configs pull',
    about: 'Write saved configs to files, secrets as variables.',
    examples: ['gatehouse configs pull --to configs', 'gatehouse configs pull pc-router-1a2b3c --to configs'],
    operands: [{ name: 'SLUG', about: 'Which configs; all when absent.', isOptional: true, isMany: true }],
    isRemote: true,
    flags: { to: { value: 'FOLDER', about: 'Where the files go; ./configs when absent.' } },
    load: async () => (await configs()).pullConfigs,
  },
  {
    name: 'configs validate',
    about: 'Check configs without saving them; exit code 1 with the place of every problem.',
    examples: ['gatehouse configs validate router.json', 'gatehouse configs validate configs/*.json --json'],
    operands: [{ ...FILE, isMany: true }],
    isRemote: true,
    load: async () => (await examine()).validateConfigs,
  },
  {
    name: 'configs explain',
    about: 'Walk a request through a config with outcomes you choose; nobody is called.',
    examples: [
      'gatehouse configs explain router.json --simulate "targets[0]=429,620ms,retry-after=0.4"',
      'gatehouse configs explain pc-router-1a2b3c --simulate "targets[0]=timeout" --request request.json',
    ],
    operands: [{ name: 'CONFIG', about: 'A file, - for standard input, or the slug of a saved config.' }],
    isRemote: true,
    flags: {
      simulate: {
        value: 'TARGET=OUTCOME',
        about: 'Status, timeout, network or broken; then ,620ms and ,retry-after=0.4. Again for its next call.',
        isMany: true,
      },
      open: { value: 'TARGET', about: 'This target’s circuit is open.', isMany: true },
      request: { value: 'FILE', about: 'JSON: model, params, metadata, headers, path, provider, virtual_key.' },
    },
    load: async () => (await examine()).explainConfig,
  },
  {
    name: 'configs diff',
    about: 'Compare a file with a saved config; exit code 1 when they differ.',
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
    operands: [{ name: 'SLUG', about: 'Which prompts; all when absent.', isOptional: true, isMany: true }],
    isRemote: true,
    flags: { to: { value: 'FOLDER', about: 'Where the files go; ./prompts when absent.' } },
    load: async () => (await prompts()).pullPrompts,
  },
  {
    name: 'prompts push',
    about: 'Send prompt files: new prompts are made, new versions added and published as the file says.',
    examples: ['gatehouse prompts push prompts/*.json', 'gatehouse prompts push prompts/pp-greeting-1a2b3c.json'],
    operands: [{ name: 'FILE', about: 'As written by prompts pull.', isMany: true }],
    isRemote: true,
    load: async () => (await prompts()).pushPrompts,
  },
  {
    name: 'prompts publish',
    about: 'Make a version the one that requests get; an earlier one takes a change back.',
    examples: ['gatehouse prompts publish pp-greeting-1a2b3c 4', 'gatehouse prompts publish pp-greeting-1a2b3c latest'],
    operands: [
      { name: 'SLUG', about: 'The prompt, as requests name it.' },
      { name: 'VERSION', about: 'Its number, or latest.' },
    ],
    isRemote: true,
    load: async () => (await prompts()).publishPrompt,
  },
  {
    name: 'prompts diff',
    about: 'Compare a prompt file with the gateway; exit code 1 when they differ.',
    examples: [
      'gatehouse prompts diff prompts/pp-greeting-1a2b3c.json',
      'gatehouse prompts diff greeting.json --slug pp-greeting-1a2b3c',
    ],
    operands: [{ name: 'FILE', about: 'As written by prompts pull.' }],
    isRemote: true,
    flags: { slug: { value: 'SLUG', about: 'Which prompt; the file’s own when absent.' } },
    load: async () => (await prompts()).diffPrompt,
  },
]
