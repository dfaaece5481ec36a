/** Port for virtual keys: provider credentials stored encrypted. */

import { foldModel, variantOf } from '../model-names.ts'
import type { Limits } from './limits.ts'
import type { Listed, Page, Reach } from './reach.ts'

/** One of the provider credentials of a virtual key. */
export type StoredCredential = {
  readonly id: string
  /** The encrypted `CredentialText`. It can be decrypted only for this row. */
  readonly sealed: string
  readonly hint: string
  /** The secrets that are secret references, by name: `key` or a setting. Absent if all are values. */
  readonly references?: Readonly<Record<string, string>>
  readonly weight: number
  readonly isDisabled: boolean
  readonly createdAtMs: number
}

/** The plain text that is encrypted: the provider key and the provider settings that are secrets. */
export type CredentialText = {
  /** Null if the provider uses only settings, such as cloud access keys. */
  readonly key: string | null
  readonly settings: Readonly<Record<string, string>>
  /** Names of the secret references that a trusted principal saved. They may have any path. */
  readonly trusted?: readonly string[]
}

type CredentialRow = { readonly workspaceId: string; readonly virtualKeyId: string; readonly credentialId: string }

/** The virtual key or integration, and its workspace, that a credential is encrypted for. */
export type CredentialHome = { readonly id: string; readonly workspaceId: string }

/** The credentials of an integration are encrypted for the organisation instead of a workspace. */
export function integrationHome(integrationId: string, organisationId: string): CredentialHome {
  return { id: integrationId, workspaceId: `organisation:${organisationId}` }
}

/** A virtual key made from an integration has the credentials of the integration. */
export function credentialHome(
  key: CredentialHome & {
    readonly organisationId?: string
    readonly integration?: Pick<IntegrationGrant, 'id'> | null
  },
): CredentialHome {
  return key.integration ? integrationHome(key.integration.id, key.organisationId ?? '') : key
}

/** The encryption context of a credential: it cannot be decrypted in another row, virtual key or workspace. */
export function credentialContext({ workspaceId, virtualKeyId, credentialId }: CredentialRow): string {
  return `virtual_key_credentials/sealed/${workspaceId}/${virtualKeyId}/${credentialId}`
}

/** Which models an integration serves: all except the exceptions, or only the exceptions. */
export type ModelAccess = { readonly allowsAll: boolean; readonly exceptions: readonly string[] }

/** `ModelAccess` prepared for lookups. Disabled names are folded (see `foldModel`). */
export type ModelNames = { readonly allowsAllModels: boolean; readonly exceptions: ReadonlySet<string> }

const namesOf = new WeakMap<ModelAccess, ModelNames>()

export function modelNames(access: ModelAccess): ModelNames {
  const known = namesOf.get(access)
  if (known) return known
  const { allowsAll, exceptions } = access
  const names = { allowsAllModels: allowsAll, exceptions: new Set(allowsAll ? exceptions.map(foldModel) : exceptions) }
  namesOf.set(access, names)
  return names
}

/** Enabled models are compared exactly. A disabled model is disabled in all its spellings and variants. */
export function servesModel({ allowsAllModels, exceptions }: ModelNames, model: string): boolean {
  if (!allowsAllModels) return exceptions.has(model)
  return exceptions.size === 0 || !variantOf(model).some((name) => exceptions.has(name))
}

/** What the workspace of a virtual key gets from the integration that it was made from. */
export type IntegrationGrant = {
  readonly id: string
  readonly slug: string
  /** The id or slug by which the caller named the integration. */
  readonly givenId: string
  /** False if the workspace has no access (any more). */
  readonly isOpen: boolean
  /** Limits of the workspace on the integration, shared by all its virtual keys. */
  readonly limits: Limits
  readonly models: ModelAccess
}

/** `team`, `@team` and `@team/gpt` all refer to the virtual key `team`. */
export function slugOf(name: string): string {
  return (name.startsWith('@') ? name.slice(1) : name).split('/', 1)[0]!
}

/** Requests refer to a virtual key by its slug or its id. */
export type VirtualKeyName = Pick<VirtualKey, 'workspaceId' | 'slug' | 'id'>

export function namesVirtualKey(name: unknown, { slug, id }: VirtualKeyName): boolean {
  if (typeof name !== 'string') return false
  const slugOrId = slugOf(name)
  return slugOrId === slug || slugOrId === id
}

/**
 * A virtual key, also called a provider. If it was made from an integration, provider, settings, host and credentials
 * are those of the integration.
 */
export type VirtualKey = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string
  /** Unique in its workspace. Requests refer to the virtual key by it. */
  readonly slug: string
  readonly name: string
  readonly note: string | null
  readonly provider: string
  /** Provider settings that are not secret, under their canonical snake_case names. */
  readonly settings: Readonly<Record<string, string>>
  /** Names under which `model_config` returns settings, if the client did not send the canonical names. */
  readonly settingNames: Readonly<Record<string, string>>
  readonly customHost: string | null
  /** True if a trusted principal (owner, admin or trusted Admin key) saved the custom host. It may be private. */
  readonly isHostTrusted: boolean
  readonly isDisabled: boolean
  readonly limits: Limits
  readonly expiresAtMs: number | null
  /** In the order they were added. */
  readonly credentials: readonly StoredCredential[]
  /** Null: it has a credential of its own. */
  readonly integration: IntegrationGrant | null
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

type KeyState = Pick<VirtualKey, 'isDisabled' | 'expiresAtMs'> & {
  readonly integration: Pick<IntegrationGrant, 'isOpen'> | null
}

/** Why requests with this virtual key are refused: the error code. Null if the key can be used. */
export function keyRefusal(
  { isDisabled, expiresAtMs, integration }: KeyState,
  nowMs: number,
): 'virtual_key_disabled' | 'integration_not_allowed' | 'virtual_key_expired' | null {
  if (isDisabled) return 'virtual_key_disabled'
  if (integration?.isOpen === false) return 'integration_not_allowed'
  return expiresAtMs !== null && expiresAtMs <= nowMs ? 'virtual_key_expired' : null
}

export type KeyHome = { readonly organisationId: string; readonly workspaceId: string }

export interface VirtualKeyStore {
  find(reach: Reach, slugOrId: string): Promise<VirtualKey | undefined>
  /** For the request path, which knows only the workspace. */
  findInWorkspace(workspaceId: string, slugOrId: string): Promise<VirtualKey | undefined>
  /**
   * The id of the workspace's virtual key that was made from this integration of the organisation: the oldest enabled
   * one, else the oldest. Null: the workspace has none. Undefined: the organisation has no such integration.
   */
  idOfIntegration(home: KeyHome, slugOrId: string): Promise<string | null | undefined>
  /** Newest first. `search`: a part of the name, slug or id. */
  list(reach: Reach, page: Page, search?: string): Promise<Listed<VirtualKey>>
  insert(key: VirtualKey): Promise<void>
  update(key: VirtualKey): Promise<void>
  remove(id: string): Promise<void>
}
