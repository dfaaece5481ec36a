/** Commands for guardrails. */

import type { CommandSpec } from '../command.ts'
import { YES } from './key-commands.ts'

const SLUG = { name: 'SLUG', about: 'Slug or ID of the guardrail.' }
const FILE = {
  name: 'FILE',
  about: '{"name", "checks": [...], "actions": {...}}; {"env": "NAME"} stands for a secret. - for standard input.',
}
const guardrails = () => import('../commands/guardrails/guardrails.ts')

export const GUARDRAIL_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'guardrails list',
    about: 'List the guardrails of the workspace and of the organisation.',
    examples: ['gatehouse guardrails list', 'gatehouse guardrails list --json'],
    isRemote: true,
    load: async () => (await guardrails()).listGuardrails,
  },
  {
    name: 'guardrails get',
    about: 'Print a guardrail as a file. Secrets are masked.',
    examples: ['gatehouse guardrails get pg-nofalc-1a2b3c', 'gatehouse guardrails get pg-nofalc-1a2b3c --version ID'],
    operands: [SLUG],
    isRemote: true,
    flags: { version: { value: 'ID', about: 'Version id. Default: the newest.' } },
    load: async () => (await guardrails()).getGuardrail,
  },
  {
    name: 'guardrails versions',
    about: 'List the versions of a guardrail, newest first.',
    examples: [
      'gatehouse guardrails versions pg-nofalc-1a2b3c',
      'gatehouse guardrails versions pg-nofalc-1a2b3c --json',
    ],
    operands: [SLUG],
    isRemote: true,
    load: async () => (await guardrails()).listGuardrailVersions,
  },
  {
    name: 'guardrails create',
    about: 'Create a guardrail from a file.',
    examples: [
      'gatehouse guardrails create no-falcon.json',
      'gatehouse guardrails create no-falcon.json --organisation     for all workspaces; needs an Admin key',
    ],
    operands: [FILE],
    isRemote: true,
    flags: { organisation: { about: 'Create it for all workspaces of the organisation.' } },
    load: async () => (await guardrails()).createGuardrail,
  },
  {
    name: 'guardrails update',
    about: 'Save a new version of a guardrail. It takes effect on the next request.',
    examples: [
      'gatehouse guardrails update pg-nofalc-1a2b3c no-falcon.json',
      'gatehouse guardrails update pg-nofalc-1a2b3c no-falcon.json --json',
    ],
    operands: [SLUG, FILE],
    isRemote: true,
    load: async () => (await guardrails()).updateGuardrail,
  },
  {
    name: 'guardrails delete',
    about: 'Delete a guardrail that no config and no default names.',
    examples: ['gatehouse guardrails delete pg-nofalc-1a2b3c', 'gatehouse guardrails delete pg-nofalc-1a2b3c --yes'],
    operands: [SLUG],
    isRemote: true,
    flags: { yes: YES },
    load: async () => (await guardrails()).deleteGuardrail,
  },
  {
    name: 'guardrails test',
    about: 'Run a guardrail on a text or a past log, without a request. Exit code 1 if it fails.',
    examples: [
      'gatehouse guardrails test pg-nofalc-1a2b3c --text "Project Falcon starts"',
      'gatehouse guardrails test no-falcon.json --log LOG_ID --direction output',
    ],
    operands: [{ name: 'GUARDRAIL', about: 'Slug or ID, or a file with checks.' }],
    isRemote: true,
    flags: {
      text: { value: 'TEXT', about: 'Text to check. - for standard input.' },
      log: { value: 'ID', about: 'Log whose request or response is checked.' },
      direction: { value: 'DIRECTION', choices: ['input', 'output'], about: 'Request or response. Default: input.' },
    },
    load: async () => (await guardrails()).testGuardrail,
  },
]
