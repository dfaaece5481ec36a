/** The organisation: one per deployment. */

export type OrganisationSettings = {
  /** Null: the deployment's own. */
  readonly retentionDays: number | null
  readonly logBodies: boolean | null
  readonly defaultMetadata: Readonly<Record<string, string>>
}

export type Organisation = {
  readonly id: string
  readonly name: string
  readonly settings: OrganisationSettings
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface OrganisationStore {
  /** The one of this deployment, for calls that come before anybody is known. */
  readOfDeployment(): Promise<Organisation>
  read(id: string): Promise<Organisation>
  update(
    id: string,
    change: { readonly name?: string; readonly settings?: OrganisationSettings; readonly nowMs: number },
  ): Promise<void>
}
