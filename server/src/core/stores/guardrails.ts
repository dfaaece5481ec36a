/** Port for saved guardrails, their versions, and the defaults of a workspace and its organisation. */

import type { CheckSpec, GuardrailActions } from '../guardrails/guardrails.ts'
import type { Listed, Page, Reach } from './reach.ts'
import type { VirtualKeyName } from './virtual-keys.ts'

export type SavedGuardrail = {
  readonly id: string
  readonly organisationId: string
  /** Null: of the organisation, for all of its workspaces. */
  readonly workspaceId: string | null
  /** Unique among the guardrails of a workspace and its organisation. Configs and headers refer to it. */
  readonly slug: string
  readonly name: string
  readonly ownerId: string
  readonly updatedBy: string
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly version: GuardrailVersion
}

/** `name` is for display only. */
export type SavedCheck = CheckSpec & { readonly name: string | null }

export type GuardrailVersion = {
  readonly id: string
  readonly number: number
  /** Secrets in the parameters (headers of a webhook) are encrypted. `GuardrailTexts.open` decrypts them. */
  readonly checks: readonly SavedCheck[]
  readonly actions: GuardrailActions
  /** True if a trusted principal saved the addresses in its parameters. They may be private. */
  readonly isTrusted: boolean
  readonly createdBy: string
  readonly createdAtMs: number
}

/** The defaults of one owner, in the order in which they run. */
export type DefaultGuardrails = {
  readonly input: readonly SavedGuardrail[]
  readonly output: readonly SavedGuardrail[]
}

/** Slugs of the defaults of a workspace or of the organisation, in the order in which they run. */
export type GuardrailNames = { readonly input: readonly string[]; readonly output: readonly string[] }

export const NO_GUARDRAILS: GuardrailNames = { input: [], output: [] }

export type GuardrailFilter = {
  /** `organisation`: only guardrails of the organisation. `workspace`: only guardrails of workspaces. */
  readonly level: 'organisation' | 'workspace' | 'all'
  /** A part of the name, slug or id. */
  readonly search?: string
}

/** The objects that refer to a guardrail and prevent its deletion. */
export type GuardrailUses = {
  readonly configs: readonly { readonly slug: string; readonly name: string; readonly workspaceId: string }[]
  /** Workspaces that have it as a default. */
  readonly workspaces: readonly { readonly id: string; readonly name: string }[]
  readonly isOrganisationDefault: boolean
}

export interface GuardrailStore {
  /**
   * By slug or id, with its newest version or the one with `versionId`. A workspace finds its own guardrails and those
   * of its organisation.
   */
  find(reach: Reach, slugOrId: string, versionId?: string): Promise<SavedGuardrail | undefined>
  /** The defaults that apply to every request in this workspace, in their newest versions. Throws if one is missing. */
  defaultsOf(home: {
    readonly organisationId: string
    readonly workspaceId: string
  }): Promise<{ readonly workspace: DefaultGuardrails; readonly organisation: DefaultGuardrails }>
  /** Newest first. A workspace gets its own guardrails and those of its organisation. */
  list(reach: Reach, page: Page, filter?: GuardrailFilter): Promise<Listed<SavedGuardrail>>
  insert(guardrail: SavedGuardrail): Promise<void>
  /** Updates name and `updatedBy`. Does not change the version. */
  update(guardrail: SavedGuardrail): Promise<void>
  /** Fails with `conflict` if its number is not the next one. */
  addVersion(guardrailId: string, version: GuardrailVersion): Promise<void>
  /** Newest first. */
  versions(guardrailId: string, page: Page): Promise<Listed<GuardrailVersion>>
  remove(id: string): Promise<void>
  uses(guardrail: SavedGuardrail): Promise<GuardrailUses>
  /** Guardrails of the workspace and its organisation with a check that sends requests with this virtual key. */
  usingVirtualKey(key: VirtualKeyName): Promise<readonly SavedGuardrail[]>
}

type Checks = readonly SavedCheck[]

/** Encrypts the secrets of a guardrail before it is stored, and decrypts them for a run. */
export interface GuardrailTexts {
  /**
   * Replaces masks by the secrets of the previous version. A mask is valid only in a check with the same id that sends
   * the secret to the same addresses; otherwise throws.
   */
  restore(checks: Checks, before: Pick<GuardrailVersion, 'id' | 'checks'> | null): Checks
  /** Encrypts the secrets for this version. */
  seal(checks: Checks, versionId: string): Checks
  open(version: Pick<GuardrailVersion, 'id' | 'checks'>): Checks
  /** The origins of all addresses in the parameters of decrypted checks. */
  originsOf(checks: Checks): readonly string[]
  /** With masked secrets, for display. */
  mask(version: Pick<GuardrailVersion, 'id' | 'checks'>): Checks
}
