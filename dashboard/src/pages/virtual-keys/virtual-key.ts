/** A virtual key as the admin API shows it, and the calls about it. */

import { api } from '../../api/client.ts'
import { workspaceId } from '../../app/session.ts'
import type { RateLimit, UsageLimit } from '../../design/limits/limit-types.ts'

export type ProviderKey = {
  readonly id: string
  readonly masked_api_key: string
  readonly weight: number
  readonly status: 'active' | 'archived'
  readonly created_at: string
}

export type VirtualKey = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly note: string | null
  readonly status: 'active' | 'exhausted' | 'expired' | 'archived'
  readonly ai_provider_name: string
  readonly masked_api_key: string | null
  readonly keys: readonly ProviderKey[]
  readonly model_config: Readonly<Record<string, string>>
  readonly custom_host: string | null
  readonly is_host_trusted: boolean
  readonly usage_limits: UsageLimit | null
  readonly rate_limits: readonly RateLimit[]
  readonly expires_at: string | null
  readonly created_at: string
  readonly last_updated_at: string
}

export type Provider = {
  readonly slug: string
  readonly title: string
  readonly docs: string
  readonly settings: readonly string[]
}

/** What a call to the provider said about a credential. */
export type Verdict = {
  readonly ok: boolean
  readonly proven: boolean
  readonly status: number | null
  readonly message: string
  readonly duration_ms: number
}

export function keyPath(slug: string): string {
  return `/virtual-keys/${encodeURIComponent(slug)}`
}

export function inWorkspace() {
  return { workspace_id: workspaceId.value }
}

export function changeKey(slug: string, change: object): Promise<unknown> {
  return api.put(keyPath(slug), change, { query: inWorkspace() })
}
