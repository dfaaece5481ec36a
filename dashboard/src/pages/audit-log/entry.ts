/** Entries of the audit log API, and links to the objects they concern. */

export type AuditEntry = {
  readonly id: string
  readonly timestamp: string
  readonly method: string
  readonly uri: string
  readonly request_id: string
  readonly trace_id: string
  readonly request_body: string | null
  readonly query_params: string | null
  readonly user_id: string
  readonly user_type: 'user' | 'api_key' | 'command_line'
  readonly user_name: string
  readonly user_created_by: string | null
  readonly user_agent: string | null
  readonly workspace_id: string | null
  readonly response_status_code: number
  readonly refused_with: string | null
  readonly resource_type: string
  readonly action: string
  readonly target_id: string | null
  readonly target_name: string | null
  readonly before: string | null
  readonly after: string | null
  readonly client_ip: string
  readonly sequence: number
  readonly hash: string
}

export type AuditPage = { readonly total: number; readonly records: readonly AuditEntry[] }

export const RESOURCES: Readonly<Record<string, string>> = {
  api_key: 'API key',
  backup: 'backup',
  breaker: 'circuit breaker',
  cache: 'cache',
  collection: 'collection',
  config: 'config',
  demo: 'demo workspace',
  feedback: 'feedback',
  integration: 'integration',
  invite: 'invitation',
  label: 'label',
  log_export: 'log export',
  organisation: 'organisation',
  policy: 'policy',
  price: 'price',
  prompt: 'prompt',
  prompt_partial: 'prompt partial',
  scim_group: 'SCIM group',
  scim_user: 'SCIM user',
  session: 'session',
  user: 'person',
  virtual_key: 'virtual key',
  virtual_model: 'virtual model',
  workspace: 'workspace',
  workspace_user: 'member',
}

/** URL of the object's page or of its list; null if there is none. */
export function objectPath(entry: AuditEntry): string | null {
  const id = encodeURIComponent(entry.target_id ?? '')
  if (id === '' || entry.action.endsWith('.delete')) return null
  switch (entry.resource_type) {
    case 'config':
      return `/configs/${id}`
    case 'prompt':
      return `/prompts/${id}`
    case 'virtual_key':
      return '/virtual-keys'
    case 'virtual_model':
      return '/models/virtual'
    case 'integration':
      return `/integrations/${id}`
    case 'api_key':
      return entry.workspace_id === null ? '/admin-keys' : '/api-keys'
    case 'workspace':
      return '/workspaces'
    case 'workspace_user':
      return '/members'
    case 'user':
      return `/users?edit=${id}`
    case 'invite':
      return '/users/invites'
    case 'organisation':
      return '/settings'
    case 'price':
      return '/settings/prices'
    case 'sink':
      return `/sinks?edit=${id}`
    case 'role':
      return `/roles?edit=${id}`
    case 'workload_issuer':
      return `/workload-issuers?edit=${id}`
    case 'log_export':
      return '/exports'
    default:
      return null
  }
}

/** The client address and the channel. Commands on the gateway's machine have no address. */
export function originOf(entry: AuditEntry): string {
  return entry.user_type === 'command_line' ? 'command line' : `${entry.client_ip} · ${channelOf(entry)}`
}

function channelOf(entry: AuditEntry): string {
  if (entry.user_type === 'user') return 'dashboard'
  return /^gatehouse/i.test(entry.user_agent ?? '') ? 'command line' : 'API'
}
