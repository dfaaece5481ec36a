/** Port for the organisation. A deployment has exactly one. */

import type { GuardrailNames } from './guardrails.ts'

export type OrganisationSettings = {
  /** Null, here and below: the deployment's setting applies. */
  readonly retentionDays: number | null
  /** Null: bodies are kept as long as their log. */
  readonly bodyRetentionDays: number | null
  readonly logBodies: boolean | null
  readonly defaultMetadata: Readonly<Record<string, string>>
  /** Applied to every request of every workspace; callers cannot remove them. */
  readonly defaultGuardrails: GuardrailNames
  /** Only break-glass owners may sign in with a password. */
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
