/** What virtual keys need of the rest of the gateway: what each provider asks for, and a call that tries a credential. */

import type { Vault } from '../../core/stores/stores.ts'

/** What a provider asks of whoever saves a credential for it. */
export type ProviderForm = {
  /** Without aliases. */
  readonly slug: string
  /** False for providers that work without a credential. */
  readonly needsCredential: boolean
  /** Its own settings by their canonical names. */
  readonly settings: ReadonlyMap<string, { readonly isSecret: boolean }>
  /** The first thing wrong with these settings together, in words; null when a call could be made with them. */
  check(settings: Readonly<Record<string, string>>, customHost: string | null): FormProblem | null
  /** Every origin a credential with these settings is sent to: the provider's and its token services', in a fixed order. */
  origins(settings: Readonly<Record<string, string>>, key: string | null, customHost: string | null): readonly string[]
}

export type FormProblem = { readonly param: string; readonly message: string; readonly hint: string }

export type ProviderForms = {
  find(slugOrAlias: string): ProviderForm | undefined
  readonly slugs: readonly string[]
  /** Every provider's settings with what each is for. */
  readonly settings: ReadonlyMap<string, string>
  /** The base URL as it is kept, or null when it is not usable. */
  readHost(text: string): string | null
}

/** Everything a call would be made with. */
export type CredentialDraft = {
  readonly provider: string
  readonly key: string | null
  readonly settings: Readonly<Record<string, string>>
  readonly customHost: string | null
  readonly isHostTrusted: boolean
  /** With it one short answer is asked for; without it the provider's list of models. */
  readonly model: string | null
}

export type CredentialVerdict = {
  readonly isOk: boolean
  /** False when the provider would have answered anybody so. */
  readonly isProven: boolean
  /** The provider's status; null when no answer came. */
  readonly status: number | null
  readonly message: string
  readonly durationMs: number
}

export type CredentialTester = (draft: CredentialDraft) => Promise<CredentialVerdict>

/** What building a virtual key takes. */
export type Workshop = { readonly forms: ProviderForms; readonly vault: Vault }
