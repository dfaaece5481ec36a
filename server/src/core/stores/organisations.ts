/** Port for the organisation. A deployment has exactly one. */

import type { GuardrailNames } from './guardrails.ts'

/** Who must have a second factor to use the dashboard. `admins`: owners and admins. */
export type SecondFactorPolicy = {
  readonly requiredFor: 'nobody' | 'admins' | 'everyone'
  /** Days that a user has to add a factor, from `sinceMs` or the creation of the account, whichever is later. */
  readonly graceDays: number
  /** When `requiredFor` was last changed; null: never. */
  readonly sinceMs: number | null
  /** True: a session that was started by single sign-on needs no second factor of the gateway. */
  readonly acceptsSso: boolean
}

export const NO_SECOND_FACTOR_POLICY: SecondFactorPolicy = {
  requiredFor: 'nobody',
  graceDays: 0,
  sinceMs: null,
  acceptsSso: true,
}

export type OrganisationSettings = {
  /** Null, here and below: the deployment's setting applies. */
  readonly retentionDays: number | null
  /** Null: bodies are kept as long as their log. */
  readonly bodyRetentionDays: number | null
  readonly logBodies: boolean | null
  readonly defaultMetadata: Readonly<Record<string, string>>
  /** Applied to every request of every workspace; callers cannot remove them. */
  readonly defaultGuardrails: GuardrailNames
  readonly secondFactor: SecondFactorPolicy
  /** True: only break-glass owners may sign in with a password. */
  readonly enforceSso: boolean
}

export type Organisation = {
  readonly id: string
  readonly name: string
  readonly settings: OrganisationSettings
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface OrganisationStore {
  /** The deployment's only organisation, for requests that are not authenticated yet. */
  readOfDeployment(): Promise<Organisation>
  read(id: string): Promise<Organisation>
  update(
    id: string,
    change: { readonly name?: string; readonly settings?: OrganisationSettings; readonly nowMs: number },
  ): Promise<void>
}
