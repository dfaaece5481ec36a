/** Tags group the operations of the API reference by the first word of their name. */

import type { Operation } from '../endpoint.ts'

/** In the order of the API reference. */
const ABOUT: Readonly<Record<string, string>> = {
  'api-keys': 'Keys that authenticate requests to the gateway.',
  scopes: 'Permissions that keys can hold.',
  'virtual-keys': 'Provider credentials stored in the gateway.',
  'supported-providers': 'The providers that the gateway supports.',
  configs: 'Saved routing configs with versions.',
  prompts: 'Saved prompts with variables and versions.',
  'prompt-partials': 'Template fragments that prompts include.',
  labels: 'Named references to prompt versions.',
  collections: 'Folders of prompts.',
  prices: 'Custom model prices that override the price list.',
  policies: 'Rules that apply budgets and rate limits.',
  alerts: 'Budgets that reached their alert threshold.',
  breakers: 'Circuit breakers of failing targets.',
  cache: 'The simple and semantic response cache.',
  logs: 'Request logs with attempts and routing decisions.',
  traces: 'Requests that share a trace id.',
  'log-exports': 'Exports of request logs to files.',
  analytics: 'Requests, cost, tokens, latency and errors over time.',
  feedback: 'Ratings of responses.',
  organisation: 'Settings of the whole organisation.',
  workspaces: 'Isolated sets of keys, configs, prompts and logs.',
  'workspace-users': 'Members of a workspace and their roles.',
  users: 'People who can sign in.',
  invites: 'Invitations to create a user account.',
  sessions: 'Sign in, sign out and passwords.',
  claim: 'Creation of the first owner.',
  'audit-logs': 'Admin actions, successful and rejected.',
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
