/** Kysely types of the policy and budget alert tables. */

type PolicyTable = {
  id: string
  organisation_id: string
  /** Null: all workspaces. */
  workspace_id: string | null
  kind: 'usage' | 'rate'
  name: string | null
  /** JSON. */
  conditions: string
  /** JSON array. */
  group_by: string
  type: 'cost' | 'tokens' | 'requests'
  unit: 'rps' | 'rpm' | 'rph' | 'rpd' | 'rpw' | null
  value: number | null
  /** Nano-USD, tokens or requests. */
  credit_limit: number | null
  alert_threshold: number | null
  periodic_reset: 'weekly' | 'monthly' | null
  periodic_reset_days: number | null
  next_reset_at: number | null
  status: 'active' | 'archived'
  created_at: number
  updated_at: number
}

type AlertTable = {
  id: string
  organisation_id: string
  workspace_id: string | null
  holder_kind: 'api_key' | 'virtual_key' | 'integration' | 'workspace' | 'policy'
  holder_id: string
  /** For policies: the group whose budget it is. */
  holder_value: string | null
  name: string
  unit: 'cost' | 'tokens' | 'requests'
  threshold_units: number
  limit_units: number
  used_units: number
  next_reset_at_ms: number | null
  at_ms: number
}

export type LimitTables = { limit_policies: PolicyTable; budget_alerts: AlertTable }
