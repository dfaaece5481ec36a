/** API keys of the gateway, the scope catalogue, and their admin API calls. */

import { api } from '../../api/client.ts'
import { workspaceId } from '../../app/session.ts'
import type { RateLimit, UsageLimit } from '../../design/limits/limit-types.ts'

export type KeyType = 'organisation-service' | 'workspace-service' | 'workspace-user'

export type ApiKey = {
  readonly id: string
  /** First and last characters of the secret: `gww_4f…Zx9Q`. */
  readonly key_hint: string
  readonly name: string
  readonly description: string | null
  readonly type: KeyType
  readonly workspace_id: string | null
  readonly user_id: string | null
  readonly status: 'active' | 'exhausted' | 'expired'
  readonly scopes: readonly string[]
  readonly allow_inference: boolean
  readonly rate_limits: readonly RateLimit[]
  readonly usage_limits: UsageLimit | null
  readonly defaults: {
    readonly metadata: Readonly<Record<string, string>>
    readonly config_id: string | null
    readonly allow_config_override: boolean
  }
  readonly client_certificates: readonly string[]
  readonly expires_at: string | null
  readonly key_transition_expires_at: string | null
  readonly last_used_at: string | null
  readonly last_used_ip: string | null
  readonly created_by: string | null
  readonly creation_mode: 'ui' | 'api' | 'auto'
  /** The creator was removed or lost permissions, but may still know the secret. */
  readonly needs_review: boolean
  /** For Admin keys: an owner, an admin or a trusted Admin key created it. */
  readonly is_trusted: boolean
  readonly created_at: string
}

export type Scope = {
  readonly name: string
  readonly description: string
  readonly key_types: readonly KeyType[]
  /** Levels of custom roles that can contain this scope. */
  readonly role_levels?: readonly ('organisation' | 'workspace')[]
}

/** Whether a page shows workspace keys or organisation keys. */
export type Realm = 'workspace' | 'organisation'

export const GROUP_OF: Readonly<Record<KeyType, string>> = {
  'organisation-service': 'organisation_service_api_keys',
  'workspace-service': 'workspace_service_api_keys',
  'workspace-user': 'workspace_user_api_keys',
}

export const KIND_WORDS: Readonly<Record<KeyType, string>> = {
  'organisation-service': 'Admin key',
  'workspace-service': 'service',
  'workspace-user': 'personal',
}

const PAGE_SIZE = 100
const MAX_PAGES = 20

/** The workspace_id of calls about these keys; admin keys have none. */
export function scopeQuery(realm: Realm) {
  return realm === 'workspace' ? { workspace_id: workspaceId.value } : {}
}

/** Loads all pages and filters them here: the API returns workspace keys and admin keys in one list. */
export async function loadKeys(realm: Realm, signal: AbortSignal): Promise<readonly ApiKey[]> {
  const all: ApiKey[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { ...scopeQuery(realm), current_page: page, page_size: PAGE_SIZE }
    const { data, total } = await api.get<{ data: readonly ApiKey[]; total: number }>('/api-keys', { query, signal })
    all.push(...data)
    if (all.length >= total || data.length === 0) break
  }
  return all.filter((key) => (key.type === 'organisation-service') === (realm === 'organisation'))
}

export function loadScopes(signal: AbortSignal): Promise<{ readonly data: readonly Scope[] }> {
  return api.get('/scopes', { signal })
}

export function createPath(type: KeyType): string {
  return `/api-keys/${type.replace('-', '/')}`
}
