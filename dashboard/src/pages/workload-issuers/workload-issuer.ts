/** Workload issuers in the admin API. */

import { api } from '../../api/client.ts'
import type { RateLimit, UsageLimit } from '../../design/limits/limit-types.ts'

export const PATH = '/admin/workload-issuers'

export type WorkloadIssuer = {
  readonly id: string
  /** Null: a claim names the workspace. */
  readonly workspace_id: string | null
  readonly name: string
  readonly enabled: boolean
  readonly issuer: string
  readonly jwks_url: string | null
  readonly jwks: { readonly keys: readonly Readonly<Record<string, unknown>>[] } | null
  readonly audiences: readonly string[]
  readonly algorithms: readonly string[]
  readonly max_lifetime_seconds: number
  readonly claims: Readonly<Record<string, readonly string[]>>
  readonly subject_claim: string
  readonly workspace_claim: string | null
  readonly scopes: readonly string[]
  readonly scope_claim: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly usage_limits: UsageLimit | null
  readonly rate_limits: readonly RateLimit[]
  readonly last_used_at: string | null
}

export type Subject = { readonly subject: string; readonly last_used_at: string; readonly last_used_ip: string }

export type Revocation = {
  readonly id: string
  readonly jti: string | null
  readonly subject: string | null
  readonly reason: string | null
  readonly created_at: string
}

export async function loadIssuers(signal: AbortSignal): Promise<readonly WorkloadIssuer[]> {
  const { data } = await api.get<{ data: readonly WorkloadIssuer[] }>(PATH, { query: { page_size: 1000 }, signal })
  return data
}

export function claimWords({ claims }: WorkloadIssuer): string {
  return Object.entries(claims)
    .map(([name, values]) => `${name}: ${values.join(' or ')}`)
    .join('; ')
}
