/** Virtual keys: provider credentials held by the gateway, sealed. */

import type { Limits } from './limits.ts'
import type { Listed, Page, Reach } from './reach.ts'

/** One of the provider keys behind a virtual key. */
export type StoredCredential = {
  readonly id: string
  /** What the vault made of the secret and the provider's secret settings; opens only for this row. */
  readonly sealed: string
  readonly hint: string
  readonly weight: number
  readonly isDisabled: boolean
  readonly createdAtMs: number
}

/** A provider credential as it is sealed: the key, and the provider's settings that are secrets themselves. */
export type CredentialText = {
  /** Null when the provider takes only settings (cloud keys). */
  readonly key: string | null
  readonly settings: Readonly<Record<string, string>>
}

type CredentialRow = { readonly workspaceId: string; readonly virtualKeyId: string; readonly credentialId: string }

/** Where a sealed credential belongs: moved to another row, virtual key or workspace it does not open. */
export function credentialPlace({ workspaceId, virtualKeyId, credentialId }: CredentialRow): string {
  return `virtual_key_credentials/sealed/${workspaceId}/${virtualKeyId}/${credentialId}`
}

export type VirtualKey = {
  readonly id: string
  readonly organisationId: string
  readonly workspaceId: string
  /** Unique in its workspace; what requests name. */
  readonly slug: string
  readonly name: string
  readonly note: string | null
  readonly provider: string
  /** The provider's settings that are no secrets, canonical snake_case. */
  readonly settings: Readonly<Record<string, string>>
  readonly customHost: string | null
  /** An Admin key saved the custom host: private addresses are allowed to it. */
  readonly isHostTrusted: boolean
  readonly isDisabled: boolean
  readonly limits: Limits
  readonly expiresAtMs: number | null
  /** In the order they were added. */
  readonly credentials: readonly StoredCredential[]
  readonly createdAtMs: number
  readonly updatedAtMs: number
}

export interface VirtualKeyStore {
  find(reach: Reach, slugOrId: string): Promise<VirtualKey | undefined>
  /** For requests, which know their workspace only. */
  findInWorkspace(workspaceId: string, slugOrId: string): Promise<VirtualKey | undefined>
  list(reach: Reach, page: Page): Promise<Listed<VirtualKey>>
  insert(key: VirtualKey): Promise<void>
  update(key: VirtualKey): Promise<void>
  remove(id: string): Promise<void>
}
