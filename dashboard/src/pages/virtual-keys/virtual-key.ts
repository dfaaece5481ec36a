/** A virtual key in the admin API, and its calls. */

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
  readonly model_config: Readonly<Record<string, unknown>>
  /** By canonical setting name. */
  readonly settings: Readonly<Record<string, string>>
  readonly custom_host: string | null
  readonly is_host_trusted: boolean
  readonly usage_limits: UsageLimit | null
  readonly rate_limits: readonly RateLimit[]
  readonly expires_at: string | null
  /** The integration whose credential it uses; null: it has its own. */
  readonly integration_id: string | null
  readonly created_at: string
  readonly last_updated_at: string
}

/** A credential field of a provider, as defined by the gateway. */
export type FormField = {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly secret: boolean
  readonly required: boolean
  /** False: an advanced field. */
  readonly usual: boolean
  readonly long: boolean
  readonly choices: readonly string[] | null
}

type CredentialForm = {
  /** `instead`: a secret field can replace the key. */
  readonly key: 'required' | 'instead' | 'optional'
  readonly host: 'required' | 'usual' | 'optional'
  readonly fields: readonly FormField[]
}

export type Provider = {
  readonly slug: string
  readonly title: string
  readonly docs: string
  readonly settings: readonly string[]
  readonly form: CredentialForm
}

/** The provider's result of a credential test. */
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

export function changeKey(slug: string, change: object, force = false): Promise<unknown> {
  return api.put(keyPath(slug), change, { query: { ...inWorkspace(), ...(force && { force: 'true' }) } })
}

/** `sk*******00` is shown as `sk…00`. */
export function maskedKey(mask: string | null): string {
  return mask === null ? 'no key' : mask.replace(/\*+/, '…')
}
