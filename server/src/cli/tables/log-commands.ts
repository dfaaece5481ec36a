/** Commands about what happened: logs, exports, usage. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const FILTERS: Readonly<Record<string, FlagSpec>> = {
  status: { value: 'LIST', about: 'Statuses or classes: 429,5xx.' },
  model: { value: 'LIST', about: 'Models as they were asked for.' },
  provider: { value: 'LIST', about: 'Slugs of providers.' },
  'virtual-key': { value: 'LIST', about: 'Slugs of virtual keys.' },
  config: { value: 'LIST', about: 'Slugs of configs.' },
  trace: { value: 'LIST', about: 'Trace ids.' },
  metadata: { value: 'NAME=VALUE', about: 'A pair of the request’s metadata, such as _user=u-17.', isMany: true },
}
const LINE = {
  name: 'FILTER',
  about: 'As in the dashboard: "status:5xx cost:>0.01 meta._user:ada"; -status:5xx leaves out.',
  isOptional: true,
} as const
const PERIOD: Readonly<Record<string, FlagSpec>> = {
  since: { value: 'TIME', about: '15m, 24h, 7d, or an ISO 8601 time.' },
  until: { value: 'TIME', about: 'The same; now when absent.' },
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
      last: { value: 'N', about: 'First show the last N, up to 1000.' },
      'no-follow': { about: 'Only those: end after them. 20 when --last is absent.' },
    },
    load: async () => (await import('../commands/logs/tail-logs.ts')).tailLogs,
  },
  {
    name: 'logs show',
    about: 'Show one request: every attempt and decision in its time, what it used and cost.',
    examples: [
      'gatehouse logs show 01a1de37-2498-712d-86e9-b809d8a1b3ae',
      'gatehouse logs show 01a1de37-2498-712c-956b-230ff9a09141 --bodies',
    ],
    operands: [{ name: 'ID', about: 'Id of the log, or a trace id.' }],
    isRemote: true,
    flags: { bodies: { about: 'Also what was sent and answered.' } },
    load: async () => (await import('../commands/logs/show-log.ts')).showLog,
  },
  {
    name: 'logs replay',
    about: 'Send a logged request again, by another config if you like, and compare the two.',
    examples: [
      'gatehouse logs replay 01a1de37-2498-712d-86e9-b809d8a1b3ae',
      'gatehouse logs replay my-trace --config router.json',
    ],
    operands: [{ name: 'ID', about: 'Id of the log, or a trace id.' }],
    isRemote: true,
    flags: {
      config: { value: 'CONFIG', about: 'A file (.json, or - for standard input) or the slug of a saved config.' },
      'virtual-key': { value: 'SLUG', about: 'Where it shall go instead.' },
    },
    notes: () => [
      'It is a real request: it costs what it costs, and its log has replay_of in its metadata.',
      'Without a flag it goes the way it went: by its saved config, its virtual key or its prompt. Exit code 1 when it fails.',
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
        about: 'Where it goes; .csv makes it CSV. Standard output when it is no terminal, or with -.',
      },
      format: { value: 'FORMAT', choices: ['jsonl', 'csv'], about: 'By the file’s ending when absent, else jsonl.' },
      fields: { value: 'LIST', about: 'Which fields, with commas between; the usual ones without bodies when absent.' },
      ...PERIOD,
      ...FILTERS,
    },
    load: async () => (await import('../commands/logs/export-logs.ts')).exportLogs,
  },
  {
    name: 'usage',
    about: 'Requests, tokens, cost and latency of a period, and who caused them.',
    examples: ['gatehouse usage', 'gatehouse usage "model:gpt-4o" --by api_key --since 30d'],
    operands: [LINE],
    isRemote: true,
    flags: {
      by: {
        value: 'WHAT',
        choices: [
          'model',
          'provider',
          'api_key',
          'virtual_key',
          'config',
          'prompt',
          'users',
          'status_code',
          'endpoint',
        ],
        about: 'model when absent.',
      },
      ...PERIOD,
      ...FILTERS,
    },
    load: async () => (await import('../commands/logs/usage.ts')).usage,
  },
]
