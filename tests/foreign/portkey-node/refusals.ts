/**
 * The calls of the portkey-ai package that the gateway refuses, each with the reason. A call that is listed here must
 * fail, and every other call must succeed: delete a line as soon as its call works.
 */

export const REFUSED: Readonly<Record<string, string>> = {
  'collections.delete (with prompts)': 'not accepted yet',
  'generations.create (base URL without /v1)': 'not accepted yet',
  'admin.workspaces.update (free defaults)': 'not accepted yet',
  'admin.users.invites.create (named key)': 'not accepted yet',
  'admin.workspaces.users.create': 'not accepted yet',
  'admin.workspaces.users.list': 'not accepted yet',
  'admin.workspaces.users.list (page)': 'not accepted yet',
  'admin.workspaces.users.retrieve': 'not accepted yet',
  'admin.workspaces.users.update': 'not accepted yet',
  'admin.workspaces.users.delete': 'not accepted yet',
  'apiKeys.create (organisation, service)': 'not accepted yet',
  'apiKeys.create (workspace, service)': 'not accepted yet',
  'apiKeys.create (workspace, user)': 'not accepted yet',
  'apiKeys.create (limits, defaults and expiry)': 'not accepted yet',
  'apiKeys.list (workspaceId)': 'not accepted yet',
  'apiKeys.retrieve': 'not accepted yet',
  'apiKeys.update': 'not accepted yet',
  'apiKeys.delete': 'not accepted yet',
  'configs.update': 'not accepted yet',
  'configs.update (status)': 'not accepted yet',
  'integrations.create': 'not accepted yet',
  'integrations.list': 'not accepted yet',
  'integrations.list (page and type)': 'not accepted yet',
  'integrations.retrieve': 'not accepted yet',
  'integrations.update': 'not accepted yet',
  'integrations.update (note)': 'not accepted yet',
  'integrations.models.update': 'not accepted yet',
  'integrations.models.update (custom model with prices)': 'not accepted yet',
  'integrations.models.list': 'not accepted yet',
  'integrations.models.delete': 'not accepted yet',
  'integrations.workspaces.update': 'not accepted yet',
  'integrations.workspaces.update (limits per workspace)': 'not accepted yet',
  'integrations.workspaces.list': 'not accepted yet',
  'providers.create': 'not accepted yet',
  'providers.create (limits and expiry)': 'not accepted yet',
  'providers.list': 'not accepted yet',
  'providers.list (page)': 'not accepted yet',
  'providers.retrieve': 'not accepted yet',
  'providers.update': 'not accepted yet',
  'providers.update (reset_usage)': 'not accepted yet',
  'providers.delete': 'not accepted yet',
  'integrations.delete': 'not accepted yet',
  'generations.create': 'the client doubles /v1 in the path of this deprecated method',
  'prompts.partials.list (collection_id)': 'not accepted yet',
  'prompts.partials.update': 'not accepted yet',
  'batches.output': 'not accepted yet',
  'feedback.create (list)': 'not accepted yet',
  'feedback.create (list with traceID)': 'the client translates no names inside a list',
  'feedback.update': 'not accepted yet',
  'feedback.update (feedbackId)': 'the client reads feedbackID and sends the path /feedback/undefined',
  'logs.create (list)': 'not accepted yet',
  'logs.exports.update': 'not accepted yet',
  'logs.exports.cancel': 'not accepted yet',
  'analytics.graphs.usersRequests': 'not accepted yet',
  'analytics.graphs.errors_rate': 'not accepted yet',
  'analytics.graphs.errors_stack': 'not accepted yet',
  'analytics.graphs.errors_status_code': 'not accepted yet',
  'analytics.graphs.requests_rescued': 'not accepted yet',
  'analytics.graphs.cache_hit_rate': 'not accepted yet',
  'analytics.graphs.cache_latency': 'not accepted yet',
  'analytics.graphs.feedbacks_score': 'not accepted yet',
  'analytics.graphs.requests (every filter)': 'not accepted yet',
  'analytics.groups.workspaces': 'not accepted yet',
  'admin.workspaces.delete': 'not accepted yet',
  'admin.workspaces.delete (name)': 'not accepted yet',
}

/** Whole features. */
export const REFUSED_FEATURES: Readonly<Record<string, string>> = {
  'guardrails.': 'the gateway has no guardrails',
  'mcpIntegrations.': 'the gateway has no MCP',
  'mcpServers.': 'the gateway has no MCP',
}

export function whyRefused(name: string): string | null {
  const feature = Object.keys(REFUSED_FEATURES).find((prefix) => name.startsWith(prefix))
  return REFUSED[name] ?? (feature === undefined ? null : (REFUSED_FEATURES[feature] ?? null))
}
