/** Describes the dashboard form for a provider's credential. */

export type CredentialForm = {
  /** `instead`: a secret field below can be used instead of the key. */
  readonly key: 'required' | 'instead' | 'optional'
  /** `usual`: shown by default, because the provider's default host is this machine. */
  readonly host: 'required' | 'usual' | 'optional'
  readonly fields: readonly FormField[]
}

export type FormField = {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly isSecret: boolean
  readonly isRequired: boolean
  /** Most requests need it. Other fields can be collapsed. */
  readonly isUsual: boolean
  readonly isLong: boolean
  /** Null: free text. */
  readonly choices: readonly string[] | null
}
