/** Commands for alerts. */

import type { CommandSpec } from '../command.ts'

const alerts = () => import('../commands/alerts/alerts.ts')

export const ALERT_COMMANDS: readonly CommandSpec[] = [
  {
    name: 'alerts list',
    about: 'List alert rules with their status and last value.',
    examples: ['gatehouse alerts list', 'gatehouse alerts list --json'],
    isRemote: true,
    load: async () => (await alerts()).listRules,
  },
  {
    name: 'alerts channels',
    about: 'List the webhooks, Slack webhooks and e-mail recipients that alerts are sent to.',
    examples: ['gatehouse alerts channels', 'gatehouse alerts channels --json'],
    isRemote: true,
    load: async () => (await alerts()).listChannels,
  },
  {
    name: 'alerts history',
    about: 'List the last alerts with the results of their deliveries.',
    examples: ['gatehouse alerts history', 'gatehouse alerts history --rule "Error rate"'],
    isRemote: true,
    flags: { rule: { value: 'RULE', about: 'Only this rule: name or ID.' } },
    load: async () => (await alerts()).listEvents,
  },
  {
    name: 'alerts silence',
    about: 'Stop the notifications of an alert rule for a while. The history still records its alerts.',
    examples: ['gatehouse alerts silence "Error rate" --for 2h', 'gatehouse alerts silence "Error rate" --off'],
    operands: [{ name: 'RULE', about: 'Name or ID of the rule.' }],
    isRemote: true,
    flags: {
      for: { value: 'DURATION', about: 'Such as 30m, 2h or 1d.' },
      off: { about: 'End the silence.' },
    },
    load: async () => (await alerts()).silenceRule,
  },
  {
    name: 'alerts test',
    about: 'Send a test notification to an alert channel and show the result.',
    examples: ['gatehouse alerts test "On call"', 'gatehouse alerts test "On call" --json'],
    operands: [{ name: 'CHANNEL', about: 'Name or ID of the channel.' }],
    isRemote: true,
    load: async () => (await alerts()).testChannel,
  },
]
