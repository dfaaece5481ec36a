/** Commands for alert rules and alert channels. */

import type { CommandSpec, FlagSpec } from '../command.ts'

const RULE = { name: 'RULE', about: 'Name or ID of the rule.' }
const CHANNEL = { name: 'CHANNEL', about: 'Name or ID of the channel.' }
const YES: FlagSpec = { about: 'Skip the confirmation; required without a terminal.' }

const CONDITION: Readonly<Record<string, FlagSpec>> = {
  metric: {
    value: 'METRIC',
    choices: ['error_rate', 'latency_p95', 'cost', 'budget_forecast'],
    about: 'What the rule measures.',
  },
  threshold: {
    value: 'NUMBER',
    about: 'The rule fires above it: percent, milliseconds, US dollars, or percent of the budget.',
  },
  window: { value: 'DURATION', about: 'Time range to measure, such as 5m (default), 15m or 1h.' },
  'min-requests': { value: 'N', about: 'The rule does not fire with fewer requests in the window.' },
  channel: { value: 'CHANNEL', about: 'Channel to notify: name or ID.', isMany: true },
  reminder: { value: 'DURATION', about: 'Repeat the notification while the rule fires, such as 1h; none for never.' },
}

const CHANNEL_FLAGS: Readonly<Record<string, FlagSpec>> = {
  'url-env': { value: 'NAME', about: 'Environment variable with the URL of the webhook, which is a secret.' },
  'url-file': { value: 'FILE', about: 'File with the URL of the webhook. - reads standard input.' },
  'secret-env': { value: 'NAME', about: 'Environment variable with the secret that signs webhooks.' },
  'secret-file': { value: 'FILE', about: 'File with the secret that signs webhooks. - reads standard input.' },
  recipient: { value: 'ADDRESS', about: 'E-mail address.', isMany: true },
  'budget-alerts': { about: 'Also receive the alerts of budgets that reach their alert threshold.' },
}

const rules = () => import('../commands/alerts/rules.ts')
const channels = () => import('../commands/alerts/channels.ts')

export const ALERT_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'alerts list',
    about: 'List alert rules with their status and last value.',
    examples: ['gatehouse alerts list', 'gatehouse alerts list --json'],
    isRemote: true,
    load: async () => (await rules()).listRules,
  },
  {
    name: 'alerts create',
    about: 'Create an alert rule.',
    examples: [
      'gatehouse alerts create "Error rate" --metric error_rate --threshold 5 --window 15m --channel "On call"',
      'gatehouse alerts create "Budgets" --metric budget_forecast --threshold 100 --reminder 1d',
    ],
    operands: [{ name: 'NAME', about: 'Name of the rule.' }],
    isRemote: true,
    flags: CONDITION,
    load: async () => (await rules()).createRule,
  },
  {
    name: 'alerts update',
    about: 'Change an alert rule. Settings without a flag stay as they are.',
    examples: [
      'gatehouse alerts update "Error rate" --threshold 10',
      'gatehouse alerts update "Error rate" --channel "On call" --channel "Team mail"',
      'gatehouse alerts update "Error rate" --disable',
    ],
    operands: [RULE],
    isRemote: true,
    flags: {
      name: { value: 'TEXT', about: 'New name.' },
      ...CONDITION,
      'no-channels': { about: 'Notify no channel; alerts only appear in the history.' },
      enable: { about: 'Evaluate the rule.' },
      disable: { about: 'Stop the evaluation of the rule.' },
    },
    load: async () => (await rules()).updateRule,
  },
  {
    name: 'alerts delete',
    about: 'Delete an alert rule. Its alerts stay in the history.',
    examples: ['gatehouse alerts delete "Error rate"', 'gatehouse alerts delete "Error rate" --yes'],
    operands: [RULE],
    isRemote: true,
    flags: { yes: YES },
    load: async () => (await rules()).deleteRule,
  },
  {
    name: 'alerts test',
    about: 'Send a test notification to the channels of an alert rule. Exit code 1 if a channel does not accept it.',
    examples: ['gatehouse alerts test "Error rate"', 'gatehouse alerts test "Error rate" --json'],
    operands: [RULE],
    isRemote: true,
    load: async () => (await rules()).testRule,
  },
  {
    name: 'alerts silence',
    about: 'Stop the notifications of an alert rule for a while. The history still records its alerts.',
    examples: ['gatehouse alerts silence "Error rate" --for 2h', 'gatehouse alerts silence "Error rate" --off'],
    operands: [RULE],
    isRemote: true,
    flags: {
      for: { value: 'DURATION', about: 'Such as 30m, 2h or 1d.' },
      off: { about: 'Remove the silence.' },
    },
    load: async () => (await rules()).silenceRule,
  },
  {
    name: 'alerts history',
    about: 'List the last alerts with the results of their deliveries.',
    examples: ['gatehouse alerts history', 'gatehouse alerts history --rule "Error rate"'],
    isRemote: true,
    flags: { rule: { value: 'RULE', about: 'Only this rule: name or ID.' } },
    load: async () => (await rules()).listEvents,
  },
  {
    name: 'alert-channels list',
    about: 'List the webhooks, Slack webhooks and e-mail recipients that alerts are sent to.',
    examples: ['gatehouse alert-channels list', 'gatehouse alert-channels list --json'],
    isRemote: true,
    load: async () => (await channels()).listChannels,
  },
  {
    name: 'alert-channels create',
    about: 'Create an alert channel. URLs and secrets are encrypted and never shown again.',
    examples: [
      'gatehouse alert-channels create "On call" --type slack --url-env SLACK_WEBHOOK_URL --test',
      'gatehouse alert-channels create "Team mail" --type email --recipient ops@example.com',
      'pass show hook | gatehouse alert-channels create "Pager" --type webhook --url-file - --secret-env HOOK_SECRET',
    ],
    operands: [{ name: 'NAME', about: 'Name of the channel.' }],
    isRemote: true,
    flags: {
      type: { value: 'TYPE', choices: ['webhook', 'slack', 'email'], about: 'How alerts are sent.' },
      ...CHANNEL_FLAGS,
      test: { about: 'Then send a test notification. Exit code 1 if the channel does not accept it.' },
    },
    load: async () => (await channels()).createChannel,
  },
  {
    name: 'alert-channels update',
    about: 'Change an alert channel. Settings without a flag stay as they are; the type cannot change.',
    examples: [
      'gatehouse alert-channels update "On call" --url-env SLACK_WEBHOOK_URL',
      'gatehouse alert-channels update "Team mail" --recipient ops@example.com --recipient dev@example.com',
    ],
    operands: [CHANNEL],
    isRemote: true,
    flags: {
      name: { value: 'TEXT', about: 'New name.' },
      ...CHANNEL_FLAGS,
      'no-secret': { about: 'Do not sign webhooks any more.' },
      'no-budget-alerts': { about: 'Receive only the alerts of rules.' },
    },
    load: async () => (await channels()).updateChannel,
  },
  {
    name: 'alert-channels delete',
    about: 'Delete an alert channel that no rule uses.',
    examples: ['gatehouse alert-channels delete "On call"', 'gatehouse alert-channels delete "On call" --yes'],
    operands: [CHANNEL],
    isRemote: true,
    flags: { yes: YES },
    load: async () => (await channels()).deleteChannel,
  },
  {
    name: 'alert-channels test',
    about: 'Send a test notification to an alert channel. Exit code 1 if the channel does not accept it.',
    examples: ['gatehouse alert-channels test "On call"', 'gatehouse alert-channels test "On call" --json'],
    operands: [CHANNEL],
    isRemote: true,
    load: async () => (await channels()).testChannel,
  },
]
