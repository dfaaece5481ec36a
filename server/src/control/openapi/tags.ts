/** The groups of the reference, by the first word of an operation's name. */

import type { Operation } from '../endpoint.ts'

/** In the order people meet them. */
const ABOUT: Readonly<Record<string, string>> = {
  'api-keys': 'Keys that callers of the gateway send.',
  scopes: 'What keys can be allowed to do.',
  'virtual-keys': 'Provider credentials held by the gateway.',
  'supported-providers': 'Which providers the gateway knows.',
  configs: 'Saved routing and behaviour, with versions.',
  prompts: 'Saved prompts with variables, in versions that are published.',
  'prompt-partials': 'Pieces of templates that prompts share.',
  labels: 'Names for versions of prompts.',
  collections: 'Folders of prompts.',
  prices: 'What models cost, where it differs from the list.',
  policies: 'Budgets and rate limits by rule.',
  alerts: 'Budgets that passed their alert thresholds.',
  breakers: 'Circuits of targets that fail.',
  cache: 'Answers kept for equal and for similar requests.',
  logs: 'Requests as they were answered, with every decision.',
  traces: 'Requests that share a trace id.',
  'log-exports': 'Request logs as files, made in the background.',
  analytics: 'Sums over requests: cost, tokens, latency, errors.',
  feedback: 'How good answers were.',
  organisation: 'Settings of the whole organisation.',
  workspaces: 'Containers of keys, configs and logs.',
  'workspace-users': 'Who belongs to a workspace, and as what.',
  users: 'People who sign in.',
  invites: 'Links that make their holder a user.',
  sessions: 'Signing in and out.',
  claim: 'Becoming the first owner.',
  'audit-logs': 'Every administrative action, allowed or refused.',
}

export function tagOf(operation: Operation): string {
  return operation.name.slice(0, operation.name.indexOf('.')).replaceAll('_', '-')
}

export function tagsOf(operations: readonly Operation[]): { name: string; description: string }[] {
  const used = new Set(operations.map(tagOf))
  const order = Object.keys(ABOUT)
  return [...used]
    .sort((left, right) => placeIn(order, left) - placeIn(order, right))
    .map((name) => ({ name, description: ABOUT[name] ?? '' }))
}

function placeIn(order: readonly string[], name: string): number {
  const place = order.indexOf(name)
  return place < 0 ? order.length : place
}
