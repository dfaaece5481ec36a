/** What a form for a provider's credential asks for. */

export type CredentialForm = {
  /** `instead`: a secret field below may stand for it. */
  readonly key: 'required' | 'instead' | 'optional'
  /** `usual`: its own address is this very machine. */
  readonly host: 'required' | 'usual' | 'optional'
  readonly fields: readonly FormField[]
}

export type FormField = {
  readonly name: string
  readonly title: string
  readonly about: string
  readonly isSecret: boolean
  readonly isRequired: boolean
  /** Without it few calls are made; what is not usual can be folded away. */
  readonly isUsual: boolean
  readonly isLong: boolean
  /** Null: any text. */
  readonly choices: readonly string[] | null
}
