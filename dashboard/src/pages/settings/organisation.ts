/** Organisation settings in the admin API; null: the deployment's value applies. */

import type { DefaultGuardrails } from '../../design/guardrails/default-guardrails.tsx'

export type Organisation = {
  readonly id: string
  readonly name: string
  readonly retention_days: number | null
  readonly body_retention_days: number | null
  readonly log_bodies: boolean | null
  readonly second_factor: {
    readonly required_for: 'nobody' | 'admins' | 'everyone'
    readonly grace_days: number
    readonly accepts_sso: boolean
    readonly required_since: string | null
  }
  readonly enforce_sso: boolean
  readonly defaults: DefaultGuardrails & { readonly metadata: Readonly<Record<string, string>> }
  readonly last_updated_at: string
}
