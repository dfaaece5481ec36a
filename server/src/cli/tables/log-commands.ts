/** Commands for logs, exports and usage. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const FILTERS: Readonly<Record<string, FlagSpec>> = {
  status: { value: 'LIST', about: 'Status codes or classes: 429,5xx.' },
  model: { value: 'LIST', about: 'Models as requested.' },
  provider: { value: 'LIST', about: 'Provider slugs.' },
  'virtual-key': { value: 'LIST', about: 'Virtual key slugs.' },
  config: { value: 'LIST', about: 'Config slugs.' },
  trace: { value: 'LIST', about: 'Trace IDs.' },
  metadata: { value: 'NAME=VALUE', about: 'Metadata of the request, such as _user=u-17.', isMany: true },
}
const LINE = {
  name: 'FILTER',
  about: 'As in the dashboard: "status:5xx cost:>0.01 meta._user:ada"; -status:5xx leaves out.',
  isOptional: true,
} as const
const PERIOD: Readonly<Record<string, FlagSpec>> = {
  since: { value: 'TIME', about: '15m, 24h, 7d, or an ISO 8601 time.' },
  until: { value: 'TIME', about: 'Same format. Default: now.' },
}

export const LOG_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'logs tail',
    about: 'Show requests as they finish, until ctrl-c.',
    examples: ['gatehouse logs tail', 'gatehouse logs tail "status:5xx cost:>0.01" --last 20'],
    operands: [LINE],
    isRemote: true,
    flags: {
      ...FILTERS,
      last: { value: 'N', about: 'Show the last N requests first, up to 1000.' },
      'no-follow': { about: 'Exit after the last N requests. Default of --last: 20.' },
    },
    load: async () => (await import('../commands/logs/tail-logs.ts')).tailLogs,
  },
  {
    name: 'logs show',
    about: 'Show one request: its attempts and decisions in order, tokens and cost.',
    examples: [
      'gatehouse logs show 01a1de37-2498-712d-86e9-b809d8a1b3ae',
      'gatehouse logs show 01a1de37-2498-712c-956b-230ff9a09141 --bodies',
    ],
    operands: [{ name: 'ID', about: 'Log ID or trace ID.' }],
    isRemote: true,
    flags: { bodies: { about: 'Also show request and response bodies.' } },
    load: async () => (await import('../commands/logs/show-log.ts')).showLog,
  },
  {
    name: 'logs replay',
    about: 'Send a logged request again, optionally with another config, and compare the results.',
    examples: [
      'gatehouse logs replay 01a1de37-2498-712d-86e9-b809d8a1b3ae',
      'gatehouse logs replay my-trace --config router.json',
    ],
    operands: [{ name: 'ID', about: 'Log ID or trace ID.' }],
    isRemote: true,
    flags: {
      config: { value: 'CONFIG', about: 'A file (.json, or - for standard input) or the slug of a saved config.' },
      'virtual-key': { value: 'SLUG', about: 'Send it through this virtual key instead.' },
    },
    notes: () => [
      'This sends a real request, which is billed. Its log has replay_of in its metadata.',
      'By default it uses the same saved config, virtual key or prompt as before. Exit code 1 if the request fails.',
    ],
    load: async () => (await import('../commands/logs/replay-log.ts')).replayLog,
  },
  {
    name: 'logs export',
    about: 'Write logs to a file, as JSON lines or CSV.',
    examples: [
      'gatehouse logs export "status:5xx meta._user:acme" --since 7d > failed.jsonl',
      'gatehouse logs export --to errors.csv --status 5xx',
    ],
    operands: [LINE],
    isRemote: true,
    flags: {
      to: {
        value: 'FILE',
        about: 'Output file; .csv selects CSV. - is standard output, the default without a terminal.',
      },
      format: { value: 'FORMAT', choices: ['jsonl', 'csv'], about: 'Default: by the file extension, or jsonl.' },
      fields: { value: 'LIST', about: 'Comma-separated fields. Default: the standard fields without bodies.' },
      ...PERIOD,
      ...FILTERS,
    },
    load: async () => (await import('../commands/logs/export-logs.ts')).exportLogs,
  },
  {
    name: 'usage',
    about: 'Show requests, tokens, cost and latency of a period, by group.',
    examples: [
      'gatehouse usage',
      'gatehouse usage "model:gpt-4o" --by api_key --since 30d',
      'gatehouse usage --by metadata.team',
    ],
    operands: [LINE],
    isRemote: true,
    flags: {
      by: {
        value: 'WHAT',
        about:
          'model (default), provider, api_key, virtual_key, config, prompt, users, status_code, endpoint, workspace or metadata.KEY.',
      },
      ...PERIOD,
      ...FILTERS,
    },
    load: async () => (await import('../commands/logs/usage.ts')).usage,
  },
]
