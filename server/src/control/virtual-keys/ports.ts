/** The parts of the gateway that virtual keys need: the credential fields of each provider, and a credential test. */

import type { SecretReferences } from '../../core/secrets/secret-references.ts'
import type { Vault } from '../../core/stores/stores.ts'

/** The credential fields of a provider. */
export type ProviderForm = {
  /** Canonical slug, never an alias. */
  readonly slug: string
  /** False for providers that work without a credential. */
  readonly needsCredential: boolean
  /** Provider settings by canonical name. */
  readonly settings: ReadonlyMap<string, { readonly isSecret: boolean }>
  /** True if these settings authenticate as the gateway itself, so that no credential is needed. */
  usesAmbientIdentity(settings: Readonly<Record<string, string>>): boolean
  /** The first problem with the combination of settings. Null if it is valid. */
  check(settings: Readonly<Record<string, string>>, customHost: string | null): FormProblem | null
  /** All origins that the credential is sent to, including token services, in a fixed order. */
  origins(settings: Readonly<Record<string, string>>, key: string | null, customHost: string | null): readonly string[]
}

export type FormProblem = { readonly param: string; readonly message: string; readonly hint: string }

export type ProviderForms = {
  find(slugOrAlias: string): ProviderForm | undefined
  readonly slugs: readonly string[]
  /** Descriptions of the settings of all providers, by name. */
  readonly settings: ReadonlyMap<string, string>
  /** The normalized base URL, or null if it is invalid. */
  readHost(text: string): string | null
}

/** Everything needed for a test request. */
export type CredentialDraft = {
  readonly provider: string
  readonly key: string | null
  readonly settings: Readonly<Record<string, string>>
  readonly customHost: string | null
  readonly isHostTrusted: boolean
  /** If set, the test requests a short completion; otherwise the provider's list of models. */
  readonly model: string | null
}

export type CredentialVerdict = {
  readonly isOk: boolean
  /** False if the provider returns the same response without a valid credential. */
  readonly isProven: boolean
  /** HTTP status of the provider. Null if there was no response. */
  readonly status: number | null
  readonly message: string
  readonly durationMs: number
}

export type CredentialTester = (draft: CredentialDraft) => Promise<CredentialVerdict>

export type VirtualKeyDependencies = {
  readonly forms: ProviderForms
  readonly vault: Vault
  readonly references: SecretReferences
}
