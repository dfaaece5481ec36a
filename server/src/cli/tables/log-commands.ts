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
const PERIOD: Readonly<Record<string, FlagSpec>> = {
  since: { value: 'TIME', about: '15m, 24h, 7d, or an ISO 8601 time.' },
  until: { value: 'TIME', about: 'The same; now when absent.' },
}

export const LOG_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'logs tail',
    about: 'Show requests as they finish, until ctrl-c.',
    examples: ['gatehouse logs tail', 'gatehouse logs tail --status 5xx,429 --last 20'],
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
    name: 'logs export',
    about: 'Write logs to a file, as JSON lines or CSV.',
    examples: [
      'gatehouse logs export --to logs.jsonl --since 7d',
      'gatehouse logs export --to errors.csv --status 5xx',
    ],
    isRemote: true,
    flags: {
      to: { value: 'FILE', about: 'Where it goes; .csv makes it CSV. - writes to standard output.' },
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
    examples: ['gatehouse usage', 'gatehouse usage --by api_key --since 30d'],
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
