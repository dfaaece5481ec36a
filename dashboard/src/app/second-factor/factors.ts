/** The user's own second factors in the admin API. */

export type Passkey = {
  readonly id: string
  readonly name: string
  readonly host: string
  readonly created_at: string
  readonly last_used: string | null
}

export type Factors = {
  readonly passkeys: readonly Passkey[]
  readonly totp: { readonly created_at: string; readonly last_used: string | null } | null
  readonly recovery_codes_left: number
}

/** `recovery_codes` is null unless the call created new ones. */
export type ChangedFactors = Factors & { readonly recovery_codes: readonly string[] | null }
