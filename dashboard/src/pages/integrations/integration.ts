/** An integration in the admin API, and its calls. */

import { api } from '../../api/client.ts'
import { can, isOrganisationAdmin, workspaceId } from '../../app/session.ts'
import type { RateLimit, UsageLimit } from '../../design/limits/limit-types.ts'

export type Integration = {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  readonly ai_provider_id: string
  readonly type: 'organisation' | 'workspace'
  readonly workspace_id: string | null
  readonly created_at: string
  readonly last_updated_at: string
}

export type Access = {
  readonly enabled: boolean
  readonly usage_limits: readonly UsageLimit[] | null
  readonly rate_limits: readonly RateLimit[] | null
}

export type IntegrationDetail = Integration & {
  readonly masked_key: string | null
  readonly configurations: Readonly<Record<string, unknown>> & { readonly custom_host?: string }
  readonly is_host_trusted: boolean
  readonly global_workspace_access_settings: Access
  readonly allow_all_models: boolean
  readonly workspace_count: number
}

export type WorkspaceAccess = Access & {
  readonly workspace_id: string
  readonly slug: string
  readonly name: string
  /** True if the workspace has no settings of its own. */
  readonly is_global: boolean
}

export type Model = {
  readonly slug: string
  readonly name: string
  readonly enabled: boolean
  readonly is_custom: boolean
  readonly base_model_slug: string | null
  readonly pricing_config: {
    readonly pay_as_you_go: {
      readonly request_token?: { readonly price: number }
      readonly response_token?: { readonly price: number }
    }
  } | null
}

export function integrationPath(slug: string): string {
  return `/integrations/${encodeURIComponent(slug)}`
}

/** Admins see the whole organisation; others the integrations of their workspace. */
export function withinReach(): { readonly workspace_id?: string | undefined } {
  return isOrganisationAdmin.value ? {} : { workspace_id: workspaceId.value }
}

export function mayCreate(): boolean {
  return can('organisation_integrations.create') || can('workspace_integrations.create')
}

export function mayChange({ type }: Integration, verb: 'update' | 'delete'): boolean {
  if (can(`organisation_integrations.${verb}`)) return true
  return type === 'workspace' && can(`workspace_integrations.${verb}`)
}

export function changeIntegration(slug: string, part: '' | '/models' | '/workspaces', change: object) {
  return api.put(`${integrationPath(slug)}${part}`, change, { query: withinReach() })
}

const CENTS_PER_TOKEN_IN_USD_PER_MILLION = 10_000

/** US dollars per million tokens; null: no price. */
export function usdPerMillion(price: { readonly price: number } | undefined): number | null {
  return price === undefined ? null : Number((price.price * CENTS_PER_TOKEN_IN_USD_PER_MILLION).toPrecision(12))
}

/** US cents per token. Text that is not a number is sent unchanged, so that the gateway reports the error. */
export function centsPerToken(text: string): number | string {
  const usd = Number(text)
  return Number.isFinite(usd) ? Number((usd / CENTS_PER_TOKEN_IN_USD_PER_MILLION).toPrecision(12)) : text
}
