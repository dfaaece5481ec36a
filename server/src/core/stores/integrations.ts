/** Port for integrations: accounts at providers that workspaces use through virtual keys (also called providers). */

import type { Limits } from './limits.ts'
import type { Listed, Page } from './reach.ts'
import type { StoredCredential, VirtualKey } from './virtual-keys.ts'

/** Access of the workspaces that have no settings of their own. The limits count for each workspace separately. */
export type GlobalAccess = {
  readonly isEnabled: boolean
  readonly limits: Limits
  /** Whether a workspace that is created later gets a provider. */
  readonly createsProvider: boolean
}

export type Integration = {
  readonly id: string
  readonly organisationId: string
  /** Null: of the organisation. Otherwise only this workspace can use it. */
  readonly workspaceId: string | null
  /** Unique in the organisation. */
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** The provider as the caller named it, which may be an alias. */
  readonly providerName: string
  readonly provider: string
  readonly settings: VirtualKey['settings']
  readonly customHost: string | null
  readonly isHostTrusted: boolean
  readonly credentials: readonly StoredCredential[]
  /** True: every model except the disabled ones. False: only the enabled ones. */
  readonly allowsAllModels: boolean
  readonly globalAccess: GlobalAccess
  readonly createdBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** The settings of one workspace, which take precedence over the global access. */
export type WorkspaceAccess = {
  readonly integrationId: string
  readonly workspaceId: string
  /** The id or slug by which the caller named the workspace. */
  readonly givenId: string
  readonly isEnabled: boolean
  readonly limits: Limits
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

/** Price of a model in US cents per token. */
export type ModelPrice = { readonly inputCents: number | null; readonly outputCents: number | null }

export type IntegrationModel = {
  readonly slug: string
  readonly isEnabled: boolean
  /** True if the model is not in the provider's list. */
  readonly isCustom: boolean
  readonly isFinetune: boolean
  readonly baseModel: string | null
  readonly price: ModelPrice | null
  readonly updatedAtMs: number
}

/** The id of a workspace's budget on an integration, as a holder in the ledger. */
export function integrationHolderId(integrationId: string, workspaceId: string): string {
  return `${integrationId}.${workspaceId}`
}

export interface IntegrationStore {
  find(organisationId: string, slugOrId: string): Promise<Integration | undefined>
  /** `workspaceId`: only those the workspace may use. Newest first. */
  list(
    organisationId: string,
    filter: { readonly workspaceId: string | null; readonly level: 'organisation' | 'workspace' | 'all' },
    page: Page,
  ): Promise<Listed<Integration>>
  /** Integrations of the organisation that new workspaces may use. */
  globallyOpen(organisationId: string): Promise<readonly Integration[]>
  insert(integration: Integration): Promise<void>
  update(integration: Integration): Promise<void>
  /** Also removes its models, the access of workspaces, and the providers made from it. */
  remove(id: string): Promise<void>
  /** Sorted by the time they were added. */
  access(integrationId: string): Promise<readonly WorkspaceAccess[]>
  putAccess(access: WorkspaceAccess): Promise<void>
  removeAccess(integrationId: string): Promise<void>
  /** Sorted by slug. */
  models(integrationId: string): Promise<readonly IntegrationModel[]>
  putModels(integrationId: string, models: readonly IntegrationModel[]): Promise<void>
  removeModels(integrationId: string, slugs: readonly string[]): Promise<void>
  /** The providers made from it, in all workspaces. */
  providers(integrationId: string): Promise<readonly ProviderName[]>
}

export type ProviderName = Pick<VirtualKey, 'id' | 'slug' | 'name' | 'workspaceId'>
