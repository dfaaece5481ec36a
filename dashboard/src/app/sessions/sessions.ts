/** Sessions and device logins as the admin API returns them. */

export type UserSession = {
  readonly id: string
  readonly is_current: boolean
  readonly method: 'password' | 'passkey' | 'sso' | 'link'
  readonly second_factor: 'passkey' | 'totp' | 'recovery_code' | null
  readonly sso_connection: string | null
  readonly ip: string
  readonly user_agent: string | null
  readonly created_at: string
  readonly last_active: string
  readonly expires_at: string
}

export type DeviceLogin = {
  readonly id: string
  readonly name: string
  readonly workspace_id: string | null
  readonly ip: string
  readonly created_at: string
  readonly expires_at: string | null
  readonly last_used_at: string | null
}

const FACTORS = { passkey: 'passkey', totp: 'authenticator app', recovery_code: 'recovery code' } as const

/** How the user signed in: `Password and authenticator app`. */
export function methodWords({ method, second_factor: factor, sso_connection: connection }: UserSession): string {
  if (method === 'sso') return connection === null ? 'Single sign-on' : `Single sign-on with ${connection}`
  if (method === 'link') return 'One-time link'
  if (method === 'passkey') return 'Passkey'
  return factor === null ? 'Password' : `Password and ${FACTORS[factor]}`
}
