/** Kysely types of the tables of second factors. */

type PasskeyTable = {
  id: string
  user_id: string
  name: string
  public_key: string
  counter: number
  /** JSON array. */
  transports: string
  rp_id: string
  created_at_ms: number
  last_used_at_ms: number | null
}

type TotpTable = {
  user_id: string
  sealed_secret: string
  last_step: number
  created_at_ms: number
  last_used_at_ms: number | null
}

type FactorChallengeTable = {
  id: string
  user_id: string | null
  secret: string | null
  attempts: number
  expires_at_ms: number
  /** JSON. Null: the user signed in with a password. */
  sign_in: string | null
}

export type SecondFactorTables = {
  passkeys: PasskeyTable
  totp_secrets: TotpTable
  recovery_codes: { user_id: string; code_hash: string }
  factor_challenges: FactorChallengeTable
  session_confirmations: { session_hash: string; confirmed_at_ms: number }
}
